"""The part of a repository that a title names before its colon."""

from __future__ import annotations

import pytest

from nsccn.search.titleparts import files_of_part
from nsccn.search.zones import decompose

PATHS = (
    "README.md",
    "crates/till_print/src/lib.rs",
    "packages/runtime-core/src/till.ts",
    "packages/runtime-dom/src/till.ts",
    "src/unix/pipe.c",
    "src/win/pipe.c",
)


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("fix(runtime-core): count the till", "runtime-core"),
        ("[PM-12] feat(unix)!: count the till", "unix"),
        ("unix,win: close the pipe", "unix,win"),
        ("src/unix: close the pipe", "src/unix"),
        ("fix: close the pipe", ""),
        ("close std::pipe", ""),
        ("see https://example.com", ""),
        ("till", ""),
        ("[till] Count the keys", "till"),
        ("[till, keys]: Count them", "till, keys"),
        ("[key] bends", ""),
        ("[2.x] Count the keys", ""),
        ("[Bug] Count the keys", ""),
    ],
)
def test_a_title_names_a_part_before_its_colon_or_in_brackets(title: str, part: str) -> None:
    assert decompose(title).part == part


@pytest.mark.parametrize(
    ("title", "tells"),
    [
        ("unix: close the pipe", True),
        ("fix(till): keys", True),
        ("Fix the till", True),
        ("Don't count the till twice", True),
        ("remove keys of the till", True),
        ("remove keys", False),
        ("how to remove keys", False),
        ("Removed keys of the till", False),
    ],
)
def test_such_a_title_or_one_that_says_what_is_done_tells_a_change(title: str, *, tells: bool) -> None:
    assert decompose(title).tells_change == tells


@pytest.mark.parametrize(
    ("part", "files"),
    [
        ("runtime-core", {"packages/runtime-core/src/till.ts"}),
        ("runtimeCore", {"packages/runtime-core/src/till.ts"}),
        ("unix,win", {"src/unix/pipe.c", "src/win/pipe.c"}),
        ("unix and win", {"src/unix/pipe.c", "src/win/pipe.c"}),
        ("src/win", {"src/win/pipe.c"}),
        ("win/src", set()),
        ("print", {"crates/till_print/src/lib.rs"}),
        ("till", {"crates/till_print/src/lib.rs"}),
        ("pipe", set()),
        ("*", set()),
        ("", set()),
    ],
)
def test_a_part_has_the_files_below_its_folders(part: str, files: set[str]) -> None:
    found = files_of_part(part, PATHS)
    assert {path for path, share in zip(PATHS, found, strict=True) if share} == files
