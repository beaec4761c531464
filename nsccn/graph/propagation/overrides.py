"""Calls that may run an override: through an object that may be of a subtype of what is known of it.

How likely an override is run was measured on calls that test-suites executed (`docs/accuracy/python.md`): nearly
always where a method calls another of its own object, unless the subtype overrides the calling method too and never
comes there; less often where a variable is declared to be of the base, and the less, the more overrides there are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import listed
from nsccn.graph.definitions.shapes import is_shape
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.fileroles import is_test_path
from nsccn.graph.linking.calls.receivers import ABSTRACT, BELOW, EACH, IDLE, NEXT, ONE, OWN
from nsccn.graph.linking.edgetable import MOST_OVERRIDES, VIAS
from nsccn.graph.propagation.derived import DerivedCalls
from nsccn.graph.propagation.hardlyrun import less_for_itself
from nsccn.graph.propagation.structural import Structural
from nsccn.graph.propagation.subtypes import Subtypes
from nsccn.precedence import QUESTIONS

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns, LinkRows
    from nsccn.graph.propagation.membership import Membership

_VIA: Final = VIAS.index("override")
IMPLEMENTS: Final = 0.9
"""Probability that a type implements an interface whose methods it has, as far as the names of types tell."""
_BOUNDS: Final = (1, 3, 5, 8)
_LIKELY: Final = {
    # mark: probability where there is one, where there are up to three, up to five, up to eight, more
    OWN | ABSTRACT: (0.75, 0.75, 0.65, 0.65, 0.65),
    OWN: (0.6, 0.6, 0.7, 0.5, 0.5),
    ABSTRACT: (0.95, 0.6, 0.5, 0.5, 0.25),
    ABSTRACT | ONE: (0.95, 0.6, 0.5, 0.4, 0.15),
    ABSTRACT | EACH: (0.95, 0.75, 0.5, 0.5, 0.15),
    0: (0.5, 0.5, 0.25, 0.25, 0.25),
    IDLE: (0.7, 0.5, 0.5, 0.6, 0.2),
    IDLE | ONE: (0.7, 0.5, 0.5, 0.6, 0.2),
    IDLE | EACH: (0.85, 0.85, 0.85, 0.85, 0.85),
    NEXT: (0.9, 0.8, 0.6, 0.6, 0.6),
    BELOW: (0.7, 0.6, 0.5, 0.5, 0.25),
}
_MOST: Final = 0.75
"""Share of the subtypes from which on an override is what most objects run, however many others there are."""
_LIKELY_OF_MOST: Final = {OWN | ABSTRACT: 0.85, OWN: 0.8, ABSTRACT: 0.9, 0: 0.5}
_BESIDE_MOST: Final = 0.15
"""Probability of an override beside such a one, on an object declared to be of the base, which leaves its work."""

_BESIDE_MADE: Final = 0.2
"""The same of what does something, where the repository makes objects of the base itself."""


_CALLS: Final = EDGE_NUMBER["CALLS"]
_SHIFT: Final = 32
_NOBODY: Final = np.iinfo(np.int64).max


class Implemented(NamedTuple):
    """Types and the interfaces that they implement without saying so, in columns."""

    subject: Array
    base: Array


class Overridden(NamedTuple):
    """Calls of overrides, each with the method that the code names, and what implements what without saying so."""

    calls: DerivedCalls
    named: Array
    implemented: Implemented


class _Kind(NamedTuple):
    """What calls have in common that may run the same overrides."""

    target: int
    receiver: int
    mark: int
    source: int
    """The calling method where it calls a method of its own object, else -1."""


def overrides(symbols: Symbols, rows: LinkRows, members: Membership) -> Overridden:
    """Return an ambiguous call from each call through an object to each override of the method that it names."""
    subtypes = Subtypes(symbols, rows)
    structural = Structural(symbols, subtypes.below)
    pairs = np.array(list(structural.pairs()), np.int64).reshape(-1, 2)
    calls, named = _overrides(subtypes, structural, members, rows)
    return Overridden(calls, named, Implemented(pairs[:, 0], pairs[:, 1]))


def _overrides(
    subtypes: Subtypes, structural: Structural, members: Membership, rows: LinkRows
) -> tuple[DerivedCalls, Array]:
    virtual = _with_subtypes(rows["virtual"], subtypes, structural)
    kinds, kind_of = _kinds(virtual)
    found = [_implementations(kind, subtypes, structural, members) for kind in kinds]
    counts = np.array([len(implementations) for implementations in found], np.int64)
    calls, picked = listed(kind_of, counts)
    source = virtual["source"][calls]
    target = np.array([target for implementations in found for target in implementations], np.int64)[picked]
    likely = np.array([one for implementations in found for one in implementations.values()], np.float64)
    named = _likely_named(subtypes.symbols, rows["edge"], source, virtual["target"][calls])
    likely = np.minimum(likely[picked], named)
    likely = less_for_itself(subtypes.symbols, source, target, likely, among=likely > 0)
    via = np.full(len(source), _VIA)
    derived = DerivedCalls(source, target, likely, virtual["slot"][calls], virtual["line"][calls], via)
    return derived, virtual["target"][calls]


def _likely_named(symbols: Symbols, edges: Columns, source: Array, target: Array) -> Array:
    """Return how likely calls mean what they name: less than 1 where overloads are not told apart."""
    languages = {name: symbols.language(slot) for slot, name in enumerate(symbols.table.languages)}
    telling = [
        name for name, language in languages.items() if language is not None and language.argument_types
    ]
    is_told = np.isin(symbols.table.languages, telling)
    is_guess = (edges["kind"] == _CALLS) & (edges["target"] >= 0) & (edges["probability"] < 1)
    numbers = np.flatnonzero(is_guess & is_told[edges["slot"]])
    known = _pairs(edges["source"][numbers], edges["target"][numbers])
    order = np.argsort(known, kind="stable")
    known, likely = np.append(known[order], _NOBODY), np.append(edges["probability"][numbers[order]], 1)
    wanted = _pairs(source, target)
    places = np.searchsorted(known, wanted)
    return np.where(known[places] == wanted, likely[places], 1.0)


def _pairs(source: Array, target: Array) -> Array:
    return (source.astype(np.int64) << _SHIFT) | target


def _with_subtypes(virtual: Columns, subtypes: Subtypes, structural: Structural) -> Columns:
    """Leave out the calls, most of them, for whose object there is no other type."""
    symbols = subtypes.symbols

    def is_wanted(name: str, entity: int) -> bool:
        if name == "receiver":
            return symbols.same(entity) in subtypes.below
        return structural.holds_for(symbols.parent(entity)) or is_shape(symbols, symbols.parent(entity))

    chosen = np.zeros(len(virtual["slot"]), np.bool_)
    for name in ("receiver", "target"):
        asked = np.flatnonzero((virtual["mark"] & ABSTRACT) | (name == "receiver"))
        entities, places = np.unique(virtual[name][asked], return_inverse=True)
        wanted = np.array([is_wanted(name, entity) for entity in entities.tolist()], np.bool_)
        chosen[asked] |= wanted[places]
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


def _implementations(
    kind: _Kind, subtypes: Subtypes, structural: Structural, members: Membership
) -> dict[int, float]:
    """Return what calls of a kind may run besides the target, each with how likely it is."""
    QUESTIONS.stand_back()
    if kind.mark == BELOW:
        below = subtypes.implementations(kind.target, kind.receiver)
        return _alike(below, _LIKELY[BELOW][bisect_left(_BOUNDS, len(below))])
    if structural.holds_for(subtypes.symbols.parent(kind.target)):
        # Of what implements an interface without saying so, any may be meant.
        return _beside_doubles(structural.implementations(kind.target), subtypes.symbols)
    if kind.mark == NEXT:
        following = sorted(subtypes.following(kind.target, kind.receiver))
        return _alike(following, _LIKELY[NEXT][bisect_left(_BOUNDS, len(following))])
    found = subtypes.implementations(kind.target, kind.receiver)
    if kind.mark & ABSTRACT and is_shape(subtypes.symbols, subtypes.symbols.parent(kind.target)):
        found = sorted({*found, *members.implementations(kind.target)})
    if kind.mark & (ABSTRACT | OWN):
        found = sorted({*found, *subtypes.inherited(kind.target, kind.receiver)})
    beside = subtypes.beside(kind.target, kind.receiver, kind.source)
    count = len(found) + len(beside)
    likely = _alike([*found, *beside], _LIKELY[kind.mark][bisect_left(_BOUNDS, count)])
    _tell_most(likely, kind, subtypes)
    if not kind.mark and subtypes.is_made(kind.receiver):
        likely = {one: min(share, _BESIDE_MADE) for one, share in likely.items()}
    if kind.source >= 0:
        found = [one for one in found if subtypes.comes_to(kind.source, kind.receiver, one)]
    return {one: likely[one] for one in sorted(beside.union(found)) if one in likely}


def _alike(found: Sequence[int], likely: float) -> dict[int, float]:
    """Return the same probability for each of what is found, for none where that is too much to list."""
    return dict.fromkeys(found, likely) if len(found) <= MOST_OVERRIDES else {}


def _beside_doubles(found: Sequence[int], symbols: Symbols) -> dict[int, float]:
    """Return how likely each is run of what any may be: what stands in tests takes nothing of what the product has."""
    own = [one for one in found if not is_test_path(symbols.paths[symbols.slot[one]])]
    likely = _alike(found, 1 / (len(found) + 1))
    likely.update(_alike(own, 1 / (len(own) + 1)))
    return {one: likely[one] for one in found if one in likely}


def _tell_most(likely: dict[int, float], kind: _Kind, subtypes: Subtypes) -> None:
    """Say of the override that most subtypes run how likely it is, and of those beside it."""
    shares = subtypes.served(kind.target, kind.receiver)
    most = max(shares, key=shares.__getitem__, default=-1)
    if most < 0 or shares[most] < _MOST:
        return
    mark = kind.mark & (OWN | ABSTRACT)
    is_likely = max(_LIKELY_OF_MOST[mark], likely.get(most, 0.0))
    if mark == ABSTRACT:
        likely.update((one, _BESIDE_MOST) for one in shares if one in likely)
    likely[most] = is_likely
