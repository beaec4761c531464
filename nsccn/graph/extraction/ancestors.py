"""The nodes around a place in a file.

`Node.parent` looks for the node from the root each time, so that to climb by it costs the square of the depth. Here the
way from the root is kept from one place to the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node


class Ancestors:
    """Tells what is around places of one file; those asked for in the order of the file cost least."""

    def __init__(self, root: Node) -> None:
        self._path = [root]
        self._cursor = root.walk()
        """At the end of the path. `Node.first_child_for_byte` would do, but crashes where there is none (0.26)."""

    def at(self, byte: int) -> Iterator[Node]:
        """Yield the nodes that hold a byte, the innermost first; to be used up before the next place is asked for."""
        path, cursor = self._path, self._cursor
        while len(path) > 1 and not _holds(path[-1], byte):
            path.pop()
            cursor.goto_parent()
        while cursor.goto_first_child_for_byte(byte) is not None:
            node = cursor.node
            if node is None or not _holds(node, byte):
                cursor.goto_parent()
                break
            path.append(node)
        return reversed(path)


def _holds(node: Node, byte: int) -> bool:
    return node.start_byte <= byte < node.end_byte
