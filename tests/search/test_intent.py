"""The kind of work that a task is."""

from __future__ import annotations

import pytest

from nsccn.search.intent import INTENTS, intent


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("Fix crash in the parser when the input is empty", "BUG_FIX"),
        ("TypeError: cannot read property x of undefined", "BUG_FIX"),
        ("Session.close() does not close its adapters\n\nExpected behaviour: ...", "BUG_FIX"),
        ("Add a --json option to the export command", "IMPLEMENTATION"),
        ("Implement retry with backoff", "IMPLEMENTATION"),
        ("Refactor session handling", "REFACTOR"),
        ("Rename Foo to Bar", "REFACTOR"),
        ("Add tests for the tokenizer", "TEST_WRITING"),
        ("write unit tests covering the cache", "TEST_WRITING"),
        ("who calls get_response", "USAGE_EXPLORATION"),
        ("how are routes grouped", "USAGE_EXPLORATION"),
        ("where is the retry limit defined", "DEFINITION_LOOKUP"),
        ("Semaphore", "DEFINITION_LOOKUP"),
        ("http::Client::send", "DEFINITION_LOOKUP"),
    ],
)
def test_tasks_have_an_intent(task: str, expected: str) -> None:
    found = intent(task)
    assert found.name == expected
    assert found.name in INTENTS
    assert 0.3 < found.confidence <= 1


@pytest.mark.parametrize("task", ["", "radix tree path matching"])
def test_without_a_sign_there_is_no_confidence(task: str) -> None:
    assert intent(task).confidence == 0


def test_the_title_decides_over_the_body() -> None:
    task = "Add an option for colours\n\nIt is wrong that the output fails to be readable without."
    assert intent(task).name == "IMPLEMENTATION"
