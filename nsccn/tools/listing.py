"""A directory as the list of its files and what they define, read from the graph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.tools.views import count, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.codegraph import CodeGraph, FileEntry

FILES: Final = "files"
"""The level below names: paths and lengths."""

_NAMES_LIMIT: Final = 300
_NUMBERED: Final = re.compile(r"\d+\|")


def files_below(graph: CodeGraph, directory: str) -> list[FileEntry]:
    """Return the indexed files of a directory, by its path relative to the root."""
    prefix = "" if directory == "." else f"{directory}/"
    return [file for file in graph.files if file.path.startswith(prefix)]


def list_files(graph: CodeGraph, files: Sequence[FileEntry], detail: str) -> Iterator[str]:
    """Yield lines: each file with its length, and its signatures or names."""
    for file in files:
        yield from _lines(graph, file, detail)


def is_head(line: str) -> bool:
    """Whether a line names a file, and is not one of it."""
    return _NUMBERED.match(line) is None


def _lines(graph: CodeGraph, file: FileEntry, detail: str) -> Iterator[str]:
    head = f"{encode_path(file.path)}  {count(file.lines, 'line')}"
    if detail == "signature":
        yield head
        yield from _signatures(graph, file.first, "")
    elif detail == "name":
        names = (graph.name_of(child) for child in graph.children(file.first) if not graph.is_data(child))
        yield f"{head}  {one_line(', '.join(names), _NAMES_LIMIT)}".rstrip()
    else:
        yield head


def _signatures(graph: CodeGraph, parent: int, indentation: str) -> Iterator[str]:
    for child in graph.children(parent):
        if not graph.is_data(child):
            entity = graph.entity(child)
            yield f"{entity.name_line}|{indentation}{one_line(entity.signature) or entity.name}"
            yield from _signatures(graph, child, indentation + "  ")
