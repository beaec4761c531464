"""What a trace says of a type that leads nowhere, since only its constructors stand for it: its methods lead on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.model import Confidence
from nsccn.text import first_few
from nsccn.tracing.aside import are_aside
from nsccn.tracing.lineage import constructors, inherited_constructor, is_type, methods

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_RUNS: Final = ("CALLS", "REFERENCES")
_MOST: Final = 8
_MOST_LOOKED_AT: Final = 200
_OF_TYPE: Final = frozenset({"classmethod", "static"})
"""Modifiers of methods that a type is asked for."""


def said_of_methods(found: Trace) -> str:
    """Name the methods of a type by which something can be followed; empty where there are none."""
    graph, root = found.code, found.root
    if not is_type(graph, root):
        return ""
    if found.direction == "upstream":
        return _run_from_outside(graph, root)
    if found.direction != "downstream":
        return ""
    calling = [method for method in methods(graph, root) if graph.outgoing(method, _RUNS)]
    if not calling:
        return ""
    names = list(dict.fromkeys(map(graph.name_of, calling[1:])))
    listed = first_few([graph.id_of(calling[0]), *names], _MOST)
    made = inherited_constructor(graph, root)
    above = f" Making it runs {graph.id_of(made)}." if made is not None else ""
    if constructors(graph, root):
        return f"Of a type its constructors are followed, and these lead nowhere; its methods do: {listed}."
    return f"It has no constructor of its own, which of a type is followed; its methods lead on: {listed}.{above}"


def called_on_type(index: RepoIndex, found: Trace) -> dict[str, list[int]]:
    """Return the lines of the product that call a type's own methods on the type itself, as far as they are not told.

    Its name stands there, and an answer that begins with its constructors leads nowhere from them.
    """
    graph, root = found.code, found.root
    if found.direction != "upstream" or not is_type(graph, root):
        return {}
    path = graph.path_of(root)
    first, definitions = graph.entities_of(path).start, index.facts(path).definitions
    own = [
        one
        for one in methods(graph, root)[:_MOST_LOOKED_AT]
        if graph.path_of(one) == path and not _OF_TYPE.isdisjoint(definitions[one - first].modifiers)
    ]
    known = {root, *graph.members(root), *found.distances}
    numbers = graph.edges_of(np.array(own, np.int64), outgoing=False)
    lines: dict[str, set[int]] = {}
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        is_told = edge.kind != "CALLS" or edge.confidence is not Confidence.RESOLVED or edge.source in known
        if not (is_told or are_aside(graph, np.array([edge.source])).any()):
            lines.setdefault(edge.evidence.path, set()).update(graph.lines(number))
    return {path: sorted(lines[path]) for path in sorted(lines)}


def _run_from_outside(graph: CodeGraph, root: int) -> str:
    """Say which methods of a type that nobody makes others run, as they do those of handlers."""
    own = methods(graph, root) or _written_in(graph, root)
    if len(own) > _MOST_LOOKED_AT:
        return ""
    inside = {root, *graph.members(root)}
    run = [
        method for method in own if any(edge.source not in inside for edge in graph.incoming(method, _RUNS))
    ]
    if not run:
        return ""
    listed = first_few([graph.id_of(run[0]), *dict.fromkeys(map(graph.name_of, run[1:]))], _MOST)
    return f"Nobody was found who makes it, hands it over or uses it as a type; others run its methods: {listed}."


def _written_in(graph: CodeGraph, root: int) -> list[int]:
    """Return the methods of another type that an extension is written with: `extension Loud on String`."""
    entity = graph.entity(root)
    if entity.kind != "type" or not entity.path:
        return []
    lines = range(entity.start_line, entity.end_line + 1)
    inside = (one for one in graph.entities_of(entity.path) if int(graph.start_line[one]) in lines)
    return [one for one in inside if graph.kinds[graph.kind[one]] == "method"]
