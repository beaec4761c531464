"""Walks over the graph's arrays: breadth first by rules, and by the shortest path."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import begins_run
from nsccn.graph.edges import EDGE_NAMES, EDGE_NUMBER
from nsccn.graph.linking.edgetable import VIAS
from nsccn.tracing.aside import are_aside
from nsccn.tracing.crowds import crowded

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_UNSEEN: Final = -1
_BARRED: Final = -2
_ENDS: Final = {True: ("source", "target"), False: ("target", "source")}
"""Whether edges are followed forwards -> the columns of their near and far ends."""


class Rule(NamedTuple):
    """Which edges are followed in a phase of a walk, and in which phase the other end is looked at."""

    kinds: tuple[str, ...]
    outgoing: bool
    then: str = ""
    """Empty: the other end is reached and not followed."""
    far_kinds: frozenset[str] | None = None
    """Only to entities of these kinds."""
    checked: bool = False
    """Only the edges that the caller of the walk lists."""
    vias: frozenset[str] | None = None
    """Only edges that come about in these ways."""
    behind: bool = False
    """What is reached by no other rule comes behind the others at its distance."""
    crowded: str = ""
    """The phase in which the other end is looked at if it is a type that hands this one over, and many name it."""


class Hops(NamedTuple):
    """Edges that one rule followed at one distance, as columns."""

    distance: int
    """Of the far ends."""
    rule: Rule
    number: Array
    """The edges' numbers in the graph."""
    far: Array
    ends: Array
    """The near end of every edge of the graph."""

    @property
    def near(self) -> Array:
        """The ends that the edges were followed from."""
        return self.ends.take(self.number)


