"""Calls of functions that travelled there: what each place may hold, followed over the rows of all files.

Functions spread from place to place along the flows until nothing changes, whatever the order of the code and whoever
calls: Andersen's inclusion-based analysis (1994), in the form that PyCG (Salis et al. 2021) gave it for Python.

A place is a number here, made of its holder and of the number of its name: this runs anew after each edit.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import ranges
from nsccn.graph.liveflows import live
from nsccn.graph.places import DECORATED, ELEMENT, GIVEN, RESULT_OF, base, parameter

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.linkrows import Columns, LinkRows
    from nsccn.graph.symbols import Symbols

_MOST_HELD: Final = 24
"""Functions in a place beyond which nothing is said of it: too much comes together there to tell what is called."""
_MOST_DECORATED: Final = 5000
"""The same for what a decorator is given, which its wrapper calls one and all."""
_LIKELY: Final = 0.8
_BITS: Final = 32
_NAME: Final = (1 << _BITS) - 1


class Travelled(NamedTuple):
    """Calls of functions that travelled to where they are called, in columns."""

    caller: Array
    callee: Array
    probability: Array
    slot: Array
    line: Array
    is_decorated: Array


def travelled_calls(symbols: Symbols, rows: LinkRows) -> Travelled:
    """Return the calls of what places hold."""
    flow, invoked = rows["flow"], rows["invoked"]
    matters = live(rows, symbols.table.functions)
    flow = {name: column[matters.flows] for name, column in flow.items()}
    invoked = {name: column[matters.invoked] for name, column in invoked.items()}
    names, ranks = _ranked(rows.names, (flow["source_name"], flow["target_name"], invoked["name"]))
    source = _places(flow["source"], ranks[flow["source_name"]])
    target = _places(flow["target"], ranks[flow["target_name"]])
    spread = _Spread(symbols, _Names(names))
    order = np.lexsort((target, source))
    for one, other in zip(source[order].tolist(), target[order].tolist(), strict=True):
        spread.connect(one, other)
    asked = _places(invoked["holder"], ranks[invoked["name"]])
    places, places_of = np.unique(asked, return_inverse=True)
    spread.expect(places.tolist())
    spread.run()
    return _calls(invoked, places_of, [spread.callees(place) for place in places.tolist()])


def _calls(invoked: Columns, places_of: Array, held: Sequence[_Held]) -> Travelled:
    """Return one call for each call of a place and each function in it."""
    counts = np.array([len(one.functions) for one in held], np.int64)
    starts, sizes = (np.cumsum(counts) - counts)[places_of], counts[places_of]
    calls = np.repeat(np.arange(len(places_of)), sizes)
    functions = np.array([function for one in held for function in one.functions], np.int64)
    is_decorated = np.array([one.is_decorated for one in held], bool)[places_of]
    share = np.where(is_decorated, _LIKELY / np.maximum(sizes, 1), _LIKELY)
    return Travelled(
        invoked["caller"][calls],
        functions[ranges(starts, sizes)],
        share[calls],
        invoked["slot"][calls],
        invoked["line"][calls],
        is_decorated[calls],
    )


def _ranked(names: Sequence[str], used: Sequence[Array]) -> tuple[list[str], Array]:
    """Return the names that are used, sorted, and for each number of a name its place among them."""
    numbers = np.unique(np.concatenate(used)).tolist()
    numbers.sort(key=names.__getitem__)
    ranks = np.zeros(len(names), np.int64)
    ranks[numbers] = np.arange(len(numbers))
    return [names[number] for number in numbers], ranks


def _places(holders: Array, names: Array) -> Array:
    return (holders.astype(np.int64) << _BITS) | names


class _Names:
    """The names of places by number, and which are made from which."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = list(names)
        self._numbers = {name: number for number, name in enumerate(names)}
        self._elements: dict[int, int] = {}
        self._wholes: dict[int, int] = {}
        self._bases: dict[int, tuple[int, str]] = {}
        self.empty = self.number("")
        self.result = self.number(RESULT_OF)
        self.decorated = self.number(DECORATED)

    def number(self, name: str) -> int:
        """Return the number of a name."""
        known = self._numbers.setdefault(name, len(self._names))
        if known == len(self._names):
            self._names.append(name)
        return known

    def element(self, number: int) -> int:
        """Return the name of the elements of what a name means."""
        found = self._elements.get(number)
        if found is None:
            name = self._names[number]
            found = number if name.endswith(ELEMENT) else self.number(name + ELEMENT)
            self._elements[number] = found
        return found

    def whole(self, number: int) -> int:
        """Return the name of what a name means the elements of, -1 where it means no elements."""
        found = self._wholes.get(number)
        if found is None:
            name = self._names[number]
            found = self.number(name.removesuffix(ELEMENT)) if name.endswith(ELEMENT) else -1
            self._wholes[number] = found
        return found

    def base(self, number: int) -> tuple[int, str]:
        """Return the name that a name is reached from, and how; see `places.base`."""
        found = self._bases.get(number)
        if found is None:
            above, token = base(self._names[number])
            found = self._bases[number] = (self.number(above), token)
        return found

    def of_decorator(self, number: int) -> int:
        """Return the name of a parameter of a decorator, -1 where it is none."""
        name = self._names[number]
        if not name.endswith(DECORATED) or name == DECORATED:
            return -1
        return self.number(name.removesuffix(DECORATED))


