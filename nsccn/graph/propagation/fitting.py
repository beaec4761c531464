"""Calls of what the one type has that has all members which code names of an object, where nothing else tells of it.

It was counted in twenty Python packages whose tests were watched (`docs/accuracy/python-measured.md`): a type that
alone has all members which a function names of a parameter, two at least that built-in objects lack, is nearly always
the right one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.propagation.derived import DerivedCalls

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.propagation.membership import Membership

_LIKELY: Final = 0.9
_WAYS: Final = (VIAS.index("direct"), VIAS.index("property"))
"""How a call comes about, where a method is called and where a property is read."""


def fitting_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return a call of each method or property whose object must be of a certain type for all that is done with it."""
    expected = rows["expected"]
    columns = [expected[name].tolist() for name in ("source", "line", "slot", "read", "name", "uses", "own")]
    found: list[tuple[int, int, int, int, int]] = []
    types = _Types(symbols, members)
    for source, line, slot, is_read, name, uses, own in zip(*columns, strict=True):
        target = types.meant(slot, rows.names[name], bool(is_read), rows.names[uses], rows.names[own])
        if target not in (-1, source):  # what hands on to another object calls no method of its own
            found.append((source, target, slot, line, _WAYS[is_read]))
    made = np.array(found, np.int64).reshape(-1, 5)
    return DerivedCalls(made[:, 0], made[:, 1], np.full(len(made), _LIKELY), *made[:, 2:].T)


class _Types:
    """Finds the types that have all of some members."""

    def __init__(self, symbols: Symbols, members: Membership) -> None:
        self._languages = symbols.table.languages
        self._members = members
        self._known: dict[tuple[str, str, bool, str], list[int]] = {}

    def meant(self, slot: int, name: str, is_read: bool, *told: str) -> int:  # noqa: FBT001 - a column
        """Return the one method, or property, of a name that types have which fit; -1 where that is not one.

        The members that are `told` later count where no type has those that are told before.
        """
        language = self._languages[slot]
        for members in filter(None, told):
            key = (language, name, is_read, members)
            if key not in self._known:
                having = self._members.properties if is_read else self._members.methods
                self._known[key] = having(language, name, members.split())
            if found := self._members.known_to(slot, self._known[key]):
                return found[0] if len(found) == 1 else -1
        return -1
