"""How lines are told that the text alone leads to: by their file, with what is around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph


def place(graph: CodeGraph, path: str, around: int, lines: Sequence[int]) -> str:
    """Name lines of a file that one entity is around: app/cart.py:3,9 in `Cart.total`."""
    return f"{encode_path(path)}:{','.join(map(str, lines))}{inside(graph, around)}"


def inside(graph: CodeGraph, around: int) -> str:
    """Name what is around a line; empty for what is but its file."""
    one = graph.entity(around)
    return f" in `{one.qualified_name}`" if one.kind not in FILE_KINDS else ""
