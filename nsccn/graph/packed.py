"""Rows of facts as columns of bytes: little to encode, next to nothing to decode, and small in memory.

The numbers of a column are little-endian, one after another. Strings are numbered, each distinct one once.
"""

from __future__ import annotations

import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count
from typing import AnyStr, Final

import msgspec

from nsccn.graph.kinds import ASSIGNMENT_FORMS, REFERENCE_KINDS, AssignmentForm, ReferenceKind

INT16: Final = "h"
UINT32: Final = "I"
"""Type codes of `array`; their sizes are the same wherever Python runs."""
_MOST_ARGUMENTS: Final = 2**15 - 1
_KIND_NUMBER: Final = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}
_FORM_NUMBER: Final = {form: number for number, form in enumerate(ASSIGNMENT_FORMS)}

ReferenceRow = tuple[ReferenceKind, int, str, int, int, str, int]
"""The fields of a `Reference`."""
AssignmentRow = tuple[int, str, str, str, AssignmentForm, int, int]
"""The fields of an `Assignment`."""


def pack(numbers: Iterable[int], type_code: str) -> bytes:
    """Return numbers as little-endian bytes."""
    column = array(type_code, numbers)
    if sys.byteorder == "big":
        column.byteswap()
    return column.tobytes()


def unpack(data: bytes, type_code: str) -> array[int]:
    """Return the numbers that `pack` turned into these bytes; ValueError when they are cut short."""
    column = array(type_code)
    column.frombytes(data)
    if sys.byteorder == "big":
        column.byteswap()
    return column


def numbering() -> defaultdict[AnyStr, int]:
    """Return what gives each distinct string a number, in the order in which it is asked."""
    return defaultdict(count().__next__)


def join(strings: Iterable[str]) -> str:
    """Return strings as lines of one text. A line break in a string, which no name has, becomes a blank."""
    rows = list(strings)
    text = "\n".join(rows)
    if text.count("\n") >= len(rows) > 0:
        text = "\n".join(row.replace("\n", " ") for row in rows)
    return text


def split(text: str) -> list[str]:
    """Return the strings that `join` made a text of."""
    return text.split("\n")


class References(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """References as columns, one number in each for each reference; see `packed`."""

    text: str = ""
    """The distinct targets and details, as lines."""
    kinds: bytes = b""
    """uint8: places in `REFERENCE_KINDS`."""
    scopes: bytes = b""
    """uint32, as all that follow but the last."""
    targets: bytes = b""
    lines: bytes = b""
    bytes_: bytes = b""
    details: bytes = b""
    arguments: bytes = b""
    """int16."""

    @classmethod
    def of(cls, references: Iterable[ReferenceRow]) -> References:
        """Return references, or rows like them, as columns."""
        columns = tuple(zip(*references, strict=True))
        if not columns:
            return cls()
        kinds, scopes, targets, lines, starts, details, arguments = columns
        strings: dict[str, int] = numbering()
        target_numbers = pack(map(strings.__getitem__, targets), UINT32)
        detail_numbers = pack(map(strings.__getitem__, details), UINT32)
        return cls(
            join(strings),
            bytes(map(_KIND_NUMBER.__getitem__, kinds)),
            pack(scopes, UINT32),
            target_numbers,
            pack(lines, UINT32),
            pack(starts, UINT32),
            detail_numbers,
            pack(arguments, INT16)
            if max(arguments) <= _MOST_ARGUMENTS
            else pack((min(number, _MOST_ARGUMENTS) for number in arguments), INT16),
        )

    def rows(self) -> Iterator[ReferenceRow]:
        """Yield the fields of each reference, as they stand in `Reference`."""
        strings = split(self.text)
        return zip(
            map(REFERENCE_KINDS.__getitem__, self.kinds),
            unpack(self.scopes, UINT32),
            map(strings.__getitem__, unpack(self.targets, UINT32)),
            unpack(self.lines, UINT32),
            unpack(self.bytes_, UINT32),
            map(strings.__getitem__, unpack(self.details, UINT32)),
            unpack(self.arguments, INT16),
            strict=True,
        )


class Assignments(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Assignments as columns, one number in each for each assignment; see `packed`."""

    text: str = ""
    """The distinct targets, values and annotations, as lines."""
    forms: bytes = b""
    """uint8: places in `ASSIGNMENT_FORMS`."""
    scopes: bytes = b""
    """uint32, as all that follow."""
    targets: bytes = b""
    values: bytes = b""
    annotations: bytes = b""
    lines: bytes = b""
    bytes_: bytes = b""

    @classmethod
    def of(cls, assignments: Iterable[AssignmentRow]) -> Assignments:
        """Return assignments, or rows like them, as columns."""
        columns = tuple(zip(*assignments, strict=True))
        if not columns:
            return cls()
        scopes, targets, values, annotations, forms, lines, starts = columns
        strings: dict[str, int] = numbering()
        target_numbers = pack(map(strings.__getitem__, targets), UINT32)
        value_numbers = pack(map(strings.__getitem__, values), UINT32)
        annotation_numbers = pack(map(strings.__getitem__, annotations), UINT32)
        return cls(
            join(strings),
            bytes(map(_FORM_NUMBER.__getitem__, forms)),
            pack(scopes, UINT32),
            target_numbers,
            value_numbers,
            annotation_numbers,
            pack(lines, UINT32),
            pack(starts, UINT32),
        )

    def rows(self) -> Iterator[AssignmentRow]:
        """Yield the fields of each assignment, as they stand in `Assignment`."""
        strings = split(self.text)
        return zip(
            unpack(self.scopes, UINT32),
            map(strings.__getitem__, unpack(self.targets, UINT32)),
            map(strings.__getitem__, unpack(self.values, UINT32)),
            map(strings.__getitem__, unpack(self.annotations, UINT32)),
            map(ASSIGNMENT_FORMS.__getitem__, self.forms),
            unpack(self.lines, UINT32),
            unpack(self.bytes_, UINT32),
            strict=True,
        )
