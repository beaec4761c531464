"""The licence at the head of a file: lines that serve no task."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nsccn.regexes import regex

_COMMENT: Final = regex(r"\s*(?://|/\*|#(?:\s|#|$)|--|;|%|<!--)")
_WORD: Final = regex(r"\w")
_LICENCE: Final = regex(
    r"\blicen[cs]ed?\b|copyright|\(c\) ?\d{4}|spdx-|all rights reserved|redistribut|warrant(?:y|ies)|permission is"
    r" hereby",
    re.IGNORECASE,
)
_LONGEST: Final = 100
"""Lines of a head that are looked at."""


def licence_lines(lines: Sequence[str]) -> list[int]:
    """Return the numbers of the lines at the head of a file that state its licence.

    What else the comments there say is no part of it; where they say nothing else, it is all of them.
    """
    head = list(_head(lines))
    paragraphs = _paragraphs(lines, head)
    stated = [paragraph for paragraph in paragraphs if _LICENCE.search(_text(lines, paragraph))]
    if stated and len(stated) == len(paragraphs):
        return head
    return [number for paragraph in stated for number in paragraph]


def _head(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines of the comments that a file begins with, behind a line that names its interpreter."""
    is_open = False
    for number, line in enumerate(lines[:_LONGEST], 1):
        if number == 1 and line.startswith("#!"):
            continue
        if not is_open and line.strip() and not _COMMENT.match(line):
            return
        is_open = _is_open(line, is_open=is_open)
        yield number


def _is_open(line: str, *, is_open: bool) -> bool:
    """Whether a block comment goes on behind a line."""
    for opening, closing in (("/*", "*/"), ("<!--", "-->")):
        if opening in line or (is_open and closing in line):
            return line.rfind(opening) > line.rfind(closing)
    return is_open


def _paragraphs(lines: Sequence[str], head: Sequence[int]) -> list[list[int]]:
    """Return the lines that stand together between lines without a word."""
    found: list[list[int]] = []
    before = -1
    for number in head:
        if _WORD.search(lines[number - 1]):
            if before != number - 1:
                found.append([])
            found[-1].append(number)
            before = number
    return found


def _text(lines: Sequence[str], paragraph: Sequence[int]) -> str:
    return " ".join(lines[number - 1] for number in paragraph)
