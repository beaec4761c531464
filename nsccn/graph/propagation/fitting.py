"""Calls of what the one type has that has all members which code names of an object, where nothing else tells of it.

It was counted in twenty Python packages whose tests were watched (`docs/accuracy/python-measured.md`): a type that
alone has all members which a function names of a parameter, two at least that built-in objects lack, is nearly always
the right one. So is the type after which a parameter is named, above all where nothing else has what is named of
it.
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
_LIKELY_NAMESAKE: Final = 0.7
"""The same of what the type has after which a parameter is named, where others have it too."""
_NAMES: Final = ("name", "uses", "own", "called")
_WAYS: Final = (VIAS.index("direct"), VIAS.index("property"))
"""How a call comes about, where a method is called and where a property is read."""


def fitting_calls(symbols: Symbols, rows: LinkRows, members: Membership) -> DerivedCalls:
    """Return a call of each method or property whose object must be of a certain type for all that is done with it."""
    expected = rows["expected"]
    columns = [expected[name].tolist() for name in ("source", "line", "slot", "read", *_NAMES)]
    found: list[tuple[int, int, int, int, int]] = []
    likely: list[float] = []
    types = _Types(symbols, members)
    for source, line, slot, is_read, *named in zip(*columns, strict=True):
        target, share = types.meant(slot, bool(is_read), *(rows.names[name] for name in named))
        if target not in (-1, source):  # what hands on to another object calls no method of its own
            found.append((source, target, slot, line, _WAYS[is_read]))
            likely.append(share)
    made = np.array(found, np.int64).reshape(-1, 5)
    return DerivedCalls(made[:, 0], made[:, 1], np.array(likely, np.float64), *made[:, 2:].T)


class _Types:
    """Finds the types that have all of some members."""

    def __init__(self, symbols: Symbols, members: Membership) -> None:
        self._languages = symbols.table.languages
        self._members = members
        self._fitting: dict[tuple[str, str], frozenset[int]] = {}
        self._known: dict[tuple[str, str, bool, str], list[int]] = {}
        self._namesakes: dict[tuple[str, str, bool, str], list[int]] = {}

    def meant(
        self,
        slot: int,
        is_read: bool,  # noqa: FBT001 - a column
        name: str,
        uses: str,
        own: str,
        called: str,
    ) -> tuple[int, float]:
        """Return the one method, or property, of a name that types have which fit, and how likely it is; -1 for none.

        What else is named of the object alone counts where no type has what is named of all that are called so, and
        what it is called where no type has that either.
        """
        language = self._languages[slot]
        for members in filter(None, (uses, own)):
            key = (language, name, is_read, members)
            if key not in self._known:
                having = self._members.properties if is_read else self._members.methods
                self._known[key] = having(language, name, self._having(language, members))
            if found := self._members.known_to(slot, self._known[key]):
                return found[0] if len(found) == 1 else -1, _LIKELY
        key = (language, name, is_read, called)
        if called and key not in self._namesakes:
            self._namesakes[key] = self._members.of_namesake(language, name, called, is_read=is_read)
        for one in self._members.known_to(slot, self._namesakes.get(key, ())):
            return one, _LIKELY if self._members.is_of_one(one) else _LIKELY_NAMESAKE
        return -1, 0.0

    def _having(self, language: str, members: str) -> frozenset[int]:
        """Return the types that have all members, which are asked for with each of their names."""
        key = (language, members)
        if key not in self._fitting:
            self._fitting[key] = self._members.fitting(language, members.split())
        return self._fitting[key]
