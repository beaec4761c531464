"""Where values go that are written in braces with a type: to the fields of that type, or into a collection.

`struct ops all[] = {{"half", half}, {.undo = helper}};` gives `half` to the second field of `ops`, and `helper` to its
field `undo`, as a call would that takes them by position or by keyword; so does `[]Ops{{Name: "half", Apply: half}}`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.definitions.declarator import declared
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import ASSIGNED, KEYWORD
from nsccn.graph.notation.places import DEEPEST, ELEMENT

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_MARKS: Final = (
    r"/\*.*?\*/|//[^\n]*|\n[ \t]*#[^\n]*|\"(?:\\.|[^\"\\])*\"|`[^`]*`|'(?:\\[^'\n]*|[^'\\\n])'|[()\[\]{},]"
)
"""Comments, lines for the preprocessor and texts, in which nothing counts; brackets, and commas."""
_BEFORE_NESTED: Final = frozenset(b"{,:=[")
"""What stands before the braces of a nested initializer, rather than of a block of code."""
_MOST_AROUND: Final = 4
"""Initializers before a value that are asked whether it lies in them."""
_TAKING: Final = ("assign", "declare")


class _Initializer(NamedTuple):
    start: int
    """That of its first brace."""
    end: int
    type: Node | None
    target: Node | None
    """The variable that holds it."""
    collections: int
    """How many of the outer braces hold the elements of collections."""


class _Level:
    """What is open at a place in an initializer."""

    __slots__ = ("field", "is_nested", "position")

    def __init__(self, *, is_nested: bool) -> None:
        self.is_nested = is_nested
        self.position: int | None = 0
        """None behind a field that was named: which comes next, the fields of the type would have to tell."""
        self.field = ""


class Initializers:
    """The initializers of a file, in a language that writes them with a type."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._marks = _compiled(reader.language.field_mark)
        self._found = sorted((*_of_variables(reader), *_by_themselves(reader)), key=lambda one: one.start)
        self._starts = [one.start for one in self._found]
        self._read: dict[int, tuple[int, list[_Level]]] = {}
        """For each of them up to where it was read, and what is open there."""

    def of(self, byte: int, scope: int) -> tuple[str, int] | None:
        """Return the type and the field that takes the value at a byte, or the variable, as `Reference` has them.

        None where it lies in no initializer.
        """
        last = bisect_right(self._starts, byte) - 1
        for number in range(last, max(last - _MOST_AROUND, -1), -1):
            if byte < self._found[number].end:
                return self._taker(number, byte, scope)
        return None

    def _taker(self, number: int, byte: int, scope: int) -> tuple[str, int] | None:
        found, levels = self._found[number], self._levels(number, byte)
        if not levels or not all(level.is_nested for level in levels):
            return None
        if len(levels) <= found.collections:
            depth = min(len(levels), len(DEEPEST) // len(ELEMENT))
            written = self._written(found.target, scope)
            return (f"{ASSIGNED}{written}{ELEMENT * depth}", -1) if written else None
        level, written = levels[found.collections], self._written(found.type, scope)
        is_element = len(levels) > found.collections + 1
        if not written:
            return None
        if level.field:
            return f"{written}{KEYWORD}{level.field}", int(is_element)
        return (written, 2 * level.position + is_element) if level.position is not None else None

    def _written(self, node: Node | None, scope: int) -> str:
        written = self._reader.expression(node, scope) if node is not None else UNKNOWN
        return "" if UNKNOWN in written else written

    def _levels(self, number: int, byte: int) -> list[_Level]:
        start = self._found[number].start
        at, levels = self._read.get(number, (start, []))
        if at > byte:
            at, levels = start, []
        for mark in self._marks.finditer(self._reader.data, at, byte):
            _advance(levels, mark)
        self._read[number] = (byte, levels)
        return levels


def _advance(levels: list[_Level], mark: re.Match[bytes]) -> None:
    text = mark.group()
    if text in (b"{", b"(", b"["):
        before = mark.string[max(mark.start() - 40, 0) : mark.start()].rstrip()[-1:]
        is_nested = text != b"(" and before != b"" and before[0] in _BEFORE_NESTED
        levels.append(_Level(is_nested=is_nested or not levels))
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


def _of_variables(reader: Reader) -> Iterator[_Initializer]:
    """Yield those whose type stands before the variable that is declared."""
    if not reader.language.declarators:
        return
    for node, parts in reader.found.get("declare", ()):
        value = parts["value"][0] if "value" in parts else None
        if value is not None and reader.data.startswith(b"{", value.start_byte):
            target = parts["target"][0]
            name, _ = declared(target, reader.language.declarators)
            arrays = reader.data.count(b"[", name.end_byte, target.end_byte)
            kind = node.parent.child_by_field_name("type") if node.parent is not None else None
            yield _Initializer(value.start_byte, value.end_byte, kind, name, arrays)


def _by_themselves(reader: Reader) -> Iterator[_Initializer]:
    """Yield those whose type stands before their braces."""
    found = reader.found.get("aggregate", ())
    targets = {
        parts["value"][0].start_byte: parts["target"][0]
        for form in (_TAKING if found else ())
        for _, parts in reader.found.get(form, ())
        if "value" in parts
    }
    for node, parts in found:
        value = parts["value"][0]
        kind, collections = _element_type(parts["type"][0], reader.language.collection_types)
        target = targets.get(node.start_byte)
        yield _Initializer(value.start_byte, value.end_byte, kind, target, collections)


def _element_type(kind: Node, collections: Mapping[str, str]) -> tuple[Node, int]:
    """Return the type of what is in a collection, or in one in it, and how deep that lies."""
    depth = 0
    while kind.type in collections:
        field = collections[kind.type]
        inner = kind.child_by_field_name(field) if field else kind.named_children[-1]
        if inner is None:
            break
        kind, depth = inner, depth + bool(field)
    return kind, depth


@cache
def _compiled(field_mark: str) -> re.Pattern[bytes]:
    return re.compile(f"{_MARKS}|{field_mark}".encode(), re.DOTALL)
