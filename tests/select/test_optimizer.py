"""The optimiser: within its limits, near the optimum, and honest about how near."""

from __future__ import annotations

from math import inf, isclose

import numpy as np
from hypothesis import given, settings
from selection_instances import cost_of, files_of, optimum, problems, value_of

from nsccn.select.objective import Feature, Objective
from nsccn.select.optimizer import solve
from nsccn.select.problem import ABSENT, Option, Problem
from nsccn.select.relaxation import hull, relax


@given(problem=problems())
def test_limits_are_kept_and_figures_are_true(problem: Problem) -> None:
    solution = solve(problem)
    assert cost_of(problem, solution.levels) == solution.cost <= problem.budget
    assert files_of(problem, solution.levels) <= problem.max_files
    assert isclose(value_of(problem, solution.levels), solution.value, abs_tol=1e-9)
    assert solve(problem) == solution


@settings(max_examples=60)
@given(problem=problems())
def test_against_trying_everything(problem: Problem) -> None:
    """The bound always holds; half the optimum is far below what is reached, and more than is guaranteed."""
    solution, best = solve(problem), optimum(problem)
    assert solution.value <= best + 1e-9
    assert best <= relax(problem).upper
    assert solution.value >= best / 2 - 1e-9


def test_the_mean_gap_on_made_up_packs_is_small() -> None:
    """Forty instances shaped like real ones: relevance falls steeply, whole texts have lognormal lengths."""
    random = np.random.default_rng(7)
    gaps = []
    for _ in range(40):
        problem = _pack(random)
        solution, best = solve(problem), optimum(problem)
        assert best <= solution.upper_bound
        gaps.append(1 - solution.value / best if best else 0.0)
    assert sum(gaps) / len(gaps) < 0.01
    assert max(gaps) < 0.05


def _pack(random: np.random.Generator) -> Problem:
    features = [Feature(1.0, 0.5)] * 3 + [Feature(0.2, np.inf)] * 4
    rows, options, scopes = [], [], []
    for _ in range(6):
        file, relevance = int(random.integers(3)), float(random.random() ** 2)
        aspects = ((3 + number, float(random.random())) for number in range(4) if random.random() < 0.2)
        rows.append(((file, relevance), *aspects))
        whole = 45 + int(random.lognormal(5.0, 0.8))
        options.append((Option(20, 0.1), Option(40, 0.2), Option(whole, 1.0)))
        scopes.append((file,))
    budget = int(random.integers(100, 1200))
    return Problem(Objective(features, rows), tuple(options), tuple(scopes), (12, 12, 12), budget, 2)


def test_one_great_item_beats_many_cheap_ones() -> None:
    """By gain per token alone the cheap item would be taken and leave no room for the great one."""
    objective = Objective([Feature(1.0, 0.0)], [((0, 0.02),), ((0, 1.0),)])
    problem = Problem(objective, ((Option(1, 1.0),), (Option(100, 1.0),)), ((0,), (0,)), (0,), 100, 1)
    assert solve(problem).levels == (ABSENT, 0)


def test_a_great_item_is_begun_with_where_one_that_covers_part_of_it_would_leave_no_room() -> None:
    """Beside the cheap item the great one adds less than the cheap one alone, so that no exchange pays."""
    objective = Objective([Feature(1.0, inf)], [((0, 1.0),), ((0, 0.4),)])
    options = ((Option(80, 1.0),), (Option(40, 1.0),))
    assert solve(Problem(objective, options, ((0,), (0,)), (10,), 100, 1)).levels == (0, ABSENT)


def test_an_item_gives_way_to_one_that_is_worth_more() -> None:
    """By gain per token the first item comes first, and leaves too little room for the last."""
    objective = Objective([Feature(1.0, 1.0)], [((0, 0.5),), ((0, 0.8),), ((0, 0.7),)])
    options = ((Option(10, 0.5), Option(90, 1.0)), (Option(30, 1.0),), (Option(70, 1.0),))
    assert solve(Problem(objective, options, ((0,),) * 3, (0,), 100, 1)).levels == (ABSENT, 0, 0)


def test_two_items_make_room_for_one_that_is_worth_more_than_both() -> None:
    objective = Objective([Feature(1.0, 0.0)], [((0, 0.5),), ((0, 0.2),), ((0, 0.8),), ((0, 0.6),)])
    options = ((Option(40, 1.0),), (Option(10, 1.0),), (Option(70, 1.0),), (Option(30, 1.0),))
    assert solve(Problem(objective, options, ((0,),) * 4, (0,), 100, 1)).levels == (ABSENT, ABSENT, 0, 0)


def test_many_small_items_make_room_for_a_great_one() -> None:
    """No single exchange pays, and alone the great item is worth less than the small ones together."""
    small = [((0, 0.2),)] * 10
    objective = Objective([Feature(1.0, 1.0), Feature(1.0, 0.0)], [((1, 1.0),), *small])
    options = ((Option(90, 1.0),), *[(Option(10, 1.0),)] * 10)
    solution = solve(Problem(objective, options, ((0,),) * 11, (0,), 100, 1))
    assert (solution.levels[0], solution.cost) == (0, 100)


def test_a_scope_is_paid_once() -> None:
    objective = Objective([Feature(1.0, 0.0)], [((0, 1.0),), ((0, 1.0),)])
    options = ((Option(10, 1.0),), (Option(10, 1.0),))
    assert solve(Problem(objective, options, ((0, 1), (0, 1)), (5, 5), 30, 1)).cost == 30
    assert solve(Problem(objective, options, ((0,), (1,)), (5, 6), 30, 2)).cost == 15


def test_the_bound_holds_where_items_share_what_they_open() -> None:
    objective = Objective([Feature(1.0, 0.0)], [((0, 1.0),), ((0, 1.0),)])
    problem = Problem(objective, ((Option(10, 1.0),),) * 2, ((0, 1), (0, 1)), (0, 20), 40, 1)
    assert relax(problem).upper >= optimum(problem) == 2.0


def test_nothing_to_choose_from() -> None:
    assert solve(Problem(Objective([], []), (), (), (), 100, 3)).levels == ()


def test_the_hull_skips_levels_that_are_never_worth_their_price() -> None:
    assert hull([(10, 0.1), (20, 0.9), (40, 1.0)]) == [(20.0, 0.9), (20, 1.0 - 0.9)]
