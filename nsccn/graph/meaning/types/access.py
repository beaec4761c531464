"""Who may name the members of types: what is private in a type, or seen in its package or its subtypes alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.model import EXPORTED
from nsccn.graph.notation.expression import PRIVATE as PRIVATE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_HIDDEN: Final = "hidden"
"""Modifier of a method for which only its own object may be asked, and those of its type at most."""
_SHOWN: Final = "shown"
"""The same where that is taken back somewhere before the method."""


class Access:
    """Tells which members code sees, as far as their definitions say it."""

    def __init__(self, symbols: Symbols, hierarchy: Hierarchy) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy

    def seen(self, scope: int, members: Iterable[int]) -> list[int]:
        """Return those members that code in a scope may name."""
        return [one for one in members if self.sees(scope, one)]

    def sees(self, scope: int, member: int) -> bool:
        """Whether code in a scope may name a member: what stands in one outermost type sees all of each other."""
        symbols = self._symbols
        table, owner = symbols.table, symbols.parent(member)
        language = symbols.language(symbols.slot[member])
        if language is not None and language.private_mark and is_of_others(symbols, scope, member, language):
            return False
        if language is None or not language.guarded_access:
            return True
        if self.is_kept(scope, member):
            return False
        is_hidden = table.private[member] or table.protected[member] or table.package[member]
        if not is_hidden or not symbols.is_type(owner) or EXPORTED in symbols.definitions[member].modifiers:
            return True
        if self._outermost(scope) == self._outermost(member) or self._is_beside(scope, member):
            return True
        is_inherited = table.protected[member] == 1 or symbols.kind(owner) == "trait"
        return is_inherited and self._inherits(scope, symbols.same(owner))

    def is_kept(self, scope: int, member: int) -> bool:
        """Whether another file than that of a scope keeps what it defines for itself."""
        symbols = self._symbols
        slot = symbols.slot[member]
        if slot == symbols.slot[scope] or not symbols.table.private[member]:
            return False
        language = symbols.language(slot)
        return language is not None and language.private_in_file

    def may_ask(self, scope: int, method: int) -> bool:
        """Whether code in a scope may ask an object for a method that hides from all but the types that have it."""
        symbols = self._symbols
        modifiers = symbols.definitions[method].modifiers
        if _HIDDEN not in modifiers or _SHOWN in modifiers:
            return True
        around, owner = symbols.class_around(scope), symbols.same(symbols.parent(method))
        return around >= 0 and owner in self._hierarchy.order(around)

    def _is_beside(self, scope: int, member: int) -> bool:
        """Whether a member is seen in its package, in which code stands."""
        symbols = self._symbols
        packages = symbols.table.packages
        is_of_package = symbols.table.package[member] == 1
        return is_of_package and packages[symbols.slot[scope]] == packages[symbols.slot[member]]

    def _inherits(self, scope: int, owner: int) -> bool:
        """Whether one of the types around a scope is, or inherits from, a type."""
        around = filter(self._symbols.is_type, self._symbols.around(scope))
        return any(owner in self._hierarchy.order(one) for one in around)

    def _outermost(self, entity: int) -> int:
        """Return the outermost type around an entity, -1 where there is none."""
        types = [one for one in self._symbols.around(entity) if self._symbols.is_type(one)]
        return self._symbols.same(types[-1]) if types else -1


def is_of_others(symbols: Symbols, scope: int, member: int, language: Language) -> bool:
    """Whether the mark of a name says that only other files than that of a scope may say it."""
    if not symbols.table.names[member].startswith(language.private_mark):
        return False
    slot, there = symbols.slot[scope], symbols.slot[member]
    strategy = symbols.strategy(slot)
    return slot != there and (strategy is None or there not in strategy.peers(slot))


def are_apart(symbols: Symbols, one: int, other: int) -> bool:
    """Whether neither of two methods of one name runs in the place of the other, since a type keeps one for itself.

    So does a package, in Java. What a trait has, the type that takes it in has as if it stood there.
    """
    if symbols.kind(symbols.parent(one)) == "trait":
        return False
    table = symbols.table
    if table.names[one].startswith(PRIVATE_NAME):
        return True
    language = symbols.language(symbols.slot[one])
    if language is not None and language.private_mark and is_of_others(symbols, one, other, language):
        return True
    if table.package[one] and not table.protected[one]:
        return table.packages[symbols.slot[one]] != table.packages[symbols.slot[other]]
    return any(table.private[method] and not table.protected[method] for method in (one, other))
