"""What lies one or two steps from the strongest hits in the graph."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.search.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.codegraph import CodeGraph

_KIND_WEIGHT: Final = {"CALLS": 1.0, "INHERITS": 0.8, "IMPORTS": 0.3}
_DECAY: Final = 0.5
_STEPS: Final = 2
_FRONTIER: Final = 20
_MOST_NEIGHBOURS: Final = 64
"""An entity with more neighbours of one kind is a hub, and close to everything."""


Direction = Literal["out", "in"]
_DIRECTIONS: Final[tuple[Direction, ...]] = ("out", "in")


class Step(NamedTuple):
    """The strongest edge by which an entity was reached."""

    origin: int
    kind: str
    direction: Direction
    """`out`: the origin is the edge's source."""


@dataclass(frozen=True)
class Nearby:
    """Entities near the seeds."""

    reached: dict[int, float]
    """Entity -> how near it is, in no order."""
    steps: dict[int, Step]

    @cached_property
    def scores(self) -> Scores:
        """How near each entity is."""
        return Scores.of_items(self.reached)


def nearby(graph: CodeGraph, seeds: Mapping[int, float]) -> Nearby:
    """Return how near each entity lies to weighted seeds.

    A neighbour gets its origin's weight times the decay, shared out over the origin's neighbours of that kind
    by the logarithm of their number.
    """
    total: dict[int, float] = {}
    steps: dict[int, tuple[float, Step]] = {}
    frontier = dict(seeds)
    neighbours = _Neighbours(graph)
    for _ in range(_STEPS):
        reached: dict[int, float] = {}
        for kind, kind_weight in _KIND_WEIGHT.items():
            for direction in _DIRECTIONS:
                for origin, weight in frontier.items():
                    near = neighbours.of(origin, kind, direction)
                    if not near:
                        continue
                    share = weight * kind_weight * _DECAY / math.log2(1 + len(near))
                    for neighbour in near:
                        reached[neighbour] = reached.get(neighbour, 0.0) + share
                        if share > steps.get(neighbour, (0.0,))[0]:
                            steps[neighbour] = (share, Step(origin, kind, direction))
        for entity, weight in reached.items():
            total[entity] = total.get(entity, 0.0) + weight
        strongest = sorted(reached, key=lambda entity: (-reached[entity], entity))[:_FRONTIER]
        frontier = {entity: reached[entity] for entity in strongest}
    return Nearby(total, {entity: step for entity, (_, step) in steps.items()})


class _Neighbours:
    """Reads the neighbours of single entities."""

    def __init__(self, graph: CodeGraph) -> None:
        self._directions = {direction: graph.neighbours(direction) for direction in _DIRECTIONS}
        self._known: dict[tuple[int, Direction], dict[str, list[int]]] = {}

    def of(self, entity: int, kind: str, direction: Direction) -> list[int]:
        """Return the neighbours of one kind, none of a hub."""
        if (entity, direction) not in self._known:
            self._known[entity, direction] = self._by_kind(entity, direction)
        return self._known[entity, direction].get(kind, [])

    def _by_kind(self, entity: int, direction: Direction) -> dict[str, list[int]]:
        offsets, kinds, ends = self._directions[direction]
        edges = slice(int(offsets[entity]), int(offsets[entity + 1]))
        if edges.start == edges.stop:
            return {}
        found = {kind: ends[edges][kinds[edges] == EDGE_NUMBER[kind]] for kind in _KIND_WEIGHT}
        return {kind: near.tolist() for kind, near in found.items() if len(near) <= _MOST_NEIGHBOURS}
