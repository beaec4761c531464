"""Ends definitions where their code ends, in grammars whose indented blocks reach to the next thing behind them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.nesting import Declared

_BLANKS: Final = b" \t\r\n"
_LINE_COMMENT: Final = b"//"
_COMMENT: Final = (b"/*", b"*/")
_WIDEST: Final = 400
"""No comment of its own line is indented deeper."""


def end_with_code(items: Iterable[Declared], data: bytes) -> None:
    """Take from the end of each definition the blank lines, and comments of their own lines, that it reaches over."""
    ends: dict[int, int] = {}
    for item in items:
        if item.end <= item.start or data[item.end - 1] not in _BLANKS:
            continue
        end = ends.get(item.end)
        if end is None:
            end = ends[item.end] = _code_end(data, item.start, item.end)
        if item.parts.get("body") and item.parts["body"][-1].end_byte == item.end:
            item.body_end = end
        item.outer_end = end if item.outer_end == item.end else item.outer_end
        item.end = end


def _code_end(data: bytes, start: int, end: int) -> int:
    while end > start:
        while end > start and data[end - 1] in _BLANKS:
            end -= 1
        line = data.rfind(b"\n", start, end)
        begin = line
        if data.endswith(_COMMENT[1], start, end):
            begin = data.rfind(b"\n", start, max(data.rfind(_COMMENT[0], start, end), start))
            is_comment = data[begin + 1 : begin + 1 + _WIDEST].lstrip().startswith(_COMMENT[0])
        else:
            is_comment = data[line + 1 : line + 1 + _WIDEST].lstrip().startswith(_LINE_COMMENT)
        if begin < start or not is_comment:
            return end
        end = begin
    return end
