"""The trace of what answers the path of a URL and has no name: of some lines of what has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.inline import block_around
from nsccn.contracts.routes.notes import asked_in_place
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS, FILE_KINDS
from nsccn.graph.lookup.places import LINES
from nsccn.graph.lookup.wording import plain_reference
from nsccn.tools.names.meant import Meant
from nsccn.tools.views import Answer

if TYPE_CHECKING:
    from nsccn.contracts.routes.inline import Block
    from nsccn.index import RepoIndex


def in_place(index: RepoIndex, block: Block) -> Meant:
    """Return what has the lines that answer a path, which alone are meant."""
    graph = index.snapshot.graph
    around = graph.at_line(block.path, block.first)
    while graph.is_data(around):
        around = int(graph.parent[around])
    return Meant(around, f"These lines begin with `{block.text}`.", block=block)


def around_line(index: RepoIndex, meant: Meant, asked: str) -> Meant:
    """Return what answers a path around a line that no function has, or else what is meant."""
    graph, lines = index.snapshot.graph, LINES.fullmatch(plain_reference(asked))
    entity = graph.entity(meant.entity)
    if lines is None or entity.kind not in FILE_KINDS | DATA_KINDS:
        return meant
    block = block_around(index, RouteFiles(index, graph), entity.path, int(lines["first"]))
    is_inside = block is not None and int(lines["last"] or 0) <= block.last
    return in_place(index, block) if block and is_inside else meant


def said_of_asking(index: RepoIndex, meant: Meant, block: Block) -> Answer:
    """Say who asks for a path: nobody calls by a name what answers it in place."""
    graph = index.snapshot.graph
    said = asked_in_place(index, graph, block)
    head = f"{encode_path(block.path)}:{block.first}-{block.last} in {graph.id_of(meant.entity)}"
    notes = [*said.notes, meant.note]
    root = {"root": graph.id_of(meant.entity), "lines": [block.first, block.last]}
    return Answer("\n".join([head, *notes]), {**root, "direction": "upstream", **said.data, "notes": notes})
