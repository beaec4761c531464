"""What a selection is worth: a sum of concave functions of how much of each feature it shows.

`f(t) = sum_k weight_k * g_k(sum_i amount_ki * t_i)`, where `t_i` in [0, 1] is the share of item `i` that is
shown. Every `g_k` is concave and grows from `g_k(0) = 0`, all amounts are 0 or more, so `f` is monotone and
submodular over the pairs of item and level. `docs/selection.md` says which features there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log1p
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from nsccn.select.problem import Option

Row: TypeAlias = tuple[tuple[int, float], ...]
"""The features of one item: (feature, amount at the whole text)."""
Floats: TypeAlias = NDArray[np.float64]


class Feature(NamedTuple):
    """One thing that a selection can have more or less of."""

    weight: float
    curvature: float
    """`log1p(curvature * u) / curvature`; 0 is a straight line, infinite is full at 1: `1 - (1 - u)**2`."""


def bend(curvature: float, amount: float) -> float:
    """Return the worth of an amount of one feature, weight left out."""
    if curvature == inf:
        short = 1.0 - amount
        return 1.0 - short * short if short > 0.0 else 1.0
    return log1p(curvature * amount) / curvature if curvature else amount


class Objective:
    """The objective of one task, fixed."""

    def __init__(self, features: Sequence[Feature], rows: Sequence[Row]) -> None:
        self.features = tuple(features)
        self.rows = tuple(rows)
        self.terms = tuple(
            tuple((feature, amount, *self.features[feature]) for feature, amount in row) for row in rows
        )
        """Of each item: feature, amount, weight and curvature; one look-up where speed counts."""
        entries = [(item, feature, amount) for item, row in enumerate(rows) for feature, amount in row]
        self._items = np.array([item for item, _, _ in entries], dtype=np.intp)
        self._features = np.array([feature for _, feature, _ in entries], dtype=np.intp)
        self._amounts = np.array([amount for _, _, amount in entries], dtype=np.float64)
        self._weights = np.array([feature.weight for feature in features], dtype=np.float64)
        self._curvature = np.array([feature.curvature for feature in features], dtype=np.float64)

    def amounts(self, shares: Floats) -> Floats:
        """Return how much of each feature is shown."""
        return np.bincount(
            self._features, weights=self._amounts * shares[self._items], minlength=len(self.features)
        ).astype(np.float64)

    def value(self, shares: Sequence[float] | Floats) -> float:
        """Return the worth of showing each item to its share."""
        amounts = self.amounts(np.asarray(shares, dtype=np.float64))
        worth = (weight * bend(curve, u) for (weight, curve), u in zip(self.features, amounts, strict=True))
        return float(sum(worth))

    def gradient(self, shares: Floats) -> Floats:
        """Return how fast the worth grows with the share of each item."""
        amounts = self.amounts(shares)
        full = np.isinf(self._curvature)
        curvature = np.where(full, 0.0, self._curvature)
        slopes = np.where(full, 2.0 * np.clip(1.0 - amounts, 0.0, None), 1.0 / (1.0 + curvature * amounts))
        entries = self._amounts * (self._weights * slopes)[self._features]
        return np.bincount(self._items, weights=entries, minlength=len(self.rows)).astype(np.float64)


class State:
    """A selection while it grows: shares, and what each feature has reached."""

    def __init__(self, objective: Objective) -> None:
        self.objective = objective
        self.shares = [0.0] * len(objective.rows)
        self._amounts = [0.0] * len(objective.features)
        self._worth = [0.0] * len(objective.features)

    def gain(self, item: int, share: float) -> float:
        """Return what changing the share of one item adds; negative when it shrinks."""
        return self.gains(item, (Option(0, share),), 0)[0]

    def gains(self, item: int, options: Sequence[Option], room: int) -> list[float]:
        """Return what each option of an item adds, up to the first that does not fit; they grow in cost."""
        amounts, worth, terms, now = self._amounts, self._worth, self.objective.terms[item], self.shares[item]
        gains = []
        # As `bend`, spelled out: nine tenths of the optimiser's time are spent here.
        for cost, share in options:
            if cost > room:
                break
            total, change = 0.0, share - now
            for feature, amount, weight, curvature in terms:
                shown = amounts[feature] + amount * change
                if curvature == inf:
                    short = 1.0 - shown
                    total += weight * ((1.0 - short * short if short > 0.0 else 1.0) - worth[feature])
                elif curvature:
                    total += weight * (log1p(curvature * shown) / curvature - worth[feature])
                else:
                    total += weight * (shown - worth[feature])
            gains.append(total)
        return gains

    def show(self, item: int, share: float) -> None:
        """Change the share of one item."""
        change = share - self.shares[item]
        self.shares[item] = share
        for feature, amount in self.objective.rows[item]:
            self._amounts[feature] = max(0.0, self._amounts[feature] + amount * change)
            self._worth[feature] = bend(self.objective.features[feature].curvature, self._amounts[feature])
