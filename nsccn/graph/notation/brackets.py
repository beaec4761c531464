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


def split(text: str, separator: str, *, angles: bool = True) -> list[str]:
    """Split at separators outside brackets; `angles`: those of types, `<` and `>`, are brackets too."""
    opening, closing = (_OPENING + "<", _CLOSING + ">") if angles else (_OPENING, _CLOSING)
    depth, start, parts = 0, 0, []
    for position, character in enumerate(text):
        if character in opening:
            depth += 1
        elif character in closing:
            depth -= 1
        elif character == separator and depth <= 0:
            parts.append(text[start:position])
            start = position + 1
    parts.append(text[start:])
    return parts
