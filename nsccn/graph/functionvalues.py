"""Calls of functions that travelled there: what each place may hold, followed over the rows of all files.

Functions spread from place to place along the flows until nothing changes, whatever the order of the code and whoever
calls: Andersen's inclusion-based analysis (1994), in the form that PyCG (Salis et al. 2021) gave it for Python.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.liveflows import live
from nsccn.graph.places import DECORATED, ELEMENT, GIVEN, RESULT_OF, Place, base, element, parameter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.linkrows import LinkRows
    from nsccn.graph.symbols import Symbols

_MOST_HELD: Final = 24
"""Functions in a place beyond which nothing is said of it: too much comes together there to tell what is called."""
_MOST_DECORATED: Final = 5000
"""The same for what a decorator is given, which its wrapper calls one and all."""
_LIKELY: Final = 0.8


class Called(NamedTuple):
    """A call of a function that travelled to where it is called."""

    caller: int
    callee: int
    probability: float
    slot: int
    line: int
    is_decorated: bool


def travelled_calls(symbols: Symbols, rows: LinkRows) -> list[Called]:
    """Return the calls of what places hold."""
    flow, invoked, names = rows["flow"], rows["invoked"], rows.names
    if not len(flow["slot"]) or not len(invoked["slot"]):
        return []
    matters = live(rows, symbols.table.functions)
    spread = _Spread(symbols)
    ends = (flow[name][matters.flows].tolist() for name in ("source", "source_name", "target", "target_name"))
    for source, target in sorted(
        (Place(source, names[source_name]), Place(target, names[target_name]))
        for source, source_name, target, target_name in zip(*ends, strict=True)
    ):
        spread.connect(source, target)
    columns = (
        invoked[name][matters.invoked].tolist() for name in ("holder", "name", "caller", "slot", "line")
    )
    asked = [
        (Place(holder, names[name]), caller, slot, line)
        for holder, name, caller, slot, line in zip(*columns, strict=True)
    ]
    spread.expect(place for place, *_ in asked)
    spread.run()
    found: list[Called] = []
    for place, caller, slot, line in asked:
        callees = spread.callees(place)
        share = _LIKELY / len(callees) if callees and place.name == DECORATED else _LIKELY
        found += [Called(caller, callee, share, slot, line, place.name == DECORATED) for callee in callees]
    return found


class _Spread:
    """Functions spreading over places."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self.held: dict[Place, set[int]] = defaultdict(set)
        self._next: dict[Place, list[Place]] = defaultdict(list)
        self._derived: dict[Place, dict[str, Place]] = defaultdict(dict)
        self._pending: deque[tuple[Place, int]] = deque()
        self._of_decorators: set[Place] = set()

    def connect(self, source: Place, target: Place) -> None:
        """Let the target hold what the source holds."""
        if target.name.endswith(DECORATED) and target.name != DECORATED:
            target = Place(target.holder, target.name.removesuffix(DECORATED))
            self._of_decorators.add(target)
        self.expect((source, target))
        self._next[source].append(target)
        if not source.name and self._symbols.is_function(source.holder):
            self._pending.append((target, source.holder))

    def expect(self, places: Iterable[Place]) -> None:
        """Make the places known from which others are reached."""
        for place in places:
            at = place
            above, token = base(at)
            while token and token not in self._derived[above]:
                self._derived[above][token] = at
                at = above
                above, token = base(at)

    def callees(self, place: Place) -> list[int]:
        """Return what a call of what a place holds may run, in their order; nothing where it may be too much."""
        if not place.name and self._symbols.is_function(place.holder):
            return [place.holder]
        held = self.held.get(place, set())
        if len(held) > self.most(place):
            return []
        return sorted(held - {place.holder} if place.name == DECORATED else held)

    def most(self, place: Place) -> int:
        """Return how many functions a place may hold for anything to be said of it."""
        return _MOST_DECORATED if place in self._of_decorators else _MOST_HELD

    def run(self) -> None:
        """Spread until nothing changes."""
        while self._pending:
            place, function = self._pending.popleft()
            held = self.held[place]
            if function in held or len(held) > self.most(place):
                continue
            held.add(function)
            for target in self._next.get(place, ()):
                self._pending.append((target, function))
            if place.name.endswith(ELEMENT):
                whole = Place(place.holder, place.name.removesuffix(ELEMENT))
                for target in self._next.get(whole, ()):
                    if not target.name.endswith(ELEMENT):
                        self._pending.append((Place(target.holder, target.name + ELEMENT), function))
            for token, derived in self._derived.get(place, {}).items():
                self._enter(token, derived, function)

    def _enter(self, token: str, derived: Place, function: int) -> None:
        """Connect the arguments and the result of a call with those of a function that it may run."""
        if token == RESULT_OF:
            self._link(Place(function, RESULT_OF), derived)
        elif token.startswith(GIVEN):
            which = token[len(GIVEN) :]
            given = parameter(self._symbols, function, int(which) if which.isdigit() else which)
            if given is not None:
                self._link(derived, given)

    def _link(self, source: Place, target: Place) -> None:
        self._next[source].append(target)
        for one, other in ((source, target), (element(source), element(target))):
            self._pending.extend((other, function) for function in sorted(self.held.get(one, ())))
