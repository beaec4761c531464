"""Brackets in pieces of code: where they close, and what stands outside them."""

from __future__ import annotations

from typing import Final

_OPENING: Final = "([{"
_CLOSING: Final = ")]}"


def closing(text: str, start: int) -> int:
    """Return where the bracket closes that stands at `start`, the end of the text where it never does."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in _OPENING) - (text[place] in _CLOSING)
        if depth == 0:
            return place
    return len(text)


def split(text: str, separator: str) -> list[str]:
    """Split at separators outside brackets, those of types included."""
    depth, start, parts = 0, 0, []
    for position, character in enumerate(text):
        if character in "[<({":
            depth += 1
        elif character in "]>)}":
            depth -= 1
        elif character == separator and depth <= 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return parts
