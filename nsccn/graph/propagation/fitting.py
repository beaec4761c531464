"""Calls of methods on objects of which the code only tells what members it names of them: the one type that has all.

It was counted in twenty Python packages whose tests were watched (`docs/accuracy.md`): a type that alone has all
members which a function names of a parameter, two at least that built-in objects lack, is nearly always the right one.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.propagation.heldobjects import HeldObjects

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows

_LIKELY: Final = 0.9
_MOST_NAMED: Final = 64
"""Definitions of the rarest of the members above which nothing is said."""


class Fitting(NamedTuple):
    """Calls of the methods of types that fit, in columns."""

    source: Array
    target: Array
    probability: Array
    slot: Array
    line: Array


def fitting_calls(symbols: Symbols, rows: LinkRows) -> Fitting:
    """Return a call for each call of a method whose object must be of a certain type for all that is done with it."""
    expected = rows["expected"]
    columns = [expected[name].tolist() for name in ("source", "line", "slot", "name", "uses", "own")]
    found: list[tuple[int, int, int, int]] = []
    types = _Types(symbols, rows)
    for source, line, slot, name, uses, own in zip(*columns, strict=True):
        target = types.meant(slot, rows.names[name], rows.names[uses], rows.names[own])
        if target not in (-1, source):  # what hands on to another object calls no method of its own
            found.append((source, target, slot, line))
    made = np.array(found, np.int64).reshape(-1, 4)
    return Fitting(made[:, 0], made[:, 1], np.full(len(made), _LIKELY), made[:, 2], made[:, 3])


class _Types:
    """Finds the types that have all of some members."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._rows = rows
        self._known: dict[tuple[str, str, str], tuple[int, ...]] = {}

    def meant(self, slot: int, name: str, *told: str) -> int:
        """Return the one method of a name that types have which fit; -1 where that is not one.

        The members that are `told` later count where no type has those that are told before.
        """
        language = self._symbols.table.languages[slot]
        for members in filter(None, told):
            key = (language, name, members)
            if key not in self._known:
                self._known[key] = tuple(self._methods(language, name, members.split()))
            if found := self._known[key]:
                return found[0] if len(found) == 1 else -1
        return -1

    def _methods(self, language: str, name: str, members: list[str]) -> list[int]:
        """Return the methods of a name that types have which have all members; a guess needs them to be one."""
        fitting = [
            cls
            for cls in self._having(min(members, key=self._count))
            if self._symbols.table.languages[self._symbols.slot[cls]] == language
            and all(self._objects.member(cls, member) >= 0 for member in members)
        ]
        found = sorted({self._objects.member(cls, name) for cls in fitting})
        return found if all(map(self._symbols.is_function, found)) else []

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
