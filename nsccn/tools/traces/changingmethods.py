"""Which methods of its own type change what a variable holds, where these are called of it by its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.ids import listed_lines
from nsccn.text import first_few
from nsccn.tracing.aside import are_aside
from nsccn.tracing.lineage import type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_METHODS: Final = 4
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4


def said_of_changing_methods(index: RepoIndex, found: Trace) -> str:
    """Say on which lines methods are called that change the object: edges tell of these lines that they read it.

    That a method changes it, what it writes of its own object says.
    """
    graph = found.code
    if found.direction != "state" or not graph.is_data(found.root):
        return ""
    lines: dict[str, dict[str, set[int]]] = {}
    changes: dict[int, bool] = {}
    for path, line, source in _reads(graph, found.root):
        name = re.escape(graph.name_of(found.root))
        text = index.text_if_any(path).split("\n")[line - 1]
        for method in dict.fromkeys(re.findall(rf"(?<!\w){name}\s*\.\s*(\w+)\s*\(", text)):
            if any(_changes(graph, one, changes) for one in _called(graph, source, path, line, method)):
                lines.setdefault(method, {}).setdefault(path, set()).add(line)
    said = [
        f"`{method}` at "
        + listed_lines({path: sorted(at[path]) for path in sorted(at)}, _MOST_FILES, _MOST_LINES)
        for method, at in sorted(lines.items())
    ]
    return f"Methods of its own type change it: {first_few(said, _MOST_METHODS)}." if said else ""


def _reads(graph: CodeGraph, root: int) -> Iterator[tuple[str, int, int]]:
    """Yield the path, line and function of each known read in the product."""
    numbers = graph.edges_of(np.array([root]), outgoing=False)
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        if edge.kind == "READS" and not are_aside(graph, np.array([edge.source])).any():
            yield from ((edge.evidence.path, line, edge.source) for line in graph.lines(number))


def _called(graph: CodeGraph, source: int, path: str, line: int, name: str) -> Iterator[int]:
    """Yield the methods of a name that a function calls on a line."""
    numbers = graph.edges_of(np.array([source]), outgoing=True)
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        is_here = edge.kind == "CALLS" and edge.evidence.path == path
        if is_here and graph.name_of(edge.target) == name and line in graph.lines(number):
            yield edge.target


def _changes(graph: CodeGraph, method: int, known: dict[int, bool]) -> bool:
    """Whether a method writes something of its own object."""
    if method not in known:
        own = type_around(graph, method)
        known[method] = own != method and any(
            edge.via != "initializer" and graph.kinds[graph.kind[edge.target]] == "attr"
            for edge in graph.outgoing(method, ("MUTATES",))
        )
    return known[method]
