"""Windows: lines of a file word for word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.rows import Row, split_lines

COMMENT: Final = regex(r"\s*(//|/?\*|#(\s|!|$)|--\s)")
_OPEN, _CLOSE = "/*", "*/"
_LONGEST_BLOCK: Final = 500
"""Lines of a block comment, none of which need look like one."""


def window(data: bytes, start_line: int, end_line: int, context_lines: int = 0) -> list[Row]:
    """Return the lines from `start_line` to `end_line`, and some around them, as far as the file goes."""
    return windows(data, [(start_line, end_line)], context_lines)


def windows(data: bytes, ranges: Iterable[tuple[int, int]], context_lines: int = 0) -> list[Row]:
    """Return the lines of several ranges and some around each, every line once, in the order of the file."""
    lines = split_lines(data)
    return [
        Row(number, lines[number - 1].decode("utf-8", "replace"))
        for start, end in merge_ranges(ranges, len(lines), context_lines)
        for number in range(start, end + 1)
    ]


def comment_start(lines: Sequence[str], start: int) -> int:
    """Return the first line of the comment that stands right above a definition, or the definition's own."""
    while 1 < start <= len(lines):
        above = lines[start - 2]
        first = _block_start(lines, start - 1) if above.rstrip().endswith(_CLOSE) else 0
        if not first and not COMMENT.match(above):
            break
        start = first or start - 1
    return start


def _block_start(lines: Sequence[str], last: int) -> int:
    """Return the first line of the block comment that ends a line; 0 where other things stand before it."""
    for number in range(last, max(last - _LONGEST_BLOCK, 0), -1):
        before, opening, _ = lines[number - 1].rpartition(_OPEN)
        if opening:
            return 0 if before.strip() else number
        if number < last and _CLOSE in lines[number - 1]:
            return 0
    return 0


def merge_ranges(
    ranges: Iterable[tuple[int, int]], last_line: int, context_lines: int = 0
) -> list[tuple[int, int]]:
    """Widen ranges of lines by their context as far as the file goes, and join what overlaps or touches."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(_widened(ranges, last_line, context_lines)):
        if merged and start <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _widened(
    ranges: Iterable[tuple[int, int]], last_line: int, context_lines: int
) -> Iterator[tuple[int, int]]:
    for start, end in ranges:
        first, last = max(start - context_lines, 1), min(end + context_lines, last_line)
        if first <= last:
            yield first, last
