"""Calls that follow from the rows of all files, in columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nsccn.arrays import Array


class DerivedCalls(NamedTuple):
    """Each has the line of its evidence in the file of a slot."""

    source: Array
    target: Array
    probability: Array
    slot: Array
    line: Array
    via: Array
    """By their numbers in `VIAS`."""
