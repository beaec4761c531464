"""Conditions that tear statements apart, in texts in which no program is: what they cost grows with the text."""

import random
import re

import pytest

from nsccn.graph.torn import without_torn

ELSE_BEHIND = re.compile(rb"\s*(?:(?://[^\n]*|/\*.*?\*/|#[ \t]*if[^\n]*\n)\s*)*+else\b", re.DOTALL)
"""What says that a condition continues an `if`, asked of each place anew."""
PIECES = (b"/*", b"*/", b"// x\n", b"#if B\n", b"else ", b"elsewhere", b" ", b"\n", b"x;", b"*", b"/")


def test_an_else_is_found_behind_whatever_may_stand_before_it() -> None:
    chosen = random.Random(7)
    for _ in range(3000):
        behind = b"\n" + b"".join(chosen.choices(PIECES, k=chosen.randrange(1, 9)))
        text = b"int a;\n#if A\nx;\n#endif" + behind
        is_torn = not without_torn(text).startswith(b"int a;\n#if A")
        assert is_torn == (ELSE_BEHIND.match(behind) is not None), text


@pytest.mark.parametrize(
    "condition",
    [
        b"#if A\n/*\n#endif\n",
        b"#if A\nx;\n#endif\n/* ",
        b"#if A\n#endif\n",
    ],
)
def test_conditions_in_comments_that_nothing_closes_are_read_once(condition: bytes) -> None:
    text = condition * (800_000 // len(condition))
    assert without_torn(text) == text


def test_comments_behind_many_conditions_are_read_once() -> None:
    conditions = b"#if A\nx;\n#endif /*\n" * 20_000
    text = b"int a;\n" + conditions + b"*/" + b"/* */" * 100_000
    assert without_torn(text + b"x;") == text + b"x;"


def test_what_stands_whole_before_a_torn_statement_is_kept_of_a_long_branch() -> None:
    whole = b"a(b);\n" * 100_000
    text = b"#if A\nif (x) {\n#else\n" + whole + b"if (y) {\n#endif\nz();\n}\n"
    assert without_torn(text) == (b"     \nif (x) {\n     \n" + whole + b"        \n      \nz();\n}\n")


def test_strings_that_nothing_closes_hide_no_bracket() -> None:
    text = b"#if A\nif ((" + b'\\"' * 1500 + b"\n#else\nif (\n#endif\nx) { }\n"
    assert without_torn(text).startswith(b"     \nif ((")
