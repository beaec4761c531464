"""How central each entity of a graph is: PageRank, by power iteration over the graph's compressed rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

FOLLOWED: Final = ("CALLS", "REFERENCES", "INHERITS", "IMPORTS")
"""The edges by which one entity says that it needs another."""
_DAMPING: Final = 0.85
_TOLERANCE: Final = 1e-9
"""Sum of all changes in one step below which the ranks have settled."""
_MOST_STEPS: Final = 100


def page_rank(graph: CodeGraph, preferred: Mapping[int, float] | None = None) -> Array:
    """Return the rank of every entity; the ranks add up to 1.

    Args:
        graph: the graph; an edge counts as much as it is probable, several between two entities as their sum.
        preferred: entity -> weight above 0 of where a walk begins and begins anew; none for all alike.
    """
    size = len(graph)
    if size == 0:
        return np.zeros(0)
    start = _start(size, preferred)
    targets, sources, weights, outgoing = _rows(graph)
    settled = outgoing > 0
    rows, firsts = np.unique(targets, return_index=True)
    rank = start
    for _ in range(_MOST_STEPS):
        handed = np.zeros(size)
        if len(rows):
            handed[rows] = np.add.reduceat(rank[sources] * weights, firsts)
        # What leads nowhere begins anew.
        handed += start * rank[~settled].sum()
        following = _DAMPING * handed + (1 - _DAMPING) * start
        change = float(np.abs(following - rank).sum())
        rank = following
        if change < _TOLERANCE:
            break
    return rank


def _start(size: int, preferred: Mapping[int, float] | None) -> Array:
    if not preferred:
        return np.full(size, 1 / size)
    start = np.zeros(size)
    start[list(preferred)] = list(preferred.values())
    return np.asarray(start / start.sum())


def _rows(graph: CodeGraph) -> tuple[Array, Array, Array, Array]:
    """Return targets in order, with source and share of each edge, and what goes out of each entity in all."""
    incoming = graph.edges_by_target
    wanted = np.isin(graph.edge_column("kind"), [EDGE_NUMBER[kind] for kind in FOLLOWED])
    chosen = incoming[wanted[incoming]]
    targets, sources = graph.edge_column("target")[chosen], graph.edge_column("source")[chosen]
    probability = graph.edge_column("probability")[chosen].astype(np.float64)
    outgoing = np.bincount(sources, weights=probability, minlength=len(graph))
    return targets, sources, probability / outgoing[sources], outgoing
