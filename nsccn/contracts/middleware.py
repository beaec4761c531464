"""Where ASP.NET is told to run a type for each request: what it runs is a method that no code names.

app.UseMiddleware<ErrorMiddleware>();           class ErrorMiddleware { public Task InvokeAsync(HttpContext context) … }
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_RUN: Final = frozenset({"Invoke", "InvokeAsync"})
_LANGUAGE: Final = "csharp"
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4


def run_as_middleware(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say where a pipeline is given the type whose method this is."""
    one, owner = graph.entity(entity), graph.owner_of(entity)
    if one.name not in _RUN or one.language != _LANGUAGE or owner < 0:
        return Told()
    type_ = graph.entity(owner)
    if type_.kind not in TYPE_KINDS:
        return Told()
    given = re.compile(
        rf"\bUseMiddleware(?:<(?:\w+\.)*{type_.name}\b|\(\s*typeof\(\s*(?:\w+\.)*{type_.name}\b)"
    )
    using = dict.fromkeys(edge.evidence.path for edge in graph.incoming(owner) if edge.evidence.path)
    lines = {
        path: found
        for path in sorted(using)
        if role_of(path) is not Role.TEST
        and (found := [at for at, text in enumerate(_lines(index, path), 1) if given.search(text)])
    }
    if not lines:
        return Told()
    said = f"As middleware of ASP.NET it is run for requests, as {listed_lines(lines, _MOST_FILES, _MOST_LINES)} says."
    return Told((said,), frozenset((path, at) for path, found in lines.items() for at in found), is_used=True)


def _lines(index: RepoIndex, path: str) -> list[str]:
    return index.text_if_any(path).split("\n")
