"""How lines are told that the text alone leads to: by their file, with what is around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex


def holding(index: RepoIndex, words: Iterable[str]) -> list[str]:
    """Return the files that hold all of some words, in order."""
    paths = index.snapshot.entities.paths
    return sorted(paths[slot] for slot in index.snapshot.lexical.files_with_all(words))


def place(graph: CodeGraph, path: str, around: int, lines: Sequence[int]) -> str:
    """Name lines of a file that one entity is around: app/cart.py:3,9 in `Cart.total`."""
    return f"{encode_path(path)}:{','.join(map(str, lines))}{inside(graph, around)}"


def together(graph: CodeGraph, lines: Iterable[tuple[str, int]]) -> list[str]:
    """Name lines, those of one file and entity together, in the order of the first of each."""
    found: dict[tuple[str, int], list[int]] = {}
    for path, line in lines:
        found.setdefault((path, graph.at_line(path, line)), []).append(line)
    return [place(graph, path, around, numbers) for (path, around), numbers in found.items()]


def inside(graph: CodeGraph, around: int) -> str:
    """Name what is around a line; empty for what is but its file."""
    one = graph.entity(around)
    return f" in `{one.qualified_name}`" if one.kind not in FILE_KINDS else ""
