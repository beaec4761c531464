"""The trace of what is registered for a path or an event and has no name: of some lines of what has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.contracts.channels.lines import sent_by
from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.inline import block_around
from nsccn.contracts.routes.notes import asked_in_place
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS, FILE_KINDS, FUNCTION_KINDS
from nsccn.graph.lookup.places import LINES
from nsccn.graph.lookup.wording import plain_reference
from nsccn.tools.names.calledregistrations import block_of
from nsccn.tools.names.meant import Meant
from nsccn.tools.traces.registered import Registered
from nsccn.tools.views import Answer

if TYPE_CHECKING:
    from nsccn.contracts.routes.inline import Block
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex


def in_place(index: RepoIndex, block: Block) -> Meant:
    """Return what has the lines that answer a path, which alone are meant."""
    graph = index.snapshot.graph
    around = graph.at_line(block.path, block.first)
    while graph.is_data(around):
        around = int(graph.parent[around])
    said = f"begin with `{block.text}`" if block.is_route else f"are what `{block.text}` is given"
    if _is_clause(graph, around, block):
        said = f"are the clause `{block.text}`"
    return Meant(around, f"These lines {said}.", block=block)


def _is_clause(graph: CodeGraph, entity: int, block: Block) -> bool:
    """Whether some lines are a clause of a function."""
    return block.text.startswith(f"{graph.name_of(entity)}(") and not block.is_route


def around_line(index: RepoIndex, meant: Meant, asked: str, direction: str) -> Meant:
    """Return what is registered around a line that no function has, or one with several, or else what is meant.

    A clause too, but where its callers are asked for: they call the function, unless they send what it takes.
    """
    graph, lines = index.snapshot.graph, LINES.fullmatch(plain_reference(asked))
    entity = graph.entity(meant.entity)
    if lines is None or entity.kind not in FILE_KINDS | DATA_KINDS | FUNCTION_KINDS:
        return meant
    first, last = int(lines["first"]), int(lines["last"] or 0)
    is_plain = entity.kind not in FUNCTION_KINDS
    block = block_around(index, RouteFiles(index, graph), entity.path, first) if is_plain else None
    block = block or _registered_around(index, meant.entity, first)
    if block and _is_clause(graph, meant.entity, block) and direction == "upstream":
        lines_of_it = range(block.first, block.last + 1)
        block = block if sent_by(index, graph, meant.entity, lines_of_it).notes else None
    return in_place(index, block) if block and last <= block.last else meant


def _registered_around(index: RepoIndex, entity: int, line: int) -> Block | None:
    graph = index.snapshot.graph
    while graph.is_data(entity):
        entity = int(graph.parent[entity])
    path = graph.path_of(entity)
    found = Registered(index).at(graph.entity(entity), line)
    return block_of(path, found) if found else None


def said_of_asking(index: RepoIndex, meant: Meant, block: Block) -> Answer:
    """Say who asks for a path, or sends an event: nobody calls by a name what is registered for it in place."""
    graph = index.snapshot.graph
    lines = range(block.first, block.last + 1)
    said = (
        asked_in_place(index, graph, block) if block.is_route else sent_by(index, graph, meant.entity, lines)
    )
    head = f"{encode_path(block.path)}:{block.first}-{block.last} in {graph.id_of(meant.entity)}"
    notes = [*said.notes, meant.note]
    root = {"root": graph.id_of(meant.entity), "lines": [block.first, block.last]}
    return Answer("\n".join([head, *notes]), {**root, "direction": "upstream", **said.data, "notes": notes})
