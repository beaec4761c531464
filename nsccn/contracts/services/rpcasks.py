"""Which rpcs a function of the web asks for, and which methods keep them: `shopClient.getCart({ id })`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.services.entries import gives_routes, keeping, rpcs
from nsccn.contracts.services.webclients import LARGEST, clients_in, imports
from nsccn.contracts.told import Told
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.search.settingnames import folded, inner_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.services.entries import Entry
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_CALL: Final = regex(r"\b(?P<name>\w+)\s{0,99}\??\.\s{0,99}(?P<method>[a-z]\w*)\s{0,9}\(")
_MOST_FILES: Final = 50
_MOST_ASKED: Final = 20


def rpcs_asked(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say which rpcs a function asks for, and what answers them."""
    function = graph.entity(entity)
    if function.kind not in FUNCTION_KINDS or not function.path.endswith(SCRIPTS_AND_COMPONENTS):
        return Told()
    if not any(map(gives_routes, index.snapshot.entities.paths)):
        return Told()  # nothing declares an rpc
    text = index.text_if_any(function.path)
    asked = _asked(index, graph, text, function) if len(text) <= LARGEST else iter(())
    notes, places = list[str](), set[tuple[str, int]]()
    for lines, entry in asked:
        if len(notes) < _MOST_ASKED:
            answering = keeping(index, graph, entry.path, entry.line)
            answers = f", which {graph.id_of(answering)} answers" if answering is not None else ""
            written = f"{encode_path(entry.path)}:{entry.line}"
            said = ",".join(map(str, lines))
            notes.append(f"L{said} asks for rpc `{entry.owner}.{entry.name}` ({written}){answers}.")
            places.update((function.path, line) for line in lines)
    return Told(tuple(notes), frozenset(places), is_used=bool(notes))


def _asked(
    index: RepoIndex, graph: CodeGraph, text: str, function: Entity
) -> Iterator[tuple[list[int], Entry]]:
    """Yield the rpcs that a function asks for, each with the lines that do."""
    body = "\n".join(text.split("\n")[function.start_line - 1 : function.end_line])
    asked: dict[tuple[str, str], list[int]] = {}
    for found in _CALL.finditer(body):
        line = function.start_line + body.count("\n", 0, found.start("method"))
        asked.setdefault((found["name"], found["method"]), []).append(line)
    services = {name: _service(index, graph, text, name) for name, _ in asked}
    entries = {service: [*_entries(index, service)] for service in services.values() if service}
    for (name, method), lines in asked.items():
        own = [one for one in entries.get(services[name], ()) if folded(one.name) == folded(method)]
        if len(own) == 1:
            yield [*dict.fromkeys(lines)], own[0]


def _service(index: RepoIndex, graph: CodeGraph, text: str, name: str) -> str:
    """Return the service of which something is a client that a file makes, or imports; empty for anything else."""
    own = {service for called, service in clients_in(text) if called == name}
    if not own and imports(text, name):
        homes = sorted({graph.path_of(one) for one in graph.named(name)})
        texts = [
            index.text_if_any(path) for path in homes[:_MOST_FILES] if path.endswith(SCRIPTS_AND_COMPONENTS)
        ]
        own = {
            service
            for home in texts
            if len(home) <= LARGEST
            for called, service in clients_in(home)
            if called == name
        }
    return own.pop() if len(own) == 1 else ""


def _entries(index: RepoIndex, service: str) -> Iterator[Entry]:
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    held = lexical.files_with_all(inner_words(service))
    found = sorted(path for slot in held if gives_routes(path := paths[slot]))
    for path in found if len(found) <= _MOST_FILES else ():
        if role_of(path) is Role.SOURCE and len(text := index.text_if_any(path)) <= LARGEST:
            yield from (entry for entry in rpcs(path, text) if entry.owner == service)
