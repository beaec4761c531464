"""What a call runs: functions, the constructors of a type, the method among overloads that fits the arguments."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.open_types import COMPANION
from nsccn.graph.definitions.shapes import is_shape
from nsccn.graph.linking.calls.promised import made_with
from nsccn.graph.meaning.types.companions import called_objects, is_made_by_call, is_object, of_declaration
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    EITHER,
    ENTITY,
    GIVER,
    INSTANCE,
    KEYED,
    MADE,
    MODULE,
    PARENT,
    SHAPE,
    Shadowed,
    Value,
)
from nsccn.graph.model import HANDED, PRIVATE
from nsccn.graph.notation.annotation import collection_pointed_into
from nsccn.graph.notation.counts import takes_count
from nsccn.graph.notation.signatures import Taken, taken, taken_by

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Definition, Import, Reference

_PRIVATE: Final = re.compile(r"\bprivate\s+constructor\b")
_OBJECT: Final = re.compile(r"(?:[\w@]+\s+)*?object\s")
"""Begins the head of an object by itself, of which nothing makes another."""
_NOT_MADE: Final = frozenset({"interface", "enum"})
"""Kinds of types of which no call by their name makes an object, so that a function is meant that has it, too."""
OUTDATED: Final = "outdated"
"""Modifier of a function in a branch for older versions of the language."""
_OUTDATED: Final = 0.2
"""Probability that such a function is run, where a name means it."""
_BEHIND_OBJECT: Final = 0.2
"""The same of one whose decorators put an object in its place: that is called. Of 72 calls none ran the function, see
`python-measured.md`; most such objects run it later, or by way of others."""
_LIKELY_HANDED: Final = 0.95
"""The same of one that is handed to what gives a variable its value: 58 of 60 that were drawn, see `javascript.md`."""


def constructors(symbols: Symbols, cls: int) -> dict[int, Taken]:
    """Return the constructors of a type that stands for one of them itself, with what they take."""
    language, head = symbols.language(symbols.slot[cls]), symbols.definitions[cls]
    others = [
        one
        for name in (language.constructors if language is not None else ())
        for one in symbols.member(cls, name)
        if symbols.is_function(one)
    ]
    own = taken_by(head.signature, head.name)
    found = {cls: own or Taken(())} if own is not None or not others else {}
    found.update({one: taken(symbols.definitions[one]) for one in others})
    return found


class Callees:
    """Answers what callees mean and what runs when they are called."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._made: Answers[Hashable, list[tuple[int, str]]] = infer.asking.answers([])

    def bare(self, scope: int, name: str, *, called: bool = False) -> Value | None:
        """Return what a bare name at the place of a callee means."""
        if name == "self" and (own := self._method_self(scope)) is not None:
            return own
        if name in ("self", "super", "Self"):
            value = self._infer.evaluate(scope, name)
            language = self._symbols.language(self._symbols.slot[scope])
            is_named = language is not None and language.receiver == "first_parameter"
            makes_another = value is not None and value.tag != MODULE and name == "self" and not is_named
            return Value(ENTITY, value.entity) if value is not None and makes_another else value
        if name.endswith(("()", "[]")):
            return self._infer.evaluate(scope, name)
        found = self._infer.scopes.name(scope, name, called=called)
        if isinstance(found, Value) and self._is_of_type(found, called=called):
            made = self._infer.typed.types.named(scope, name)
            return Value(ENTITY, made) if made is not None else found
        language = self._symbols.language(self._symbols.slot[scope])
        if found is None and language is not None and name == language.constructor_call:
            return self.bare(scope, "self")
        if found is None or isinstance(found, Shadowed):
            return None
        return self._function_instead(self._symbols.slot[scope], name, found)

    def _function_instead(self, slot: int, name: str, found: Value) -> Value:
        """Return what a file has by the name of a module, too, since no module is called."""
        if found.tag != MODULE:
            return found
        return self._infer.modules.named_alike(slot, name, is_module=False) or found

    def _is_of_type(self, found: Value, *, called: bool) -> bool:
        """Whether a name is one of a property where a type is meant: `new Cart()` beside a property `Cart`."""
        return not called and found.tag == ENTITY and self._symbols.is_property(found.entity)

    def _method_self(self, scope: int) -> Value | None:
        """Return the method that has the name which stands for the object around: `return self();` in Java."""
        around = self._symbols.class_around(scope) if self._symbols.functions_named("self") else -1
        found = self._infer.hierarchy.class_member(around, "self", functions=True) if around >= 0 else ()
        return Value(ENTITY, found[0]) if found else None

    def member(self, scope: int, target: str, receiver: Value | None, name: str) -> Value | None:
        """Return what `receiver.name` at the place of a callee means; `target` is the expression as a whole."""
        if receiver is None:
            return self._infer.evaluate(scope, target) if not name.endswith((")", "]")) else None
        is_operator = name.startswith("[")  # `[]` by itself is a method, handed on by its name
        plain = name if is_operator else name.replace("()", "").replace("[]", "")
        found = self._infer.typed.attribute(receiver, plain, called=True) or self._infer.added(
            scope, target.rpartition(".")[0], plain
        )
        if found is not None and receiver.tag == MODULE:
            found = self._function_instead(receiver.slots[0], plain, found)
        if found is None and receiver.tag == ENTITY and self._symbols.is_type(receiver.entity):
            found = self._written_by_macro(receiver.entity, plain)
        if found is None and receiver.tag == ENTITY and self._runs_by(receiver.entity, plain):
            return receiver
        if name != plain:
            return self._infer.evaluate(scope, target)
        return found

    def _written_by_macro(self, cls: int, name: str) -> Value | None:
        """Return the function that a macro writes into a type for all, where the file of the type uses it."""
        slot = self._symbols.slot[cls]
        language = self._symbols.language(slot)
        is_job = language is not None and name in language.job_methods
        written = None if is_job else self._infer.modules.written(slot, name)
        is_own = written is None or PRIVATE in self._symbols.definitions[written.entity].modifiers
        return None if is_own else written

    def _runs_by(self, entity: int, method: str) -> bool:
        """Whether a method that every type, or every function, has runs that itself."""
        language = self._symbols.language(self._symbols.slot[entity])
        if language is None:
            return False
        is_type = self._symbols.is_type(entity)
        if method in language.running_methods:
            return self._symbols.is_function(entity) or (is_type and not language.function_interfaces)
        return is_type and language.constructor_call == method and self._makes_one(entity, language)

    def _makes_one(self, cls: int, language: Language) -> bool:
        """Whether code says how a type is made: it is no module, and does more than open one of the language."""
        symbols = self._symbols
        if symbols.kind(cls) == "module":
            return False
        is_own = symbols.table.qualified[cls] not in language.reopened_types
        return is_own or any(map(symbols.is_function, self._infer.hierarchy.class_member(cls, "initialize")))

    def runs(self, value: Value | None, reference: Reference) -> list[tuple[int, str]]:
        """Return the entities that a call of a value runs."""
        value = self._infer.modules.stands_for(value) if value is not None else None
        if value is None or value.tag in (MODULE, COLLECTION, GIVER, MADE, EITHER, KEYED, SHAPE):
            return []
        symbols = self._symbols
        if value.tag == PARENT:
            above = self._infer.hierarchy.order(value.entity)[1:2]
            is_class = bool(above) and symbols.kind(above[0]) != "interface"
            return self._constructors(above[0], value.entity, reference, skip=1) if is_class else []
        if value.tag == INSTANCE:
            calling = self._infer.typed.calling(value.entity)
            return [(calling, "dunder")] if calling is not None else []
        if symbols.is_type(value.entity):
            aliased = self._infer.typed.types.aliased(value.entity)
            if aliased is not None and self._is_pointer(value.entity):
                return []
            if (instead := self._beside(value.entity)) is not None:
                return self.runs(Value(ENTITY, instead), reference)
            if self._converts(value, reference):
                return []
            made = value.entity if aliased is None else aliased
            return self._constructors(made, made, reference)
        if (meant := self._infer.typed.second_names.of(value)) is not None:
            return self.runs(meant, reference)
        definition = symbols.definitions[value.entity]
        if symbols.is_property(value.entity):
            getter = self._infer.typed.accessors.getter(value.entity)
            held = self._infer.typed.returned.by(getter) if getter is not None else None
            return [(getter, "property"), *self.runs(held, reference)] if getter is not None else []
        if symbols.is_function(value.entity):
            # What is handed to others is run by these.
            way = "indirect" if HANDED in definition.modifiers else self._way(value.entity)
            named = self._overload(self._of_today(value.entity), reference)
            return [(named, way), *self._instead(value.entity)]
        language = symbols.language(symbols.slot[value.entity])
        is_asked = language is not None and (not language.separate_methods or bool(language.calling_method))
        if definition.kind in ("var", "attr") and is_asked:
            held = self._infer.typed.content(value)
            if held is not None and self._infer.modules.stands_for(held) != value:
                return [(target, "indirect") for target, _ in self.runs(held, reference)]
        return []

    def _beside(self, cls: int) -> int | None:
        """Return the function that has the name of a type where these have names of their own."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[cls])
        if language is None or not language.made_by_new:
            return None
        found = symbols.member(symbols.parent(cls), symbols.table.names[cls])
        return next((one for one in found if symbols.is_function(one)), None)

    def _converts(self, cls: Value, reference: Reference) -> bool:
        """Whether a call of a type only converts what it is given to that."""
        language = self._symbols.language(self._symbols.slot[cls.entity])
        is_made = reference.kind == "new" or self._symbols.kind(cls.entity) == "struct"
        return language is not None and language.made_by_new and not is_made

    def _instead(self, function: int) -> list[tuple[int, str]]:
        """Return the method that runs where decorators have put an object in the place of a function.

        A type that only says how its objects are called is what the function itself is of.
        """
        made = self._infer.typed.replaced(function)
        if made is None or made.tag != INSTANCE or is_shape(self._symbols, made.entity):
            return []
        calling = self._infer.typed.calling(made.entity)
        return [(calling, "dunder")] if calling is not None else []

    def _of_today(self, function: int) -> int:
        """Return what is run instead of a function that stands for another version, or for type checkers alone."""
        if not self._gives_way(function):
            return function
        symbols = self._symbols
        beside = symbols.member(symbols.parent(function), symbols.table.names[function])
        newer = [one for one in beside if OUTDATED not in symbols.definitions[one].modifiers]
        imported = self._imported_beside(function)
        found = self._infer.modules.imported(symbols.slot[function], imported) if imported else None
        instead = [*newer[-1:], *([found.entity] if found is not None and found.tag == ENTITY else [])]
        return next((one for one in instead if one != function and symbols.is_function(one)), function)

    def _gives_way(self, function: int) -> bool:
        """Whether its name mostly means another function: that of a newer version, or what is imported beside it."""
        if OUTDATED in self._symbols.definitions[function].modifiers:
            return True
        return bool(self._symbols.table.declared[function]) and self._imported_beside(function) is not None

    def _imported_beside(self, function: int) -> Import | None:
        """Return the import that binds the name of a function where that is defined, as in `except ImportError`."""
        symbols = self._symbols
        language, around = symbols.language(symbols.slot[function]), symbols.parent(function)
        if language is None or not language.repeated_imports or around < 0:
            return None
        return symbols.bindings(around).get(symbols.table.names[function])

    def makes_constants(self, cls: int) -> bool:
        """Whether a type lists its own instances, and stands for their constructor."""
        language = self._symbols.language(self._symbols.slot[cls])
        return self._symbols.kind(cls) == "enum" and language is not None and language.primary_constructors

    def takes(self, function: int, count: int) -> bool:
        """Whether a function, or a type, may be called with so many arguments, as far as that is known."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or count < 0:
            return True
        if language.default_mark and symbols.is_function(function):
            return takes_so_many(symbols.definitions[function], count, language)
        if not language.trailing_functions or language.argument_labels:
            return True
        if symbols.is_type(function):
            if symbols.kind(function) != "class":
                return True
            return any(one.of(count) is not None for one in constructors(symbols, function).values())
        if not symbols.is_function(function) or symbols.is_property(function):
            return True
        return taken(symbols.definitions[function]).takes(count)

    def other_constructors(self, one: int, found: Sequence[int], count: int) -> Sequence[int]:
        """Return what a constructor may begin with, which is never itself."""
        language = self._symbols.language(self._symbols.slot[one])
        if language is None or not (language.primary_constructors or language.super_constructs):
            return found
        others = [other for other in found if other != one]
        if others or one not in found:
            return others or found
        beside = constructors(self._symbols, self._symbols.parent(one)).items()
        fitting = [other for other, takes in beside if other != one and takes.of(count) is not None]
        return fitting or found

    def share(self, function: int) -> float:
        """Return how likely it is that a function runs which a name means: less if others may stand in for it."""
        modifiers = self._symbols.definitions[function].modifiers
        if self._gives_way(function):
            return _OUTDATED
        if self._instead(function):
            return _BEHIND_OBJECT
        return _LIKELY_HANDED if HANDED in modifiers else 1.0

    def _is_pointer(self, alias: int) -> bool:
        """Whether another name for a type is that of a pointer to it, which makes no object of the type."""
        language = self._symbols.language(self._symbols.slot[alias])
        if language is None:
            return False
        meant = self._symbols.definitions[alias].returns
        outer = meant.partition("<")[0].rpartition(":")[2].strip()
        is_iterator = bool(collection_pointed_into(meant, language.element_types))
        return is_iterator or outer in language.transparent_types

    def _way(self, function: int) -> str:
        """Return the way of a call by name: of an interface that any type may have, the object tells what runs."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.structural_interfaces:
            return "direct"
        parent = symbols.parent(function)
        return "override" if parent >= 0 and symbols.kind(parent) == "interface" else "direct"

    def _constructors(
        self, made: int, cls: int, reference: Reference, skip: int = 0
    ) -> list[tuple[int, str]]:
        key = (cls, skip, reference.arguments)
        return self._made.get(key, self._find_constructors, made, cls, reference, skip)

    def _find_constructors(
        self, made: int, cls: int, reference: Reference, skip: int
    ) -> list[tuple[int, str]]:
        """Return what runs when a type is made, as one that is named or, behind `skip`, as a part of a subtype."""
        language = self._symbols.language(self._symbols.slot[cls])
        found: dict[tuple[int, str], None] = {}
        if language is not None and language.primary_constructors:
            return [(self._primary_or_other(made, reference.arguments), "direct")]
        for pattern in language.constructors if language else ():
            constructor = self._constructor(cls, pattern, reference, skip)
            if constructor is None:
                continue
            if self._symbols.class_around(constructor) != made:
                found[made, "direct"] = None  # the class is named, and nothing else
                found[constructor, "indirect"] = None
            else:
                found[constructor, "direct"] = None
        if language is not None and not any(way == "direct" and one != cls for one, way in found):
            later = [self._constructor(cls, name, reference, skip) for name in language.after_construction]
            found.update({(one, "dunder"): None for one in later if one is not None})
        if not any(way != "dunder" for _, way in found) and self._symbols.kind(made) != "trait":
            found[made, "direct"] = None  # of a trait it is what takes it in
        if language is not None and language.making_types and not skip:
            found.update({(one, "dunder"): None for one in self._of_metaclass(cls, language)})
        return list(found)

    def _of_metaclass(self, cls: int, language: Language) -> tuple[int, ...]:
        """Return the method that runs where a type is called as the object that it is itself."""
        if not self._symbols.functions_named(language.calling_method):
            return ()
        made_of = self._infer.hierarchy.metaclass(cls)
        calling = self._infer.typed.calling(made_of) if made_of is not None else None
        return (calling,) if calling is not None else ()

    def _primary_or_other(self, cls: int, count: int) -> int:
        """Return the constructor that takes so many arguments, first the one that the type stands for."""
        fitting = [
            one
            for one, takes in constructors(self._symbols, cls).items()
            if count < 0 or takes.of(count) is not None
        ]
        symbols, head = self._symbols, self._symbols.definitions[cls]
        if fitting and COMPANION not in head.modifiers and not _PRIVATE.search(head.signature):
            return fitting[0]
        language = symbols.language(symbols.slot[cls])
        calling = symbols.member(cls, language.calling_method) if language is not None else ()
        plain = (one for one in calling if symbols.table.static[one] and self.takes(one, count))
        return next(plain, (*fitting, cls)[0])

    def beside(self, value: Value, count: int) -> Value:
        """Return the function that has the name of a type and stands beside it, where that cannot be made so."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[value.entity])
        if language is None or not language.primary_constructors or not symbols.is_type(value.entity):
            return value
        cls = value.entity
        if language.companion_objects:
            called = self._of_object(cls, language, count)
            return Value(ENTITY, called) if called >= 0 else value
        head = symbols.definitions[cls]
        is_made = symbols.kind(cls) not in _NOT_MADE and "abstract" not in head.modifiers
        if _OBJECT.match(head.signature):
            is_made = bool(symbols.member(cls, language.calling_method))
        if is_made and self.takes(cls, count):
            return value
        named = symbols.member(symbols.parent(cls), symbols.table.names[cls])
        fitting = [one for one in named if symbols.is_function(one) and self.takes(one, count)]
        return Value(ENTITY, fitting[0]) if fitting else value

    def _of_object(self, cls: int, language: Language, count: int) -> int:
        """Return what runs where the object beside a type, or by itself, is called; -1 where that makes an instance."""
        symbols = self._symbols
        if is_object(symbols, cls):
            calls = self._infer.hierarchy.class_member(cls, language.calling_method, functions=True)
        else:
            calls = tuple(called_objects(symbols, cls))
        fitting = [one for one in calls if count < 0 or taken(symbols.definitions[one]).takes(count)]
        if not fitting and is_made_by_call(symbols, cls):
            return -1
        return (*fitting, *calls, -1)[0]

    def _constructor(self, cls: int, pattern: str, reference: Reference, skip: int) -> int | None:
        """Return what runs of that name when an instance is made: the nearest in the order of resolution."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[cls])
        hollow: int | None = None
        order = self._infer.hierarchy.order(cls)
        if language is not None and language.promising_word:
            order = made_with(symbols, order, language.promising_word)
        for base in order[skip:]:
            name = pattern.replace("{class}", symbols.definitions[base].name)
            found = tuple(
                entity
                for entity in symbols.member(base, name)
                if symbols.is_function(entity) and not symbols.table.static[entity]
            )
            if found and self._is_made_plainly(base, found, reference):
                return None
            if found and self._infer.hierarchy.is_hollow(found):
                hollow = found[-1] if hollow is None else hollow
            elif found:
                last = language is not None and language.redefinition == "last"
                return found[-1] if last else self._overload(found[0], reference)
        return hollow

    def _is_made_plainly(self, cls: int, found: tuple[int, ...], reference: Reference) -> bool:
        """Whether a type is made without arguments, for which it needs no constructor."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is None or not language.plain_structs or self._symbols.kind(cls) != "struct":
            return False
        definitions = self._symbols.definitions
        return reference.arguments == 0 and all(taken(definitions[one]).needed() for one in found)

    def _overload(self, entity: int, reference: Reference) -> int:
        """Among overloads, take the nearest whose parameters are as many as the arguments."""
        symbols = self._symbols
        runs = self._infer.bodies.definitions_of(entity)
        language = symbols.language(symbols.slot[runs[0]])  # a header may declare what another one defines
        definition = symbols.definitions[entity]
        if language is None or language.redefinition == "last" or reference.arguments < 0:
            return entity
        if not language.overloads or language.argument_labels:
            return entity
        if takes_so_many(definition, reference.arguments, language):
            return entity
        parent = symbols.owners.get(entity, symbols.parent(entity))
        for base in self._infer.hierarchy.order(parent) if symbols.is_type(parent) else (parent,):
            beside = symbols.member(base, definition.name)
            if language.companion_objects:
                beside = of_declaration(symbols, parent, beside)
            for sibling in beside:
                fits = takes_so_many(symbols.definitions[sibling], reference.arguments, language)
                if fits and symbols.is_function(sibling):
                    return sibling
        return entity


def takes_so_many(definition: Definition, count: int, language: Language) -> bool:
    """Whether a function has as many parameters, or more that are something without an argument."""
    most = len(definition.parameters)
    less = definition.signature.count(language.default_mark) if language.default_mark else 0
    if most - less <= count <= most:
        return True
    return language.nameless_parameters and takes_count(definition, count)
