"""Calls of functions and objects that travelled there: what each place may hold, followed over the rows of all files.

Functions spread from place to place along the flows until nothing changes, whatever the order of the code and whoever
calls: Andersen's inclusion-based analysis (1994), in the form that PyCG (Salis et al. 2021) gave it for Python. With
them go objects, each told by its type alone, and types themselves.

A place is a number here, made of its holder and of the number of its name: this runs anew after each edit.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import ranges
from nsccn.graph.computed import ANY
from nsccn.graph.edgetable import VIAS
from nsccn.graph.heldobjects import HeldObjects
from nsccn.graph.keptspread import Spread
from nsccn.graph.liveflows import live
from nsccn.graph.places import (
    ADVANCING,
    CALLING,
    DECORATED,
    ELEMENT,
    GIVEN,
    MEMBER,
    OWN,
    RESULT_OF,
    STORED,
    base,
    parameter,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.linkrows import Columns, LinkRows
    from nsccn.graph.symbols import Symbols

_MOST_HELD: Final = 32
"""Functions in a place beyond which nothing is said of it: too much comes together there to tell what is called."""
_MOST_DECORATED: Final = 5000
"""The same for what a decorator is given, which its wrapper calls one and all."""
_LIKELY: Final = 0.8
_DIRECT, _INDIRECT, _BY_DECORATOR, _BY_OPERATOR = map(
    VIAS.index, ("direct", "indirect", "decorator", "dunder")
)
_BITS: Final = 32
_NAME: Final = (1 << _BITS) - 1


class Travelled(NamedTuple):
    """Calls of functions that travelled to where they are called, in columns."""

    caller: Array
    callee: Array
    probability: Array
    slot: Array
    line: Array
    via: Array
    """By their numbers in `VIAS`."""


def travelled_calls(
    symbols: Symbols, rows: LinkRows, before: Spread | None = None
) -> tuple[Travelled, Spread]:
    """Return the calls of what places hold, and what they hold.

    Args:
        symbols: of all files.
        rows: of all files.
        before: what places held before an update that left types and parameters as they were, in today's numbers.
    """
    flow, invoked = rows["flow"], rows["invoked"]
    matters = live(rows, symbols)
    flow = {name: column[matters.flows] for name, column in flow.items()}
    invoked = {name: column[matters.invoked] for name, column in invoked.items()}
    source, target = _distinct_pairs(
        _places(flow["source"], flow["source_name"]), _places(flow["target"], flow["target_name"])
    )
    asked, asked_of = np.unique(_places(invoked["holder"], invoked["name"]), return_inverse=True)
    if before is not None and before.is_of(source, target, asked):
        spread = before
    else:
        held = _held(symbols, rows, source, target, asked)
        spread = Spread(
            source,
            target,
            asked,
            np.array([len(one.functions) for one in held], np.int64),
            np.array([function for one in held for function in one.functions], np.int64),
            np.array([via for one in held for via in one.vias], np.uint8),
            np.array([share for one in held for share in one.shares], np.float64),
        )
    return _calls(invoked, asked_of, spread), spread


def _held(symbols: Symbols, rows: LinkRows, source: Array, target: Array, asked: Array) -> list[_Held]:
    """Return what a call of each of the places that are asked may run, by the flows."""
    names, ranks = _ranked(rows.names, tuple(part & _NAME for part in (source, target, asked)))
    source, target, asked = (_places(part >> _BITS, ranks[part & _NAME]) for part in (source, target, asked))
    spread = _Spread(symbols, _Names(names), HeldObjects(symbols, rows["edge"]))
    spread.connect(source, target)
    spread.expect(sorted(asked.tolist()))
    spread.run()
    return [spread.callees(place) for place in asked.tolist()]


def _calls(invoked: Columns, asked_of: Array, spread: Spread) -> Travelled:
    """Return one call for each call of a place and each function in it."""
    starts, sizes = (np.cumsum(spread.counts) - spread.counts)[asked_of], spread.counts[asked_of]
    calls = np.repeat(np.arange(len(asked_of)), sizes)
    picked = ranges(starts, sizes)
    return Travelled(
        invoked["caller"][calls],
        spread.function[picked],
        spread.share[picked],
        invoked["slot"][calls],
        invoked["line"][calls],
        spread.via[picked],
    )


def _distinct_pairs(source: Array, target: Array) -> tuple[Array, Array]:
    order = np.lexsort((target, source))
    source, target = source[order], target[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (np.diff(source) != 0) | (np.diff(target) != 0)
    return source[is_first], target[is_first]


def _ranked(names: Sequence[str], used: Sequence[Array]) -> tuple[list[str], Array]:
    """Return the names that are used, sorted, and for each number of a name its place among them."""
    is_used = np.zeros(len(names), bool)
    for column in used:
        is_used[column] = True
    numbers = np.flatnonzero(is_used).tolist()
    numbers.sort(key=names.__getitem__)
    ranks = np.zeros(len(names), np.int64)
    ranks[numbers] = np.arange(len(numbers))
    return [names[number] for number in numbers], ranks


def _places(holders: Array, names: Array) -> Array:
    return (holders.astype(np.int64) << _BITS) | names


class _Names:
    """The names of places by number, and which are made from which."""

    def __init__(self, names: Sequence[str]) -> None:
        self.used = len(names)
        self._names = list(names)
        self._numbers = {name: number for number, name in enumerate(names)}
        self._elements: dict[int, int] = {}
        self._wholes: dict[int, int] = {}
        self._bases: dict[int, tuple[int, str]] = {}
        self.empty = self.number("")
        self.result = self.number(RESULT_OF)
        self.decorated = self.number(DECORATED)
        self.own = self.number(OWN)

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

    def via(self, number: int) -> int:
        """Return the way of the calls of what a place of that name holds."""
        if number == self.decorated:
            return _BY_DECORATOR
        return _DIRECT if self.base(number)[1].startswith(MEMBER) and not self.is_any(number) else _INDIRECT

    def is_any(self, number: int) -> bool:
        """Whether a name means all members that begin so."""
        return self._names[number].endswith(ANY)

    def of_decorator(self, number: int) -> int:
        """Return the name of a parameter of a decorator, -1 where it is none."""
        name = self._names[number]
        if not name.endswith(DECORATED) or name == DECORATED:
            return -1
        return self.number(name.removesuffix(DECORATED))


class _Held(NamedTuple):
    """The functions that a call of what a place holds may run, in their order."""

    functions: Sequence[int] = ()
    vias: Sequence[int] = ()
    shares: Sequence[float] = ()


class _Spread:
    """Functions and objects spreading over places.

    A function is told by its number, an object by that of its type, and a type by the complement of its own.
    """

    def __init__(self, symbols: Symbols, names: _Names, objects: HeldObjects) -> None:
        self._symbols = symbols
        self._names = names
        self._objects = objects
        self._is_function = symbols.table.functions
        self._held: dict[int, set[int]] = defaultdict(set)
        self._next: dict[int, list[int]] = defaultdict(list)
        self._derived: dict[int, dict[str, int]] = {}
        self._arriving: dict[int, set[int]] = {}
        self._waiting: deque[int] = deque()
        self._of_decorators: set[int] = set()

    def connect(self, source: Array, target: Array) -> None:
        """Let targets hold what their sources hold."""
        bare = np.array([self._names.of_decorator(number) for number in range(self._names.used)], np.int64)
        bare = bare[target & _NAME]
        target = np.where(bare >= 0, (target & ~_NAME) | bare, target)
        self._of_decorators.update(np.unique(target[bare >= 0]).tolist())
        order = np.lexsort((target, source))
        source, target = source[order], target[order]
        self.expect(np.unique(np.concatenate([source, target])).tolist())
        starts = np.flatnonzero(np.diff(source, prepend=-1))
        targets = target.tolist()
        ends = [*starts[1:].tolist(), len(targets)][: len(starts)]
        for place, start, end in zip(source[starts].tolist(), starts.tolist(), ends, strict=True):
            onward = self._next[place] = targets[start:end]
            if items := self._items(place):
                for one in onward:
                    self._send(one, items)
        self._widen(source[starts].tolist())

    def _widen(self, sources: Sequence[int]) -> None:
        """Let what holds all members whose name begins so, and where that is handed on, hold any number of them."""
        pending = [one for place in sources if self._names.is_any(place & _NAME) for one in self._next[place]]
        while pending:
            place = pending.pop()
            if place not in self._of_decorators:
                self._of_decorators.add(place)
                pending += self._next.get(place, ())

    def _items(self, place: int) -> Sequence[int]:
        """Return what a place stands for by itself."""
        holder, name = place >> _BITS, place & _NAME
        if name == self._names.empty:
            if self._is_function[holder]:
                return (holder,)
            return (~holder,) if self._symbols.is_type(holder) else ()
        return (holder,) if name == self._names.result and self._symbols.is_type(holder) else ()

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
                if above == self._names.own and self._symbols.is_type(holder >> _BITS):
                    self._send(at, self._objects.family(holder >> _BITS))
                elif above == self._names.result:
                    self._send(at, self._items(at))
                above, token = self._names.base(above)

    def callees(self, place: int) -> _Held:
        """Return what a call of what a place holds may run; nothing where it may be too much."""
        holder, name = place >> _BITS, place & _NAME
        via = self._names.via(name)
        if name == self._names.empty and self._is_function[holder]:
            return _Held((holder,), (via,), (_LIKELY,))
        held = {item for item in self._held.get(place, ()) if self._is_a_function(item)}
        if len(held) > self._most(place):
            held = set()
        if name == self._names.decorated:
            found = sorted(held - {holder})
            return _Held(found, [via] * len(found), [_LIKELY / len(found)] * len(found) if found else ())
        found, run = sorted(held), self._run_by(place)
        return _Held(
            [*found, *run],
            [via] * len(found) + [_BY_OPERATOR] * len(run),
            [_LIKELY] * len(found) + [_LIKELY / len(run) for _ in run],
        )

    def _run_by(self, place: int) -> list[int]:
        """Return what runs when the objects that a place holds are called."""
        held = {item for item in self._held.get(place, ()) if not self._is_a_function(item)}
        if len(held) > _MOST_HELD:
            return []
        found = {self._objects.member(item, CALLING) for item in held if item >= 0}
        return sorted(one for one in found if one >= 0 and self._is_function[one])

    def _most(self, place: int) -> int:
        """Return how many functions a place may hold for anything to be said of it."""
        is_wide = place in self._of_decorators or self._names.is_any(place & _NAME)
        return _MOST_DECORATED if is_wide else _MOST_HELD

    def run(self) -> None:
        """Spread until nothing changes; what comes to a place together goes on together."""
        names, waiting = self._names, self._waiting
        while waiting:
            place = waiting.popleft()
            fresh = self._taken(place, self._arriving.pop(place))
            if not fresh:
                continue
            for target in self._next.get(place, ()):
                self._send(target, fresh)
            whole = names.whole(place & _NAME)
            if whole >= 0:
                for target in self._next.get((place & ~_NAME) | whole, ()):
                    if names.whole(target & _NAME) < 0:
                        self._send((target & ~_NAME) | names.element(target & _NAME), fresh)
            if derived := self._derived.get(place):
                for item in sorted(fresh):
                    for token, other in derived.items():
                        self._enter(token, other, item)

    def _taken(self, place: int, arriving: set[int]) -> set[int]:
        """Let a place hold what comes to it, as far as it has room; return what it did not hold before."""
        held = self._held[place]
        fresh = arriving - held
        if len(held) + len(fresh) > _MOST_HELD:
            held_functions = sum(map(self._is_a_function, held))
            most = self._most(place) + 1
            functions = [item for item in sorted(fresh) if self._is_a_function(item)]
            objects = [item for item in sorted(fresh) if not self._is_a_function(item)]
            fresh = {
                *functions[: max(most - held_functions, 0)],
                *objects[: max(most - len(held) + held_functions, 0)],
            }
        held |= fresh
        return fresh

    def _send(self, place: int, items: Iterable[int]) -> None:
        """Let functions and objects come to a place when its turn comes."""
        arriving = self._arriving.get(place)
        if arriving is None:
            self._arriving[place] = set(items)
            self._waiting.append(place)
        else:
            arriving.update(items)

    def _is_a_function(self, item: int) -> bool:
        return item >= 0 and self._is_function[item] == 1

    def _enter(self, token: str, derived: int, item: int) -> None:
        """Connect the arguments and the result of a call, and the members of objects, with what they may be."""
        if not self._is_a_function(item):
            self._enter_object(token, derived, item)
        elif token == RESULT_OF:
            self._link((item << _BITS) | self._names.result, derived)
        elif token.startswith(GIVEN):
            which = token[len(GIVEN) :]
            given = parameter(self._symbols, item, int(which) if which.isdigit() else which)
            if given is not None:
                self._link(derived, (item << _BITS) | self._names.number(given.name))

    def _enter_object(self, token: str, derived: int, item: int) -> None:
        cls = item if item >= 0 else ~item
        if token.endswith(ANY):
            self._send(derived, self._objects.beginning(cls, token[1:-1]))
        elif token[0] in (MEMBER, STORED):
            member = self._objects.member(cls, token[1:])
            if member >= 0:
                self._enter_member(token[0], derived, member)
        elif item < 0 and token == RESULT_OF:
            self._send(derived, (cls,))
        elif item >= 0 and token == ELEMENT:
            given = self._objects.member(cls, ADVANCING)
            if given >= 0:
                self._link((given << _BITS) | self._names.result, derived)
        elif item >= 0:
            called = self._objects.member(cls, CALLING)
            if called >= 0 and self._is_function[called]:
                self._enter(token, derived, called)

    def _enter_member(self, way: str, derived: int, member: int) -> None:
        whole = (member << _BITS) | self._names.empty
        if way == STORED:
            self._link(derived, whole)
        elif self._symbols.is_property(member):
            self._link((member << _BITS) | self._names.result, derived)
        else:
            self._link(whole, derived)
            self._send(derived, self._items(whole))

    def _link(self, source: int, target: int) -> None:
        self._next[source].append(target)
        names = self._names
        elements = [(place & ~_NAME) | names.element(place & _NAME) for place in (source, target)]
        for one, other in ((source, target), (elements[0], elements[1])):
            if held := self._held.get(one):
                self._send(other, held)
