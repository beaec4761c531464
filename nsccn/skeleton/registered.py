"""Which calls with functions for something a skeleton shows: what a file registers is what it is there for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.registrations import registrations

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.registrations import Registration

_MOST: Final = 100


def told(data: bytes, root: Node) -> list[Registration]:
    """Return the registrations of a file that are shown: the outermost levels of them, as far as there is room."""
    levels: list[list[Registration]] = []
    outer: list[Registration] = []
    for one in _statements(data, root):
        while outer and outer[-1].last < one.first:
            outer.pop()
        if len(outer) == len(levels):
            levels.append([])
        levels[len(outer)].append(one)
        outer.append(one)
    found: list[Registration] = []
    for level in levels:
        if found and len(found) + len(level) > _MOST:
            break
        found += level[:_MOST]
    return sorted(found, key=lambda one: (one.first, -one.last))


def _statements(data: bytes, root: Node) -> Iterator[Registration]:
    """Yield the registrations of a file with which a node begins: those in texts and in other languages are none."""
    found = registrations(data.decode("utf-8", "replace").split("\n"))
    starts = [0, *(match.end() for match in re.finditer(b"\n", data))] if found else []
    for one in found:
        start, end = starts[one.first - 1], starts[one.last] if one.last < len(starts) else len(data)
        end -= len(data[start:end]) - len(data[start:end].rstrip())
        start += len(data[start:end]) - len(data[start:end].lstrip())
        node = root.descendant_for_byte_range(start, end)
        if node is not None and (node.start_byte == start or node == root):
            yield one
