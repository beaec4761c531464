"""The objective: monotone, with diminishing returns, and the same however it is reached."""

from __future__ import annotations

from math import inf, isclose

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from selection_instances import objectives

from nsccn.select.objective import Feature, Objective, State, bend

_EPSILON = 1e-9
_objectives = objectives(items=5)
_shares = st.lists(st.floats(0.0, 1.0, allow_nan=False), min_size=5, max_size=5)


@given(objective=_objectives, one=_shares, other=_shares)
def test_showing_more_is_never_worth_less(objective: Objective, one: list[float], other: list[float]) -> None:
    more = [max(pair) for pair in zip(one, other, strict=True)]
    assert objective.value(more) >= objective.value(one) - _EPSILON
    assert objective.value([0.0] * 5) == 0.0


@given(objective=_objectives, one=_shares, other=_shares, item=st.integers(0, 4), share=st.floats(0.0, 1.0))
def test_returns_diminish(
    objective: Objective, one: list[float], other: list[float], item: int, share: float
) -> None:
    """Adding a level to a larger selection gains no more than adding it to a smaller one."""
    more = [max(pair) for pair in zip(one, other, strict=True)]

    def gain(shares: list[float]) -> float:
        added = [max(share, old) if number == item else old for number, old in enumerate(shares)]
        return objective.value(added) - objective.value(shares)

    assert gain(more) <= gain(one) + _EPSILON


@given(objective=_objectives, steps=st.lists(st.tuples(st.integers(0, 4), st.floats(0.0, 1.0)), max_size=12))
def test_gains_add_up_to_the_value(objective: Objective, steps: list[tuple[int, float]]) -> None:
    state, total = State(objective), 0.0
    for item, share in steps:
        total += state.gain(item, share)
        state.show(item, share)
    assert isclose(total, objective.value(state.shares), abs_tol=1e-6)


@given(objective=_objectives, one=_shares, other=_shares)
def test_the_objective_lies_below_its_tangents(
    objective: Objective, one: list[float], other: list[float]
) -> None:
    here, there = np.array(one), np.array(other)
    tangent = objective.value(here) + float(objective.gradient(here) @ (there - here))
    assert objective.value(there) <= tangent + _EPSILON


def test_an_aspect_is_covered_once() -> None:
    assert bend(inf, 0.5) == 0.75
    assert bend(inf, 1.0) == bend(inf, 3.0) == 1.0


def test_without_curvature_pieces_of_one_file_do_not_disturb_each_other() -> None:
    rows = (((0, 0.5),), ((0, 0.5),))
    assert Objective([Feature(2.0, 0.0)], rows).value([1.0, 1.0]) == 2.0
    assert Objective([Feature(2.0, 1.0)], rows).value([1.0, 1.0]) < 2.0
