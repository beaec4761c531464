"""The graph stream: what lies one or two steps from the strongest hits."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from nsccn.graph.codegraph import CodeGraph

_KIND_WEIGHT: Final = {"CALLS": 1.0, "INHERITS": 0.8, "IMPORTS": 0.3}
_DECAY: Final = 0.5
_STEPS: Final = 2
_FRONTIER: Final = 20
_MOST_NEIGHBOURS: Final = 64
"""An entity with more neighbours of one kind is a hub, and close to everything."""


class Step(NamedTuple):
    """The strongest edge by which an entity was reached."""

    origin: int
    kind: str
    direction: Literal["out", "in"]
    """`out`: the origin is the edge's source."""


class Nearby(NamedTuple):
    """Entities near the seeds."""

    scores: NDArray[np.float64]
    steps: dict[int, Step]


def nearby(graph: CodeGraph, seeds: Mapping[int, float]) -> Nearby:
    """Return how near each entity lies to weighted seeds.

    A neighbour gets its origin's weight times the decay, shared out over the origin's neighbours of that kind
    by the logarithm of their number.
    """
    scores = np.zeros(len(graph))
    steps: dict[int, tuple[float, Step]] = {}
    frontier = dict(seeds)
    for _ in range(_STEPS):
        reached: dict[int, float] = {}
        for kind, kind_weight in _KIND_WEIGHT.items():
            for direction in ("out", "in"):
                offsets, neighbours = graph.adjacency((kind,), direction)
                for origin, weight in frontier.items():
                    near = neighbours[int(offsets[origin]) : int(offsets[origin + 1])].tolist()
                    if not near or len(near) > _MOST_NEIGHBOURS:
                        continue
                    share = weight * kind_weight * _DECAY / math.log2(1 + len(near))
                    for neighbour in dict.fromkeys(near):
                        reached[neighbour] = reached.get(neighbour, 0.0) + share
                        if share > steps.get(neighbour, (0.0,))[0]:
                            steps[neighbour] = (share, Step(origin, kind, direction))
        for entity, weight in reached.items():
            scores[entity] += weight
        strongest = sorted(reached, key=lambda entity: (-reached[entity], entity))[:_FRONTIER]
        frontier = {entity: reached[entity] for entity in strongest}
    return Nearby(scores, {entity: step for entity, (_, step) in steps.items()})
