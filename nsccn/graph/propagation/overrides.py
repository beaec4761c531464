"""Calls that may run an override: through an object that may be of a subtype of what is known of it.

How likely an override is run was measured on calls that test-suites executed (`docs/accuracy.md`): nearly always where
a method calls another of its own object, unless the subtype overrides the calling method too and never comes there;
less often where a variable is declared to be of the base, and the less, the more overrides there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import listed
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.receivers import ABSTRACT, OWN
from nsccn.graph.notation.signatures import taken
from nsccn.graph.propagation.structural import Structural

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns, LinkRows

MOST_OVERRIDES: Final = 32
"""Overrides of one target that are listed; of more, only the types say which they are."""
IMPLEMENTS: Final = 0.9
"""Probability that a type implements an interface whose methods it has, as far as the names of types tell."""
_FEW: Final = 3
_LIKELY: Final = {
    # mark: probability where there is one, where there are few, where there are more
    OWN | ABSTRACT: (0.8, 0.8, 0.7),
    OWN: (0.65, 0.65, 0.85),
    ABSTRACT: (0.95, 0.6, 0.5),
    0: (0.5, 0.5, 0.25),
}


class Implemented(NamedTuple):
    """Types and the interfaces that they implement without saying so, in columns."""

    subject: Array
    base: Array


class Overrides(NamedTuple):
    """Calls that may run an override, in columns."""

    source: Array
    target: Array
    probability: Array
    slot: Array
    line: Array


class _Kind(NamedTuple):
    """What calls have in common that may run the same overrides."""

    target: int
    receiver: int
    mark: int
    source: int
    """The calling method where it calls a method of its own object, else -1."""


def overrides(symbols: Symbols, rows: LinkRows) -> tuple[Overrides, Implemented]:
    """Return an ambiguous call from each call through an object to each override of the method that it names.

    And the types that implement interfaces without saying so.
    """
    subtypes = _Subtypes(symbols, rows)
    structural = Structural(symbols, subtypes.below)
    pairs = np.array(list(structural.pairs()), np.int64).reshape(-1, 2)
    return _overrides(subtypes, structural, rows), Implemented(pairs[:, 0], pairs[:, 1])


def _overrides(subtypes: _Subtypes, structural: Structural, rows: LinkRows) -> Overrides:
    virtual = _with_subtypes(rows["virtual"], subtypes, structural)
    kinds, kind_of = _kinds(virtual)
    found = [_implementations(kind, subtypes, structural) for kind in kinds]
    counts = np.array([len(implementations) for implementations, _ in found], np.int64)
    calls, picked = listed(kind_of, counts)
    return Overrides(
        virtual["source"][calls],
        np.array(list(chain.from_iterable(implementations for implementations, _ in found)), np.int64)[
            picked
        ],
        np.array([probability for _, probability in found], np.float64)[kind_of][calls],
        virtual["slot"][calls],
        virtual["line"][calls],
    )


def _with_subtypes(virtual: Columns, subtypes: _Subtypes, structural: Structural) -> Columns:
    """Leave out the calls, most of them, for whose object there is no other type."""
    symbols = subtypes.symbols

    def is_wanted(name: str, entity: int) -> bool:
        if name == "receiver":
            return symbols.same(entity) in subtypes.below
        return structural.holds_for(symbols.parent(entity))

    chosen = np.zeros(len(virtual["slot"]), np.bool_)
    for name in ("receiver", "target"):
        entities, places = np.unique(virtual[name], return_inverse=True)
        chosen |= np.array([is_wanted(name, entity) for entity in entities.tolist()], np.bool_)[places]
    return {name: column[chosen] for name, column in virtual.items()}


def _kinds(virtual: Columns) -> tuple[list[_Kind], Array]:
    """Return the kinds of calls, and of which each call is."""
    own = (virtual["mark"] & OWN) > 0
    columns = [virtual["target"], virtual["receiver"], virtual["mark"], np.where(own, virtual["source"], -1)]
    order = np.lexsort(columns)
    is_first = np.zeros(len(order), bool)
    is_first[:1] = True
    for column in columns:
        is_first[1:] |= np.diff(column[order]) != 0
    kind_of = np.zeros(len(order), np.int64)
    kind_of[order] = np.cumsum(is_first) - 1
    firsts = order[is_first]
    return list(map(_Kind, *(column[firsts].tolist() for column in columns))), kind_of


def _implementations(kind: _Kind, subtypes: _Subtypes, structural: Structural) -> tuple[Sequence[int], float]:
    """Return what calls of a kind may run besides the target, and how likely each is."""
    if structural.holds_for(subtypes.symbols.parent(kind.target)):
        # Of what implements an interface without saying so, any may be meant.
        found = structural.implementations(kind.target)
        return (found if len(found) <= MOST_OVERRIDES else (), 1 / (len(found) + 1))
    found = subtypes.implementations(kind.target, kind.receiver)
    if not 0 < len(found) <= MOST_OVERRIDES:
        return (), 0.0
    likely = _LIKELY[kind.mark][(len(found) > 1) + (len(found) > _FEW)]
    if kind.source >= 0:
        found = [one for one in found if subtypes.comes_to(kind.source, kind.receiver, one)]
    return found, likely


class _Subtypes:
    """The types below types, and the methods that they override."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self.symbols = symbols
        self._rows = rows
        self.below, self._above = _hierarchy(symbols, rows)
        self._all: dict[int, frozenset[int]] = {}
        self._all_above: dict[int, frozenset[int]] = {}
        self._standing: dict[tuple[int, int], list[int]] = {}
        self._named: dict[str, dict[int, list[int]]] = {}
        self._comes: dict[tuple[int, int, int], bool] = {}
        self._ways: dict[tuple[int, int], frozenset[int]] = {}

    def implementations(self, target: int, receiver: int) -> list[int]:
        """Return the methods of subtypes of the receiver that stand for the target."""
        found = self._standing.get((target, receiver))
        if found is None:
            symbols = self.symbols
            below = self._of(symbols.same(receiver))
            methods = self._methods(symbols.table.names[target])
            few, many = (below, methods) if len(below) < len(methods) else (methods, below)
            standing = (self._standing_in(methods[holder], target) for holder in few if holder in many)
            found = sorted(method for method in standing if method >= 0 and symbols.is_function(method))
            self._standing[target, receiver] = found
        return found

    def _standing_in(self, methods: list[int], target: int) -> int:
        """Return which of a type's methods of one name stands for another type's; -1 where none takes as many."""
        symbols = self.symbols
        language = symbols.language(symbols.slot[target]) if len(methods) > 1 else None
        if language is None or not language.argument_types:
            return methods[0]
        wanted = taken(symbols.definitions[target])
        takes = {method: taken(symbols.definitions[method]) for method in methods}
        counted = [method for method in methods if len(takes[method].parameters) == len(wanted.parameters)]
        alike = (method for method in counted if takes[method].types == wanted.types)
        return next(alike, counted[0] if counted else -1)

    def comes_to(self, source: int, receiver: int, implementation: int) -> bool:
        """Whether the calling method runs for objects of the subtype: nothing overrides it there, or calls it."""
        holder = self._holder(implementation)
        key = (source, receiver, holder)
        found = self._comes.get(key)
        if found is None:
            own = self._methods(self.symbols.table.names[source])
            hiding = [one for cls in self._between(receiver, holder) for one in own.get(cls, ())]
            found = self._comes[key] = not hiding or any((one, source) in self._calls for one in hiding)
        return found

    def _between(self, receiver: int, holder: int) -> frozenset[int]:
        """Return a type and its bases, as far as they are below another."""
        found = self._ways.get((receiver, holder))
        if found is None:
            below = self._of(self.symbols.same(receiver))
            found = self._ways[receiver, holder] = below & (self._bases(holder) | {holder})
        return found

    @cached_property
    def _calls(self) -> frozenset[tuple[int, int]]:
        """The calls from methods to others of the same name, that call others of their own object."""
        virtual, edges = self._rows["virtual"], self._rows["edge"]
        name_of = self.symbols.table.name_numbers
        is_caller = np.zeros(len(name_of), bool)
        is_caller[virtual["source"][(virtual["mark"] & OWN) > 0]] = True
        chosen = np.flatnonzero((edges["kind"] == EDGE_NUMBER["CALLS"]) & (edges["target"] >= 0))
        source, target = edges["source"][chosen], edges["target"][chosen]
        same = np.flatnonzero(is_caller[target] & (name_of[source] == name_of[target]))
        return frozenset(zip(source[same].tolist(), target[same].tolist(), strict=True))

    def _of(self, start: int) -> frozenset[int]:
        """Return all types below a type."""
        found = self._all.get(start)
        if found is None:
            found = self._all[start] = frozenset(_reached(start, self.below)) - {start}
        return found

    def _bases(self, start: int) -> frozenset[int]:
        """Return all types above a type."""
        found = self._all_above.get(start)
        if found is None:
            found = self._all_above[start] = frozenset(_reached(start, self._above))
        return found

    def _holder(self, method: int) -> int:
        return self.symbols.same(self.symbols.owners.get(method, self.symbols.parent(method)))

    def _methods(self, name: str) -> dict[int, list[int]]:
        """Return for each type the members of that name; what is defined outside its type before declarations."""
        found = self._named.get(name)
        if found is None:
            owners = self.symbols.owners
            found = self._named[name] = {}
            for member in sorted(self.symbols.table.named(name), key=lambda one: (one not in owners, one)):
                found.setdefault(self._holder(member), []).append(member)
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


def _hierarchy(symbols: Symbols, rows: LinkRows) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return for each type the types that name it as a base, and its bases."""
    below: dict[int, list[int]] = {}
    above: dict[int, list[int]] = {}
    subjects, bases = rows.inheritance()
    for subject, base in zip(subjects.tolist(), bases.tolist(), strict=True):
        below.setdefault(symbols.same(base), []).append(symbols.same(subject))
        above.setdefault(symbols.same(subject), []).append(symbols.same(base))
    return below, above
