"""Reciprocal Rank Fusion: ranked streams into one ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Fused(NamedTuple):
    """One item of a fused ranking."""

    item: int
    score: float
    """In [0, 1]; 1 for an item that is first in every stream."""
    contributions: tuple[tuple[str, float], ...]
    """What each stream gave, largest first; their sum is the score."""


def rank(scores: NDArray[np.float64], limit: int) -> list[int]:
    """Return the positions of the highest positive scores, best first, equal ones in order of position."""
    positive = np.flatnonzero(scores > 0)
    if len(positive) > limit:
        least = np.partition(scores[positive], len(positive) - limit)[len(positive) - limit]
        positive = positive[scores[positive] >= least]
    order = np.argsort(-scores[positive], kind="stable")
    return [int(position) for position in positive[order[:limit]]]


def fuse(
    streams: Mapping[str, Sequence[int]], *, k: int = 60, weights: Mapping[str, float] | None = None
) -> list[Fused]:
    """Merge ranked streams: each gives `weight / (k + rank)` to an item, ranks from 1.

    Empty streams do not count. A stream without a weight has weight 1. Equal scores are ordered by item.
    """
    given = {name: (weights or {}).get(name, 1.0) for name, items in streams.items() if items}
    total = sum(given.values())
    shares: dict[int, list[tuple[str, float]]] = {}
    for name, weight in given.items():
        for place, item in enumerate(streams[name], 1):
            if weight > 0:
                shares.setdefault(item, []).append((name, weight * (k + 1) / (k + place) / total))
    fused = [
        Fused(
            item, sum(share for _, share in found), tuple(sorted(found, key=lambda pair: (-pair[1], pair[0])))
        )
        for item, found in shares.items()
    ]
    return sorted(fused, key=lambda one: (-one.score, one.item))
