"""Who calls a function through what keeps it, where too many are kept in that for edges to tell: a field, or a table.

const struct entry kill_entry = { .name = "kill", .exec = kill_exec };                     entry->exec(item);
static struct { const char *name; handler run; } table[] = { { "kill", kill_exec } };      table[i].run(item);
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.regexes import regex
from nsccn.text import count, first_few
from nsccn.tracing.namings import namings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_CALLED: Final = r"(?:\.|->)\s*{}\s*\)?\s*\("
_POINTER: Final = regex(r"\(\s*\*")
"""In the declaration of a field that points to a function."""
_MOST_FIELDS: Final = 2
_MOST_CALLERS: Final = 4
_MOST_LINES: Final = 4


def said_of_called_fields(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield the fields or tables that a function is kept in, and who calls what they hold or uses them.

    Nothing where edges tell callers.
    """
    graph = found.code
    if any(graph.incoming(root, ("CALLS",)) for root in found.roots):
        return
    handed = (place for root in found.roots for place in graph.lines_using(root, ("REFERENCES",)))
    places = sorted(set(handed))
    fields = list(dict.fromkeys(field for place in places for field in _fields_at(graph, *place)))
    for field in fields[:_MOST_FIELDS]:
        callers = first_few(list(_callers(index, graph, field)), _MOST_CALLERS)
        others = len({edge.source for edge in graph.incoming(field, ("MUTATES",))}) - 1
        if callers:
            beside = f" with {count(others, 'other')}" if others else ""
            yield f"It is kept in {graph.id_of(field)}{beside}; what that holds is called by {callers}."
    if fields:
        return
    tables = [
        one for place in places for one in _around(graph, *place)[1:] if not _holds(graph, one, found.root)
    ]
    for table in list(dict.fromkeys(tables))[:_MOST_FIELDS]:
        if users := first_few(list(_users(index, graph, table)), _MOST_CALLERS):
            yield f"It is a row of {graph.id_of(table)}, named by {users}."


def _holds(graph: CodeGraph, table: int, root: int) -> bool:
    """Whether what a trace begins with is called by its own name behind that of a table: `utils.pay`."""
    return graph.qualified_of(root).startswith(f"{graph.qualified_of(table)}.")


def _around(graph: CodeGraph, path: str, line: int) -> list[int]:
    return [one for one in graph.entities_of(path) if graph.start_line[one] <= line <= graph.end_line[one]]


def _fields_at(graph: CodeGraph, path: str, line: int) -> Sequence[int]:
    """Return the field that a line of what a variable is initialized with sets to a function."""
    edges = graph.edges_of(np.array(_around(graph, path, line)), outgoing=True)
    fields = [
        edge.target
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        if edge.via == "initializer" and line in graph.lines(number)
    ]
    pointing = [one for one in fields if _POINTER.search(graph.entity(one).signature)]
    return pointing if len(pointing) == 1 else fields if len(fields) == 1 else ()


def _users(index: RepoIndex, graph: CodeGraph, table: int) -> Iterator[str]:
    """Yield who names a variable, with the lines."""
    users = namings(index, table).found if graph.is_data(table) else ()
    for user in users:
        yield f"{graph.id_of(user.entity)} L{first_few(user.lines, _MOST_LINES, separator=',')}"


def _callers(index: RepoIndex, graph: CodeGraph, field: int) -> Iterator[str]:
    """Yield who calls what a field holds, with the lines."""
    name, lexical = graph.name_of(field), index.snapshot.lexical
    called = re.compile(_CALLED.format(re.escape(name)))
    paths = (graph.paths[slot] for slot in lexical.files_with(name))
    calling = {path for path in paths if called.search(index.text_if_any(path))}
    for naming in namings(index, field, calling).found:
        lines = index.text_if_any(graph.path_of(naming.entity)).split("\n")
        if calls := [line for line in naming.lines if called.search(lines[line - 1])]:
            yield f"{graph.id_of(naming.entity)} L{','.join(map(str, calls))}"
