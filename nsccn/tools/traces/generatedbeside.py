"""Which lines name a function in what a generator wrote beside its file, which is not indexed: `Main.Designer.cs`."""

from __future__ import annotations

import re
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import listed_lines
from nsccn.graph.walk.unwanted import GENERATED
from nsccn.text import lines_with

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 3
_MOST_LINES: Final = 3


def said_of_generated(index: RepoIndex, entity: Entity) -> Iterator[str]:
    """Yield the lines that name a function in generated files which are called as its own, but for what is added."""
    stem, _, ending = basename(entity.path).rpartition(".")
    beside = [
        path
        for path, reason in index.snapshot.skipped
        if reason == GENERATED
        and dirname(path) == dirname(entity.path)
        and re.match(rf"{re.escape(stem)}[._-]", basename(path))
        and path.endswith(f".{ending}")
    ]
    whole = re.compile(rf"(?<!\w){re.escape(entity.name)}(?!\w)")
    named = {
        path: [
            number
            for number, line in lines_with([entity.name], index.text_if_any(path))
            if whole.search(line) and not line.lstrip().startswith(("//", "*", "#"))
        ]
        for path in beside
    }
    if found := {path: lines for path, lines in named.items() if lines}:
        places = listed_lines(found, _MOST_FILES, _MOST_LINES)
        yield f"{places} names it, in what a generator wrote; that is not indexed."
