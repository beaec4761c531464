"""Calls that may run an override: through an object that may be of a subtype of what is known of it.

How likely an override is run was measured on calls that test-suites executed (`docs/accuracy.md`): nearly always where
a method calls another of its own object, unless the subtype overrides the calling method too and never comes there;
less often where a variable is declared to be of the base, and the less, the more overrides there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.receivers import ABSTRACT, OWN
from nsccn.graph.structural import Structural

if TYPE_CHECKING:
    from nsccn.graph.linkrows import Columns, LinkRows
    from nsccn.graph.symbols import Symbols

MOST_OVERRIDES: Final = 32
"""Overrides of one target that are listed."""
MOST_IMPLEMENTATIONS: Final = 12
"""The same of types that need not say what they implement."""
_FEW: Final = 3
_LIKELY: Final = {
    # mark, whether there are few: probability
    (OWN | ABSTRACT, True): 0.95,
    (OWN | ABSTRACT, False): 0.95,
    (OWN, True): 0.8,
    (OWN, False): 0.8,
    (ABSTRACT, True): 0.95,
    (ABSTRACT, False): 0.6,
    (0, True): 0.6,
    (0, False): 0.2,
}
Override = tuple[int, int, float, int, int]
"""Source, target, probability, slot, line."""
_Site = tuple[int, int, int]
"""Source, slot, line."""


class _Kind(NamedTuple):
    """What calls have in common that may run the same overrides."""

    target: int
    receiver: int
    mark: int


def overrides(symbols: Symbols, rows: LinkRows) -> list[Override]:
    """Return an ambiguous call from each call through an object to each override of the method that it names."""
    sites: dict[_Kind, list[_Site]] = {}
    virtual = rows["virtual"]
    names = ("target", "receiver", "mark", "source", "slot", "line")
    for target, receiver, mark, *site in zip(*(virtual[name].tolist() for name in names), strict=True):
        sites.setdefault(_Kind(target, receiver, mark), []).append((site[0], site[1], site[2]))
    if not sites:
        return []
    subtypes = _Subtypes(symbols, rows)
    structural = Structural(symbols, subtypes.below)
    found: list[Override] = []
    for kind, places in sites.items():
        if structural.holds_for(symbols.parent(kind.target)):
            found += _shared(structural.implementations(kind.target), places)
        else:
            found += _likely(kind, subtypes, places)
    return found


def _shared(implementations: list[int], places: list[_Site]) -> Iterator[Override]:
    """Of what implements an interface without saying so, any may be meant."""
    if len(implementations) > MOST_IMPLEMENTATIONS:
        return
    share = 1 / (len(implementations) + 1)
    for source, slot, line in places:
        for one in implementations:
            yield source, one, share, slot, line


def _likely(kind: _Kind, subtypes: _Subtypes, places: list[_Site]) -> Iterator[Override]:
    implementations = subtypes.implementations(kind)
    if not 0 < len(implementations) <= MOST_OVERRIDES:
        return
    probability = _LIKELY[kind.mark, len(implementations) <= _FEW]
    for source, slot, line in places:
        for one in implementations:
            if not kind.mark & OWN or subtypes.comes_to(source, kind.receiver, one):
                yield source, one, probability, slot, line


class _Subtypes:
    """The types below types, and the methods that they override."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._rows = rows
        self.below, self._above = _hierarchy(symbols, rows["edge"])
        self._all: dict[int, frozenset[int]] = {}
        self._named: dict[str, dict[int, int]] = {}
        self._comes: dict[tuple[int, int, int], bool] = {}

    def implementations(self, kind: _Kind) -> list[int]:
        """Return the methods of subtypes of the receiver that stand for the target."""
        symbols = self._symbols
        seen = self._of(symbols.same(kind.receiver))
        methods = self._methods(symbols.table.names[kind.target]) if seen else {}
        return sorted(
            method for holder, method in methods.items() if holder in seen and symbols.is_function(method)
        )

    def comes_to(self, source: int, receiver: int, implementation: int) -> bool:
        """Whether the calling method runs for objects of the subtype: nothing overrides it there, or calls it."""
        holder = self._holder(implementation)
        key = (source, receiver, holder)
        found = self._comes.get(key)
        if found is None:
            own = self._methods(self._symbols.table.names[source])
            between = self._of(self._symbols.same(receiver)) & {holder, *_reached(holder, self._above)}
            hiding = [own[cls] for cls in between if cls in own]
            found = self._comes[key] = not hiding or any((one, source) in self._calls for one in hiding)
        return found

    @cached_property
    def _calls(self) -> set[tuple[int, int]]:
        """The calls of methods that call others of their own object."""
        virtual, edges = self._rows["virtual"], self._rows["edge"]
        callers = np.unique(virtual["source"][(virtual["mark"] & OWN) > 0])
        wanted = np.isin(edges["target"], callers) & (edges["kind"] == EDGE_NUMBER["CALLS"])
        return set(zip(edges["source"][wanted].tolist(), edges["target"][wanted].tolist(), strict=True))

    def _of(self, start: int) -> frozenset[int]:
        """Return all types below a type."""
        found = self._all.get(start)
        if found is None:
            found = self._all[start] = frozenset(_reached(start, self.below)) - {start}
        return found

    def _holder(self, method: int) -> int:
        return self._symbols.same(self._symbols.owners.get(method, self._symbols.parent(method)))

    def _methods(self, name: str) -> dict[int, int]:
        """Return for each type the member of that name; what is defined outside its type before a declaration."""
        found = self._named.get(name)
        if found is None:
            owners = self._symbols.owners
            members = sorted(self._symbols.table.named(name), key=lambda one: (one in owners, -one))
            found = self._named[name] = {self._holder(member): member for member in members}
        return found


def _reached(start: int, onward: dict[int, list[int]]) -> Iterable[int]:
    """Return all that is reached from a type."""
    seen: set[int] = set()
    pending = deque([start])
    while pending:
        for cls in onward.get(pending.popleft(), ()):
            if cls not in seen:
                seen.add(cls)
                pending.append(cls)
    return seen


def _hierarchy(symbols: Symbols, edges: Columns) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return for each type the types that name it as a base, and its bases."""
    below: dict[int, list[int]] = {}
    above: dict[int, list[int]] = {}
    inherits = edges["kind"] == EDGE_NUMBER["INHERITS"]
    for subject, base in zip(
        edges["source"][inherits].tolist(), edges["target"][inherits].tolist(), strict=True
    ):
        below.setdefault(symbols.same(base), []).append(symbols.same(subject))
        above.setdefault(symbols.same(subject), []).append(symbols.same(base))
    return below, above
