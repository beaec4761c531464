"""An upper bound on what any choice can be worth, and the fractional choice that comes nearest to it.

The objective is concave in the shares, so it lies below each of its tangents. The best value of a tangent
under the budget and the limit on files is bounded by Lagrangian duality: a price per token is taken for the
budget, and each file then either pays for itself or stays closed. From the empty choice on, each next tangent
is taken nearer to the best choice under the last (Frank and Wolfe's method), and the least of the bounds is
kept: it holds for the optimum whatever is chosen, which makes it a data-dependent bound in the sense of
Leskovec et al. (2007), only tighter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, repeat
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from nsccn.select.objective import Floats
    from nsccn.select.problem import Option, Problem

_TANGENTS: Final = 30
_PATIENCE: Final = 5
_PROGRESS: Final = 5e-4
"""After so many tangents that lower the bound by less than this part it is low enough, where each takes its time:"""
_MANY: Final = 100
_PRICES: Final = 6
_MARGIN: Final = 1e-9
"""Covers the rounding of sums."""


class Bound(NamedTuple):
    """The optimum from above."""

    upper: float
    files: tuple[int, ...]
    """The files that the fractional choice opens."""
    slope: Floats
    """How fast the worth grows with the share of each item, along the tangent that gave the bound."""
    price: float
    """What a token is worth there."""

    def regret(self, item: int, options: Sequence[Option], level: int) -> float:
        """Return how much less than the best for it a level of an item is worth, its price paid."""
        slope = float(self.slope[item])
        surplus = [slope * option.share - self.price * option.cost for option in options]
        return max(0.0, *surplus) - surplus[level]


class _Corner(NamedTuple):
    """The best of a tangent."""

    bound: float
    shares: Floats
    price: float


def relax(problem: Problem) -> Bound:
    """Bound the optimum of a problem from above."""
    if not problem.options:
        return Bound(0.0, (), np.zeros(0), 0.0)
    knapsack = _Knapsack(problem)
    objective, price, best = problem.objective, 0.0, np.inf
    point: Floats = np.zeros(len(problem.options))
    least = point, price
    patience: int = _PATIENCE
    for number in range(_TANGENTS):
        if not patience and len(problem.options) > _MANY:
            break
        slope = objective.gradient(point)
        corner = knapsack.maximise(slope, price)
        upper = objective.value(point) - float(slope @ point) + corner.bound
        if upper < best:
            patience = _PATIENCE if upper < best * (1.0 - _PROGRESS) else max(0, patience - 1)
            best, least = upper, (slope, corner.price)
        else:
            patience = max(0, patience - 1)
        point, price = point + (corner.shares - point) * (2.0 / (number + 2.0)), corner.price
    files = knapsack.best_files(objective.gradient(point), price)
    return Bound(best * (1.0 + _MARGIN) + _MARGIN, files, *least)


class _Knapsack:
    """The problem with a linear objective and fractions allowed.

    The cost of an inner scope is divided among all items that could need it, so that no choice pays more here
    than it does in truth; the cost of a file is paid whole.
    """

    def __init__(self, problem: Problem) -> None:
        needed = [scope for scopes in problem.scopes for scope in scopes]
        users = np.bincount(needed, minlength=len(problem.scope_costs))
        steps: list[tuple[int, float, float]] = []
        for item, (options, (file, *inner)) in enumerate(zip(problem.options, problem.scopes, strict=True)):
            room = problem.budget - problem.scope_costs[file] - sum(problem.scope_costs[s] for s in inner)
            part = float(sum(problem.scope_costs[s] / users[s] for s in inner))
            points = [(option.cost + part, option.share) for option in options if option.cost <= room]
            steps.extend((item, *step) for step in hull(points))
        self._budget, self._max_files, self._count = problem.budget, problem.max_files, len(problem.options)
        self._item = np.array([item for item, _, _ in steps], dtype=np.intp)
        self._file = np.array([problem.scopes[item][0] for item, _, _ in steps], dtype=np.intp)
        self._cost = np.array([cost for _, cost, _ in steps], dtype=np.float64)
        self._share = np.array([share for _, _, share in steps], dtype=np.float64)
        self._opening = np.array(problem.scope_costs, dtype=np.float64)

    def maximise(self, slope: Floats, price: float) -> _Corner:
        """Bound the best of a linear objective; `price` is where to begin to look for the price per token."""
        worth = slope[self._item] * self._share
        best, cost, shares = self._priced(worth, 0.0)
        if cost <= self._budget:
            return _Corner(best, shares, 0.0)
        cheap, dear = (cost, shares), (0.0, np.zeros(self._count))
        low, high = 0.0, float((worth / self._cost).max())
        for probe in _probes(price):
            middle = probe if low < probe < high else (low + high) / 2.0
            bound, cost, shares = self._priced(worth, middle)
            if bound < best:
                best, price = bound, middle
            if cost > self._budget:
                low, cheap = middle, (cost, shares)
            else:
                high, dear = middle, (cost, shares)
        part = (self._budget - dear[0]) / (cheap[0] - dear[0])
        return _Corner(best, dear[1] + (cheap[1] - dear[1]) * part, price)

    def _priced(self, worth: Floats, price: float) -> tuple[float, float, Floats]:
        """Return the dual value at a price per token, and cost and shares of the choice that attains it."""
        surplus = worth - price * self._cost
        taken = surplus > 0.0
        files = self._surplus_of_files(np.where(taken, surplus, 0.0), price)
        opened = self._open(files)
        taken &= opened[self._file]
        cost = float(self._cost[taken].sum() + self._opening[opened].sum())
        shares = np.bincount(self._item[taken], weights=self._share[taken], minlength=self._count)
        return float(price * self._budget + files[opened].sum()), cost, shares.astype(np.float64)

    def _open(self, files: Floats) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        paying: np.ndarray[tuple[int], np.dtype[np.bool_]] = files > 0.0
        if np.count_nonzero(paying) <= self._max_files:
            return paying
        opened = np.zeros(len(files), dtype=np.bool_)
        opened[np.argsort(-files, kind="stable")[: self._max_files]] = True
        return opened & paying

    def best_files(self, slope: Floats, price: float) -> tuple[int, ...]:
        """Return the files that pay for themselves at a price."""
        surplus = np.clip(slope[self._item] * self._share - price * self._cost, 0.0, None)
        return tuple(int(file) for file in np.nonzero(self._open(self._surplus_of_files(surplus, price)))[0])

    def _surplus_of_files(self, surplus: Floats, price: float) -> Floats:
        files = np.bincount(self._file, weights=surplus, minlength=len(self._opening)).astype(np.float64)
        return files - price * self._opening


def _probes(price: float) -> Iterator[float]:
    """Yield prices to try: about the last one first; 0 stands for the middle of what is left."""
    yield from (price, price * 1.1, price / 1.1)
    yield from repeat(0.0, _PRICES)


def hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the steps of the upper concave hull from (0, 0) through points of growing cost and share."""
    corners = [(0.0, 0.0)]
    for cost, share in points:
        while len(corners) > 1:
            (cost_0, share_0), (cost_1, share_1) = corners[-2:]
            if (share_1 - share_0) * (cost - cost_1) > (share - share_1) * (cost_1 - cost_0):
                break
            corners.pop()
        corners.append((cost, share))
    return [(c1 - c0, s1 - s0) for (c0, s0), (c1, s1) in pairwise(corners)]
