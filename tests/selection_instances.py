"""Random instances of the selection problem, small enough to be solved by trying everything."""

from __future__ import annotations

from itertools import product
from math import inf

from hypothesis import strategies as st

from nsccn.select.objective import Feature, Objective, Row
from nsccn.select.problem import ABSENT, Option, Problem

_amounts = st.floats(0.0, 1.0, allow_nan=False, width=32)
_features = st.builds(Feature, weight=_amounts, curvature=st.sampled_from((0.0, 0.5, 2.0, inf)))


@st.composite
def objectives(draw: st.DrawFn, *, items: int) -> Objective:
    """An objective over a few items and features."""
    features = draw(st.lists(_features, min_size=1, max_size=5))
    row = st.dictionaries(st.integers(0, len(features) - 1), _amounts, max_size=4).map(_row)
    return Objective(features, draw(st.lists(row, min_size=items, max_size=items)))


def _row(amounts: dict[int, float]) -> Row:
    return tuple(sorted(amounts.items()))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem of up to six items in up to three files, each with an inner scope."""
    objective = draw(objectives(items=draw(st.integers(1, 6))))
    steps = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 10)), min_size=1, max_size=3)
    options, scopes = [], []
    for _ in objective.rows:
        grown, cost, share = [], 0, 0
        for extra, more in draw(steps):
            cost, share = cost + extra, share + more
            grown.append((cost, share))
        options.append(tuple(Option(cost, part / share) for cost, part in grown))
        file = draw(st.integers(0, 2))
        scopes.append((file, 3 + file) if draw(st.booleans()) else (file,))
    costs = tuple(draw(st.lists(st.integers(0, 15), min_size=6, max_size=6)))
    budget = draw(st.integers(1, 200))
    return Problem(objective, tuple(options), tuple(scopes), costs, budget, draw(st.integers(1, 3)))


def cost_of(problem: Problem, levels: tuple[int, ...]) -> int:
    """What a choice costs, counted from scratch."""
    shown = [item for item, level in enumerate(levels) if level != ABSENT]
    opened = {scope for item in shown for scope in problem.scopes[item]}
    pieces = sum(problem.options[item][levels[item]].cost for item in shown)
    return pieces + sum(problem.scope_costs[scope] for scope in opened)


def files_of(problem: Problem, levels: tuple[int, ...]) -> int:
    """How many files a choice opens."""
    return len({problem.scopes[item][0] for item, level in enumerate(levels) if level != ABSENT})


def value_of(problem: Problem, levels: tuple[int, ...]) -> float:
    """What a choice is worth, counted from scratch."""
    shares = [
        0.0 if level == ABSENT else options[level].share
        for level, options in zip(levels, problem.options, strict=True)
    ]
    return problem.objective.value(shares)


def optimum(problem: Problem) -> float:
    """The best value of all choices, by trying each."""
    return max(
        value_of(problem, levels)
        for levels in product(*(range(ABSENT, len(options)) for options in problem.options))
        if cost_of(problem, levels) <= problem.budget and files_of(problem, levels) <= problem.max_files
    )
