"""Who calls an inherited method of another type than the one that was asked about: `Post::read`, no `Comment::read`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.text import count, first_few
from nsccn.tracing.lineage import bases, subtypes, type_around

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tools.names.meant import Meant

_MOST_TYPES: Final = 3


class OfSiblings(NamedTuple):
    """The edges of calls that name another type."""

    edges: tuple[int, ...] = ()
    note: str = ""


def of_siblings(index: RepoIndex, meant: Meant) -> OfSiblings:
    """Return the edges to an inherited method of which each line calls it of another type that inherits it."""
    graph = index.snapshot.graph
    if meant.heir < 0:
        return OfSiblings()
    own = {meant.heir, *bases(graph, meant.heir), *subtypes(graph, meant.heir)}
    below = subtypes(graph, type_around(graph, meant.entity))
    siblings = _names(graph, below) - _names(graph, own)
    called = re.compile(rf"(\w+)(?:<[^<>]*>)?(?:::|\.){re.escape(graph.name_of(meant.entity))}(?!\w)")
    edges, callers, named = list[int](), set[int](), dict[str, None]()
    texts = dict[str, list[str]]()
    numbers = np.sort(graph.edges_of(np.array(meant.entities), outgoing=False))
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        path = edge.evidence.path
        rows = texts.get(path) or texts.setdefault(path, index.text_if_any(path).split("\n"))
        types = [called.findall(rows[line - 1]) for line in graph.lines(number) if line <= len(rows)]
        if types and all(found and siblings.issuperset(found) for found in types):
            edges.append(number)
            callers.add(edge.source)
            named |= dict.fromkeys(one for found in types for one in found)
    others = f"{count(len(callers), 'caller')} of {first_few(sorted(named), _MOST_TYPES)}"
    note = f"Left out, as they name another type that has it: {others}."
    return OfSiblings(tuple(edges), note if edges else "")


def _names(graph: CodeGraph, types: Iterable[int]) -> set[str]:
    return {graph.name_of(one) for one in types}
