"""Lets functions and objects spread from place to place until nothing changes.

Andersen's inclusion-based analysis (1994), in the form that PyCG (Salis et al. 2021) gave it for Python. With
functions go objects, each told by its type alone, and types themselves.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.definitions.parameters import parameter
from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.notation.keys import given_as, may_be
from nsccn.graph.notation.marks import ANY
from nsccn.graph.notation.places import ADVANCING, CALLING, ELEMENT, GIVEN, KEY, MEMBER, RESULT_OF, STORED
from nsccn.graph.propagation.placenames import HOLDER_SHIFT, NAME_MASK, PlaceNames
from nsccn.precedence import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.propagation.heldobjects import HeldObjects

_MOST_HELD: Final = 32
"""Functions in a place beyond which nothing is said of it: too much comes together there to tell what is called."""
_MOST_DECORATED: Final = 5000
"""The same for what a decorator is given, which its wrapper calls one and all."""
ONE_OF_SEVERAL: Final = 0.65
_LIKELY: Final = (0.9, ONE_OF_SEVERAL, 0.55)
"""Probability that a function is called which is the only one in a place, one of several, or of more than is usual."""
_LIKELY_OBJECT: Final = (0.8, 0.5, 0.4)
"""The same of the only method of a name that objects in a place have, of each of a few, and of each of more."""
_FEW: Final = 4
_DIRECT, _INDIRECT, BY_OPERATOR = map(VIAS.index, ("direct", "indirect", "dunder"))


class Held(NamedTuple):
    """The functions that a call of what a place holds may run, in their order."""

    functions: Sequence[int] = ()
    vias: Sequence[int] = ()
    shares: Sequence[float] = ()


class Spreading:
    """Functions and objects spreading over places.

    A function is told by its number, an object by that of its type, and a type by the complement of its own.
    """

    def __init__(self, symbols: Symbols, names: PlaceNames, objects: HeldObjects) -> None:
        self._symbols = symbols
        self._names = names
        self._objects = objects
        self._is_function = symbols.table.functions
        self._held: dict[int, set[int]] = defaultdict(set)
        self._next: dict[int, list[int]] = defaultdict(list)
        self._derived: dict[int, dict[str, int]] = {}
        self._arriving: dict[int, set[int]] = {}
        self._waiting: deque[int] = deque()
        self._functions_in: dict[int, int] = {}
        """How many functions crowded places hold."""
        self._of_decorators: set[int] = set()
        self._keys: dict[int, set[str]] = {}
        """The constant keys of what comes into collections under such keys, and nowhere else."""
        self._given: dict[int, set[str]] = {}
        """The constant keys under which something comes into objects, wherever else it may go."""
        self._giving: dict[int, set[str]] = {}
        """The same keys by the places whose content comes into objects."""
        self._unmet: dict[tuple[int, str], list[int]] = {}
        """The places that ask for something under a key under which it has not come into an object so far."""
        self._asked_by_key: dict[int, list[int]] = {}
        """For elements the places that ask for those of a constant key."""

    def connect(self, source: Array, target: Array) -> None:
        """Let targets hold what their sources hold."""
        bare = np.array([self._names.of_decorator(number) for number in range(self._names.used)], np.int64)
        bare = bare[target & NAME_MASK]
        target = np.where(bare >= 0, (target & ~NAME_MASK) | bare, target)
        self._of_decorators.update(np.unique(target[bare >= 0]).tolist())
        target = self._without_keys(source, target)
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

    def _without_keys(self, source: Array, target: Array) -> Array:
        """Note the constant keys of what is put into collections and asked of them; return the targets without."""
        keyed = self._names.keyed()
        if not keyed:
            return target
        numbers = np.array(sorted(keyed), np.int64)
        is_given = np.isin(target & NAME_MASK, numbers)
        elsewhere, members = set(source[~is_given].tolist()), self._members_read(source)
        plain = target.copy()
        for row in np.flatnonzero(is_given).tolist():
            place, given = int(source[row]), int(target[row])
            whole, key = keyed[given & NAME_MASK]
            plain[row] = (given & ~NAME_MASK) | whole
            self._giving.setdefault(place, set()).add(key)
            for item in self._items(place):
                self._give(item, {key})
                if place not in elsewhere and self._symbols.table.names[max(item, ~item)] not in members:
                    self._keys.setdefault(item, set()).add(key)
        for place in np.unique(source[np.isin(source & NAME_MASK, numbers)]).tolist():
            whole, _ = keyed[place & NAME_MASK]
            self._asked_by_key.setdefault((place & ~NAME_MASK) | whole, []).append(place)
        return plain

    def _members_read(self, source: Array) -> set[str]:
        """Return the names of the members of objects that are handed over, whose functions come by another way."""
        tokens = (self._names.base(number)[1] for number in np.unique(source & NAME_MASK).tolist())
        return {token[len(MEMBER) :] for token in tokens if token.startswith(MEMBER)}

    def _widen(self, sources: Sequence[int]) -> None:
        """Let what holds all members whose name begins so, and where that is handed on, hold any number of them."""
        pending = [
            one for place in sources if self._names.is_any(place & NAME_MASK) for one in self._next[place]
        ]
        while pending:
            place = pending.pop()
            if place not in self._of_decorators:
                self._of_decorators.add(place)
                pending += self._next.get(place, ())

    def _items(self, place: int) -> Sequence[int]:
        """Return what a place stands for by itself."""
        holder, name = place >> HOLDER_SHIFT, place & NAME_MASK
        if name == self._names.empty:
            if self._is_function[holder]:
                return (holder,)
            return (~holder,) if self._symbols.is_type(holder) else ()
        return (holder,) if name == self._names.result and self._symbols.is_type(holder) else ()

    def expect(self, places: Iterable[int]) -> None:
        """Make the places known from which others are reached."""
        for place in places:
            at, holder = place, place & ~NAME_MASK
            above, token = self._names.base(at & NAME_MASK)
            while token:
                derived = self._derived.setdefault(holder | above, {})
                if token in derived:
                    break
                derived[token] = at
                at = holder | above
                if above == self._names.own and self._symbols.is_type(holder >> HOLDER_SHIFT):
                    self._send(at, sorted(self._objects.family(holder >> HOLDER_SHIFT)))
                elif above == self._names.result:
                    self._send(at, self._items(at))
                above, token = self._names.base(above)

    def callees(self, place: int) -> Held:
        """Return what a call of what a place holds may run; nothing where it may be too much."""
        holder, name = place >> HOLDER_SHIFT, place & NAME_MASK
        via = self._names.via(name)
        if via == _DIRECT and not self._follows_objects(holder):
            via = _INDIRECT  # a function that was handed over in an object, and no member of it by its name
        if name == self._names.empty and self._is_function[holder]:
            return Held((holder,), (via,), (_LIKELY[0],))
        held = {item for item in self._held.get(place, ()) if self._is_a_function(item)}
        if len(held) > self._most(place):
            held = set()
        if name == self._names.decorated:
            found = sorted(held - {holder})
            return Held(found, [via] * len(found), [_LIKELY[0] / len(found)] * len(found) if found else ())
        found, run = sorted(held), self._run_by(place)
        share = self._share_of_method(found) if via == _DIRECT else _share_of_function(len(found))
        return Held(
            [*found, *run],
            [via] * len(found) + [BY_OPERATOR] * len(run),
            [share] * len(found) + [_LIKELY_OBJECT[0] / len(run) for _ in run],
        )

    def _follows_objects(self, entity: int) -> bool:
        language = self._symbols.language(self._symbols.slot[entity])
        return language is not None and language.follows_objects

    def _share_of_method(self, found: Sequence[int]) -> float:
        """Return how likely each of the methods is that objects in a place have.

        Several of a name that built-in objects have too share it: where so much comes together, these come as well.
        """
        if len(found) < 2:
            return _LIKELY_OBJECT[0]
        symbols, name = self._symbols, self._symbols.table.names[found[0]]
        language = symbols.language(symbols.slot[found[0]])
        is_common = language is not None and (name in language.common_methods or name.startswith("__"))
        return _LIKELY_OBJECT[0] / len(found) if is_common else _LIKELY_OBJECT[1 + (len(found) > _FEW)]

    def _run_by(self, place: int) -> list[int]:
        """Return what runs when the objects that a place holds are called."""
        held = {item for item in self._held.get(place, ()) if not self._is_a_function(item)}
        if len(held) > _MOST_HELD:
            return []
        found = {self._objects.member(item, CALLING) for item in held if item >= 0}
        return sorted(one for one in found if one >= 0 and self._is_function[one])

    def _most(self, place: int) -> int:
        """Return how many functions a place may hold for anything to be said of it."""
        is_wide = place in self._of_decorators or self._names.is_any(place & NAME_MASK)
        return _MOST_DECORATED if is_wide else _MOST_HELD

    def run(self) -> None:
        """Spread until nothing changes; what comes to a place together goes on together."""
        names, waiting = self._names, self._waiting
        while waiting:
            QUESTIONS.stand_back()
            place = waiting.popleft()
            fresh = self._taken(place, self._arriving.pop(place))
            if not fresh:
                continue
            if keys := self._giving.get(place):
                for item in sorted(fresh):
                    self._give(item, keys)
            for target in self._next.get(place, ()):
                self._send(target, fresh)
            whole, depth = names.whole(place & NAME_MASK), 1
            while whole >= 0:
                around = (place & ~NAME_MASK) | whole
                for taking in (around, *self._asked_by_key.get(around, ())):
                    for target in self._next.get(taking, ()):
                        self._send(self._inside(target, depth), fresh)
                whole, depth = names.whole(whole), depth + 1
            if derived := self._derived.get(place):
                for item in sorted(fresh):
                    for token, other in derived.items():
                        self._enter(token, other, item)

    def _taken(self, place: int, arriving: set[int]) -> set[int]:
        """Let a place hold what comes to it, as far as it has room; return what it did not hold before."""
        held = self._held[place]
        fresh = arriving - held
        if fresh and len(held) + len(fresh) > _MOST_HELD:
            fresh = self._with_room(place, held, fresh)
        held |= fresh
        return fresh

    def _with_room(self, place: int, held: set[int], fresh: set[int]) -> set[int]:
        """Return for how much of what comes to a crowded place there is room, functions and objects by themselves.

        Once crowded, a place stays so; its functions are counted then, and no more each time.
        """
        is_function, most = self._is_function, self._most(place) + 1
        known = self._functions_in.get(place)
        if known is None:
            known = sum(map(self._is_a_function, held))
        functions = [item for item in fresh if item >= 0 and is_function[item]]
        objects = fresh.difference(functions)
        if len(functions) > most - known:
            functions = sorted(functions)[: max(most - known, 0)]
        room = max(most - len(held) + known, 0)
        self._functions_in[place] = known + len(functions)
        return objects.union(functions) if len(objects) <= room else {*functions, *sorted(objects)[:room]}

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
        if token[0] == KEY:
            if self._is_under(token, item):
                self._send(derived, (item,))
            elif member := given_as(token):
                self._unmet.setdefault((item, member), []).append(derived)
        elif not self._is_a_function(item):
            self._enter_object(token, derived, item)
        elif token == RESULT_OF:
            self._link((item << HOLDER_SHIFT) | self._names.result, derived)
        elif token.startswith(GIVEN):
            which = token[len(GIVEN) :]
            given = parameter(self._symbols, item, int(which) if which.isdigit() else which)
            if given is not None:
                self._link(derived, (item << HOLDER_SHIFT) | self._names.number(given.name))

    def _give(self, item: int, keys: AbstractSet[str]) -> None:
        """Note that something comes into objects under keys, and let it come to where it was asked for by them."""
        given = self._given.setdefault(item, set())
        for key in sorted(keys - given):
            given.add(key)
            for place in self._unmet.pop((item, key), ()):
                self._send(place, (item,))

    def _is_under(self, asked: str, item: int) -> bool:
        """Whether what comes into a collection, or an object, may be what a key asks for."""
        if member := given_as(asked):
            return member in self._given.get(item, ())
        keys = self._keys.get(item)
        return keys is None or any(may_be(asked, key) for key in keys)

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
                self._link((given << HOLDER_SHIFT) | self._names.result, derived)
        elif item >= 0:
            called = self._objects.member(cls, CALLING)
            if called >= 0 and self._is_function[called]:
                self._enter(token, derived, called)

    def _enter_member(self, way: str, derived: int, member: int) -> None:
        whole = (member << HOLDER_SHIFT) | self._names.empty
        if way == STORED:
            self._link(derived, whole)
        elif self._symbols.is_property(member):
            self._link((member << HOLDER_SHIFT) | self._names.result, derived)
        else:
            self._link(whole, derived)
            self._send(derived, self._items(whole))

    def _link(self, source: int, target: int) -> None:
        self._next[source].append(target)
        depth = 0
        while True:
            if held := self._held.get(source):
                self._send(self._inside(target, depth), held)
            elements = self._inside(source, 1)
            if elements == source:
                return
            source, depth = elements, depth + 1

    def _inside(self, place: int, depth: int) -> int:
        """Return the elements of what a place holds, or their elements."""
        name = place & NAME_MASK
        for _ in range(depth):
            name = self._names.element(name)
        return (place & ~NAME_MASK) | name


def _share_of_function(count: int) -> float:
    """Return how likely each of so many functions is that a place holds."""
    return _LIKELY[(count > 1) + (count > _MOST_HELD)]
