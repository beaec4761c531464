"""Takes several names out of one text, as people and models write lists."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from nsccn.graph.lookup.places import LINES
from nsccn.graph.lookup.wording import at_lines, plain_reference
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

_LIST: Final = regex(r"\[.*\]", re.DOTALL)
_BETWEEN: Final = regex(r"[,;\n]")
_RANGE: Final = regex(r"L?(\d{1,9})(?:-L?(\d{1,9}))?", re.ASCII)
_ENCLOSING: Final = frozenset("(<{")
"""What stands in these is part of one name: `add(item, count)`, `Map<K, V>`."""


def names_in(text: str) -> list[str]:
    """Return the names of a list that came as one text: as JSON, or with commas, semicolons or on lines.

    Lines that follow those of a file are of the same file: `a.py:10-12,20` is `a.py:10-12` and `a.py:20`.
    """
    if LINES.fullmatch(one := plain_reference(text)) and not LINES.fullmatch(text.strip()):
        return [one]
    with suppress(msgspec.MsgspecError, UnicodeEncodeError):
        return msgspec.json.decode(text, type=list[str])
    listed = _LIST.fullmatch(text.strip())
    inside = text.strip()[1:-1] if listed else text
    if not _ENCLOSING.isdisjoint(inside):
        return [text]
    return list(_joined(part for part in map(plain_reference, _parts(inside)) if part)) or [text]


def _parts(text: str) -> list[str]:
    parts = _BETWEEN.split(text)
    by_blanks = text.split()
    places = (LINES.fullmatch(part.strip(",;")) for part in by_blanks)
    return parts if len(parts) > 1 or not all(places) else by_blanks


def _joined(parts: Iterator[str]) -> Iterator[str]:
    """Give each range of lines without a path that of the part before."""
    path = ""
    for part in parts:
        lines = _RANGE.fullmatch(part)
        if lines and path:
            yield at_lines(path, lines[1], lines[2])
            continue
        match = LINES.fullmatch(part)
        path = match["path"] if match else ""
        yield part
