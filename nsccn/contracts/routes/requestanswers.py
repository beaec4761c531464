"""Which function answers a path of a URL that another one asks for.

It may be asked for below the address of a server, which no line here tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.clientpaths import BASES, PAGE
from nsccn.contracts.routes.files import RouteFiles
from nsccn.contracts.routes.helperscalled import helpers_called
from nsccn.contracts.routes.lines import where_written
from nsccn.contracts.routes.requestfile import asked_in, request_file
from nsccn.contracts.routes.requesttexts import (
    HOLE,
)
from nsccn.contracts.routes.resources import helped
from nsccn.graph.routes import handlers

if TYPE_CHECKING:
    from nsccn.contracts.routes.inline import Block
    from nsccn.contracts.routes.requestfile import RequestFile
    from nsccn.contracts.routes.requesttexts import Asked
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_ASKED: Final = 6
"""Paths that a function asks for, and for which what answers is looked for."""
_MOST_LINES: Final = 400


class Answer(NamedTuple):
    """What answers that which a function asks for."""

    line: int
    asked: str
    answering: int | Block
    is_whole: bool


def answers(index: RepoIndex, graph: CodeGraph, entity: Entity) -> list[Answer]:
    """Return what answers the paths that a function asks for."""
    file = request_file(index, entity.path)
    if file is None:
        return []
    files = RouteFiles(index, graph)
    found: dict[tuple[str, int | Block], Answer] = {}
    known: dict[str, tuple[int | Block, bool] | None] = {}
    for number, asked, call in asked_in(file, entity.name_line, entity.end_line):
        text = said(call.method, asked)
        if text not in known and len(known) < _MOST_ASKED:
            answering = answering_path(index, files, call.method, asked, ("", *BASES))
            known[text] = (answering[0], answering[2]) if answering else None
        if (
            (one := known.get(text)) is not None
            and one[0] != entity.index
            and not _is_in(number, entity, one[0])
        ):
            found.setdefault((text, one[0]), Answer(number, text, *one))
    for named in _by_helper(index, graph, file, entity):
        found.setdefault((named.asked, named.answering), named)
    return sorted(found.values(), key=lambda answer: answer.line)


def _by_helper(index: RepoIndex, graph: CodeGraph, file: RequestFile, entity: Entity) -> Iterator[Answer]:
    """Yield what answers the routes that a script names by their helpers."""
    last = min(entity.end_line, entity.name_line + _MOST_LINES, len(file.lines))
    called = helpers_called(entity.path, file.lines, range(entity.name_line, last + 1))
    for one in islice(called, _MOST_ASKED):
        method = one.call.method
        rows = helped(index, graph, one.name)
        fitting = [row for row in rows if not method or row[0].method in ("", method)]
        if len({answering for _, answering in fitting}) == 1:
            row, answering = fitting[0]
            asked = f"{method or row.method} /{'/'.join(row.parts)}".strip()
            yield Answer(one.line, asked, answering, is_whole=True)


def _is_in(number: int, entity: Entity, answering: int | Block) -> bool:
    """Whether a line is one of those that answer, where these have no name."""
    return (
        not isinstance(answering, int)
        and answering.path == entity.path
        and answering.first <= number <= answering.last
    )


def said(method: str, asked: Asked) -> str:
    """Spell what is asked for: `GET /api/carts/{}`."""
    path = "/".join(part.replace(HOLE, "{}") for part in asked.parts)
    return f"{method} {'/' if asked.is_begun else ''}{path}".strip()


def answering_path(
    index: RepoIndex, files: RouteFiles, method: str, asked: Asked, before: Sequence[str]
) -> tuple[int | Block, tuple[tuple[str, int], ...], bool] | None:
    """Return what answers a path, where that is written, and whether it is all of the path."""
    parts = tuple(part if HOLE not in part else part.rstrip(HOLE) or "{id}" for part in asked.parts)
    spelt = list(dict.fromkeys((parts, tuple(map(str.lower, parts)))))
    for base, own in product(before, spelt):
        path = "/".join(filter(None, (base, *own)))
        text = f"{method} /{path}".strip()
        table = index.snapshot.entities
        found = [one for one in handlers(table, text) if not PAGE.search(table.path_of(one))]
        if len(found) == 1:
            return found[0], ((table.path_of(found[0]), table.entity(found[0]).name_line),), not base
        written = where_written(index, text, files) if not found else None
        if written is not None and len(written.answering) == 1:
            return written.answering[0], written.lines, not base and not (asked.is_begun and written.below)
        if written is not None and len(written.blocks) == 1:
            block = written.blocks[0]
            return block, written.lines, block.is_whole and len(block.parts) == len(own)
    return None
