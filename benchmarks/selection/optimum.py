"""How near the solver comes to the optimum on problems that real tasks pose, and whether its certificate is true.

The optimum is found by HiGHS as a mixed integer program. What is concave in the objective stands in it as the least of
tangents, which lie above: so what HiGHS proves is a bound from above. Where its choice is worth less than the bound,
tangents at that choice are added and it is asked again, until choice and bound are nearly the same (outer
approximation, after Kelley, and Duran and Grossmann). What remains between them is the error of the optimum, and is
printed; the gap is measured from the upper end.
"""

from __future__ import annotations

import sys
import time
from math import inf
from statistics import mean, median
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from labels import by_source, read_tasks, unpacked
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from nsccn.errors import BudgetTooSmall
from nsccn.index import RepoIndex
from nsccn.select.api import state
from nsccn.select.forms.compact import Compact
from nsccn.select.objective import Feature, Objective, bend
from nsccn.select.optimizer import solve
from nsccn.select.request import check_limits
from nsccn.select.weights import WeightConfig
from nsccn.settings import Settings

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from nsccn.select.problem import Problem

_PRECISE: Final = 1e-5
"""Choice and bound are this near, as a share, before the optimum counts as found."""
_ROUNDS: Final = 40
_FIRST_TANGENTS: Final = 12
_SECONDS: Final = 120.0
"""For one problem; what is not solved by then is left out, and counted."""
_FILES: Final = 15


class Optimum(NamedTuple):
    """Where the optimum lies."""

    lower: float
    upper: float


class Result(NamedTuple):
    """One problem, solved both ways."""

    items: int
    value: float
    bound: float
    optimum: Optimum

    @property
    def gap(self) -> float:
        """What is missing at most, as a share of the optimum."""
        return max(0.0, 1.0 - self.value / self.optimum.upper)

    @property
    def is_true(self) -> bool:
        """Tell whether the certificate says no more than what was reached: value / bound <= value / optimum."""
        return self.bound >= self.optimum.lower * (1.0 - 1e-9)


def run(options: Namespace) -> None:
    """Solve the problems of the labelled tasks, and print the gaps."""
    results, unsolved = [], 0
    for problem in _problems(options):
        optimum = exact(problem)
        if optimum is None:
            unsolved += 1
            continue
        solution = solve(problem)
        results.append(Result(len(problem.options), solution.value, solution.upper_bound, optimum))
        print(f"{len(results)} gap {results[-1].gap:.4%}", file=sys.stderr)
    gaps = sorted(result.gap for result in results)
    error = max(1.0 - one.optimum.lower / one.optimum.upper for one in results)
    print(f"{len(results)} problems, of {median(r.items for r in results):.0f} items in the median")
    print(f"not solved in {_SECONDS:.0f} s: {unsolved}; optimum known to {error:.1e} of itself at worst")
    print(f"gap: mean {mean(gaps):.3%}, median {median(gaps):.3%}, worst {gaps[-1]:.3%}")
    print(f"optimal: {sum(gap <= 2 * _PRECISE for gap in gaps)}")
    print(
        f"certificates: mean {mean(r.value / r.bound for r in results):.4f},"
        f" untrue {sum(not r.is_true for r in results)}"
    )


def _problems(options: Namespace) -> Iterator[Problem]:
    for source, tasks in by_source(read_tasks()).items():
        root = unpacked(source, options.sources)
        index = RepoIndex.build(root, settings=Settings(cache_dir=options.cache))
        for task in tasks:
            for budget in options.budgets:
                limits = check_limits(budget, _FILES, 0.0)
                try:
                    stated = state(
                        index, task.text, limits, include_tests=None, weights=WeightConfig(), form=Compact()
                    )
                except BudgetTooSmall:
                    continue
                yield smaller(stated.problem, [item.score for item in stated.draft.items], options.items)
        index.close()


def smaller(problem: Problem, scores: list[float], count: int) -> Problem:
    """Keep the items of the highest scores."""
    kept = sorted(sorted(range(len(scores)), key=lambda item: (-scores[item], item))[:count])
    objective = Objective(problem.objective.features, [problem.objective.rows[item] for item in kept])
    return problem._replace(
        objective=objective,
        options=tuple(problem.options[item] for item in kept),
        scopes=tuple(problem.scopes[item] for item in kept),
    )


