"""Patterns that are compiled when they are first asked for: they answer as compiled ones do, and none has a fault."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import pytest

import nsccn
from nsccn.regexes import regex


def test_a_pattern_answers_as_the_compiled_one() -> None:
    word, written = (
        regex(r"(?P<head>[a-z])\w*", re.IGNORECASE),
        re.compile(r"(?P<head>[a-z])\w*", re.IGNORECASE),
    )
    assert word.pattern == written.pattern
    assert word.findall("One of 3") == written.findall("One of 3") == ["O", "o"]
    assert (word.flags, word.groups, word.groupindex) == (written.flags, written.groups, written.groupindex)
    assert regex(rb"\d+").sub(b"n", b"1 and 23") == b"n and n"


def test_a_fault_shows_where_it_is_first_used() -> None:
    faulty = regex("(")
    with pytest.raises(re.error, match="missing \\)"):
        faulty.search("text")


def test_every_pattern_can_be_compiled() -> None:
    names = [
        one.name for one in pkgutil.walk_packages(nsccn.__path__, "nsccn.") if one.name != "nsccn.__main__"
    ]
    named = [value for name in names for value in vars(import_module(name)).values()]
    found = [value for value in named if isinstance(value, type(regex("")))]
    assert len(found) > 500
    assert all(one.groups >= 0 for one in found)
