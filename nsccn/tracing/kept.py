"""What of a walk is kept where there is no room for all: the nearest and surest, or the ways to what is looked for."""

from __future__ import annotations

from collections import deque
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.tracing.aside import are_aside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.tracing.traversal import Hops, Walk

_UNLIKELY: Final = 0.25
"""So unlikely are, for one, the many overrides of a method of an object that is declared to be of the base."""
OF_ASIDE: Final = 0.5
"""How much what an edge says counts where it leads to a test, an example or the like."""


def not_chosen(walk: Walk, chosen: Sequence[int]) -> list[int]:
    """Return how many entities were not chosen at each distance from 1 on."""
    counts = np.bincount(walk.distance_of(np.array(chosen, np.int64)), minlength=len(walk.levels))
    return [len(level) - kept for level, kept in zip(walk.levels[1:], counts[1:].tolist(), strict=True)]


def not_aimed_at(walk: Walk, aimed: Sequence[Hops], chosen: Sequence[int]) -> list[int]:
    """Return how many ends of edges were not chosen at each distance from 1 on."""
    ends = _entities(end for hops in aimed for end in (hops.near, hops.far))
    left = ends[np.isin(ends, np.array(chosen, np.int64), invert=True)]
    counts: list[int] = np.bincount(walk.distance_of(left) + 1)[2:].tolist()
    return counts


def nearest(graph: CodeGraph, walk: Walk, limit: int) -> list[int]:
    """Return the nearest entities; of those the surest, then what stands first.

    Where there is no room for all, what is reached over unlikely edges alone, as one of many overrides, comes last.
    """
    chosen, least = _nearest_of(graph, walk, limit)
    if least > _UNLIKELY or sum(map(len, walk.levels[1:])) <= limit:
        return chosen
    likely = walk.reached_by(_UNLIKELY)
    chosen, _ = _nearest_of(graph, walk, limit, likely)
    return chosen + _nearest_of(graph, walk, limit - len(chosen), ~likely)[0]


def _nearest_of(
    graph: CodeGraph, walk: Walk, limit: int, among: Array | None = None
) -> tuple[list[int], float]:
    """Choose so among some entities; return how sure the least sure are, too.

    What is aside counts half as sure: a likely caller in the product goes before all tests, as does who likely uses a
    type there, an unlikely one behind.
    """
    chosen: dict[int, None] = {}
    least = 1.0
    for distance in range(1, len(walk.levels)):
        waiting: deque[tuple[float, Array]] = deque()
        if len(chosen) >= limit:
            break
        for certainty, entities in walk.surest(distance, among):
            while waiting and waiting[0][0] > certainty:
                chosen.update(dict.fromkeys(waiting.popleft()[1].tolist()))
            aside, most = are_aside(graph, entities), limit + len(chosen)
            chosen.update(dict.fromkeys(entities[~aside][:most].tolist()))
            waiting.append((certainty * OF_ASIDE, entities[aside][:most]))
            least = min(least, certainty)
            if len(chosen) >= limit:
                break
        for _, entities in waiting:
            chosen.update(dict.fromkeys(entities.tolist()))
    return list(chosen)[:limit], least


def _entities(columns: Iterable[Array]) -> Array:
    """Return the distinct entities of some columns."""
    return np.unique(np.concatenate([np.zeros(0, np.int32), *columns]))


def with_ways(walk: Walk, aimed: Sequence[Hops], limit: int) -> list[int]:
    """Return the ends of as many edges as fit, nearest first, with the entities on the way to them behind.

    The first that does not fit is the last to be tried, so that with more room what has it now has it too.
    """
    chosen: dict[int, None] = {}
    ends = set(_entities(hops.far for hops in aimed).tolist())
    pairs = (sorted(zip(hops.near.tolist(), hops.far.tolist(), strict=True)) for hops in aimed)
    for near, far in chain.from_iterable(pairs):
        way = [far] if walk.distance_of(far) > 0 and far not in chosen else []
        place = near
        while walk.distance_of(place) > 0 and place not in chosen:
            way.append(place)
            place = walk.parent(place)
        if len(chosen) + len(way) > limit:
            break
        chosen.update(dict.fromkeys(way))
    return sorted(chosen, key=lambda entity: (int(walk.distance_of(entity)), entity not in ends, entity))
