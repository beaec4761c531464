"""Brackets in pieces of code: where they close, and what stands outside them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_BRACKETS: Final = re.compile(r"[(){}\[\]]")


def closing(text: str, start: int) -> int:
    """Return where the bracket closes that stands at `start`, the end of the text where it never does."""
    depth = 0
    for bracket in _BRACKETS.finditer(text, start):
        depth += 1 if bracket.group() in _OPENING else -1
        if depth == 0:
            return bracket.start()
    return len(text)


def without_outer(text: str) -> str:
    """Return a text without the round brackets around it as a whole.

    >>> without_outer("((Cart & Shelf))"), without_outer("(Cart & Shelf)[]"), without_outer("(Cart) & (Shelf)")
    ('Cart & Shelf', '(Cart & Shelf)[]', '(Cart) & (Shelf)')
    """
    text = text.strip()
    while text.startswith("(") and closing(text, 0) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def behind_angles(text: str) -> int:
    """Return where the angle brackets end that a text begins with, 0 where it has none there; an arrow closes none."""
    depth = 0
    for place, character in enumerate(text if text.startswith("<") else ""):
        depth += (character == "<") - (character == ">" and text[place - 1] not in "=-")
        if depth == 0:
            return place + 1
    return len(text) if depth else 0


def split(text: str, separator: str, *, angles: bool = True) -> list[str]:
    """Split at separators outside brackets; `angles`: those of types, `<` and `>`, are brackets too."""
    opening = _OPENING + "<" * angles
    depth, start, parts = 0, 0, []
    for found in _stops(separator, angles=angles).finditer(text):
        character = found.group()
        if character == separator:
            if depth <= 0:
                parts.append(text[start : found.start()])
                start = found.end()
        else:
            depth += 1 if character in opening else -1
    parts.append(text[start:])
    return parts


@lru_cache
def _stops(separator: str, *, angles: bool) -> re.Pattern[str]:
    """Return what finds the separators and brackets of a text."""
    return re.compile(f"[{re.escape(_OPENING + _CLOSING + '<>' * angles + separator)}]")
