"""Short literals that a text quotes, as `'%'` or "Content-Length", and the lines of code that hold them."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_QUOTED: Final = regex(
    r"(?<![\w'\"`\\])"
    r"(?:'([^'\n]{1,40})'|\"([^\"\n]{1,40})\"|`([^`\n]{1,40})`|“([^”\n]{1,40})”)"
    r"(?![\w'\"`])"
)
_MARKS: Final = "'\"`/"
"""What a literal stands between in code: strings, characters, regular expressions."""
_MOST: Final = 20


def quoted_literals(text: str) -> tuple[str, ...]:
    """Return what stands in quotes in a text, each thing once.

    >>> quoted_literals("Don't read behind a '%' in `printf`")
    ('%', 'printf')
    """
    found = dict.fromkeys(literal for match in _QUOTED.findall(text) for literal in match if literal.strip())
    return tuple(found)[:_MOST]


def shares_held(lines: Sequence[str], literals: Collection[str]) -> dict[int, float]:
    """Return the places of the lines that hold some literals, and what each holds of them.

    A literal counts the less the more lines have it. A single letter and one without any must stand in quotes.
    """
    shares: dict[int, float] = {}
    for literal in literals:
        places = [place for place, line in enumerate(lines) if literal in line and _is_held(line, literal)]
        for place in places:
            shares[place] = shares.get(place, 0.0) + 1 / sqrt(len(places))
    return shares


def _is_held(line: str, literal: str) -> bool:
    if len(literal) == 1 or not any(map(str.isalnum, literal)):
        return any(f"{mark}{literal}{mark}" in line for mark in _MARKS)
    at = line.find(literal)
    while at >= 0:
        before, after = line[at - 1 : at], line[at + len(literal) : at + len(literal) + 1]
        if not (_joins(before, literal[0]) or _joins(literal[-1], after)):
            return True
        at = line.find(literal, at + 1)
    return False


def _joins(before: str, after: str) -> bool:
    """Tell whether two neighbouring characters are of one word."""
    return bool(before and after) and f"a{before}{after}".isidentifier()
