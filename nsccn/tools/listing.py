"""A directory as the list of its files and what they define, read from the table of definitions."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import SIGNATURE_LIMIT, count, one_line, without_template

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.entitytable import EntityTable, FileEntry
    from nsccn.graph.model import Entity

FILES: Final = "files"
"""The level below names: paths and lengths."""

_NAMES_LIMIT: Final = 300
_NUMBERED: Final = regex(r"\d+\|")
_MOST_FOLDERS: Final = 12
_OPENED: Final = 3
"""A folder with this fraction of the files is named with the folders inside of it."""


def files_below(table: EntityTable, directory: str) -> list[FileEntry]:
    """Return the indexed files of a directory, by its path relative to the root."""
    prefix = "" if directory == "." else f"{directory}/"
    return [file for file in table.files if file.path.startswith(prefix)]


def list_files(table: EntityTable, files: Sequence[FileEntry], detail: str) -> Iterator[str]:
    """Yield lines: each file with its length, and its signatures or names."""
    for file in files:
        yield from _lines(table, file, detail)


def is_head(line: str) -> bool:
    """Whether a line names a file, and is not one of it."""
    return _NUMBERED.match(line) is None


def _lines(table: EntityTable, file: FileEntry, detail: str) -> Iterator[str]:
    head = f"{encode_path(file.path)}  {count(file.lines, 'line')}"
    if detail == "signature":
        yield head
        yield from _signatures(table, file.first, "")
    elif detail == "name":
        names = (table.name_of(child) for child in table.children(file.first) if _is_listed(table, child))
        yield f"{head}  {one_line(', '.join(names), _NAMES_LIMIT)}".rstrip()
    else:
        yield head


def _signatures(table: EntityTable, parent: int, indentation: str) -> Iterator[str]:
    for child in table.children(parent):
        if _is_listed(table, child):
            entity = table.entity(child)
            yield f"{entity.name_line}|{indentation}{declared(table, entity)}"
            yield from _signatures(table, child, indentation + "  ")


def _is_listed(table: EntityTable, index: int) -> bool:
    """Whether a file offers an entity: functions and types, and what its language counts like these."""
    if not table.is_data(index):
        return True
    pattern = _listed_data(table.language_of(index))
    return pattern is not None and pattern.match(table.signature_of(index)) is not None


@cache
def _listed_data(language: str) -> re.Pattern[str] | None:
    known = languages.known(language)
    return re.compile(known.listed_data) if known is not None and known.listed_data else None


def declared(table: EntityTable, entity: Entity, limit: int = SIGNATURE_LIMIT) -> str:
    """Return the declaration of an entity, behind its type where neither that nor what is around it says which."""
    said = one_line(without_template(entity.signature, limit), limit) or entity.name
    owner = entity.qualified_name.rpartition(".")[0] if entity.kind in FUNCTION_KINDS else ""
    is_inside = entity.parent >= 0 and int(table.parent[entity.parent]) >= 0
    before = said.partition(f"{entity.name}(")[0]
    if not owner or is_inside or owner.rpartition(".")[2] in before:
        return said
    return f"{owner}: {said}"


def name_folders(paths: Sequence[str], directory: str, *, opened: bool) -> str:
    """Return the folders of a directory with their numbers of files, the fullest first; empty for a single one.

    Args:
        paths: the files below the directory.
        directory: its path relative to the root, `.` for the root.
        opened: whether to name what is in those that hold much of it.
    """
    inside = _within(paths, "" if directory == "." else directory)
    folders = _folders(inside)
    if len(folders) < 2:
        return ""
    named = []
    for folder in _fullest(folders):
        name, below = _without_chain(folder, _within(inside, folder))
        is_open = opened and len(below) * _OPENED >= len(inside)
        deeper = _folders(below) if is_open else Counter[str]()
        within = [f"{encode_path(one)} {deeper[one]:,}" for one in _fullest(deeper)]
        said = f" ({_listed(within, len(deeper))})" if within else ""
        named.append(f"{encode_path(name)} {len(below):,}{said}")
    return f"folders: {_listed(named, len(folders))}"


def _within(paths: Sequence[str], folder: str) -> list[str]:
    prefix = f"{folder}/" if folder else ""
    return [path.removeprefix(prefix) for path in paths if path.startswith(prefix)]


def _folders(paths: Sequence[str]) -> Counter[str]:
    return Counter(path.partition("/")[0] for path in paths if "/" in path)


def _fullest(folders: Counter[str]) -> list[str]:
    return sorted(folders, key=lambda name: (-folders[name], name))[:_MOST_FOLDERS]


def _without_chain(name: str, below: list[str]) -> tuple[str, list[str]]:
    """Go down while a folder holds nothing but one folder."""
    while len(folders := _folders(below)) == 1 and folders.total() == len(below):
        (only,) = folders
        name, below = f"{name}/{only}", _within(below, only)
    return name, below


def _listed(named: Sequence[str], number: int) -> str:
    return ", ".join([*named, f"{number - len(named):,} more"] if number > len(named) else named)