class _Held(NamedTuple):
    """The functions that a call of what a place holds may run, in their order."""

    functions: Sequence[int]
    is_decorated: bool


class _Spread:
    """Functions spreading over places."""

    def __init__(self, symbols: Symbols, names: _Names) -> None:
        self._symbols = symbols
        self._names = names
        self._is_function = symbols.table.functions
        self._held: dict[int, set[int]] = defaultdict(set)
        self._next: dict[int, list[int]] = defaultdict(list)
        self._derived: dict[int, dict[str, int]] = {}
        self._pending: deque[tuple[int, int]] = deque()
        self._of_decorators: set[int] = set()

    def connect(self, source: int, target: int) -> None:
        """Let the target hold what the source holds."""
        bare = self._names.of_decorator(target & _NAME)
        if bare >= 0:
            target = (target & ~_NAME) | bare
            self._of_decorators.add(target)
        self.expect((source, target))
        self._next[source].append(target)
        if source & _NAME == self._names.empty and self._is_function[source >> _BITS]:
            self._pending.append((target, source >> _BITS))

    def expect(self, places: Iterable[int]) -> None:
        """Make the places known from which others are reached."""
        for place in places:
            at, holder = place, place & ~_NAME
            above, token = self._names.base(at & _NAME)
            while token:
                derived = self._derived.setdefault(holder | above, {})
                if token in derived:
                    break
                derived[token] = at
                at = holder | above
                above, token = self._names.base(above)

    def callees(self, place: int) -> _Held:
        """Return what a call of what a place holds may run; nothing where it may be too much."""
        holder, name = place >> _BITS, place & _NAME
        is_decorated = name == self._names.decorated
        if name == self._names.empty and self._is_function[holder]:
            return _Held((holder,), is_decorated)
        held = self._held.get(place, set())
        if len(held) > self._most(place):
            return _Held((), is_decorated)
        return _Held(sorted(held - {holder} if is_decorated else held), is_decorated)

    def _most(self, place: int) -> int:
        """Return how many functions a place may hold for anything to be said of it."""
        return _MOST_DECORATED if place in self._of_decorators else _MOST_HELD

    def run(self) -> None:
        """Spread until nothing changes."""
        pending, names = self._pending, self._names
        while pending:
            place, function = pending.popleft()
            held = self._held[place]
            if function in held or (len(held) > _MOST_HELD and len(held) > self._most(place)):
                continue
            held.add(function)
            for target in self._next.get(place, ()):
                pending.append((target, function))
            name = place & _NAME
            whole = names.whole(name)
            if whole >= 0:
                for target in self._next.get((place & ~_NAME) | whole, ()):
                    if names.whole(target & _NAME) < 0:
                        pending.append(((target & ~_NAME) | names.element(target & _NAME), function))
            for token, derived in self._derived.get(place, {}).items():
                self._enter(token, derived, function)

    def _enter(self, token: str, derived: int, function: int) -> None:
        """Connect the arguments and the result of a call with those of a function that it may run."""
        if token == RESULT_OF:
            self._link((function << _BITS) | self._names.result, derived)
        elif token.startswith(GIVEN):
            which = token[len(GIVEN) :]
            given = parameter(self._symbols, function, int(which) if which.isdigit() else which)
            if given is not None:
                self._link(derived, (function << _BITS) | self._names.number(given.name))

    def _link(self, source: int, target: int) -> None:
        self._next[source].append(target)
        names = self._names
        elements = [(place & ~_NAME) | names.element(place & _NAME) for place in (source, target)]
        for one, other in ((source, target), (elements[0], elements[1])):
            self._pending.extend((other, function) for function in sorted(self._held.get(one, ())))
