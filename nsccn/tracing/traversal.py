"""Walks over the graph's arrays: breadth first by rules, and by the shortest path."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nsccn.arrays import distinct, ranges
from nsccn.graph.edges import EDGE_NAMES, EDGE_NUMBER
from nsccn.graph.linking.edgetable import VIAS

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

Array = np.ndarray[Any, np.dtype[Any]]

_UNSEEN = -1


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


class Hops(NamedTuple):
    """Edges that one rule followed at one distance, as columns."""

    distance: int
    """Of the far ends."""
    rule: Rule
    near: Array
    far: Array
    number: Array
    """The edges' numbers in the graph."""


class Walk:
    """All that is reached from some entities by rules, to a given distance."""

    def __init__(
        self,
        graph: CodeGraph,
        phases: Mapping[str, Sequence[Rule]],
        starts: Mapping[str, Sequence[int]],
        depth: int,
        checked: Sequence[int] = (),
    ) -> None:
        """`starts` names the phase in which each entity is looked at first; `checked` are edges, by number."""
        self._graph = graph
        self._checked = np.array(sorted(checked), np.int64)
        self._phases = phases
        self.hops: list[Hops] = []
        # Begun with zeros, whose pages take neither memory nor time before something else is written to them.
        self._reached = np.zeros(len(graph), np.int16)
        """1 more than how far each entity is from the nearest start; 0 where it is not reached."""
        self._seen: dict[str, Array] = {}
        frontiers = {
            phase: self._unseen(phase, np.array(members, np.int32)) for phase, members in starts.items()
        }
        self.levels = [distinct(np.concatenate([np.zeros(0, np.int32), *frontiers.values()]))]
        """The entities at each distance from the nearest start, sorted."""
        self._reached[self.levels[0]] = 1
        for distance in range(1, depth + 1):
            if not frontiers:
                break
            frontiers = self._advance(frontiers, distance)

    def _advance(self, frontiers: Mapping[str, Array], distance: int) -> dict[str, Array]:
        """Follow every rule one step, and return what is to be looked at next."""
        reached: dict[str, list[Array]] = {}
        level = [np.zeros(0, np.int32)]
        for phase, frontier in frontiers.items():
            rules = self._phases[phase]
            edges = {way: self._edges(frontier, outgoing=way) for way in {rule.outgoing for rule in rules}}
            for rule in rules:
                hops = self._follow(edges[rule.outgoing], rule, distance)
                if not len(hops.far):
                    continue
                self.hops.append(hops)
                level.append(hops.far[self._reached[hops.far] == 0])
                self._reached[level[-1]] = distance + 1
                if rule.then:
                    reached.setdefault(rule.then, []).append(hops.far)
        self.levels.append(distinct(np.concatenate(level)))
        following = {phase: self._unseen(phase, np.concatenate(parts)) for phase, parts in reached.items()}
        return {phase: members for phase, members in following.items() if len(members)}

    def _unseen(self, phase: str, members: Array) -> Array:
        """Return which of some entities were not yet looked at in a phase, sorted, each once."""
        if phase not in self._seen:
            self._seen[phase] = np.zeros(len(self._graph), np.bool_)
        seen = self._seen[phase]
        fresh = distinct(members[~seen[members]])
        seen[fresh] = True
        return fresh

    def distance_of(self, entities: Array | int) -> Array:
        """Return how far each of some entities is from the nearest start; -1 where it is not reached."""
        return self._reached[entities] - 1

    def _edges(self, frontier: Array, *, outgoing: bool) -> tuple[Array, Array, Array]:
        """Return the edges of a frontier in one direction: the end in it, the edge's number, and its kind."""
        near, number = expand(self._graph, frontier, outgoing=outgoing)
        return near, number, self._graph.edge_column("kind").take(number)

    def _follow(self, edges: tuple[Array, Array, Array], rule: Rule, distance: int) -> Hops:
        graph = self._graph
        near, number, kind = edges
        wanted = _table(len(EDGE_NAMES), [EDGE_NUMBER[kind] for kind in rule.kinds])
        chosen: Array = np.flatnonzero(wanted.take(kind))
        near, number = near.take(chosen), number.take(chosen)
        if rule.checked:
            chosen = np.isin(number, self._checked)
            near, number = near[chosen], number[chosen]
        if rule.vias is not None:
            chosen = _table(len(VIAS), [VIAS.index(via) for via in sorted(rule.vias)])[
                graph.edge_column("via").take(number)
            ]
            near, number = near[chosen], number[chosen]
        far = graph.edge_column("target" if rule.outgoing else "source").take(number)
        if rule.far_kinds is not None:
            fitting = _table(len(graph.kinds), [graph.kinds.index(kind) for kind in sorted(rule.far_kinds)])
            chosen = fitting[graph.kind[far]]
            near, far, number = near[chosen], far[chosen], number[chosen]
        return Hops(distance, rule, near, far, number)

    def certainty(self, distance: int) -> Array:
        """Return for each entity at a distance the highest probability among the edges by which it was reached."""
        certainty = np.zeros(len(self._graph), np.float32)
        for hops in self.hops:
            if hops.distance == distance:
                probability = self._graph.edge_column("probability")[hops.number]
                np.maximum.at(certainty, hops.far, probability)
        return certainty[self.levels[distance]]

    def behind(self, distance: int) -> Array:
        """Say which entities at a distance come behind the others."""
        ahead = np.zeros(len(self._graph), np.bool_)
        for hops in self.hops:
            if hops.distance == distance and not hops.rule.behind:
                ahead[hops.far] = True
        return ~ahead[self.levels[distance]]

    def parent(self, entity: int) -> int:
        """Return the entity from which one was first reached: the one by the surest edge, then the first."""
        return int(self._parents[entity]) - 1

    @cached_property
    def _parents(self) -> Array:
        parents = np.zeros(len(self._graph), np.int32)
        for hops in self.hops:
            probability = self._graph.edge_column("probability")[hops.number]
            order = np.lexsort((-hops.near, probability))
            near, far = hops.near[order], hops.far[order]
            first = (self._reached[far] == hops.distance + 1) & (parents[far] == 0)
            parents[far[first]] = near[first] + 1
        return parents


