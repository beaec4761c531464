"""On which lines the errors of a function reach a caller that lets all of them pass, or catches all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.tracing.directions import RUNNING_KINDS, is_escape

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge


def error_lines(graph: CodeGraph, edge: Edge) -> list[int]:
    """Return the lines of the calls by which errors pass, or around which they are caught, that of the edge first.

    The edge itself has the first alone. Where of two calls one is in a handler and the other is not, nothing is told.
    """
    if is_escape(graph, edge):
        caller, callee = edge.target, edge.source
        apart = _numbers(graph, "HANDLES_ERROR", caller, callee)
    elif edge.kind == "HANDLES_ERROR" and graph.kinds[graph.kind[edge.target]] in RUNNING_KINDS:
        caller, callee = edge.source, edge.target
        apart = _numbers(graph, "PROPAGATES_ERROR", callee, caller)
    else:
        return []
    lines = [line for call in _numbers(graph, "CALLS", caller, callee) for line in graph.lines(call)]
    first = edge.evidence.line
    return [first, *(line for line in lines if line != first)] if first in lines and not apart else []


def _numbers(graph: CodeGraph, kind: str, source: int, target: int) -> list[int]:
    """Return the number of the edge of a kind between two entities, if there is one."""
    edges = graph.edges_of(np.array([source]), outgoing=True)
    is_wanted = graph.edge_column("target").take(edges) == target
    is_wanted &= graph.edge_column("kind").take(edges) == EDGE_NUMBER[kind]
    found: list[int] = edges[is_wanted].tolist()
    return found
