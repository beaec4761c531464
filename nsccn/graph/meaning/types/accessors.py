"""What runs when a member is read, assigned or deleted: properties, descriptors, and what stands in for members."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.types.onlydeclared import is_only_declared, takes_fields
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, MODULE, Value
from nsccn.graph.model import EXPORTED, PRIVATE
from nsccn.graph.notation.accessornames import getters_of, setter_of
from nsccn.graph.notation.marks import ACCESSOR, RESULT

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy


class Accessors:
    """Finds the methods that members run."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        evaluate: Callable[[int, str], Value | None],
        variable: Callable[[int], Value | None],
        attribute: Callable[[Value, str], Value | None],
    ) -> None:
        """Ask others.

        Args:
            symbols: of all files.
            hierarchy: of their types.
            evaluate: gives what an expression in a scope stands for.
            variable: gives what a variable or an attribute holds.
            attribute: gives what a member of a value means.
        """
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._evaluate = evaluate
        self._variable = variable
        self._attribute = attribute

    def described(self, attribute: int, *, written: bool = False) -> int | None:
        """Return the method that runs when an attribute is read, or written, which holds an object with such a one."""
        symbols = self._symbols
        if symbols.is_property(attribute):
            return self.accessor(attribute, int(written))
        language = symbols.language(symbols.slot[attribute])
        name = (language.writing if written else language.reading) if language is not None else ""
        if (
            language is None
            or not name
            or symbols.table.implicit[attribute]
            or not symbols.functions_named(name)
        ):
            return None
        if symbols.kind(attribute) != "attr" or self._is_of_objects(attribute, language):
            return None
        found = self._method(self._variable(attribute), name) or self._of_type(attribute, name, language)
        return symbols.preferred(found) if found else None

    def _method(self, held: Value | None, name: str) -> tuple[int, ...]:
        return self._hierarchy.class_member(held.entity, name) if held and held.tag == INSTANCE else ()

    def _of_type(self, attribute: int, name: str, language: Language) -> tuple[int, ...]:
        """Return a method of the object that the body of a type gives an attribute, which takes what is assigned."""
        symbols = self._symbols
        owner = symbols.same(symbols.parent(attribute))
        for scope, item in symbols.values(owner, symbols.definitions[attribute].name):
            held = self._evaluate(scope, item.value) if scope == owner and item.value else None
            if held is not None and self._method(held, language.writing):
                return self._method(held, name)
        return ()

    def _is_of_objects(self, attribute: int, language: Language) -> bool:
        """Whether the body of a type only declares an attribute that each object gets by itself."""
        symbols = self._symbols
        owner = symbols.same(symbols.parent(attribute))
        stated = list(symbols.values(owner, symbols.definitions[attribute].name))
        definition = symbols.definitions[owner]
        said = {
            text.replace("()", "").rpartition(".")[2] for text in (*definition.decorators, *definition.bases)
        }
        begins = any(item.value for scope, item in stated if scope == owner)
        if not language.field_constructors.isdisjoint(said):
            return not any(self._is_type(scope, item.value) for scope, item in stated if scope == owner)
        return not begins and any(item.value for scope, item in stated if scope != owner)

    def _is_type(self, scope: int, value: str) -> bool:
        """Whether a value is a new object of a type of the repository."""
        made = self._evaluate(scope, value[:-2]) if value.endswith("()") else None
        return made is not None and made.tag == ENTITY and self._symbols.is_type(made.entity)

    def getter(self, entity: int) -> int | None:
        """Return the function that runs when a property is read: the property itself, or what it is made of."""
        return entity if self._symbols.is_function(entity) else self.accessor(entity, 0)

    def accessor(self, attribute: int, place: int) -> int | None:
        """Return the function that reads (0), assigns (1) or deletes (2) a property which is made of functions."""
        symbols = self._symbols
        owner = symbols.same(symbols.parent(attribute))
        found = None
        for scope, item in symbols.values(owner, symbols.definitions[attribute].name):
            if ACCESSOR not in item.value:
                continue  # an assignment that the property takes
            found = self._of_property(scope, item.value, place)
        return found

    def made(self, attribute: int, place: int) -> int | None:
        """Return what reads, assigns or deletes an attribute whose property another function makes: `sized("px")`.

        Or whose property is kept in a variable outside of its type, for several types: `size = size_property`.
        """
        symbols = self._symbols
        if not symbols.has_property_makers or symbols.kind(attribute) != "attr":
            return None
        owner, name = self._stated_by(attribute), symbols.table.names[attribute]
        found = None
        for scope, item in symbols.values(owner, name) if owner is not None else ():
            found = self._made_by(scope, item.value, place) or self._shared(scope, item.value, place) or found
        return found

    def _made_by(self, scope: int, value: str, place: int) -> int | None:
        """Return one of the functions of the property that a call makes."""
        symbols = self._symbols
        maker = self._evaluate(scope, value[:-2]) if value.endswith("()") else None
        found = None
        if maker is not None and maker.tag == ENTITY and symbols.table.accessors[maker.entity]:
            for inner, given in symbols.values(maker.entity, RESULT):
                if ACCESSOR in given.value:
                    found = self._of_property(inner, given.value, place)
        return found

    def _shared(self, scope: int, value: str, place: int) -> int | None:
        """Return one of the functions of the property that a variable keeps."""
        symbols = self._symbols
        held = self._evaluate(scope, value) if value.replace(".", "").isidentifier() else None
        if held is None or held.tag != ENTITY or symbols.kind(held.entity) != "var":
            return None
        owner, found = symbols.same(symbols.parent(held.entity)), None
        for inner, given in symbols.values(owner, symbols.table.names[held.entity]):
            is_made = ACCESSOR in given.value
            found = (self._of_property if is_made else self._made_by)(inner, given.value, place) or found
        return found

    def _stated_by(self, attribute: int) -> int | None:
        """Return the type in whose body an attribute stands, which methods of subtypes may seem to declare anew."""
        symbols = self._symbols
        own, name = symbols.same(symbols.parent(attribute)), symbols.table.names[attribute]
        if not symbols.table.implicit[attribute]:
            return own
        if name not in symbols.attribute_names or not symbols.is_type(own):
            return None
        stated = (
            base
            for base in self._hierarchy.order(own)
            for member in symbols.member(base, name)
            if not symbols.table.implicit[member]
        )
        return next(stated, None)

    def _of_property(self, scope: int, written: str, place: int) -> int | None:
        """Return one of the functions that a property is made of, as `Assignment.value` has it."""
        named = written.partition("(")[2].removesuffix(")").split(ACCESSOR)[place]
        value = self._evaluate(scope, named) if named else None
        is_function = value is not None and value.tag == ENTITY and self._symbols.is_function(value.entity)
        return value.entity if value is not None and is_function else None

    def access(self, value: Value, place: int) -> int | None:
        """Return the method of an object that reads a member which it has not (0), assigns (1) or deletes (2) any."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[value.entity]) if value.tag == INSTANCE else None
        name = language.member_access[place] if language is not None and language.member_access else ""
        if not name or not symbols.functions_named(name):
            return None
        found = self._hierarchy.class_member(value.entity, name)
        return symbols.preferred(found, called=True) if found else None

    def reading_any(self, value: Value) -> int | None:
        """Return the method of an object that runs when any of its members is read."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[value.entity]) if value.tag == INSTANCE else None
        name = language.every_access if language is not None else ""
        found = self._hierarchy.class_member(value.entity, name) if symbols.functions_named(name) else ()
        return symbols.preferred(found, called=True) if found else None

    def changing(self, value: Value, name: str, place: int, *, of_self: bool) -> int | None:
        """Return the method of an object that runs when a member is assigned (1) or deleted (2)."""
        method = self.access(value, place)
        language = self._symbols.language(self._symbols.slot[value.entity])
        if method is None or language is None or not language.missing_access:
            return method
        return method if self._lacks(value, name, of_self=of_self) else None

    def from_outside(self, scope: int, value: Value, name: str) -> tuple[str, int] | None:
        """Return the property of an object that code in another language reads or sets by a method, and its prefix."""
        symbols = self._symbols
        if value.tag != INSTANCE or not symbols.is_type(value.entity):
            return None
        language = symbols.language(symbols.slot[value.entity])
        is_other = language is not None and symbols.language(symbols.slot[scope]) is not language
        if language is None or not is_other or not language.foreign_accessors:
            return None
        return self._hierarchy.property_behind(value.entity, name)

    def of_bean(self, scope: int, value: Value, name: str, place: int = 0) -> int | None:
        """Return the method of another language by which code reads (0) or assigns (1) a property of an object."""
        symbols = self._symbols
        if name not in symbols.bean_properties or value.tag != INSTANCE or not symbols.is_type(value.entity):
            return None
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.foreign_accessors or self._is_seen(value.entity, name):
            return None
        for getter in getters_of(name):
            if self._bean_accessor(value.entity, getter, 0) is not None:
                wanted = setter_of(getter) if place else getter
                return self._bean_accessor(value.entity, wanted, place)
        return None

    def _is_seen(self, cls: int, name: str) -> bool:
        """Whether an object has a field of a name that comes before its accessors."""
        symbols = self._symbols
        for field in self._hierarchy.class_member(cls, name, functions=False):
            language = symbols.language(symbols.slot[field])
            is_bean = language is not None and language.bean_accessors
            return not is_bean or EXPORTED in symbols.definitions[field].modifiers
        return False

    def _bean_accessor(self, cls: int, name: str, count: int) -> int | None:
        """Return the method of a type, in a language whose methods are read so, that takes so many arguments."""
        symbols = self._symbols
        for method in self._hierarchy.class_member(cls, name, functions=True):
            language = symbols.language(symbols.slot[method])
            is_fitting = len(symbols.table.parameters(method)) == count and not symbols.table.static[method]
            is_seen = PRIVATE not in symbols.definitions[method].modifiers
            if language is not None and language.bean_accessors and is_fitting and is_seen:
                return method
        return None

    def missing(self, value: Value, name: str, *, of_self: bool) -> int | None:
        """Return the method that gives a member which the types of an object do not have, as far as all are known.

        What a method reads of its own object, a subtype may have; so nothing in the repository may have that name.
        """
        if value.tag == MODULE:
            return self._of_module(value.slots[0], name, value)
        method = self.access(value, 0)
        if method is None or (name.startswith("__") and name.endswith("__")):
            return None
        is_missing = self._lacks(value, name, of_self=of_self) or self._is_only_declared(value, name)
        return method if is_missing else None

    def _of_module(self, slot: int, name: str, module: Value) -> int | None:
        """Return the function of a module that gives a name which the module has not."""
        symbols = self._symbols
        language, own = symbols.language(slot), symbols.first[slot]
        if language is None or not language.module_access or (name.startswith("__") and name.endswith("__")):
            return None
        found = tuple(filter(symbols.is_function, symbols.member(own, language.member_access[0])))
        if not found or symbols.paths[slot].endswith(tuple(language.stubs)):
            return None
        is_given = name in symbols.bindings(own) or any(symbols.values(own, name))
        is_open = any(symbols.located(slot, star.module) is None for star in symbols.stars(slot))
        return None if is_given or is_open or self._attribute(module, name) is not None else found[-1]

    def missing_method(self, value: Value, name: str, *, of_self: bool) -> int | None:
        """Return the method that runs where one is called which an object, or a type, does not have."""
        symbols = self._symbols
        is_object, is_type = value.tag == INSTANCE, value.tag == ENTITY and symbols.is_type(value.entity)
        language = symbols.language(symbols.slot[value.entity]) if is_object or is_type else None
        stands_in = (
            language.call_access[int(is_type)] if language is not None and language.call_access else ""
        )
        if not stands_in or not symbols.functions_named(stands_in) or name.startswith("__"):
            return None
        found = self._hierarchy.class_member(value.entity, stands_in)
        return symbols.preferred(found) if found and self._lacks(value, name, of_self=of_self) else None

    def _is_only_declared(self, value: Value, name: str) -> bool:
        """Whether the types of an object, all known, declare a member for those who read types, and never give it."""
        symbols, found = self._symbols, self._attribute(value, name)
        if found is None or found.tag != ENTITY or self._hierarchy.has_foreign_base(value.entity, name):
            return False
        is_given = takes_fields(symbols, symbols.parent(found.entity))
        return not is_given and is_only_declared(symbols, found.entity)

    def _lacks(self, value: Value, name: str, *, of_self: bool) -> bool:
        """Whether the types of an object have no such member, nor may any other have it that is meant."""
        is_open = bool(of_self and self._symbols.table.named(name))
        is_open = is_open or self._hierarchy.has_foreign_base(value.entity, name)
        return not is_open and self._attribute(value, name) is None
