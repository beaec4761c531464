"""Types by the members that they have, of their own and inherited, over all files."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.shapes import is_shape, tells_types_apart
from nsccn.graph.propagation.heldobjects import HeldObjects

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows

_MOST_NAMED: Final = 64
"""Definitions of the rarest of the members above which no types are looked for."""


class Membership:
    """Finds the types that have certain members."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._rows = rows

    def known_to(self, slot: int, methods: Iterable[int]) -> list[int]:
        """Return those methods of which a file may know."""
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        own = symbols.paths[slot]
        return [
            one
            for one in methods
            if strategy is None or strategy.is_known_to(symbols.paths[symbols.slot[one]], own)
        ]

    def methods(self, language: str, name: str, members: Collection[str]) -> list[int]:
        """Return the methods of a name that types of a language have which have all members.

        Types that only say what others have do not count.
        """
        symbols = self._symbols
        fitting = [
            cls
            for cls in self._having(min(members, key=lambda one: (self._count(one), one)))
            if symbols.table.languages[symbols.slot[cls]] == language
            and all(self._objects.member(cls, member) >= 0 for member in members)
            and not is_shape(symbols, cls)
        ]
        found = sorted(filter(symbols.is_function, {self._objects.member(cls, name) for cls in fitting}))
        return [one for one in found if not self._is_described(one)] or found

    def _is_described(self, method: int) -> bool:
        """Whether a file that says what others have, and runs nothing, has a method: a stub."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[method])
        return language is not None and symbols.paths[symbols.slot[method]].endswith(tuple(language.stubs))

    def implementations(self, target: int) -> list[int]:
        """Return the methods that stand for one of a type which only says what others have.

        One method alone, unless nothing else has its name, says too little of who has it.
        """
        symbols, cls = self._symbols, self._symbols.parent(target)
        language = symbols.language(symbols.slot[cls])
        wanted = self._of_shape(cls).difference(language.constructors if language is not None else ())
        name = symbols.table.names[target]
        if (
            language is None
            or name not in wanted
            or not any(tells_types_apart(language, one) for one in wanted)
        ):
            return []
        found = self.methods(language.name, name, wanted)
        found = [
            one for one in found if not is_shape(symbols, symbols.parent(one))
        ]  # inherited, and no more said
        return found if len(wanted) > 1 or len(found) == 1 else []

    def _of_shape(self, cls: int) -> set[str]:
        """Return the names of the methods of a type that only says what others have."""
        symbols = self._symbols
        return {
            name
            for one in self._objects.order(cls)
            if is_shape(symbols, one)
            for name, members in symbols.file(symbols.slot[one]).members.get(one, {}).items()
            if symbols.is_function(members[-1])
        }

    def _having(self, member: str) -> set[int]:
        """Return the types that have a member; none where too many say what it is."""
        symbols = self._symbols
        if self._count(member) > _MOST_NAMED:
            return set()
        owners = (symbols.owners.get(one, symbols.parent(one)) for one in symbols.table.named(member))
        holders = {symbols.same(one) for one in owners if one >= 0 and symbols.is_type(one)}
        return {cls for holder in holders for cls in self._objects.family(holder)}

    def _count(self, member: str) -> int:
        return len(self._symbols.table.named(member))

    @cached_property
    def _objects(self) -> HeldObjects:
        return HeldObjects(self._symbols, self._rows)
