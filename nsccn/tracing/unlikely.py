"""Who calls something only if unlikely calls run what leads there: one of the many overrides of a method.

What stands behind these tells little of what is asked about, and is soon most of a trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.linking.edgetable import VIAS

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.tracing.traversal import Walk

_UNLIKELY: Final = 0.5
"""Below that a call runs another override rather than this one."""


def behind_unlikely(graph: CodeGraph, walk: Walk) -> Array:
    """Return what a walk reaches behind unlikely calls alone.

    Of the calls of what is likely reached the unlikely ones remain where there are no others, and next to the start.
    """
    if not any(_are_unlikely(graph, hops.number).any() for hops in walk.hops):
        return np.zeros(0, np.int64)
    likely = np.zeros(len(graph), np.bool_)
    likely[walk.levels[0]] = True
    ways = [(hops.near, hops.far, _are_unlikely(graph, hops.number), hops.distance) for hops in walk.hops]
    if all(unlikely.all() for _, _, unlikely, distance in ways if distance == 1):
        likely[walk.levels[1]] = True
    _spread(likely, ways)
    leading = np.zeros(len(graph), np.bool_)
    for near, _, unlikely, _ in ways:
        leading[near[~unlikely]] = True
    kept = likely.copy()
    for near, far, _, distance in ways:
        kept[far[likely[near] & ~leading[near]] if distance > 1 else far] = True
    reached = np.concatenate(walk.levels)
    return reached.compress(~kept[reached])


def _are_unlikely(graph: CodeGraph, numbers: Array) -> Array:
    is_override = graph.edge_column("via").take(numbers) == VIAS.index("override")
    found: Array = is_override & (graph.edge_column("probability").take(numbers) < _UNLIKELY)
    return found


def _spread(likely: Array, ways: list[tuple[Array, Array, Array, int]]) -> None:
    """Add what likely calls lead to, until nothing changes."""
    known = 0
    while (now := int(np.count_nonzero(likely))) != known:
        known = now
        for near, far, unlikely, _ in ways:
            likely[far[likely[near] & ~unlikely]] = True
