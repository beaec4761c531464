"""What the name stands for that an expression begins with: `self` and its like, and what scopes say of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, MODULE, PARENT, Shadowed, Value
from nsccn.graph.notation.expression import AROUND
from nsccn.graph.notation.marks import OF_OBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.names.handedobjects import HandedObjects
    from nsccn.graph.meaning.names.modules import Modules
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.extensions import Extensions
    from nsccn.graph.meaning.values.typed import Typed
    from nsccn.graph.model import Assignment


_OF_UNNAMED: Final = f"{OF_OBJECT}self"


def _is_value(found: Value | Shadowed | None) -> bool:
    return isinstance(found, Value)


class Roots:
    """Answers for the names that expressions begin with."""

    def __init__(
        self,
        symbols: Symbols,
        scopes: Scopes,
        typed: Typed,
        modules: Modules,
        extensions: Extensions,
        handed: HandedObjects,
    ) -> None:
        self._symbols = symbols
        self._scopes = scopes
        self._typed = typed
        self._modules = modules
        self._extensions = extensions
        self._handed = handed

    def of(self, scope: int, name: str, *, called: bool = False) -> Value | None:
        """Return what a name stands for in a scope; `called`: a call of it follows."""
        symbols = self._symbols
        if name.endswith(_OF_UNNAMED):
            *objects, name = name.split(OF_OBJECT)
            held = next(filter(_is_value, (self._scopes.name(scope, one) for one in objects)), None)
            if isinstance(held, Value):
                return held
        if name == "self" and (given := self.given(scope)) is not None:
            return given
        if name == "self" and (extended := self._extended(scope)) is not None:
            return extended
        if name in ("self", "super"):
            around = symbols.class_around(scope)
            if self._has_own_object(scope, around):
                return None
            if around < 0:
                return self._object_around(scope) if name == "self" else None
            if name == "super":
                return Value(PARENT, around)
            method = scope
            while method >= 0 and not self._is_method(method):
                method = symbols.parent(method)
            if method < 0:
                tag = INSTANCE if self._makes_instances(around) else ENTITY
            else:
                modifiers = symbols.definitions[method].modifiers
                tag = ENTITY if "classmethod" in modifiers or "static" in modifiers else INSTANCE
            return self._typed.blocks.own(scope, Value(tag, around))
        if name == AROUND:
            return self._module_above(scope)
        found = self._scopes.name(scope, name, called=called)
        if found is None and name == "Self" and (around := symbols.class_around(scope)) >= 0:
            return self._typed.blocks.own(scope, Value(ENTITY, around))
        if found is None and called and self._gives_object(scope, name):
            return self.of(scope, "self")
        if not called and (getter := self.of_bean(scope, name, found)) is not None:
            return self._typed.returned.by(getter)
        if found is None:
            language = symbols.language(symbols.slot[scope])
            if language is not None and name in language.module_objects:
                return Value(MODULE, -1, (symbols.slot[scope],))
            if not called and (held := self._of_outside_base(scope, name)) is not None:
                return held
            return self._made_by_itself(scope, name, called=called)
        if isinstance(found, Shadowed):
            return self._handed.of(scope, name)
        if not called and self._typed.runs_when_named(found):
            own, returned = self.of_own(scope, found), self._typed.returned
            return returned.to(own, found.entity) if own else returned.by(found.entity)
        if found.tag == ENTITY and not called and symbols.kind(found.entity) in ("var", "attr"):
            own = self.of_own(scope, found)
            return (self._typed.read_of(own, found) if own else self._typed.variable(found.entity)) or found
        return found

    def _of_outside_base(self, scope: int, name: str) -> Value | None:
        """Return what a member of the object around holds that it has of a base outside."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.implicit_self or name not in language.outside_members:
            return None
        own = self.of(scope, "self")
        return self._typed.outside_bases.of(replace(own, tag=INSTANCE), name) if own is not None else None

    def _makes_instances(self, cls: int) -> bool:
        """Whether the body of a type runs for each of its instances, as what fields begin with."""
        language = self._symbols.language(self._symbols.slot[cls])
        return language is not None and bool(language.instance_members)

    def _gives_object(self, scope: int, name: str) -> bool:
        """Whether a function of the language gives the object that it is called of without naming it: `apply { }`."""
        language = self._symbols.language(self._symbols.slot[scope])
        return language is not None and language.has_unnamed_objects and name in language.transparent_methods

    def _extended(self, scope: int) -> Value | None:
        """Return the object that the function around is called of which extends a type."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.has_unnamed_objects:
            return None
        for at in symbols.around(scope):
            if symbols.is_type(at):
                break
            if symbols.is_function(at) and (found := self._extensions.object_in(at)) is not None:
                return found
        return None

    def given(self, scope: int) -> Value | None:
        """Return what a parameter is declared to be which is called `self`, of a function that is no method.

        In TypeScript it is one of any function, `this: Cart`. Nothing is said of that of a function which is lent to
        a type: it is an object of the type.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        is_first = language is not None and language.receiver == "first_parameter"
        if language is None or not (is_first or language.stated_receivers):
            return None
        local = self._scopes.local_variables(symbols.slot[scope])
        for at in symbols.around(scope):
            if is_first and symbols.kind(at) == "method":
                break
            if _states_own(local.get(at, {}).get("self", ()), language):
                found, types = self._scopes.name(at, "self"), symbols.lent.get(at, ())
                lent = Value(INSTANCE, types[0]) if len(types) == 1 else None
                return found if isinstance(found, Value) else lent
            if not is_first and (symbols.kind(at) == "method" or symbols.definitions[at].has_other_object):
                break
        return None

    def of_own(self, scope: int, found: Value) -> Value | None:
        """Return the object around where a bare name means a member of a generic type that it is of.

        It may be the one around the object: `class Carts extends Place<Cart> { class Walk { ... first(); } }`.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not (language.generic_types and language.implicit_self) or found.tag != ENTITY:
            return None
        owner = symbols.class_around(found.entity)
        if symbols.kind(found.entity) not in ("method", "attr") or owner < 0:
            return None
        if not self._typed.is_generic(owner):
            return None
        own = self.of(scope, "self")
        if own is not None and own.tag in (INSTANCE, ENTITY) and self._typed.is_a(own.entity, owner):
            return own if own.tag == INSTANCE else None
        types = map(symbols.same, filter(symbols.is_type, symbols.around(scope)))
        return next((Value(INSTANCE, one) for one in types if self._typed.is_a(one, owner)), None)

    def of_bean(self, scope: int, name: str, found: Value | Shadowed | None, place: int = 0) -> int | None:
        """Return what reads (0) or assigns (1) a property of the object around which is a method in its language.

        `found` is what the name means by itself.
        """
        symbols = self._symbols
        if name not in symbols.bean_properties or isinstance(found, Shadowed):
            return None
        if found is not None and not self._comes_after(found, name):
            return None
        own = self.of(scope, "self")
        return self._typed.accessors.of_bean(scope, own, name, place) if own is not None else None

    def _comes_after(self, value: Value, name: str) -> bool:
        """Whether a name means what the object around may have before it: a field of such a language, or of no type."""
        symbols = self._symbols
        if value.tag != ENTITY or symbols.table.names[value.entity] != name:
            return False
        if symbols.kind(symbols.parent(value.entity)) == "module":
            return True
        language = symbols.language(symbols.slot[value.entity])
        return language is not None and language.bean_accessors and symbols.kind(value.entity) == "attr"

    def _is_method(self, entity: int) -> bool:
        """Whether an entity is a method, of a type or of one constant of an enum."""
        symbols = self._symbols
        if symbols.kind(entity) == "method":
            return True
        language, parent = symbols.language(symbols.slot[entity]), symbols.parent(entity)
        is_inside = symbols.is_function(entity) and parent >= 0 and symbols.kind(parent) == "attr"
        return is_inside and language is not None and language.implicit_self

    def _made_by_itself(self, scope: int, name: str, *, called: bool) -> Value | None:
        """Return what a bare call gives of a type's own constructor, `new`, or of what gives the object back, `dup`."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.constructor_call:
            return None
        if language.own_methods and name in language.transparent_methods:
            return self.of(scope, "self")
        if name != language.constructor_call:
            return None
        own = self.of(scope, "self")
        if own is None or own.tag != ENTITY:
            return None
        return own if called else Value(INSTANCE, own.entity)

    def _module_above(self, scope: int) -> Value | None:
        """Return the module around the module that a scope is in; the file may declare both."""
        symbols = self._symbols
        declared = [at for at in symbols.around(scope) if symbols.kind(at) == "module"]
        slot = symbols.slot[scope]
        if len(declared) == 1:
            return self._modules.located(slot, "super")
        if declared[1:2] and symbols.parent(declared[1]) >= 0:
            return Value(ENTITY, declared[1])
        return Value(MODULE, -1, (slot,))

    def _has_own_object(self, scope: int, around: int) -> bool:
        """Whether a function between a scope and the type around it has another object, of which nothing is known."""
        symbols, slot = self._symbols, self._symbols.slot[scope]
        language = symbols.language(slot)
        if language is None or not language.attached_functions:
            return False
        definitions, first = symbols.file(slot).outline.definitions, symbols.first[slot]
        while scope >= 0 and scope != around:
            if definitions[scope - first].has_other_object:
                return True
            scope = symbols.parent(scope)
        return False

    def _object_around(self, scope: int) -> Value | None:
        """Return the variable whose value has the function around as a member, or the module that it is offered by.

        Else it is what the code of the file runs on.
        """
        symbols, slot = self._symbols, self._symbols.slot[scope]
        language = symbols.language(slot)
        while scope >= 0:
            parent = symbols.parent(scope)
            if symbols.is_function(scope) and parent >= 0:
                if symbols.kind(parent) == "var" or self._is_attached(scope, parent):
                    return Value(ENTITY, parent)
                if symbols.parent(parent) < 0 and language is not None and language.default_export:
                    return Value(MODULE, -1, (slot,))
            scope = parent
        return self._object_of_file(slot)

    def _is_attached(self, function: int, other: int) -> bool:
        """Whether a function is a member of another, which it stands outside of: `load.again = function () {}`.

        An arrow has no object of its own.
        """
        definitions = self._symbols.definitions
        if definitions[function].signature.endswith("=>"):
            return False
        inside, around = definitions[function].full_range, definitions[other].full_range
        return self._symbols.is_function(other) and not (
            around.start_byte <= inside.start_byte < around.end_byte
        )

    def _object_of_file(self, slot: int) -> Value | None:
        """Return the object on which a file's code runs: one of the type after which another file is named."""
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        other = strategy.object_of(slot) if strategy is not None else None
        if other is None:
            return None
        name = symbols.paths[other].rpartition("/")[2].partition(".")[0].replace("_", "")
        for ordinal, definition in enumerate(symbols.file(other).outline.definitions):
            if definition.kind == "class" and definition.name.lower() == name:
                return Value(INSTANCE, symbols.same(symbols.first[other] + ordinal))
        return None


def _states_own(given: Sequence[Assignment], language: Language) -> bool:
    """Whether what gives a variable called `self` its value is a parameter that says of what type the object is."""
    return bool(given) and (
        not language.stated_receivers or any(one.annotation and not one.value for one in given)
    )