class Walk:
    """All that is reached from some entities by rules, to a given distance."""

    def __init__(
        self,
        graph: CodeGraph,
        phases: Mapping[str, tuple[Rule, ...]],
        starts: Mapping[str, Sequence[int]],
        depth: int,
        checked: Sequence[int] = (),
        *,
        barred: Array | None = None,
        leading: Array | None = None,
    ) -> None:
        """`starts` names the phase in which each entity is looked at first; `checked` are edges, by number.

        `barred` says of each entity whether it is not to be reached; `leading` are the edges that lead from the starts,
        where these are not all.
        """
        self._graph = graph
        self._barred = barred
        self._leading = leading
        self._checked = np.array(sorted(checked), np.int64)
        self._phases = phases
        self.hops: list[Hops] = []
        self._last: list[Hops] = []
        self._reached = np.zeros(len(graph), np.int8)
        """1 more than how far each entity is from the nearest start; 0 where it is not reached."""
        self._seen: dict[str, Array] = {}
        self._crowded: dict[int, str] = {}
        self._naming: dict[int, int] = {}
        frontiers = {
            phase: self._unseen(phase, np.array(members, np.int32)) for phase, members in starts.items()
        }
        self.levels = [_sorted(_joined(frontiers.values()))]
        """The entities at each distance from the nearest start, sorted."""
        self._reached[self.levels[0]] = 1
        for distance in range(1, depth + 1):
            if not frontiers:
                break
            self._last = self._advance(frontiers, distance)
            frontiers = self._following(self._last) if distance < depth else {}

    def _advance(self, frontiers: Mapping[str, Array], distance: int) -> list[Hops]:
        """Follow every rule one step, and return the edges by which it did."""
        found: list[Hops] = []
        level: list[Array] = []
        for phase, frontier in frontiers.items():
            rules = self._phases[phase]
            ways = {rule.outgoing for rule in rules}
            numbers = {way: self._graph.edges_of(frontier, outgoing=way) for way in ways}
            sorts = {way: self._graph.edge_sorts.take(numbers[way]) for way in ways}
            for rule in rules:
                hops = self._follow(numbers[rule.outgoing], sorts[rule.outgoing], rule, distance)
                if not len(hops.far):
                    continue
                found.append(hops)
                level.append(_chosen(hops.far, self._reached.take(hops.far) == 0))
                self._reached[level[-1].astype(np.intp)] = distance + 1
        self.hops += found
        self.levels.append(_sorted(_joined(level)))
        return found

    def _following(self, found: Sequence[Hops]) -> dict[str, Array]:
        """Return what is to be looked at after some hops, by phase."""
        reached: dict[str, list[Array]] = {}
        for hops in found:
            for phase, far in self._split(hops) if hops.rule.then else ():
                reached.setdefault(phase, []).append(far)
        following = {phase: self._unseen(phase, _joined(parts)) for phase, parts in reached.items()}
        left = {phase: self._not_done(phase, members) for phase, members in following.items()}
        return {phase: members for phase, members in left.items() if len(members)}

    def further(self, aim: str = "") -> int:
        """Return how many entities one edge more leads to; with an aim, those at edges of that kind."""
        known = self._seen, self._crowded, self._naming
        self._seen = {phase: seen.copy() for phase, seen in self._seen.items()}
        self._crowded, self._naming = dict(self._crowded), dict(self._naming)
        frontiers = self._following(self._last)
        self._seen, self._crowded, self._naming = known
        level = []
        for phase, frontier in frontiers.items():
            for rule in self._phases[phase]:
                numbers = self._graph.edges_of(frontier, outgoing=rule.outgoing)
                hops = self._follow(numbers, self._graph.edge_sorts.take(numbers), rule, len(self.levels))
                if not aim or rule.kinds == (aim,):
                    level.append(_chosen(hops.far, self._reached.take(hops.far) == 0))
        return len(_sorted(_joined(level)))

    def _split(self, hops: Hops) -> list[tuple[str, Array]]:
        """Return the ends of some edges by the phase in which they are looked at."""
        rule, far = hops.rule, hops.far
        if not rule.crowded:
            return [(rule.then, far)]
        is_crowded, counts = crowded(self._graph, far, hops.number)
        if not counts:
            return [(rule.then, far)]
        self._crowded |= dict.fromkeys(counts, rule.then)
        self._naming |= counts
        return [(rule.then, far[~is_crowded]), (rule.crowded, far[is_crowded])]

    def unfollowed(self) -> dict[int, int]:
        """Return how many only name what was reached, and were not followed since they are many."""
        none = np.zeros(len(self._graph), np.bool_)
        return {
            one: self._naming[one]
            for one, phase in self._crowded.items()
            if not self._seen.get(phase, none)[one]
        }

    def _not_done(self, phase: str, members: Array) -> Array:
        """Leave out who was looked at in a phase that follows all that this one does, and more."""
        for other, seen in self._seen.items():
            if _is_part(self._phases[phase], self._phases[other]):
                members = _chosen(members, ~seen.take(members))
        return members

    def _unseen(self, phase: str, members: Array) -> Array:
        """Return which of some entities were not yet looked at in a phase, sorted, each once."""
        if phase not in self._seen:
            self._seen[phase] = np.zeros(len(self._graph), np.bool_)
        seen = self._seen[phase]
        fresh = _sorted(_chosen(members, ~seen.take(members)))
        seen[fresh.astype(np.intp)] = True
        return fresh

    def distance_of(self, entities: Array | int) -> Array:
        """Return how far each of some entities is from the nearest start; -1 where it is not reached."""
        return self._reached[entities] - 1

    def _follow(self, number: Array, sort: Array, rule: Rule, distance: int) -> Hops:
        """Follow a rule over some edges, by their numbers and sorts."""
        graph = self._graph
        number = number.take(np.flatnonzero(_accepted(rule).take(sort)))
        if rule.checked:
            number = number[np.isin(number, self._checked)]
        if distance == 1 and self._leading is not None:
            number = number[np.isin(number, self._leading)]
        near, far = (graph.edge_column(end) for end in _ENDS[rule.outgoing])
        reached = far.take(number)
        if rule.far_kinds is not None:
            fitting = np.isin(graph.kind[reached], [graph.kinds.index(kind) for kind in rule.far_kinds])
            number, reached = number[fitting], reached[fitting]
        if self._barred is not None:
            is_open = ~self._barred.take(reached)
            number, reached = number[is_open], reached[is_open]
        return Hops(distance, rule, number, reached, near)

    def reached_by(self, above: float) -> Array:
        """Say of each entity whether it is reached at its distance over edges alone that are more probable."""
        found = np.zeros(len(self._graph), np.bool_)
        found[self.levels[0]] = True
        probability = self._graph.edge_column("probability")
        for hops in self.hops:
            is_way = (probability.take(hops.number) > above) & found.take(hops.near)
            is_way &= self._reached.take(hops.far) == hops.distance + 1
            found[hops.far.compress(is_way)] = True
        return found

    def surest(self, distance: int, among: Array | None = None) -> Iterator[tuple[float, Array]]:
        """Yield the entities at a distance, those of equal certainty together and sorted; some come more than once.

        Certain is what the likeliest edge says by which an entity was reached. What is `behind` comes last. With them
        comes their certainty.
        """
        hops = [hops for hops in self.hops if hops.distance == distance]
        ends, numbers = _joined(found.far for found in hops), _joined(found.number for found in hops)
        here = self._reached.take(ends) == distance + 1
        here = here if among is None else here & among.take(ends)
        ends, numbers = _chosen(ends, here), _chosen(numbers, here)
        certainty = self._graph.edge_column("probability").take(numbers)
        last = np.zeros(len(ends), np.bool_)
        if any(found.rule.behind for found in hops):
            last = np.isin(ends, _joined(found.far for found in hops if not found.rule.behind), invert=True)
        while len(ends):
            is_last = last.min()
            chosen = last == is_last
            best = certainty.max(initial=0, where=chosen)
            chosen &= certainty == best
            yield float(best), _sorted(_chosen(ends, chosen))
            ends, certainty, last = (_chosen(column, ~chosen) for column in (ends, certainty, last))

    def parent(self, entity: int) -> int:
        """Return the entity from which one was first reached: the one by the surest edge, then the first."""
        return int(self._parents[entity]) - 1

    @cached_property
    def _parents(self) -> Array:
        parents = np.zeros(len(self._graph), np.int32)
        for hops in self.hops:
            near, far = hops.near, hops.far
            order = np.lexsort((-near, self._graph.edge_column("probability")[hops.number]))
            near, far = near[order], far[order]
            first = (self._reached[far] == hops.distance + 1) & (parents[far] == 0)
            parents[far[first]] = near[first] + 1
        return parents


