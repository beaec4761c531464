"""Merge conflicts as git leaves them in a file until somebody has resolved them.

    <<<<<<< HEAD
    def total(self, rate):
    ||||||| base
    def total(self):
    =======
    def total(self, discount):
    >>>>>>> discounts

Of each the first side is read. The marks, the common ancestor and the other side are made blank.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGIN: Final = b"<<<<<<<"
_MARK: Final = re.compile(rb"^(?:(<{7}|\|{7}|>{7})(?: [^\n]*)?|={7})\r?(?:\n|\Z)", re.MULTILINE)
_CHARACTER: Final = re.compile(rb"[^\n]")


class _Conflict(NamedTuple):
    start: int
    """Where the first mark begins."""
    first_side: int
    first_end: int
    end: int


def first_sides(data: bytes) -> bytes:
    """Return a text with the first side of each conflict, everything where it was."""
    if _BEGIN not in data:
        return data
    kept = bytearray(data)
    for conflict in _conflicts(data):
        for start, end in ((conflict.start, conflict.first_side), (conflict.first_end, conflict.end)):
            kept[start:end] = _CHARACTER.sub(b" ", data[start:end])
    return bytes(kept)


def conflict_starts(data: bytes) -> list[int]:
    """Return the bytes at which conflicts begin."""
    return [conflict.start for conflict in _conflicts(data)] if _BEGIN in data else []


def _conflicts(data: bytes) -> Iterator[_Conflict]:
    """Yield the conflicts that have all their marks."""
    begin, first_end, is_divided = None, 0, False
    for mark in _MARK.finditer(data):
        letter = mark.group()[:1]
        if letter == b"<":
            begin, first_end, is_divided = mark, 0, False
        elif begin is None:
            continue
        elif letter == b">":
            if is_divided:
                yield _Conflict(begin.start(), begin.end(), first_end, mark.end())
            begin = None
        elif not is_divided:
            first_end, is_divided = first_end or mark.start(), letter == b"="
