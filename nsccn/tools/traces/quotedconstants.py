"""Where a constant's name stands in quotes: settings are asked for by it, through getters that no edge tells of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role
from nsccn.graph.ids import listed_lines
from nsccn.regexes import regex
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.missing import places_that_name
from nsccn.tools.traces.usinglines import using

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_SPEAKING: Final = regex(r"[A-Z][A-Z\d]{4,}|[A-Z\d]+(?:_[A-Z\d]+)+")
"""A constant's name that means nothing else."""
_MOST_FILES: Final = 6
_MOST_LINES: Final = 4


def said_where_quoted(index: RepoIndex, graph: CodeGraph, variable: int) -> Iterator[str]:
    """Yield the lines of the product with the name of a constant in quotes."""
    entity = graph.entity(variable)
    if not _SPEAKING.fullmatch(entity.name):
        return
    own, found = (entity.path, entity.name_line), dict[str, list[int]]()
    texts = index.snapshot.entities.text_files
    for quote in "\"'":
        quoted = f"{quote}{entity.name}{quote}"
        for path, lines in places_that_name(index, quoted, {own}, role=Role.SOURCE):
            if graph.file_slot(path) not in texts and (
                left := using(index, path, index.facts(path), entity.name, lines)
            ):
                found[path] = sorted({*found.get(path, ()), *left})
    if found:
        places = listed_lines(found, _MOST_FILES, _MOST_LINES, enclosing(graph))
        yield f"By its name in quotes it may be asked for at {places}."
