"""Rows: lines of source under the numbers that they have in the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

_MOST_BLANK: Final = 3


class Row(NamedTuple):
    """One line of a view of a file."""

    line: int
    """Where the row begins in the file, from 1."""
    text: str


def split_lines(data: bytes) -> list[bytes]:
    """Split at line feeds only, as lines are counted everywhere here; drop a carriage return before one."""
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    return lines if lines[-1] else lines[:-1]


def without_gaps(numbers: Iterable[int], lines: Sequence[str]) -> Iterator[int]:
    """Leave out many blank lines in a row but the first: the number of the next one tells of them."""
    for is_blank, run in groupby(numbers, lambda number: not lines[number - 1].strip()):
        found = list(run)
        yield from found[:1] if is_blank and len(found) > _MOST_BLANK else found


def text_of_rows(rows: Iterable[Row]) -> str:
    """Return the rows as source text, without their numbers."""
    return "".join(f"{row.text}\n" for row in rows)
