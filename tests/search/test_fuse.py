"""Reciprocal Rank Fusion."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.search.fuse import fuse, rank


def test_positions_are_ranked_by_score_then_by_place() -> None:
    assert rank(np.array([0.0, 2.0, 5.0, 2.0, -1.0]), 10) == [2, 1, 3]
    assert rank(np.array([1.0, 1.0, 1.0, 1.0]), 2) == [0, 1]
    assert rank(np.zeros(3), 5) == []
    assert rank(np.tile([1.0, 2.0], 500), 1_000) == [*range(1, 1_000, 2), *range(0, 1_000, 2)]


def test_the_unweighted_form_is_that_of_the_paper() -> None:
    fused = fuse({"a": [7, 8, 9], "b": [8, 7, 5]}, k=60)
    raw = {7: 1 / 61 + 1 / 62, 8: 1 / 62 + 1 / 61, 9: 1 / 63, 5: 1 / 63}
    assert [one.item for one in fused] == [7, 8, 5, 9]
    for one in fused:
        assert one.score == pytest.approx(raw[one.item] / (2 / 61))


def test_first_in_every_stream_scores_one() -> None:
    assert fuse({"a": [3, 4], "b": [3]}, weights={"a": 2.0})[0].score == 1


def test_a_heavier_stream_decides() -> None:
    streams = {"a": [1, 2], "b": [2, 1]}
    assert fuse(streams, weights={"a": 3.0})[0].item == 1
    assert fuse(streams, weights={"b": 3.0})[0].item == 2


def test_an_empty_stream_does_not_count() -> None:
    assert fuse({"a": [1], "b": []}) == fuse({"a": [1]})
    assert fuse({}) == []


@given(st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_contributions_add_up_to_the_score(streams: dict[str, list[int]]) -> None:
    for one in fuse(streams, weights={"a": 3.0, "b": 0.5}):
        assert sum(share for _, share in one.contributions) == pytest.approx(one.score)
        assert 0 < one.score <= 1


@given(st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_the_order_of_the_streams_does_not_matter(streams: dict[str, list[int]]) -> None:
    backwards = dict(reversed(streams.items()))
    assert [one.item for one in fuse(streams)] == [one.item for one in fuse(backwards)]