def exact(problem: Problem) -> Optimum | None:
    """Return where the optimum lies, or None where that takes too long."""
    program, deadline = Program(problem), time.monotonic() + _SECONDS
    lower, upper = 0.0, inf
    for _ in range(_ROUNDS):
        answer = program.solve(max(1.0, deadline - time.monotonic()))
        if answer is None:
            return None
        shares, bound = answer
        lower, upper = max(lower, problem.objective.value(shares)), min(upper, bound)
        if upper - lower <= _PRECISE * upper:
            return Optimum(lower, upper)
        program.add_tangents(problem.objective.amounts(np.array(shares)))
        if time.monotonic() > deadline:
            return None
    return None


class Program:
    """The problem as a mixed integer program: a binary for each level and scope, a worth for each feature."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._levels = [(item, option) for item, options in enumerate(problem.options) for option in options]
        scopes, features = len(problem.scope_costs), problem.objective.features
        self._first_scope = len(self._levels)
        self._first_worth = self._first_scope + scopes
        self._count = self._first_worth + len(features)
        self._entries: list[tuple[int, int, float]] = []
        self._most: list[float] = []
        self._constrain()
        highest = problem.objective.amounts(np.ones(len(problem.options)))
        for part in range(_FIRST_TANGENTS + 1):
            self.add_tangents(highest * (part / _FIRST_TANGENTS) ** 2)

    def _constrain(self) -> None:
        problem, of_item, columns = self._problem, dict[int, list[int]](), range(len(self._levels))
        for column in columns:
            of_item.setdefault(self._levels[column][0], []).append(column)
        price = {column: float(self._levels[column][1].cost) for column in columns}
        opening = {self._first_scope + s: float(cost) for s, cost in enumerate(problem.scope_costs)}
        self._at_most(price | opening, problem.budget)
        files = {scopes[0] for scopes in problem.scopes}
        self._at_most({self._first_scope + file: 1.0 for file in files}, problem.max_files)
        for item, columns_of_item in of_item.items():
            shown = dict.fromkeys(columns_of_item, 1.0)
            self._at_most(shown, 1.0)
            for scope in problem.scopes[item]:
                self._at_most(shown | {self._first_scope + scope: -1.0}, 0.0)

    def _at_most(self, row: dict[int, float], most: float) -> None:
        self._entries += [(len(self._most), column, value) for column, value in row.items()]
        self._most.append(float(most))

    def add_tangents(self, amounts: np.ndarray) -> None:
        """Bound the worth of each feature by its tangent at an amount: worth - slope * amount <= bend - slope * at."""
        rows: list[dict[int, float]] = [{} for _ in self._problem.objective.features]
        for column, (item, option) in enumerate(self._levels):
            for feature, amount in self._problem.objective.rows[item]:
                rows[feature][column] = amount * option.share
        for number, (feature, at) in enumerate(zip(self._problem.objective.features, amounts, strict=True)):
            slope = _slope(feature, float(at))
            row = {column: -slope * amount for column, amount in rows[number].items()}
            most = bend(feature.curvature, float(at)) - slope * float(at)
            self._at_most(row | {self._first_worth + number: 1.0}, most)

    def solve(self, seconds: float) -> tuple[list[float], float] | None:
        """Return the shares of the best choice, and what none can be worth more than; None if it takes too long."""
        weights = np.zeros(self._count)
        weights[self._first_worth :] = [-feature.weight for feature in self._problem.objective.features]
        rows, columns, values = zip(*self._entries, strict=True)
        matrix = coo_array((values, (rows, columns)), shape=(len(self._most), self._count)).tocsr()
        integral = np.zeros(self._count)
        integral[: self._first_worth] = 1
        highest = np.full(self._count, inf)
        highest[: self._first_worth] = 1
        found = milp(
            weights,
            integrality=integral,
            bounds=Bounds(0.0, highest),
            constraints=LinearConstraint(matrix, -inf, np.array(self._most)),
            options={"mip_rel_gap": _PRECISE / 4, "time_limit": seconds},
        )
        if found.x is None or found.mip_dual_bound is None or found.status != 0:
            return None
        shares = [0.0] * len(self._problem.options)
        for (item, option), chosen in zip(self._levels, found.x, strict=False):
            if chosen > 0.5:
                shares[item] = option.share
        return shares, -float(found.mip_dual_bound)


def _slope(feature: Feature, at: float) -> float:
    if feature.curvature == inf:
        return 2.0 * max(0.0, 1.0 - at)
    return 1.0 / (1.0 + feature.curvature * at)
