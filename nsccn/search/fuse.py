"""Reciprocal Rank Fusion: ranked streams into one ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
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
    least = _floor(scores, limit)
    positive = np.flatnonzero(scores >= least if least > 0 else scores > 0)
    if len(positive) > limit:
        least = np.partition(scores[positive], len(positive) - limit)[len(positive) - limit]
        positive = positive[scores[positive] >= least]
    order = np.argsort(-scores[positive], kind="stable")
    return [int(position) for position in positive[order[:limit]]]


def _floor(scores: NDArray[np.float64], limit: int) -> float:
    """Return a number that at least `limit` scores reach: the maxima of that many stretches reach it."""
    stretches = 4 * limit
    width = len(scores) // stretches
    if width < 2:
        return 0.0
    maxima = scores[: stretches * width].reshape(stretches, width).max(axis=1)
    return float(np.partition(maxima, stretches - limit)[stretches - limit])


def fuse(
    streams: Mapping[str, Sequence[int]],
    *,
    k: int = 60,
    weights: Mapping[str, float] | None = None,
    limit: int | None = None,
) -> list[Fused]:
    """Merge ranked streams: each gives `weight / (k + rank)` to an item, ranks from 1.

    Empty streams do not count. A stream without a weight has weight 1. Equal scores are ordered by item.
    """
    given = {name: (weights or {}).get(name, 1.0) for name, items in streams.items() if items}
    given = {name: weight for name, weight in given.items() if weight > 0}
    highest = fsum(given.values()) / (k + 1)
    shares: dict[int, list[tuple[str, float]]] = {}
    for name, weight in given.items():
        for place, item in enumerate(streams[name], 1):
            shares.setdefault(item, []).append((name, weight / (k + place) / highest))
    scores = {item: min(1.0, fsum(share for _, share in found)) for item, found in shares.items()}
    best = sorted(scores, key=lambda item: (-scores[item], item))[:limit]
    return [Fused(item, scores[item], _largest_first(shares[item])) for item in best]


def _largest_first(shares: list[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(shares, key=lambda share: (-share[1], share[0])))
