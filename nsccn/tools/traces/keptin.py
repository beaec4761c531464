"""What a call outside of any function is kept in, and who uses that: `statsd = get_client()`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.text import count, first_few
from nsccn.tracing.aside import are_tries
from nsccn.tracing.namings import namings
from nsccn.tracing.wantednames import Readings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_USES: Final = ("READS", "READS_CONFIG", "REFERENCES", "CALLS", "MUTATES")
_MOST_VARIABLES: Final = 3
_MOST_ASKED: Final = 6
"""Variables whose users are looked for, of which each may take some files."""
_MOST_USERS: Final = 8
_MOST_LINES: Final = 4


def said_where_kept(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield who uses the variables and fields of the product that a call of what is traced sets as they are defined."""
    kept = list(_set_by_calls(found))
    named, parsed = 0, Readings()
    for place, (variable, line) in enumerate(kept):
        if named == _MOST_VARIABLES or place == _MOST_ASKED:
            yield f"Calls of it set {count(len(kept) - place, 'more variable')}; ask for their `state`."
            return
        own, others = _users(index, variable, parsed)
        if own:
            named += 1
            tests = f", and {others} in tests and the like" if others else ""
            listed = first_few(list(_said(found.code, variable, own)), _MOST_USERS)
            yield f"L{line} sets {found.code.id_of(variable)}, named by {listed}{tests}."


def _said(graph: CodeGraph, variable: int, users: Mapping[int, set[int]]) -> Iterator[str]:
    """Yield the users of a variable with their lines; the path that was named last goes without saying."""
    path = graph.path_of(variable)
    for user, lines in users.items():
        entity = graph.entity(user)
        name = f":{entity.id.split(':', 2)[-1]}" if entity.path == path else entity.id
        path = entity.path
        yield f"{name} L{first_few(sorted(lines), _MOST_LINES, separator=',')}"


def _set_by_calls(found: Trace) -> Iterator[tuple[int, int]]:
    """Yield what is defined on the lines of modules and types that call what is traced, and what functions set so."""
    graph = found.code
    known = set[int]()
    for step in found.steps:
        near, far = step.edge.target, step.edge.source
        if step.distance > 1 or step.edge.kind != "CALLS" or near not in found.starts:
            continue
        is_outside = graph.kinds[graph.kind[far]] in FILE_KINDS | TYPE_KINDS
        for line in sorted(graph.lines(step.number)):
            variable = _defined_at(graph, far, line) if is_outside else _written_at(graph, far, line)
            if variable is not None and variable not in known:
                known.add(variable)
                yield variable, line


def _written_at(graph: CodeGraph, function: int, line: int) -> int | None:
    """Return the variable of a module that a function gives another value on a line."""
    edges = graph.edges_of(np.array([function]), outgoing=True)
    written = [
        edge.target
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
        if edge.kind == "MUTATES" and line in graph.lines(number)
    ]
    variables = [one for one in written if graph.kinds[graph.kind[one]] == "var"]
    return variables[0] if len(written) == len(variables) == 1 else None


def _defined_at(graph: CodeGraph, holder: int, line: int) -> int | None:
    """Return the variable of a module, or the field of a type, whose definition a line is in."""
    around = [
        one
        for one in graph.entities_of(graph.path_of(holder))
        if graph.is_data(one) and graph.start_line[one] <= line <= graph.end_line[one]
    ]
    own = [one for one in around if int(graph.parent[one]) in {holder, -1}]
    return own[0] if len(own) == 1 else None


def _users(index: RepoIndex, variable: int, parsed: Readings) -> tuple[dict[int, set[int]], int]:
    """Return who of the product uses a variable, with the lines, by edges and by the text, and how many others do."""
    graph = index.snapshot.graph
    found: dict[int, set[int]] = {}
    edges = graph.edges_of(np.array([variable]), outgoing=False)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        lines = set(graph.lines(number))
        if edge.kind == "MUTATES":
            lines &= _changed_in_place(index, edge.evidence.path, graph.name_of(variable))
        if lines and edge.kind in _USES:
            found.setdefault(edge.source, set()).update(lines)
    for naming in namings(index, variable, parsed=parsed).found:
        found.setdefault(naming.entity, set()).update(naming.lines)
    if not found:
        return {}, 0
    users = np.array(list(found))
    tries = are_tries(graph, users).tolist()
    own = {user: found[user] for user, is_try in zip(users.tolist(), tries, strict=True) if not is_try}
    return own, len(found) - len(own)


def _changed_in_place(index: RepoIndex, path: str, name: str) -> set[int]:
    """Return the lines of a file on which what a variable holds is changed, and not what it is: `shared.add(row)`."""
    rows = index.facts(path).assignments
    return {
        row.line for row in rows if row.form in {"call", "item"} and row.target.rpartition(".")[2] == name
    }
