r"""Texts of paths in which constants of their file are filled, as if they were written out: `rf"{CART}/lines/?$"`."""

from __future__ import annotations

import re
from typing import Final

from nsccn.regexes import regex

_PREFIX: Final = r"(?<!\w)(?:[fF][rR]?|[rR][fF])"
_FILLED: Final = regex(rf"{_PREFIX}(?P<quote>[\"'])(?:(?!(?P=quote))[^\\\n]|\\.)*(?P=quote)")
_MARKS: Final = ('f"', "f'", 'fr"', "fr'", 'F"', "F'")
"""Stand in a text that fills any, as is soon told."""
_ANY_HOLE: Final = regex(r"\{[A-Z][A-Z\d_]*\}")
_HOLE: Final = regex(r"(?<!\{)\{([A-Z][A-Z\d_]*)\}(?!\})")
_DEFINED: Final = regex(
    r"^(?P<name>[A-Z][A-Z\d_]*)[ \t]*(?::[^=\n]*)?=[ \t]*(?P<text>[rRfFuU]{0,2}(?P<quote>[\"'])"
    r"(?P<inside>(?:(?!(?P=quote))[^\\\n]|\\.)*)(?P=quote))[ \t]*$",
    re.MULTILINE,
)


def with_constants(text: str) -> str:
    r"""Return a text of Python with what its constants are, each given once, in the texts that they are filled in.

    >>> print(with_constants('CART = r"^carts/(\\d+)"\nre_path(rf"{CART}/lines$", lines)'))
    CART = r"^carts/(\d+)"
    re_path(rf"^carts/(\d+)/lines$", lines)
    """
    if not any(mark in text for mark in _MARKS) or not _ANY_HOLE.search(text):
        return text
    known: dict[str, str | None] = {}
    for found in _DEFINED.finditer(text):
        inside = _filled(found["text"], known)[len(found["text"]) - len(found["inside"]) - 1 : -1]
        known[found["name"]] = None if found["name"] in known else inside
    return _FILLED.sub(lambda found: _filled(found[0], known), text)


def _filled(literal: str, known: dict[str, str | None]) -> str:
    """Return a literal with what is known of the constants in it, where that has none of its quotes."""
    if not _FILLED.fullmatch(literal):
        return literal

    def fill(hole: re.Match[str]) -> str:
        given = known.get(hole[1])
        return hole[0] if given is None or literal[-1] in given else given

    return _HOLE.sub(fill, literal)
