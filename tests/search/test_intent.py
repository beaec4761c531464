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


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        (
            "Avoid crash for integer values\n\nHere we ensure that the type is right. Includes a test.",
            "BUG_FIX",
        ),
        ("Fix race conditions by merging both locks", "BUG_FIX"),
        ("Handle waking up a closed selector in Reactor#add", "BUG_FIX"),
        ("fix(types): remove DOM type dependencies from ClientResponse", "BUG_FIX"),
        ("runtime: avoid assumption that all objects provide __call__", "BUG_FIX"),
        ("Fix flaky test that depends on current minute", "TEST_WRITING"),
        ("Add a handler that avoids copies", "IMPLEMENTATION"),
    ],
)
def test_a_title_that_begins_as_that_of_a_fix_tells_of_one(task: str, expected: str) -> None:
    assert intent(task).name == expected


def test_without_a_word_there_is_no_confidence() -> None:
    assert intent("").confidence == 0


def test_without_a_sign_there_is_little_confidence() -> None:
    assert intent("radix tree path matching").confidence < 0.5


def test_the_title_decides_over_the_body() -> None:
    task = "Add an option for colours\n\nIt is wrong that the output fails to be readable without."
    assert intent(task).name == "IMPLEMENTATION"


def test_tests_listed_among_other_things_are_not_what_a_task_is_for() -> None:
    listed = "- Add an assertion that delays are positive.\n- Add more unit tests for the delay.\n- Use cases in tests."
    assert intent(f"Fix retry delay going negative\n\n{listed}").name == "BUG_FIX"
    assert intent(f"Add tests for the retry delay\n\n{listed}").name == "TEST_WRITING"


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("simplify(cos(x)) gives an inconsistent answer", "BUG_FIX"),  # a name is no command
        ("The filter adds blanks even though blank is False", "BUG_FIX"),
        ("a regression test for colons in descriptions", "TEST_WRITING"),
        ("Add a flag to skip tests", "IMPLEMENTATION"),
        ("how is the header laid out", "DEFINITION_LOOKUP"),
        ("explain the Source enum", "DEFINITION_LOOKUP"),
        ("how do other modules use Flask.make_response", "USAGE_EXPLORATION"),
        ("reduce the duplication between both readers", "REFACTOR"),
        ("the clock stalls after a leap second", "BUG_FIX"),
        ("parse_date is hardly tested for leap years", "TEST_WRITING"),
        ("table-driven tests for parse_date", "TEST_WRITING"),
        ("main() is too long, pull the reading of options out of it", "REFACTOR"),
        ("what would need to change if Reader.close were async", "USAGE_EXPLORATION"),
        ("is Reader.close called anywhere but in tests", "USAGE_EXPLORATION"),
        ("what arguments does Reader.open accept", "DEFINITION_LOOKUP"),
        ("where do I find Reader.open", "DEFINITION_LOOKUP"),
    ],
)
def test_words_count_by_what_they_do_in_a_sentence(task: str, expected: str) -> None:
    assert intent(task).name == expected
