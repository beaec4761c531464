"""Ignore patterns mean what they mean to git. That whole trees agree with git is tested with the walk."""

from __future__ import annotations

import pytest

from nsccn.graph.walk.ignore import IgnoreRules

ONE_PATTERN = [
    # pattern, entry (a directory ends with `/`), ignored
    ("*.log", "a.log", True),
    ("*.log", "deep/down/a.log", True),
    ("*.log", "a.log.txt", False),
    ("*.tar.gz", "a.b.tar.gz", True),
    ("*.py", ".py", True),
    ("temp", "temp", True),
    ("temp", "a/temp/", True),
    ("temp", "temporary", False),
    ("temp/", "temp/", True),
    ("temp/", "temp", False),
    ("/temp", "temp", True),
    ("/temp", "a/temp", False),
    ("a/temp", "a/temp", True),
    ("a/temp", "b/a/temp", False),
    ("a/*", "a/b", True),
    ("a/*", "a/b/c", False),
    ("a/**", "a/b/c", True),
    ("a/**", "a/", False),
    ("**/c", "c", True),
    ("**/c", "a/b/c", True),
    ("a/**/c", "a/c", True),
    ("a/**/c", "a/b/b/c", True),
    ("a/**/c", "a/bc", False),
    ("a/**/b*/**/c", "a/x/bb/y/c", True),
    ("a?c", "abc", True),
    ("x/a?c", "x/a/c", False),
    ("a*c", "abbbc", True),
    ("*a*b*", "xxaxxbxx", True),
    ("*a*b*", "xxbxxaxx", False),
    ("[ab]c", "bc", True),
    ("[!ab]c", "bc", False),
    ("[^ab]c", "xc", True),
    ("[a-c]x", "bx", True),
    ("[]-]x", "]x", True),
    ("[[:digit:]]x", "7x", True),
    ("[[:nonsense:]]x", "7x", False),
    ("[ab", "[ab", False),
    ("[z-a]", "y", False),
    ("\\*", "*", True),
    ("\\*", "a", False),
    ("\\#a", "#a", True),
    ("\\!a", "!a", True),
    ("#a", "#a", False),
    ("a  ", "a", True),
    ("a\\ ", "a ", True),
    ("a\r", "a", True),
    ("a\\", "a", False),
    ("/", "a/", False),
    ("", "a", False),
    ("ünï*", "ünïcode", True),
]


@pytest.mark.parametrize(("pattern", "entry", "ignored"), ONE_PATTERN)
def test_one_pattern(pattern: str, entry: str, ignored: bool) -> None:  # noqa: FBT001
    rules = IgnoreRules().extended("", f"{pattern}\n")
    assert rules.verdict(entry.rstrip("/"), is_directory=entry.endswith("/")) is (True if ignored else None)


def test_the_last_matching_pattern_decides() -> None:
    rules = IgnoreRules().extended("", "*.py\n!keep*.py\nkeep_not.py\n!/a/*.py\n")
    assert rules.verdict("x.py", is_directory=False) is True
    assert rules.verdict("keep.py", is_directory=False) is False
    assert rules.verdict("keep_not.py", is_directory=False) is True
    assert rules.verdict("a/keep_not.py", is_directory=False) is False


def test_a_negated_directory_does_not_free_the_files_in_it() -> None:
    rules = IgnoreRules().extended("", "*\n!*/\n!*.py\n")
    assert rules.verdict("a", is_directory=True) is False
    assert rules.verdict("a/b.txt", is_directory=False) is True
    assert rules.verdict("a/b.py", is_directory=False) is False


def test_inner_files_have_precedence_and_their_own_base() -> None:
    outer = IgnoreRules().extended("", "*.txt\n/a/x\n")
    inner = outer.extended("a/", "!*.txt\n/y\n")
    assert inner.verdict("a/b.txt", is_directory=False) is False
    assert inner.verdict("a/x", is_directory=False) is True
    assert inner.verdict("a/y", is_directory=False) is True
    assert inner.verdict("a/b/y", is_directory=False) is None
    assert outer.verdict("a/b.txt", is_directory=False) is True, "the outer rules stay as they were"


def test_pinned_patterns_have_the_last_word() -> None:
    rules = IgnoreRules(["*.sql"]).extended("", "!*.sql\n").extended("a/", "!*.sql\n")
    assert rules.verdict("a/b.sql", is_directory=False) is True


def test_no_patterns_are_no_rules() -> None:
    assert not IgnoreRules()
    assert not IgnoreRules().extended("", "# only a comment\n\n")
    assert IgnoreRules().extended("", "\ufeffa\n").verdict("a", is_directory=False) is True


@pytest.mark.parametrize(
    "pattern", ["*a" * 60 + "*b", "**/a/" * 60 + "b", "x/" + "*a" * 60 + "*/b", "**/" + "*a" * 40 + "/**/b"]
)
def test_hostile_patterns_come_to_an_end(pattern: str) -> None:
    rules = IgnoreRules().extended("", pattern)
    assert rules.verdict("a" * 250, is_directory=False) is None
    assert rules.verdict("a/" * 2000 + "a", is_directory=False) is None
    assert rules.verdict("x/" + "a" * 250 + "/c", is_directory=False) is None
