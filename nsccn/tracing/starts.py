"""Where a trace begins: what stands for the entity that is asked about, in each direction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.tracing import lineage
from nsccn.tracing.directions import RUNNING_KINDS

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

ON_BEHALF: Final = "on behalf"
"""The phase of what others write for a function."""
_OF_ERRORS: Final = ("PROPAGATES_ERROR", "HANDLES_ERROR")
_DEEPEST: Final = 10


def starts_of(graph: CodeGraph, start: int, direction: str) -> list[dict[str, list[int]]]:
    """Return the entities to begin with, by phase; what follows is tried where the first leads nowhere."""
    kind = graph.kinds[graph.kind[start]]
    members = lineage.within(graph, start)
    data = [member for member in members if graph.is_data(member)]
    code = [member for member in members if not graph.is_data(member)]
    if direction in ("downstream", "upstream"):
        group = [start, *lineage.constructors(graph, start)] if kind in TYPE_KINDS else members
        return [{direction: group}]
    if direction == "inheritance":
        return [{direction: [lineage.type_around(graph, start)]}]
    if direction == "errors":
        variants = [member for member in data if graph.incoming(member, _OF_ERRORS)]
        group = [start, *lineage.subtypes(graph, start, _DEEPEST), *variants]
        raisers, handlers = (sum(len(graph.incoming(one, (kind,))) for one in group) for kind in _OF_ERRORS)
        raised = {"caught" if handlers < raisers else "raised": group}
        return [{direction: code}] if kind in RUNNING_KINDS else [raised, {direction: code}]
    if direction == "config":
        # A constant of a type is what that reads; of one by itself its readers say more.
        own = members if code else []
        return [{direction: own}, {"setting": data or members}, {direction: data}]
    return [{"asked": data}, {direction: code}, {ON_BEHALF: code}, {"accessed": code}]
