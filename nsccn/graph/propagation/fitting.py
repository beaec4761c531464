"""Calls of methods on objects of which the code only tells what members it names of them: the one type that has all.

It was counted in twenty Python packages whose tests were watched (`docs/accuracy/python-measured.md`): a type that
alone has all members which a function names of a parameter, two at least that built-in objects lack, is nearly always
the right one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_LIKELY: Final = 0.9


def fitting_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return a call for each call of a method whose object must be of a certain type for all that is done with it."""
    expected = rows["expected"]
    columns = [expected[name].tolist() for name in ("source", "line", "slot", "name", "uses", "own")]
    found: list[tuple[int, int, int, int]] = []
    types = _Types(symbols, members)
    for source, line, slot, name, uses, own in zip(*columns, strict=True):
        target = types.meant(slot, rows.names[name], rows.names[uses], rows.names[own])
        if target not in (-1, source):  # what hands on to another object calls no method of its own
            found.append((source, target, slot, line))
    made = np.array(found, np.int64).reshape(-1, 4)
    return DerivedCalls(made[:, 0], made[:, 1], np.full(len(made), _LIKELY), made[:, 2], made[:, 3])


class _Types:
    """Finds the types that have all of some members."""

    def __init__(self, symbols: Symbols, members: Membership) -> None:
        self._languages = symbols.table.languages
        self._members = members
        self._known: dict[tuple[str, str, str], list[int]] = {}

    def meant(self, slot: int, name: str, *told: str) -> int:
        """Return the one method of a name that types have which fit; -1 where that is not one.

        The members that are `told` later count where no type has those that are told before.
        """
        language = self._languages[slot]
        for members in filter(None, told):
            key = (language, name, members)
            if key not in self._known:
                self._known[key] = self._members.methods(language, name, members.split())
            if found := self._members.known_to(slot, self._known[key]):
                return found[0] if len(found) == 1 else -1
        return -1
