"""Where the values of initializers go that are written in braces: to the fields of a type, or into an array.

`struct ops all[] = {{"half", half}, {.undo = helper}};` gives `half` to the second field of `ops`, and `helper` to its
field `undo`, as a call would that takes them by position or by keyword.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.declarator import declared
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.places import DEEPEST, ELEMENT

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_MARKS: Final = re.compile(
    rb"/\*.*?\*/|//[^\n]*|\n[ \t]*#[^\n]*|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'"
    rb"|[()\[\]{},]|\.\s*([^\W\d]\w*)(?:\s*\[[^\[\]\n]*\])?\s*=(?!=)",
    re.DOTALL,
)
_MOST_AROUND: Final = 4
"""Initializers before a value that are asked whether it lies in them."""


class _Initializer(NamedTuple):
    start: int
    end: int
    type: Node | None
    target: Node | None
    """None where a value is written out with its type: `(struct ops){ … }`."""
    arrays: int
    """How many of the outer braces hold the elements of arrays."""


class _Level:
    """What is open at a place in an initializer."""

    __slots__ = ("field", "is_brace", "position")

    def __init__(self, *, is_brace: bool) -> None:
        self.is_brace = is_brace
        self.position: int | None = 0
        """None behind a field that was named: which comes next, the fields of the type would have to tell."""
        self.field = ""


class Initializers:
    """The initializers of a file, in a language in which types have them."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        found = sorted(_initializers(reader), key=lambda one: one.start)
        self._found = found
        self._starts = [one.start for one in found]
        self._read: dict[int, tuple[int, list[_Level]]] = {}
        """For each of them up to where it was read, and what is open there."""

    def of(self, byte: int, scope: int) -> tuple[str, int | str, bool] | None:
        """Return where the value goes that begins at a byte.

        Returns:
            the expression of a type, its field by position or name, and whether the value is an element of what the
            field holds; of a value in an array by itself the expression of the array's elements, and an empty name.
        """
        last = bisect_right(self._starts, byte) - 1
        for number in range(last, max(last - _MOST_AROUND, -1), -1):
            if byte < self._found[number].end:
                return self._place(number, byte, scope)
        return None

    def _place(self, number: int, byte: int, scope: int) -> tuple[str, int | str, bool] | None:
        found, levels = self._found[number], self._levels(number, byte)
        if not levels or not all(level.is_brace for level in levels):
            return None
        if found.target is not None and len(levels) <= found.arrays:
            written = self._reader.expression(found.target, scope)
            depth = min(len(levels), len(DEEPEST) // len(ELEMENT))
            return (written + ELEMENT * depth, "", False) if UNKNOWN not in written else None
        written = self._reader.expression(found.type, scope) if found.type is not None else UNKNOWN
        level = levels[found.arrays]
        which = level.field or level.position
        is_element = len(levels) > found.arrays + 1
        return (written, which, is_element) if UNKNOWN not in written and which is not None else None

    def _levels(self, number: int, byte: int) -> list[_Level]:
        start = self._found[number].start
        at, levels = self._read.get(number, (start, []))
        if at > byte:
            at, levels = start, []
        for mark in _MARKS.finditer(self._reader.data, at, byte):
            _advance(levels, mark)
        self._read[number] = (byte, levels)
        return levels


def _advance(levels: list[_Level], mark: re.Match[bytes]) -> None:
    text = mark.group()
    if text in (b"{", b"(", b"["):
        levels.append(_Level(is_brace=text == b"{"))
    elif not levels:
        return
    elif text in (b"}", b")", b"]"):
        levels.pop()
    elif text == b",":
        level = levels[-1]
        level.position = None if level.field or level.position is None else level.position + 1
        level.field = ""
    elif mark.group(1) is not None:
        levels[-1].field = mark.group(1).decode("utf-8", "replace")


def _initializers(reader: Reader) -> list[_Initializer]:
    found = [
        _Initializer(parts["value"][0].start_byte, node.end_byte, parts["type"][0], None, 0)
        for node, parts in reader.found.get("aggregate", ())
    ]
    for node, parts in reader.found.get("declare", ()):
        value = parts["value"][0] if "value" in parts else None
        if value is None or not reader.data.startswith(b"{", value.start_byte):
            continue
        target = parts["target"][0]
        name, _ = declared(target, reader.language.declarators)
        arrays = reader.data.count(b"[", name.end_byte, target.end_byte)
        kind = node.parent.child_by_field_name("type") if node.parent is not None else None
        found.append(_Initializer(value.start_byte, value.end_byte, kind, name, arrays))
    return found
