"""The error that a variable, or an attribute of a type, is another name of: `class Till: Empty = TillEmpty`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_NAME: Final = regex(r"[\w.]+")
_ERROR: Final = "error"
"""Kind of an error that lies outside of the repository."""


def error_named(index: RepoIndex, variable: int) -> int | None:
    """Return the error that a variable is given and nothing else; of several of a name that which its file imports."""
    graph = index.snapshot.graph
    path, scope = graph.path_of(variable), int(graph.parent[variable])
    if not path or scope < 0 or not graph.is_data(variable):
        return None
    scope -= graph.entities_of(path).start
    rows = (row for row in index.facts(path).assignments if row.scope == scope)
    given = {row.value for row in rows if row.target == graph.name_of(variable)}
    value = given.pop() if len(given) == 1 else ""
    if not _NAME.fullmatch(value):
        return None
    named = [one for one in graph.named(value.rpartition(".")[2]) if _may_be_raised(graph, one)]
    found = named if len(named) == 1 else _imported(graph, path, named)
    return found[0] if len(found) == 1 else None


def _may_be_raised(graph: CodeGraph, entity: int) -> bool:
    """Whether something is a type, or an error from outside, that code raises or catches."""
    is_type = graph.kinds[graph.kind[entity]] in (*TYPE_KINDS, _ERROR)
    return is_type and bool(graph.incoming(entity, ("PROPAGATES_ERROR", "HANDLES_ERROR")))


def _imported(graph: CodeGraph, path: str, named: list[int]) -> list[int]:
    """Return which of some entities lie in a file, or in one that it imports."""
    edges = (edge for one in graph.entities_of(path) for edge in graph.outgoing(one, ("IMPORTS",)))
    seen = {path, *(graph.path_of(edge.target) for edge in edges)}
    return [one for one in named if graph.path_of(one) in seen]