def expand(graph: CodeGraph, frontier: Array, *, outgoing: bool) -> tuple[Array, Array]:
    """Return all edges of some entities in one direction: for each edge the entity, and the edge's number."""
    offsets, numbers = graph.edge_rows("out" if outgoing else "in")
    begin = offsets[frontier]
    count = offsets[frontier + 1] - begin
    return np.repeat(frontier, count), numbers.take(ranges(begin, count))


def shortest_path(
    graph: CodeGraph, sources: Sequence[int], targets: Sequence[int], kinds: Collection[str]
) -> list[int] | None:
    """Return the numbers of the edges on a shortest path from a source to a target, forwards over some kinds.

    Among shortest paths the surest edges are preferred, then the first. None where there is no path.
    """
    wanted = _table(len(EDGE_NAMES), [EDGE_NUMBER[kind] for kind in kinds])[graph.edge_column("kind")]
    distance = _distances_to(graph, sources, targets, wanted)
    open_ends = [source for source in sorted(sources) if distance[source] != _UNSEEN]
    if not open_ends:
        return None
    place = min(open_ends, key=lambda source: int(distance[source]))
    path = []
    while distance[place] > 0:
        _, numbers = expand(graph, np.array([place], np.int32), outgoing=True)
        numbers = numbers[wanted[numbers]]
        ends = graph.edge_column("target")[numbers]
        closer = numbers[distance[ends] == distance[place] - 1]
        surest = closer[np.argmax(graph.edge_column("probability")[closer])]
        path.append(int(surest))
        place = int(graph.edge_column("target")[surest])
    return path


def _distances_to(graph: CodeGraph, sources: Sequence[int], targets: Sequence[int], is_way: Array) -> Array:
    """Return how many edges, of those that are ways, lead from each entity to the targets; else -1.

    It goes no further than the nearest source.
    """
    distance = np.full(len(graph), _UNSEEN, np.int32)
    frontier: Array = np.array(sorted(set(targets)), np.int32)
    distance[frontier] = 0
    wanted = np.array(sorted(set(sources)), np.int32)
    while len(frontier) and (distance[wanted] == _UNSEEN).all():
        _, numbers = expand(graph, frontier, outgoing=False)
        ends = graph.edge_column("source")[numbers[is_way[numbers]]]
        step = int(distance[frontier[0]]) + 1
        distance[ends[distance[ends] == _UNSEEN]] = step
        frontier = np.flatnonzero(distance == step)
    return distance


def _table(size: int, chosen: Sequence[int]) -> Array:
    table = np.zeros(size, np.bool_)
    table[list(chosen)] = True
    return table
