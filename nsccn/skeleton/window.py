"""Windows: lines of a file word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from nsccn.skeleton.rows import Row, split_lines

COMMENT: Final = re.compile(r"\s*(//|/?\*|#(\s|!|$)|--\s)")


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
    while 1 < start <= len(lines) and lines[start - 2] and COMMENT.match(lines[start - 2]):
        start -= 1
    return start


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
