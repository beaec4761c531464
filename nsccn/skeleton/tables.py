"""Tables that a file is there for: literals whose keys are its outline, as settings, resolvers or a store's modules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.skeleton.cut import Cut

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST: Final = 40
"""Of entries in which nothing is defined so many are shown."""
_LONG_LINES: Final = 3
_LONG_BYTES: Final = 300
_HOLDING_LEVELS: Final = 2
"""So many levels of keys are shown of a table with functions, besides those that lead to them."""


class Tables(NamedTuple):
    """Shows the keys of tables, and leaves out long values in which nothing is defined."""

    kinds: frozenset[str]
    """Nodes of literals that hold keys and values."""
    is_anchored: Callable[[Node], bool]
    """Tells whether something in a node is shown, and so the node is."""
    left_out: Callable[[int, int], Cut]
    """Leaves out a value."""
    mark: bytes
    """Stands for entries."""

    def opened(self, statements: list[Node], lines: int) -> Iterator[tuple[Node, list[Cut]]]:
        """Yield the tables whose keys a file of so many lines shows, and what is left out of each.

        They hold functions, or most of the file.
        """
        for statement in statements if self.kinds else ():
            table = self._table(statement)
            if table is None:
                continue
            holds = any(self.is_anchored(entry) for entry in _entries(table))
            if holds or _lines(table) * 2 > lines > _LONG_LINES:
                yield table, list(self._cuts(table, _HOLDING_LEVELS if holds else 1))

    def _table(self, node: Node) -> Node | None:
        """Return the table with keys that alone goes over several lines in a node."""
        while node.type not in self.kinds:
            long = [child for child in node.children if _lines(child) > 1]
            if len(long) != 1:
                return None
            node = long[0]
        return node if any(entry.named_child_count > 1 for entry in _entries(node)) else None

    def _cuts(self, table: Node, levels: int) -> Iterator[Cut]:
        run: list[Node] = []
        plain = 0
        for entry in _entries(table):
            value = entry.named_children[-1] if entry.named_children else entry
            if self.is_anchored(entry):
                yield from self._as_cut(run)
                run = []
                if value.type in self.kinds:
                    yield from self._cuts(value, levels)
                continue
            plain += 1
            if plain > _MOST:
                run.append(entry)
            elif _is_long(value):
                inner = self._table(value) if levels > 1 else None
                if inner is None:
                    yield self.left_out(value.start_byte, value.end_byte)
                else:
                    yield from self._cuts(inner, levels - 1)
        yield from self._as_cut(run)

    def _as_cut(self, run: list[Node]) -> Iterator[Cut]:
        if run:
            comma = run[-1].next_sibling
            last = comma if comma is not None and comma.type == "," else run[-1]
            yield Cut(run[0].start_byte, last.end_byte, self.mark)


def _entries(table: Node) -> list[Node]:
    return [child for child in table.named_children if not child.type.endswith("comment")]


def _is_long(node: Node) -> bool:
    return _lines(node) > _LONG_LINES or node.end_byte - node.start_byte > _LONG_BYTES


def _lines(node: Node) -> int:
    return node.end_point[0] - node.start_point[0] + 1
