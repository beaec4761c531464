"""Rows: lines of source under the numbers that they have in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One line of a view of a file."""

    line: int
    """Where the row begins in the file, from 1."""
    text: str


def split_lines(data: bytes) -> list[bytes]:
    """Split at line feeds only, as lines are counted everywhere here; drop a carriage return before one."""
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    return lines if lines[-1] else lines[:-1]


def text_of_rows(rows: Iterable[Row]) -> str:
    """Return the rows as source text, without their numbers."""
    return "".join(f"{row.text}\n" for row in rows)
