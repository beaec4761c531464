"""Calls of functions that travelled there: what each place may hold, followed over the rows of all files.

A *place* is what an entity holds (its name is empty), a local variable or parameter of a function, or what is reached
from one of these: `p)` is the result of calling what `p` holds, `p(0` and `p(key` its arguments, `p[]` its elements,
`p@` a parameter of a decorator, and `@` what stands for a function once its decorators have run, of which one holds.
Functions spread from place to place along the flows until nothing changes, whatever the order of the code and whoever
calls: Andersen's inclusion-based analysis (1994), in the form that PyCG (Salis et al. 2021) gave it for Python.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.assigned import RESULT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.linkrows import LinkRows
    from nsccn.graph.symbols import Symbols

RESULT_OF: Final = ")"
GIVEN: Final = "("
ELEMENT: Final = "[]"
DECORATED: Final = "@"

_MOST_HELD: Final = 24
"""Functions in a place beyond which nothing is said of it: too much comes together there to tell what is called."""
_MOST_DECORATED: Final = 5000
"""The same for what a decorator is given, which its wrapper calls one and all."""
_LIKELY: Final = 0.8


class Place(NamedTuple):
    """Something that may hold functions."""

    holder: int
    """An entity."""
    name: str


class Called(NamedTuple):
    """A call of a function that travelled to where it is called."""

    caller: int
    callee: int
    probability: float
    slot: int
    line: int
    is_decorated: bool


def parameter(symbols: Symbols, function: int, which: int | str) -> Place | None:
    """Return the parameter that an argument, by its position or keyword, becomes."""
    definition = symbols.definitions[function]
    names = definition.parameters
    if isinstance(which, str):
        return Place(function, which) if which in names else None
    bound = names[:1] == (definition.receiver,) and definition.kind == "method"
    place = which + bound
    return Place(function, names[place]) if place < len(names) else None


def travelled_calls(symbols: Symbols, rows: LinkRows) -> list[Called]:
    """Return the calls of what places hold."""
    flow, invoked = rows["flow"], rows["invoked"]
    if not len(flow["slot"]) or not len(invoked["slot"]):
        return []
    spread = _Spread(symbols)
    ends = ("source", "source_name", "target", "target_name")
    for source, source_name, target, target_name in sorted(
        zip(*(flow[name].tolist() for name in ends), strict=True)
    ):
        spread.connect(Place(source, rows.names[source_name]), Place(target, rows.names[target_name]))
    columns = ("holder", "name", "caller", "slot", "line")
    found: list[Called] = []
    asked = [
        (Place(holder, rows.names[name]), caller, slot, line)
        for holder, name, caller, slot, line in zip(
            *(invoked[name].tolist() for name in columns), strict=True
        )
    ]
    spread.expect(place for place, *_ in asked)
    spread.run()
    for place, caller, slot, line in asked:
        is_known = not place.name and symbols.is_function(place.holder)
        held = (place.holder,) if is_known else spread.held.get(place, ())
        callees = [callee for callee in held if place.name != DECORATED or callee != place.holder]
        if len(callees) <= spread.most(place):
            share = _LIKELY / len(callees) if callees and place.name == DECORATED else _LIKELY
            found += [
                Called(caller, callee, share, slot, line, place.name == DECORATED)
                for callee in sorted(callees)
            ]
    return found


def given_back(symbols: Symbols, function: int) -> tuple[str, ...]:
    """Return the parameters that a function returns as they are."""
    names = symbols.definitions[function].parameters
    stated = {item.value for _, item in symbols.values(function, RESULT) if item.form == "return"}
    return tuple(name for name in names if name in stated)


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
            base, token = _base(at)
            while token and token not in self._derived[base]:
                self._derived[base][token] = at
                at = base
                base, token = _base(at)

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
        for one, other in ((source, target), (_element(source), _element(target))):
            self._pending.extend((other, function) for function in sorted(self.held.get(one, ())))


def _element(place: Place) -> Place:
    return place if place.name.endswith(ELEMENT) else Place(place.holder, place.name + ELEMENT)


def _base(place: Place) -> tuple[Place, str]:
    """Return the place that a place is reached from, and how; no way where it is reached from none."""
    name = place.name
    if name.endswith(ELEMENT):
        return Place(place.holder, name.removesuffix(ELEMENT)), ELEMENT
    cut = max(name.rfind(GIVEN), name.rfind(RESULT_OF))
    if cut < 0:
        return place, ""
    return Place(place.holder, name[:cut]), name[cut:]
