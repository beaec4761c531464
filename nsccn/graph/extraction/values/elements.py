"""The components whose attributes are given values: `<Form onSave={save} />` calls `Form({ onSave: save })`."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.keys import key_of
from nsccn.graph.notation.marks import KEYWORD
from nsccn.graph.notation.places import MEMBER

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_BEGINS: Final = ord("<")
_ATTRIBUTE: Final = re.compile(rb"(?<!\S)([^\W\d]\w*)=\{\s*\Z")
"""Before the value of an attribute."""
_LONGEST_NAME: Final = 80
_OTHER: Final = re.compile(rb"<[A-Za-z][^<]*\Z")
"""Behind the name of a component, the last of what may be an element with a name in lower case."""
_CLOSED: Final = re.compile(rb"/>|</")
_OF_FIRST: Final = 1
"""The place of what is in the first argument, as `Reference` has it."""
_MOST_AROUND: Final = 8
"""Elements before a value that are asked whether it is an attribute of theirs."""


class Elements:
    """The components that a file runs as elements."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        kinds, data = reader.language.element_heads, reader.data
        self._nodes: list[tuple[int, Node]] = []
        if kinds and b"={" in data:
            self._nodes = [
                (node.end_byte, parts["callee"][0])
                for node, parts in reader.found.get("call", ())
                if data[node.start_byte] == _BEGINS and node.type in kinds
            ]
            self._nodes.sort(key=lambda one: one[1].start_byte)
        self._starts = [name.end_byte for _, name in self._nodes]

    def of(self, byte: int, scope: int) -> tuple[str, int] | None:
        """Return the component and the attribute that take the value which begins at a byte, as `Reference` has them.

        None where it is no attribute, or one of an element that is no component.
        """
        if not self._starts:
            return None
        data = self._reader.data
        found = _ATTRIBUTE.search(data[max(byte - _LONGEST_NAME, 0) : byte])
        if found is None:
            return None
        last = bisect_right(self._starts, byte) - 1
        for number in range(last, max(last - _MOST_AROUND, -1), -1):
            end, name = self._nodes[number]
            if byte >= end:
                continue
            other = _OTHER.search(data, name.end_byte, byte)
            if other is not None and not _CLOSED.search(other.group()):
                return None
            component = self._reader.expression(name, scope)
            attribute = found.group(1).decode("utf-8", "replace")
            key = key_of(attribute, "", "") if self._reader.language.member_keys else ""
            taker = f"{component}{KEYWORD}{MEMBER}{attribute}{key}"
            return None if UNKNOWN in component else (taker, _OF_FIRST)
        return None
