"""What a function extends that is called of objects as if it were their type's own, and how far these are from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, GIVER, INSTANCE, KEYED, Value
from nsccn.graph.model import CONVERTING, EXTENSION
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.extended import CONVERTED, Extended, extended
from nsccn.graph.notation.generics import type_limit
from nsccn.graph.notation.signatures import Parameter, read_type

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.annotations import Annotations
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_OWN, _BASE, _CONVERTED, _ANY = 0, 300, 500, 900
"""How far the type that a function extends is from that of an object: the type itself, one that it inherits from, one
that it is converted to, and any type."""
_FUNCTION: Final = "->"
_ARRAY: Final = "[]"


class ExtendedTypes:
    """Compares what functions extend with what objects are."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        annotations: Annotations,
        named: Callable[[int, str], int | None],
    ) -> None:
        """`named` gives the type that an expression in a scope names."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._annotations = annotations
        self._named = named

    def of(self, function: int) -> Extended | None:
        """Return what a function extends."""
        definition = self._symbols.definitions[function]
        language = self._symbols.language(self._symbols.slot[function])
        if language is None:
            return None
        is_converted = language.extension_receiver == CONVERTED
        if is_converted and not {EXTENSION, CONVERTING}.intersection(definition.modifiers):
            return None
        return extended(definition.signature, definition.name, language.extension_receiver)

    def distance(self, extension: int, receiver: Value | None, text: str) -> int:
        """Return how far what a function extends is from the type of an object, -1 where it is another type.

        The object is told by its value or else by its declared type.
        """
        symbols, stated = self._symbols, self.of(extension)
        language = symbols.language(symbols.slot[extension])
        if stated is None or language is None:
            return -1
        if stated.type.path in stated.variables:
            signature = symbols.definitions[extension].signature
            limit = type_limit(signature, stated.type.path, language.limit_mark)
            if not limit:
                return _ANY
            stated = stated._replace(text=limit, type=read_type(limit))
        if _FUNCTION in stated.text:
            is_function = (receiver is not None and receiver.tag == GIVER) or _FUNCTION in text
            return _CONVERTED if is_function else -1
        far = self._far(extension, stated, receiver, text, language)
        return _ANY if far < 0 and stated.type.type in language.any_types else far

    def _far(
        self, extension: int, stated: Extended, receiver: Value | None, text: str, language: Language
    ) -> int:
        if receiver is None:
            return _from_text(stated.type, read_type(text.replace("?", "")).type if text else "", language)
        if receiver.tag == INSTANCE:
            return self._from_type(extension, stated.type, receiver.entity, language)
        if receiver.tag == ENTITY:
            return self._from_object(extension, stated.text, receiver.entity, language)
        if receiver.tag in (COLLECTION, KEYED):
            return self._from_collection(extension, stated, receiver, language)
        return -1

    def _from_type(self, extension: int, stated: Parameter, entity: int, language: Language) -> int:
        symbols, order = self._symbols, self._hierarchy.order(entity)
        meant = self._named(extension, stated.spelled(arities=language.arities))
        if meant is not None:
            meant = symbols.same(meant)
            return _OWN + order.index(meant) if meant in order else -1
        bases = {
            plain_arity(read_type(base).type)[0]
            for one in order
            for part in symbols.parts(one)
            for base in symbols.definitions[part].bases
        }
        return _BASE if stated.type in bases else -1

    def _from_object(self, extension: int, stated: str, entity: int, language: Language) -> int:
        """Return the distance from an object that has the name of its type, or from what a type has for itself."""
        if not language.type_objects or not self._symbols.is_type(entity):
            return -1
        path, _, last = stated.rpartition(".")
        meant = self._named(extension, path if last in language.type_objects else stated)
        order = self._hierarchy.order(entity)
        return order.index(meant) if meant in order else -1

    def _from_collection(self, extension: int, stated: Extended, receiver: Value, language: Language) -> int:
        if not _is_collection(stated.type.type, language):
            return -1
        meant = self._annotations.of(extension, stated.text, language)
        wanted = meant.element if meant is not None and meant.tag == COLLECTION else None
        if wanted is None or wanted.tag != INSTANCE:
            is_any = any(one in stated.text for one in stated.variables) or "*" in stated.text
            return _CONVERTED if is_any else _ANY
        element = receiver.element if receiver.tag == COLLECTION else None
        if element is None or element.tag != INSTANCE:
            return _ANY
        order = self._hierarchy.order(element.entity)
        return _BASE + order.index(wanted.entity) if wanted.entity in order else -1


def _from_text(extended_type: Parameter, stated: str, language: Language) -> int:
    if not stated:
        return -1
    if extended_type.type == stated:
        return _OWN
    known = language.conversions.get(stated, ())
    if extended_type.type in known:
        return _CONVERTED + known.index(extended_type.type)
    is_collection = _is_collection(stated, language) and extended_type.type in language.extended_collections
    return _CONVERTED if is_collection else -1


def _is_collection(name: str, language: Language) -> bool:
    return name.endswith(_ARRAY) or name in language.extended_collections