@cache
def _is_part(narrow: tuple[Rule, ...], wide: tuple[Rule, ...]) -> bool:
    """Tell whether what one phase follows is a part of what another does."""
    return _is_followed(narrow, wide) and not _is_followed(wide, narrow)


def _is_followed(rules: tuple[Rule, ...], others: tuple[Rule, ...]) -> bool:
    return all(any(_is_within(rule, other) for other in others) for rule in rules)


def _is_within(rule: Rule, other: Rule) -> bool:
    vias = other.vias is None or (rule.vias is not None and rule.vias <= other.vias)
    return (
        vias
        and {*rule.kinds} <= {*other.kinds}
        and rule._replace(kinds=other.kinds, vias=other.vias, crowded=other.crowded) == other
    )


@cache
def _accepted(rule: Rule) -> Array:
    """Say of each sort of edge whether a rule follows it; see `CodeGraph.edge_sorts`."""
    accepted = np.zeros((len(EDGE_NAMES), len(VIAS)), np.bool_)
    vias = [VIAS.index(via) for via in VIAS if rule.vias is None or via in rule.vias]
    accepted[np.ix_([EDGE_NUMBER[kind] for kind in rule.kinds], vias)] = True
    return accepted.ravel()


def _joined(parts: Iterable[Array]) -> Array:
    found = list(parts)
    return found[0] if len(found) == 1 else np.concatenate([np.zeros(0, np.int32), *found])


def _chosen(values: Array, chosen: Array) -> Array:
    """Return the values that were chosen, which most of the time are all: then nothing is copied."""
    return values if chosen.all() else values.compress(chosen)


def _sorted(entities: Array) -> Array:
    """Return entities ascending, each once."""
    if (entities[1:] > entities[:-1]).all():
        return entities
    ordered = np.sort(entities)
    return ordered.compress(begins_run(ordered))


def shortest_path(
    graph: CodeGraph,
    sources: Sequence[int],
    targets: Sequence[int],
    kinds: Collection[str],
    *,
    within_source: bool = False,
) -> list[int] | None:
    """Return the numbers of the edges on a shortest path from a source to a target, forwards over some kinds.

    Among shortest paths the surest edges are preferred, then the first. None where there is no path.
    `within_source`: none that passes a test, an example or the like.
    """
    wanted = np.isin(graph.edge_column("kind"), [EDGE_NUMBER[kind] for kind in kinds])
    distance = _distances_to(graph, sources, targets, wanted, within_source=within_source)
    open_ends = [source for source in sorted(sources) if distance[source] >= 0]
    if not open_ends:
        return None
    place = min(open_ends, key=lambda source: int(distance[source]))
    path = []
    while distance[place] > 0:
        numbers = graph.edges_of(np.array([place]), outgoing=True)
        numbers = numbers[wanted[numbers]]
        ends = graph.edge_column("target")[numbers]
        closer = numbers[distance[ends] == distance[place] - 1]
        surest = closer[np.argmax(graph.edge_column("probability")[closer])]
        path.append(int(surest))
        place = int(graph.edge_column("target")[surest])
    return path


def _distances_to(
    graph: CodeGraph, sources: Sequence[int], targets: Sequence[int], is_way: Array, *, within_source: bool
) -> Array:
    """Return how many edges, of those that are ways, lead from each entity to the targets; else a negative number.

    It goes no further than the nearest source.
    """
    distance = np.full(len(graph), _UNSEEN, np.int32)
    frontier: Array = np.array(sorted(set(targets)), np.int32)
    distance[frontier] = 0
    wanted = np.array(sorted(set(sources)), np.int32)
    while len(frontier) and (distance[wanted] < 0).all():
        numbers = graph.edges_of(frontier, outgoing=False)
        ends = graph.edge_column("source")[numbers[is_way[numbers]]]
        step = int(distance[frontier[0]]) + 1
        distance[ends[distance[ends] == _UNSEEN]] = step
        frontier = np.flatnonzero(distance == step)
        if within_source:
            barred = are_aside(graph, frontier)
            distance[frontier[barred]] = _BARRED
            frontier = frontier[~barred]
    return distance
