"""What an expression stands for: scopes, imports, class hierarchies, and types as far as the text gives them.

A value is one of: an entity itself, an instance of a type, a collection of such instances, a module (several files
where a package has several), or the parent of a type as `super` sees it. None is a value that the text does not tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.annotation import element_type, type_expression
from nsccn.graph.symbols import Symbols
from nsccn.graph.visible import Visible

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment, FileFacts, Import

ENTITY: Final = 0
INSTANCE: Final = 1
MODULE: Final = 2
PARENT: Final = 3
COLLECTION: Final = 4

_DEEPEST: Final = 12
"""Levels of nested questions after which a type counts as unknown."""

_MOST_LOCALS: Final = 64
"""Files whose local variables are kept at hand."""


class Value(NamedTuple):
    """What an expression stands for; `slots` are a module's files, `entity` everything else."""

    tag: int
    entity: int
    slots: tuple[int, ...] = ()


class Shadowed(NamedTuple):
    """A name that is a local variable of unknown type: known to be no entity."""


SHADOWED: Final = Shadowed()


class Infer:
    """Answers what names and expressions mean, remembering what it was asked."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.visible = Visible(symbols)
        self._orders: dict[int, tuple[int, ...]] = {}
        self._bases: dict[int, tuple[int, ...]] = {}
        self._variables: dict[int, Value | None] = {}
        self._imports: dict[tuple[int, str], Value | None] = {}
        self._returns: dict[int, Value | None] = {}
        self._module_members: dict[tuple[int, str], Value | None] = {}
        self._locals: dict[int, dict[int, dict[str, list[Assignment]]]] = {}
        self._evaluated: dict[tuple[int, str], Value | None] = {}
        self._names: dict[tuple[int, str], Value | Shadowed | None] = {}
        self._depth = 0
        self.extra_bases: dict[int, list[int]] = {}
        """Type -> bases that are stated apart from it; filled by the resolver before it asks."""

    def forget_expressions(self) -> None:
        """Drop the answers about single expressions; called between files, so that memory stays bounded."""
        self._evaluated.clear()
        self._names.clear()

    def forget_types(self) -> None:
        """Drop the answers about class hierarchies, and all that rests on them; called when bases become known."""
        self.forget_expressions()
        for known in (self._orders, self._bases, self._variables, self._returns, self._imports, self._module_members):
            known.clear()

    def _locals_of(self, slot: int) -> dict[int, dict[str, list[Assignment]]]:
        if slot not in self._locals:
            while len(self._locals) >= _MOST_LOCALS:
                del self._locals[next(iter(self._locals))]
            self._locals[slot] = _local_variables(self.symbols, slot, self.symbols.facts[slot])
        return self._locals[slot]

    # -- names

    def name(self, scope: int, name: str, *, called: bool = False) -> Value | Shadowed | None:
        """Return what a bare name means in a scope; `called` matters where methods have names of their own."""
        language = self.symbols.language(self.symbols.slot[scope])
        if language is None:
            return None
        called = called and (language.separate_methods or language.included_names)
        key = (scope, f"{name}()" if called else name)
        if key not in self._names:
            self._names[key] = None
            found = self._name(scope, name, language, functions=called) if language.separate_methods else None
            self._names[key] = found or self._name(scope, name, language, called=called)
        return self._names[key]

    def _name(
        self, scope: int, name: str, language: Language, *, functions: bool | None = None, called: bool = False
    ) -> Value | Shadowed | None:
        """With `functions`, only functions (or all but functions) count."""
        symbols = self.symbols
        at, start = scope, scope
        while at >= 0:
            definition = symbols.definitions[at]
            if definition.parent < 0:
                break
            if symbols.is_type(at):
                if at == start or language.implicit_self:
                    found = self.class_member(at, name, functions=functions)
                    if found:
                        return Value(ENTITY, self.preferred(found) if language.included_names else found[0])
            else:
                local = self._local(at, name, language, functions=functions)
                if local is not None:
                    return local
            at = symbols.owners.get(at, symbols.parent(at))
        if language.included_names:
            seen = self.visible.named(scope, name, called=called)
            return None if seen is None else Value(ENTITY, seen)
        return self.file_member(symbols.slot[scope], name, inside=True)

    def _local(
        self, scope: int, name: str, language: Language, *, functions: bool | None = None
    ) -> Value | Shadowed | None:
        nested = self._wanted(self.symbols.member(scope, name), functions)
        if nested:
            return Value(ENTITY, nested[-1])
        imported = self.symbols.bindings.get(scope, {}).get(name)
        if imported is not None:
            return self.imported(self.symbols.slot[scope], imported)
        assignments = self._locals_of(self.symbols.slot[scope]).get(scope, {}).get(name)
        if functions or not assignments:
            return None
        return self._typed(scope, assignments, language) or SHADOWED

    def is_declared(self, scope: int, name: str) -> bool:
        """Whether a variable, attribute or method has a declared type: one that cannot be found is not of the repository."""
        symbols = self.symbols
        at = scope
        while at >= 0:
            found = self._locals_of(symbols.slot[at]).get(at, {}).get(name)
            if found:
                return any(item.annotation for item in found)
            for entity in self.class_member(at, name) if symbols.is_type(at) else ():
                stated = symbols.attribute_values.get((symbols.same(symbols.parent(entity)), name), ())
                return bool(symbols.definitions[entity].returns) or any(item.annotation for _, item in stated)
            at = symbols.parent(at)
        return False

    def _typed(self, scope: int, assignments: list[Assignment], language: Language) -> Value | None:
        """Return the one type that the assignments of a local variable agree on."""
        if self._depth > _DEEPEST:
            return None
        self._depth += 1
        try:
            for item in assignments:
                if item.annotation:
                    return self.annotated(scope, item.annotation, language)
            values = [self._assigned(scope, item) for item in assignments if item.value]
            known = {value for value in values if value is not None}
            return known.pop() if len(known) == 1 else None
        finally:
            self._depth -= 1

    def _assigned(self, scope: int, item: Assignment) -> Value | None:
        value = self.evaluate(scope, item.value)
        if item.form == "loop":
            value = self._underlying(value)
            is_collection = value is not None and value.tag == COLLECTION
            return Value(INSTANCE, value.entity) if value is not None and is_collection else None
        return value

    def file_member(self, slot: int, name: str, *, inside: bool = False) -> Value | None:
        """Return a top-level name of a file: defined there, imported there, or visible there without an import."""
        key = (slot * 2 + inside, name)
        if key in self._module_members:
            return self._module_members[key]
        self._module_members[key] = None
        found = self._file_member(slot, name, inside=inside)
        self._module_members[key] = found
        return found

    def _file_member(self, slot: int, name: str, *, inside: bool) -> Value | None:
        symbols = self.symbols
        module = symbols.first[slot]
        own = symbols.member(module, name)
        imported = symbols.bindings.get(module, {}).get(name)
        if own and (imported is None or symbols.definitions[own[-1]].kind not in ("var", "attr")):
            return Value(ENTITY, self.preferred(own))
        if imported is not None and (inside or imported.exported or name in symbols.facts[slot].exports):
            found = self.imported(slot, imported)
            if found is not None:
                return found
        if own:
            return Value(ENTITY, self.preferred(own))
        strategy = symbols.strategy(slot)
        if strategy is None:
            return None
        if inside:
            for peer in strategy.peers_with(slot, name):
                there = symbols.member(symbols.first[peer], name)
                if there:
                    return Value(ENTITY, self.preferred(there))
        found = self._starred(slot, name, inside=inside)
        return self._module(slot, name) if found is None and inside and strategy.names_modules else found

    def _starred(self, slot: int, name: str, *, inside: bool) -> Value | None:
        if name.startswith("__"):
            return None
        for star in self.symbols.stars.get(slot, ()):
            if not (inside or star.exported):
                continue
            module = self._module(slot, star.module)
            if module is not None:
                found = self.attribute(module, name)
                if found is not None:
                    return found
        return None

    def preferred(self, entities: tuple[int, ...], *, called: bool = False) -> int:
        """Return which of several definitions of one name holds; a field may have the name of a method."""
        if len(entities) == 1:
            return entities[0]
        symbols = self.symbols
        if called:
            entities = tuple(entity for entity in entities if symbols.is_function(entity)) or entities
        real = [entity for entity in entities if "declared" not in symbols.definitions[entity].modifiers]
        language = symbols.language(symbols.slot[entities[0]])
        last = language is not None and language.redefinition == "last"
        return (real or list(entities))[-1 if last else 0]

    # -- imports

    def imported(self, slot: int, imported: Import) -> Value | None:
        """Return what an import of a file binds, None when it is not in the repository."""
        key = (slot, f"{imported.module}\0{imported.name}\0{imported.alias}")
        if key in self._imports:
            return self._imports[key]
        self._imports[key] = None
        found = self._imported(slot, imported)
        self._imports[key] = found
        return found

    def _imported(self, slot: int, imported: Import) -> Value | None:
        if not imported.module:
            return self._path(Value(MODULE, -1, (slot,)), imported.name, inside=True)
        module = self._module(slot, imported.module)
        if module is None or not imported.name:
            return module
        return self._path(module, imported.name)

    def _path(self, value: Value | None, dotted: str, *, inside: bool = False) -> Value | None:
        for step in dotted.split("."):
            if value is None:
                return None
            if inside and value.tag == MODULE:
                value = self.file_member(value.slots[0], step, inside=True)
            else:
                value = self.attribute(value, step)
        return value

    def _module(self, slot: int, module: str) -> Value | None:
        strategy = self.symbols.strategy(slot)
        located = strategy.locate(slot, module) if strategy else None
        if located is None or not located.slots:
            return None
        value: Value | None = Value(MODULE, -1, located.slots)
        for step in located.rest:
            value = self.attribute(value, step) if value else None
        return value

    # -- members

    def attribute(self, value: Value, name: str, *, called: bool = False) -> Value | None:
        """Return what `value.name` means."""
        if value.tag == MODULE:
            for slot in value.slots:
                found = self.file_member(slot, name)
                if found is not None:
                    return found
            strategy = self.symbols.strategy(value.slots[0])
            slots = strategy.child(value.slots, name) if strategy else ()
            return Value(MODULE, -1, slots) if slots else self._of_default(value, name)
        if value.tag == COLLECTION:
            return None
        if value.tag == PARENT:
            found_members = self._called_or_read(value.entity, name, called=called, skip=1)
        elif self.symbols.is_type(value.entity):
            found_members = self._called_or_read(value.entity, name, called=called)
        else:
            return self._member_of_other(value, name)
        if not found_members and value.tag == INSTANCE and (held := self._underlying(value)) not in (None, value):
            return self.attribute(held, name, called=called)
        return Value(ENTITY, self.preferred(found_members, called=called)) if found_members else None

    def _of_default(self, module: Value, name: str) -> Value | None:
        """A module without a default export is its own; what it lacks may be a member of its default export."""
        language = self.symbols.language(module.slots[0])
        default = language.default_export if language else ""
        if not default:
            return None
        if name == default:
            return module
        value = self.stands_for(module)
        return self.attribute(value, name) if value != module else None

    def stands_for(self, value: Value) -> Value:
        """Return what a value is when it is called or inherited from: a module is its default export."""
        if value.tag != MODULE:
            return value
        for slot in value.slots:
            language = self.symbols.language(slot)
            default = language.default_export if language else ""
            found = self.file_member(slot, default) if default else None
            if found is not None and found.tag != MODULE:
                return found
        return value

    def _member_of_other(self, value: Value, name: str) -> Value | None:
        found = self.symbols.member(value.entity, name)
        if found:
            return Value(ENTITY, self.preferred(found))
        if self.symbols.definitions[value.entity].kind in ("var", "attr"):
            held = self.content(value)
            return self.attribute(held, name) if held is not None else None
        return self._of_declared_module(value.entity, name)

    def _of_declared_module(self, module: int, name: str) -> Value | None:
        """A module that a file declares may import what it offers."""
        key = (-1 - module, name)
        if key not in self._module_members and self.symbols.definitions[module].kind == "module":
            self._module_members[key] = None
            slot = self.symbols.slot[module]
            imported = self.symbols.bindings.get(module, {}).get(name)
            found = self.imported(slot, imported) if imported else self._starred(slot, name, inside=True)
            self._module_members[key] = found
        return self._module_members.get(key)

    def content(self, value: Value) -> Value | None:
        """Return what a variable holds, followed through other variables; None where that is unknown or a circle."""
        at: Value | None = value
        for _ in range(_DEEPEST):
            if at is None or at.tag != ENTITY or self.symbols.definitions[at.entity].kind not in ("var", "attr"):
                return at
            at = self.variable(at.entity)
        return None

    def class_member(
        self, cls: int, name: str, *, functions: bool | None = None, skip: int = 0
    ) -> tuple[int, ...]:
        """Return the members of that name on the first class of the resolution order that has them."""
        for base in self.order(cls)[skip:]:
            found = self._wanted(self.symbols.member(base, name), functions)
            if found:
                return found
        return ()

    def _called_or_read(self, cls: int, name: str, *, called: bool, skip: int = 0) -> tuple[int, ...]:
        language = self.symbols.language(self.symbols.slot[cls])
        if language is not None and language.separate_methods:
            found = self.class_member(cls, name, functions=called, skip=skip)
            if found:
                return found
        return self.class_member(cls, name, skip=skip)

    def _wanted(self, found: tuple[int, ...], functions: bool | None) -> tuple[int, ...]:
        if functions is None or not found:
            return found
        return tuple(entity for entity in found if self.symbols.is_function(entity) == functions)

    def bases(self, cls: int) -> tuple[int, ...]:
        """Return the direct bases of a type that are in the repository."""
        if cls in self._bases:
            return self._bases[cls]
        self._bases[cls] = ()
        symbols = self.symbols
        found = [base for base in reversed(self.extra_bases.get(cls, ())) if base != cls]
        for part in symbols.parts(cls):
            scope = max(symbols.parent(part), symbols.first[symbols.slot[part]])
            for text in symbols.definitions[part].bases:
                value = self.evaluate(scope, text.replace("[]", "").removesuffix("()"))
                entity = self.type_of_name(value)
                if entity is not None and entity != cls:
                    found.append(entity)
        found = list(dict.fromkeys(found))
        self._bases[cls] = tuple(found)
        return self._bases[cls]

    def type_of_name(self, value: Value | Shadowed | None) -> int | None:
        """Return the type that a value names, following aliases."""
        if value is None or isinstance(value, Shadowed):
            return None
        held = self.content(self.stands_for(value))
        if held is None or held.tag != ENTITY or not self.symbols.is_type(held.entity):
            return None
        aliased = self.aliased(held.entity)
        return held.entity if aliased is None else aliased

    def aliased(self, entity: int) -> int | None:
        """Return the type that an alias names, None where it is no alias of one in the repository."""
        language = self.symbols.language(self.symbols.slot[entity])
        if self.symbols.definitions[entity].kind != "type" or language is None or not language.type_aliases:
            return None
        stated = self.returned(entity)
        return stated.entity if stated is not None and stated.tag == INSTANCE and stated.entity != entity else None

    def order(self, cls: int) -> tuple[int, ...]:
        """Return the method resolution order: C3 where it exists, else breadth first."""
        cls = self.symbols.same(cls)
        if cls in self._orders:
            return self._orders[cls]
        self._orders[cls] = (cls,)
        bases = self.bases(cls)
        merged = _merge([list(self.order(base)) for base in bases] + [list(bases)])
        self._orders[cls] = (cls, *merged) if merged is not None else _breadth_first(cls, self.bases)
        return self._orders[cls]

    # -- types

    def variable(self, entity: int) -> Value | None:
        """Return what a module variable or an attribute holds, where its assignments agree."""
        if entity in self._variables:
            return self._variables[entity]
        self._variables[entity] = None
        symbols = self.symbols
        owner = symbols.same(symbols.parent(entity))
        language = symbols.language(symbols.slot[entity])
        found: set[Value] = set()
        for scope, item in symbols.attribute_values.get((owner, symbols.definitions[entity].name), ()):
            if language is None:
                break
            if item.annotation:
                value = self.annotated(scope, item.annotation, language)
                found = {value} if value is not None else set()
                break
            value = self.evaluate(scope, item.value)
            if value is not None:
                found.add(value)
        self._variables[entity] = found.pop() if len(found) == 1 else None
        return self._variables[entity]

    def annotated(self, scope: int, annotation: str, language: Language) -> Value | None:
        """Return an instance of the type that an annotation names; the type itself for `type[X]`."""
        text, is_type = type_expression(annotation, language.transparent_types)
        if not text:
            return self._collection(scope, annotation, language)
        if text in ("Self", "self", "this"):
            around = self.symbols.class_around(scope)
            return Value(INSTANCE, around) if around >= 0 else None
        symbols = self.symbols
        outside = max(symbols.parent(scope), symbols.first[symbols.slot[scope]])
        value = self.evaluate(outside if symbols.is_function(scope) else scope, text)
        entity = self.type_of_name(value)
        if entity is None and symbols.is_type(scope):
            entity = self.type_of_name(self.evaluate(outside, text))
        if entity is not None:
            return Value(ENTITY if is_type else INSTANCE, entity)
        bound = self.name(scope, text) if value is None and "." not in text else None
        if isinstance(bound, Value) and bound.tag == INSTANCE:
            return bound
        return self._collection(scope, annotation, language)

    def _collection(self, scope: int, annotation: str, language: Language) -> Value | None:
        inside = element_type(annotation)
        element = self.annotated(scope, inside, language) if inside and inside != annotation else None
        return Value(COLLECTION, element.entity) if element is not None and element.tag == INSTANCE else None

    def returned(self, function: int) -> Value | None:
        """Return what a call of a function gives, by its declared result."""
        if function in self._returns:
            return self._returns[function]
        self._returns[function] = None
        definition = self.symbols.definitions[function]
        language = self.symbols.language(self.symbols.slot[function])
        if definition.returns and language is not None:
            self._returns[function] = self.annotated(function, definition.returns, language)
        return self._returns[function]

    def called(self, value: Value) -> Value | None:
        """Return what calling a value gives."""
        value = self.stands_for(value)
        if value.tag == INSTANCE:
            found = self.class_member(value.entity, "__call__")
            return self.returned(found[0]) if found else None
        if value.tag != ENTITY:
            return None
        if self.symbols.is_type(value.entity):
            return Value(INSTANCE, value.entity)
        if self.symbols.is_function(value.entity):
            return self.returned(value.entity)
        held = self.content(value)
        language = self.symbols.language(self.symbols.slot[value.entity])
        if held is not None and language is not None and language.separate_methods:
            return held
        return self.called(held) if held is not None and held != value else None

    def _underlying(self, value: Value | None) -> Value | None:
        """Return what a named type stands for: the collection of `type Sorted []Item`."""
        if value is None or value.tag != INSTANCE or self.symbols.definitions[value.entity].kind != "type":
            return value
        return self.returned(value.entity) or value

    def is_foreign(self, scope: int, expression: str) -> bool:
        """Whether an expression that stands for nothing known is declared to be of a type from elsewhere."""
        if expression.endswith("()"):
            called = self.evaluate(scope, expression[:-2])
            if called is None or called.tag != ENTITY or not self.symbols.is_function(called.entity):
                return False
            return self._names_foreign(called.entity, self.symbols.definitions[called.entity].returns)
        for at in self.symbols.around(scope):
            for item in self._locals_of(self.symbols.slot[at]).get(at, {}).get(expression, ()):
                if item.annotation:
                    return self._names_foreign(at, item.annotation)
                if item.value.endswith("()") and self.is_foreign(at, item.value):
                    return True
        return False

    def _names_foreign(self, scope: int, annotation: str) -> bool:
        slot = self.symbols.slot[scope]
        language = self.symbols.language(slot)
        name = type_expression(annotation, language.transparent_types)[0] if language else ""
        imported = self.symbols.bindings.get(self.symbols.first[slot], {}).get(name.partition(".")[0])
        return imported is not None and not name.endswith("Any") and self.imported(slot, imported) is None

    # -- expressions

    def evaluate(self, scope: int, expression: str) -> Value | None:
        """Return what an expression stands for in a scope."""
        key = (scope, expression)
        if key in self._evaluated:
            return self._evaluated[key]
        if self._depth > _DEEPEST:
            return None
        self._evaluated[key] = None
        self._depth += 1
        try:
            value = self._evaluate(scope, expression)
        finally:
            self._depth -= 1
        self._evaluated[key] = value
        return value

    def _evaluate(self, scope: int, expression: str) -> Value | None:
        head, dot, rest = expression.partition(".")
        value = self._root(scope, head.replace("()", "").replace("[]", ""), called="()" in head)
        if value is None and dot:
            return self._dotted_import(scope, expression) or self._namespaced(scope, expression)
        value = self._suffixes(value, head)
        while dot and value is not None:
            head, dot, rest = rest.partition(".")
            value = self._member_value(value, head)
        return value

    def _member_value(self, value: Value, step: str) -> Value | None:
        name = step.replace("()", "").replace("[]", "")
        language = self.symbols.language(self.symbols.slot[value.entity] if value.entity >= 0 else value.slots[0])
        if (
            value.tag == ENTITY
            and language is not None
            and language.constructor_call == name
            and self.symbols.is_type(value.entity)
            and not self.class_member(value.entity, name)
        ):
            return Value(INSTANCE, value.entity)
        found = self.attribute(value, name, called="()" in step)
        if found is None and language is not None:
            return self._like_object(value, name, language)
        if found is not None and "()" not in step:
            found = self._read(found)
        return self._suffixes(found, step)

    def _like_object(self, value: Value, name: str, language: Language) -> Value | None:
        """A method of a built-in type may give its object back, or one of its elements."""
        if value.tag == COLLECTION and name in language.element_methods:
            return Value(INSTANCE, value.entity)
        return value if value.tag in (INSTANCE, COLLECTION) and name in language.transparent_methods else None

    def _read(self, value: Value) -> Value | None:
        """Reading a property calls it; reading a variable of known content gives the content."""
        if value.tag != ENTITY:
            return value
        definition = self.symbols.definitions[value.entity]
        if "property" in definition.modifiers and self.symbols.is_function(value.entity):
            return self.returned(value.entity)
        if definition.kind in ("var", "attr"):
            return self.variable(value.entity) or value
        return value

    def _suffixes(self, value: Value | None, step: str) -> Value | None:
        if value is None or step[-1:] not in ")]":
            return value
        if "[]" in step:
            held = self._underlying(value)
            if held is not None and held.tag == INSTANCE and self._is_pointer(held.entity):
                return held
            return Value(INSTANCE, held.entity) if held and held.tag == COLLECTION and step.endswith("[]") else None
        for _ in range(step.count("()")):
            value = self.called(value) if value is not None else None
        return value

    def _is_pointer(self, entity: int) -> bool:
        language = self.symbols.language(self.symbols.slot[entity])
        return language is not None and language.pointer_subscripts

    def _root(self, scope: int, name: str, *, called: bool = False) -> Value | None:
        symbols = self.symbols
        if name in ("self", "super"):
            around = symbols.class_around(scope)
            if around < 0:
                return self._object_around(scope) if name == "self" else None
            if name == "super":
                return Value(PARENT, around)
            method = scope
            while method >= 0 and symbols.definitions[method].kind != "method":
                method = symbols.parent(method)
            modifiers = symbols.definitions[method].modifiers if method >= 0 else ("static",)
            return Value(ENTITY if "classmethod" in modifiers or "static" in modifiers else INSTANCE, around)
        if name == "super::":
            return self._module_above(scope)
        found = self.name(scope, name, called=called)
        if found is None and name == "Self" and (around := symbols.class_around(scope)) >= 0:
            return Value(ENTITY, around)
        if found is None or isinstance(found, Shadowed):
            return None
        if found.tag == ENTITY and not called and symbols.definitions[found.entity].kind in ("var", "attr"):
            return self.variable(found.entity) or found
        return found

    def _module_above(self, scope: int) -> Value | None:
        """Return the module around the module that a scope is in; the file may declare both."""
        symbols = self.symbols
        declared = [at for at in symbols.around(scope) if symbols.definitions[at].kind == "module"]
        slot = symbols.slot[scope]
        if len(declared) == 1:
            return self._module(slot, "super")
        return Value(ENTITY, declared[1]) if declared[1:2] and symbols.parent(declared[1]) >= 0 else Value(MODULE, -1, (slot,))

    def _object_around(self, scope: int) -> Value | None:
        """Return the variable whose value has the function around as a member."""
        symbols = self.symbols
        while scope >= 0:
            parent = symbols.parent(scope)
            if symbols.is_function(scope) and parent >= 0 and symbols.definitions[parent].kind == "var":
                return Value(ENTITY, parent)
            scope = parent
        return None

    def _namespaced(self, scope: int, expression: str) -> Value | None:
        """A path that begins with namespaces: the first name in them that is defined, then its members."""
        language = self.symbols.language(self.symbols.slot[scope])
        if language is None or not language.included_names:
            return None
        steps = expression.split(".")
        for length in range(2, len(steps) + 1):
            head = steps[length - 1]
            path = ".".join((*steps[: length - 1], head.replace("()", "").replace("[]", "")))
            found = self.visible.named(scope, path, called="()" in head)
            if found is not None:
                value: Value | None = Value(ENTITY, found)
                value = self._suffixes(self._read(Value(ENTITY, found)) if length < len(steps) else value, head)
                for step in steps[length:]:
                    value = self._member_value(value, step) if value is not None else None
                return value
            if "(" in head or "[" in head:
                break
        return None

    def _dotted_import(self, scope: int, expression: str) -> Value | None:
        """`import a.b` binds the dotted name; the longest one that the expression begins with holds."""
        symbols = self.symbols
        module = symbols.first[symbols.slot[scope]]
        steps = expression.split(".")
        for bindings in (symbols.bindings.get(scope, {}), symbols.bindings.get(module, {})):
            for length in range(len(steps), 1, -1):
                imported = bindings.get(".".join(steps[:length]).replace("()", ""))
                if imported is None:
                    continue
                value = self.imported(symbols.slot[scope], imported)
                value = self._suffixes(value, steps[length - 1])
                for step in steps[length:]:
                    value = self._member_value(value, step) if value is not None else None
                return value
        return None


def _local_variables(symbols: Symbols, slot: int, facts: FileFacts) -> dict[int, dict[str, list[Assignment]]]:
    language = symbols.language(slot)
    base = symbols.first[slot]
    found: dict[int, dict[str, list[Assignment]]] = {}
    outside = {(item.scope, item.target) for item in facts.assignments if item.form == "global"}
    for item in facts.assignments:
        scope = base + item.scope
        if "." in item.target or not symbols.is_function(scope) or (item.scope, item.target) in outside:
            continue
        declares = item.form in ("declare", "parameter", "loop", "with") or (
            item.form == "assign" and (language is None or language.assignment_declares)
        )
        if declares:
            found.setdefault(scope, {}).setdefault(item.target, []).append(item)
    return found


def _merge(sequences: list[list[int]]) -> list[int] | None:
    """The merge of C3 linearisation (Barrett et al. 1996); None where the hierarchy is inconsistent."""
    merged: list[int] = []
    pending = [sequence for sequence in sequences if sequence]
    while pending:
        for sequence in pending:
            head = sequence[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            return None
        merged.append(head)
        pending = [rest for sequence in pending if (rest := [item for item in sequence if item != head])]
    return merged


def _breadth_first(cls: int, bases: Callable[[int], tuple[int, ...]]) -> tuple[int, ...]:
    order: dict[int, None] = {}
    pending = deque([cls])
    while pending:
        entity = pending.popleft()
        if entity not in order:
            order[entity] = None
            pending.extend(bases(entity))
    return tuple(order)
