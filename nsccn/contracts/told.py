"""What the text tells where no edge leads, in one shape for all that tells of it."""

from __future__ import annotations

from typing import Any, NamedTuple

Line = tuple[str, int]
"""A file and a line of it, from 1."""


class Told(NamedTuple):
    """What is said of something, in sentences and as data."""

    notes: tuple[str, ...] = ()
    places: frozenset[Line] = frozenset()
    """The lines that are told so."""
    data: dict[str, Any] = {}  # noqa: RUF012
    is_used: bool = False
    """Whether it is told who uses it."""


def together(*parts: Told) -> Told:
    """Return all that is said, in its order."""
    data: dict[str, Any] = {}
    for one in parts:
        data |= one.data
    return Told(
        tuple(note for one in parts for note in one.notes),
        frozenset[Line]().union(*(one.places for one in parts)),
        data,
        any(one.is_used for one in parts),
    )
