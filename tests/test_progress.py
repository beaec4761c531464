"""Progress in a log: few lines, since a model may read them."""

from __future__ import annotations

import sys
from io import StringIO

import pytest

from nsccn import progress
from nsccn.progress import Report, after_a_while, many_files, shown


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def read_for(seconds: int, report: Report, clock: list[float]) -> None:
    for done in range(seconds):
        report(done, seconds, "extract")
        clock[0] += 1


def test_a_log_has_a_line_for_each_phase_and_ever_fewer_within_one(clock: list[float]) -> None:
    stream = StringIO()
    with shown(stream=stream) as report:
        read_for(20, report, clock)
        report(1, 20, "link")
    assert stream.getvalue().splitlines() == [
        "Reading files: 0 of 20",
        "Reading files: 1 of 20",
        "Reading files: 3 of 20",
        "Reading files: 7 of 20",
        "Reading files: 15 of 20",
        "Linking: 1 of 20",
    ]


@pytest.mark.parametrize(
    ("seconds", "expected"), [(19, []), (45, ["Reading files: 20 of 45", "Reading files: 40 of 45"])]
)
def test_a_question_whose_index_takes_long_says_so(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, seconds: int, expected: list[str]
) -> None:
    stream = StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with after_a_while() as report:
        read_for(seconds, report, clock)
    assert stream.getvalue().splitlines() == expected


def test_more_files_than_a_repository_has_are_told_of_once(clock: list[float]) -> None:
    stream = StringIO()
    with shown(stream=stream) as report:
        for done in (64, 128, 192):
            report(done, 300_000, "extract")
            clock[0] += 1
        report(300_000, 300_000, "link")
    assert stream.getvalue().splitlines() == [
        "Reading files: 64 of 300,000",
        many_files(300_000),
        "Reading files: 128 of 300,000",
        "Linking: 300,000 of 300,000",
    ]


def test_a_terminal_is_told_above_the_bar(clock: list[float]) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    stream = Terminal()
    with shown(stream=stream) as report:
        report(64, 300_000, "extract")
        report(128, 300_000, "extract")
    assert " ".join(stream.getvalue().split()).count("300,000 files are many for one repository") == 1
