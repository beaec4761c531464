"""The edges by which the errors of a trace go on: through callers that let them pass, to those that catch them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.errorflow import ErrorFlow
from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.errorflow import Followed


class ErrorWays(NamedTuple):
    """Where errors come from and go to."""

    errors: dict[int, tuple[int, ...]]
    """Number of an edge -> the errors that take it."""
    escaping: tuple[int, ...] = ()
    """The errors that escape from the functions that it begins with."""


def error_ways(graph: CodeGraph, starts: Mapping[str, Sequence[int]], depth: int) -> ErrorWays:
    """Return the edges on the way of errors.

    Args:
        graph: the graph.
        starts: entities by phase, as a trace begins: `errors` are functions, `raised` and `caught` are error types.
        depth: the most edges on the way up.
    """
    flow = ErrorFlow(graph)
    found: dict[int, tuple[int, ...]] = {}
    escaping: tuple[int, ...] = ()
    if "errors" in starts:
        caught_from = [
            edge.target
            for function in starts["errors"]
            for edge in graph.outgoing(function, ("HANDLES_ERROR",))
            if graph.kinds[graph.kind[edge.target]] in FUNCTION_KINDS
        ]
        bits, below = flow.escaping([*starts["errors"], *caught_from])
        found.update(_numbered(graph, flow, below))
        upwards = {function: bits[function] for function in starts["errors"] if bits[function]}
        escaping = flow.names(reduce(or_, upwards.values(), 0))
    else:
        types = (*starts.get("raised", ()), *starts.get("caught", ()))
        wanted = flow.of(types)
        raising = {edge.source for error in types for edge in graph.incoming(error, ("PROPAGATES_ERROR",))}
        raised = flow.raised_in(raising)
        upwards = {function: errors & wanted for function, errors in raised.items() if errors & wanted}
    return ErrorWays(found | _numbered(graph, flow, flow.follow(upwards, depth)), escaping)


def _numbered(graph: CodeGraph, flow: ErrorFlow, followed: Followed) -> dict[int, tuple[int, ...]]:
    callees = np.array(sorted({callee for callee, _ in followed.passages}), np.intp)
    found: dict[int, tuple[int, ...]] = {}
    for kind, outgoing in (("PROPAGATES_ERROR", True), ("HANDLES_ERROR", False)):
        numbers = graph.edges_of(callees, outgoing=outgoing)
        numbers = numbers[graph.edge_column("kind").take(numbers) == EDGE_NUMBER[kind]]
        ends = (graph.edge_column(end).take(numbers).tolist() for end in ("source", "target"))
        for source, target, number in zip(*ends, numbers.tolist(), strict=True):
            callee, caller = (source, target) if outgoing else (target, source)
            passage = followed.passages.get((callee, caller))
            errors = (passage.passing if outgoing else passage.caught) if passage is not None else 0
            if errors:
                found[number] = flow.names(errors)
    return found
