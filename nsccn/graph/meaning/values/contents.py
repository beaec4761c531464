"""What objects and collections have in them: what a loop, a subscript or a statement like `with` takes out of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, KEYED, Value, gathered, keys_of
from nsccn.graph.model import IMPLEMENTING
from nsccn.graph.notation.generics import generic_bases

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.typed import Typed

_MOST_BLOCKS: Final = 10
"""Methods of one name in blocks of a type that are asked what they give."""


class Contents:
    """Takes values out of others."""

    def __init__(self, symbols: Symbols, asking: Asking, hierarchy: Hierarchy, typed: Typed) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._typed = typed
        self._collections: Answers[Hashable, Value | None] = asking.answers(None)

    def looped(self, scope: int, value: Value | None) -> Value | None:
        """Return what a loop over a value takes: an element, or a key of a mapping."""
        value = self._typed.underlying(value)
        if value is not None and value.tag == INSTANCE:
            return self._typed.returned.iterated(value) or self.looped(scope, self.collection(value))
        if value is not None and value.tag == ENTITY and self._hierarchy.has_constants(value.entity):
            return Value(INSTANCE, value.entity)
        language = self._symbols.language(self._symbols.slot[scope])
        if value is not None and value.given and language is not None and language.mappings:
            if language.paired_loops:
                return None
            return value.given[0] if value.tag in (COLLECTION, KEYED) else None
        return value.element if value is not None and value.tag == COLLECTION else None

    def subscripted(self, value: Value) -> Value | None:
        """Return what `value[...]` gives: an element, or a generic with its type parameters filled in."""
        symbols = self._symbols
        if value.tag == ENTITY and (symbols.is_type(value.entity) or symbols.is_function(value.entity)):
            language = symbols.language(symbols.slot[value.entity])
            return None if language is not None and language.subscripted_members else value
        held = self._typed.underlying(value)
        if held is not None and held.tag == INSTANCE:
            given = self._indexed(held)
            if given is not None or self._is_pointer(held.entity):
                return given or held
            held = self.collection(held)
        return held.element if held is not None and held.tag == COLLECTION else None

    def entered(self, value: Value) -> Value | None:
        """Return what a statement like `with` gives; what enters nothing may be a generator of the one value."""
        if value.tag == COLLECTION:
            return value.element
        language = self._symbols.language(self._symbols.slot[value.entity]) if value.tag == INSTANCE else None
        for name in language.entering if language is not None else ():
            found = self._hierarchy.class_member(value.entity, name)
            given = self._typed.returned.to(value, found[0]) if found else None
            if given is not None or (found and self._symbols.definitions[found[0]].returns):
                return given
        return value

    def operated(self, value: Value | None, operator: str) -> Value | None:
        """Return what an operator gives of its first operand: of a built-in collection, another one like it."""
        value = self._typed.underlying(value)
        if value is None or value.tag != INSTANCE:
            return value if value is not None and value.tag == COLLECTION else None
        language = self._symbols.language(self._symbols.slot[value.entity])
        for names in language.operators.get(f"x {operator}", ()) if language is not None else ():
            for name in names.split(" "):
                if found := self._hierarchy.class_member(value.entity, name):
                    return self._typed.returned.to(value, found[0])
        return None

    def of_collection(self, value: Value, name: str, language: Language) -> Value | None:
        """Return what a method of a built-in collection gives."""
        if value.tag in (COLLECTION, KEYED) and name in language.key_methods:
            return keys_of(value)
        if value.tag != COLLECTION:
            return None
        if name in language.value_methods:
            return replace(value, given=())
        if name in language.collection_methods:
            return value
        if name in language.element_methods:
            return None if value.given and name in language.pair_methods else value.element
        return Value(COLLECTION, value.entity, held=value) if name in language.entry_methods else None

    def collection(self, value: Value) -> Value | None:
        """Return the built-in collection that an object is too, by the bases of its type: `class Carts(list[Cart])`."""
        language = self._symbols.language(self._symbols.slot[value.entity]) if value.tag == INSTANCE else None
        if language is None or not language.generic_types:
            return None
        if language.iterating:
            return self._of_iterator(value, language)
        return self._collections.get((value.entity, value.given), self._find_collection, value, language)

    def _of_iterator(self, value: Value, language: Language) -> Value | None:
        """Return what an iterator of the project gives one after another: libraries have methods for each of them."""
        following = self._hierarchy.class_member(value.entity, language.iterating[0])
        is_iterator = bool(following) and IMPLEMENTING in self._symbols.definitions[following[0]].modifiers
        return gathered(self._typed.returned.to(value, following[0])) if is_iterator else None

    def _find_collection(self, value: Value, language: Language) -> Value | None:
        symbols = self._symbols
        for one in self._hierarchy.order(value.entity):
            definition = symbols.definitions[one]
            for base in generic_bases(definition.signature, definition.name):
                bound = self._typed.generics.bound(symbols.same(value.entity), value.given, one)
                found = self._typed.annotations.of(one, base, language, bound)
                if found is not None and found.tag in (COLLECTION, KEYED):
                    return found
        return None

    def _indexed(self, value: Value) -> Value | None:
        """Return what an object gives by the method that runs where one of its elements is asked for."""
        language = self._symbols.language(self._symbols.slot[value.entity])
        method = language.subscript_method if language is not None else ""
        found = self._hierarchy.class_member(value.entity, method) if method else ()
        if language is None or not language.own_type:
            return self._typed.returned.to(value, found[0]) if found else None
        definitions = self._symbols.definitions
        blocks = [one for one in found if IMPLEMENTING in definitions[one].modifiers][:_MOST_BLOCKS]
        given = {self._typed.returned.to(value, one) for one in blocks}
        return given.pop() if len(given) == 1 else None  # which of several it is, the index tells

    def _is_pointer(self, entity: int) -> bool:
        language = self._symbols.language(self._symbols.slot[entity])
        return language is not None and language.pointer_subscripts
