"""The paths that types say of themselves in a method, one endpoint a type, as FastEndpoints of C# has it.

class Create : Endpoint<CreateRequest, CreateResponse> {
    public override void Configure() { Post(CreateRequest.Route); }      Verbs(Http.GET); Routes("/carts");
    public override Task HandleAsync(CreateRequest request, CancellationToken cancelled) { … }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.nearness import shared_folders
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity

_LANGUAGE: Final = "csharp"
_SAYS: Final = "Configure"
_ANSWERS: Final = frozenset({"ExecuteAsync", "HandleAsync"})
_HEAD: Final = regex(r"[^{;]*?:\s*(?:\w+\.)*(?:Endpoint(?:With\w+)?|Ep)\s*[<.\s{]")
_VERBS: Final = "|".join(map(str.capitalize, METHODS))
_SAID: Final = regex(rf"(?<![\w.])(?P<called>{_VERBS}|Verbs|Routes)\((?P<given>[^()]*)\)\s*;")
_VERB: Final = regex(rf"\bHttp\.({'|'.join(METHODS)})\b")
_GIVEN: Final = regex(r"@?\"(?P<text>[^\"]*)\"|(?P<type>\w+)\.(?P<name>\w+)")
_TEXT: Final = regex(r"=>?\s*@?\"([^\"]*)\"")
_MOST_LINES: Final = 60
_MOST_DEFINED: Final = 400


class Said(NamedTuple):
    """A path that a type says of itself."""

    method: str
    parts: tuple[str, ...]
    line: int


def said_of_itself(graph: CodeGraph, files: RouteFiles, answering: int) -> Iterator[Said]:
    """Yield the paths that a type, or its method that answers, stands for as the type itself says."""
    entity = graph.entity(answering)
    is_type = entity.kind in TYPE_KINDS
    if entity.language != _LANGUAGE or not (is_type or entity.name in _ANSWERS):
        return
    owner = answering if is_type else graph.owner_of(answering)
    says = (
        next((one for one in graph.members(owner) if graph.name_of(one) == _SAYS), -1) if owner >= 0 else -1
    )
    file = files.at(entity.path) if says >= 0 else None
    if file is None or not _HEAD.match(_lines(file.lines, graph.entity(owner))):
        return
    own = graph.entity(says)
    yield from _said(graph, files, own, _lines(file.lines, own))


def _lines(lines: Sequence[str], entity: Entity) -> str:
    return "\n".join(lines[entity.start_line - 1 : min(entity.end_line, entity.start_line + _MOST_LINES)])


def _said(graph: CodeGraph, files: RouteFiles, own: Entity, text: str) -> Iterator[Said]:
    calls = [*_SAID.finditer(text)]
    verbs = [verb for one in calls if one["called"] == "Verbs" for verb in _VERB.findall(one["given"])]
    for one in calls:
        methods = verbs or [""] if one["called"] == "Routes" else [one["called"].upper()]
        line = own.start_line + text.count("\n", 0, one.start())
        for given in _GIVEN.finditer(one["given"]) if one["called"] != "Verbs" else ():
            path = given["text"] if given["type"] is None else _constant(graph, files, own.path, given)
            if path is not None:
                parts = tuple(part for part in path.split("/") if part)
                yield from (Said(method, parts, line) for method in methods)


def _constant(graph: CodeGraph, files: RouteFiles, path: str, given: re.Match[str]) -> str | None:
    """Return the text that a type keeps by a name: of types called alike that of the nearest."""
    found = [
        one
        for one in graph.named(given["name"])[:_MOST_DEFINED]
        if (owner := graph.owner_of(one)) >= 0 and graph.name_of(owner) == given["type"]
    ]
    if not found:
        return None
    kept = graph.entity(max(found, key=lambda one: shared_folders(graph.entity(one).path, path)))
    file = files.at(kept.path)
    text = _TEXT.search(file.lines[kept.name_line - 1]) if file else None
    return text[1] if text else None
