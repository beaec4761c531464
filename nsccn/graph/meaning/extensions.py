"""Functions that are called as if they were methods of their first parameter: extension methods of C#.

A file has those of the namespaces that it sees. They come after all methods that an object has itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.notation.signatures import Parameter, read_type, taken

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.hierarchy import Hierarchy

_OWN, _BASE, _CONVERTED, _ANY = 0, 100, 500, 900
"""How far the type that a function extends is from that of an object: the type itself, one that it inherits from, one
that it is converted to, and any type."""
_PRIVATE: Final = "private"
_SEQUENCES: Final = frozenset(
    "Array HashSet IAsyncEnumerable ICollection IEnumerable IList IOrderedEnumerable IQueryable IReadOnlyCollection "
    "IReadOnlyList ISet List Queue ReadOnlySpan SortedSet Span Stack".split()
)
"""Types of collections that functions extend."""


class Extensions:
    """Finds what extends a type."""

    def __init__(
        self, symbols: Symbols, hierarchy: Hierarchy, named: Callable[[int, str], int | None]
    ) -> None:
        """`named` gives the type that an expression in a scope names."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._named = named
        self._seen: dict[tuple[int, str], list[int]] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._seen.clear()

    def of(self, scope: int, receiver: Value | None, text: str, name: str) -> Value | None:
        """Return the function of a name that extends an object best, told by its value or by its declared type."""
        slot = self._symbols.slot[scope]
        found, language = self.seen(slot, name), self._symbols.language(slot)
        is_outside = receiver is None or receiver.tag == COLLECTION
        if not found or language is None or (is_outside and name in language.common_methods):
            return None  # types from outside have methods of such names themselves
        fits = ((self._distance(one, receiver, text), one) for one in found)
        best = min(((far, one) for far, one in fits if far >= 0), default=None)
        return Value(ENTITY, best[1]) if best is not None else None

    def seen(self, slot: int, name: str) -> Sequence[int]:
        """Return the functions of a name that extend types, as far as a file sees them."""
        found = self._seen.get((slot, name))
        if found is None:
            found = self._seen[slot, name] = self._find_seen(slot, name)
        return found

    def _find_seen(self, slot: int, name: str) -> list[int]:
        symbols = self._symbols
        language, strategy = symbols.language(slot), symbols.strategy(slot)
        if language is None or strategy is None or not language.extension_modifier:
            return []
        wanted, definitions = language.extension_modifier, symbols.definitions
        return [
            one
            for one in symbols.functions_named(name)
            if wanted in (modifiers := definitions[one].modifiers)
            and (_PRIVATE not in modifiers or symbols.slot[one] == slot)
            and strategy.is_seen(slot, symbols.slot[one])
        ]

    def _distance(self, extension: int, receiver: Value | None, text: str) -> int:
        """Return how far what a function extends is from the type of an object, -1 where it is another type."""
        symbols = self._symbols
        definition = symbols.definitions[extension]
        language = symbols.language(symbols.slot[extension])
        extended = next(iter(taken(definition).parameters), None)
        if extended is None or language is None:
            return -1
        if extended.path in type_parameters(definition.signature, definition.name):
            return _ANY
        if receiver is not None and receiver.tag == INSTANCE:
            return self._from_type(extension, extended, receiver.entity, language)
        if receiver is not None and receiver.tag == COLLECTION:
            is_one = extended.type.endswith("[]") or extended.type in _SEQUENCES
            return _CONVERTED if is_one else -1
        return _from_text(extended, read_type(text).type if text else "", language)

    def _from_type(self, extension: int, extended: Parameter, entity: int, language: Language) -> int:
        symbols, order = self._symbols, self._hierarchy.order(entity)
        meant = self._named(extension, extended.spelled(arities=language.arities))
        if meant is not None:
            meant = symbols.same(meant)
            return _OWN + order.index(meant) if meant in order else -1
        stated = {
            plain_arity(read_type(text).type)[0]
            for base in order
            for part in symbols.parts(base)
            for text in symbols.definitions[part].bases
        }
        if extended.type in stated:
            return _BASE
        return _ANY if extended.type in language.any_types else -1


def _from_text(extended: Parameter, stated: str, language: Language) -> int:
    if not stated:
        return -1
    if extended.type == stated:
        return _OWN
    known = language.conversions.get(stated, ())
    if extended.type in known:
        return _CONVERTED + known.index(extended.type)
    if stated.endswith("[]") or stated in _SEQUENCES:
        is_one = extended.type in _SEQUENCES and not extended.type.endswith("[]")
        return _CONVERTED if is_one else -1
    return _ANY if extended.type in language.any_types else -1
