"""Errors that a function raises and of which nothing tells what they are: `throw error`, `valueOr(throw _)`."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.errors import NsccnError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_OF_ANOTHER: Final = frozenset({"again", "caught", "cause"})
"""What is raised is known by what was caught, or is only told of another error."""


def said_of_unknown_errors(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield the lines of a function that raise what is not known."""
    graph, path = found.code, found.code.path_of(found.root)
    first = graph.entities_of(path).start
    scopes = {root - first for root in found.roots if graph.path_of(root) == path}
    with suppress(NsccnError, OSError):
        facts = index.facts(path)
        stopped = [range(one.start_byte, one.end_byte) for one in facts.handlers if not one.errors]
        raised = {
            line
            for kind, scope, _, line, byte, detail, *_ in facts.uses.rows()
            if kind == "raise" and scope in scopes and detail not in _OF_ANOTHER
            if not any(byte in region for region in stopped)
        }
        if unknown := sorted(raised - _known(found, path)):
            yield f"What it raises at L{','.join(map(str, unknown))} is not known."


def _known(found: Trace, path: str) -> set[int]:
    """Return the lines of which an edge tells what error leaves a function, or is caught there."""
    graph = found.code
    edges = graph.edges_of(np.array(found.roots), outgoing=True)
    return {
        line
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        if edge.kind in ("PROPAGATES_ERROR", "HANDLES_ERROR") and edge.evidence.path == path
        for line in graph.lines(number)
    }
