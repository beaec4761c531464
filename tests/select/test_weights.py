"""Weights: defaults from one file, changed by a mapping, refused with one sentence."""

from __future__ import annotations

import math

import pytest

from nsccn.errors import InvalidArgument
from nsccn.select.weights import CATEGORIES, WeightConfig, tables, wishes


def test_defaults_come_from_the_file() -> None:
    assert WeightConfig.of(None) == WeightConfig() == WeightConfig.of({})
    assert WeightConfig().mentions == tables().signals["mentions"]


def test_a_mapping_changes_what_it_names() -> None:
    weights = WeightConfig.of({"mentions": 7})
    assert weights.mentions == 7
    assert weights.lexical_sim == WeightConfig().lexical_sim


def test_a_configuration_is_taken_as_it_is() -> None:
    weights = WeightConfig(redundancy=0)
    assert WeightConfig.of(weights) is weights


@pytest.mark.parametrize(
    ("weights", "sentence"),
    [
        ({"mention": 1.0}, "No weight is named 'mention'; there are symbol_overlap, definition_match, "),
        ({"mentions": -0.5}, "The weight mentions is -0.5; give a number of 0 or more."),
        ({"mentions": math.nan}, "The weight mentions is nan; give a number of 0 or more."),
        ({"mentions": "high"}, "The weight mentions must be a number, not 'high'."),
        ({"mentions": True}, "The weight mentions must be a number, not True."),
        (
            dict.fromkeys(tables().signals, 0.0),
            "All weights are 0; give at least one signal a weight above 0.",
        ),
        ([("mentions", 1.0)], "Weights are a mapping of names to numbers, or a WeightConfig."),
    ],
)
def test_what_is_refused(weights: object, sentence: str) -> None:
    with pytest.raises(InvalidArgument) as caught:
        WeightConfig.of(weights)  # type: ignore[arg-type]
    assert str(caught.value).startswith(sentence)


def test_each_intent_shares_one_wish_among_the_categories() -> None:
    assert len(tables().intents) == 6
    for intent in tables().intents:
        shares = wishes(intent)
        assert tuple(shares) == CATEGORIES
        assert math.isclose(sum(shares.values()), 1.0)
    assert wishes("TEST_WRITING")["callers"] == 0
    assert wishes("USAGE_EXPLORATION")["callers"] == 0.65
