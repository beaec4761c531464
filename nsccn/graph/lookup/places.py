"""Files and lines as a caller gives them: `cart.py:12`, `cart.py:12-40`, and the last parts of a path."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.errors import InvalidArgument, UnknownPath, shown
from nsccn.graph.ids import decode_path
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

LINES: Final = regex(
    r"(?P<path>.+?):(?P<first>\d{1,12})(?:-(?P<last>\d{1,12})|:\d{1,12})?", re.DOTALL | re.ASCII
)
"""`path:12`, `path:12:5` and `path:12-40`."""
_FILE: Final = r"(?P<path>[^\s:]+\.[A-Za-z]\w{0,9})"
_BACKWARDS: Final = regex(rf"{_FILE}:(?P<first>\d{{1,12}})-(?P<last>\d{{1,12}})", re.ASCII)
_NO_LINES: Final = regex(rf"{_FILE}:(?:-+\d[\d-]*|\d+-(?:-\d+)?)", re.ASCII)
"""`cart.py:-5`, `cart.py:5-`, `cart.py:5--9`"""


def refuse_bad_lines(asked: str) -> None:
    """Refuse what names lines of a file that no file has: the last before the first, a number below zero.

    Raises:
        InvalidArgument: it does.
    """
    if bad := _NO_LINES.fullmatch(asked):
        path = bad["path"]
        raise InvalidArgument(f"{shown(asked)} names no lines; give {path}:LINE or {path}:FIRST-LAST.")
    lines = _BACKWARDS.fullmatch(asked)
    if lines and int(lines["last"]) < int(lines["first"]):
        right = f"{lines['path']}:{lines['last']}-{lines['first']}"
        raise InvalidArgument(f"{shown(asked)} ends before it begins; give {right}.")


def at_line(table: EntityTable, paths: list[str], line: int) -> list[int]:
    """Return the innermost entity around a line of each of some files that has it."""
    found = [table.at_line(path, line) for path in paths if 0 < line <= _lines(table, path)]
    if not found:
        lines = _lines(table, paths[0])
        raise UnknownPath(f"'{paths[0]}:{line}' is out of range: {paths[0]} has {lines} lines.")
    return found


def in_lines(table: EntityTable, path: str, first: int, last: int) -> list[int]:
    """Return the innermost entity around some lines; of a type or a file the members that have any of them."""
    inside = [
        entity
        for entity in table.entities_of(path)
        if table.start_line[entity] <= last
        and table.end_line[entity] >= first
        and not table.is_implicit(entity)
    ]
    around = [one for one in inside if table.start_line[one] <= first and table.end_line[one] >= last]
    if not around:
        raise UnknownPath(f"'{path}:{first}-{last}' is out of range: {path} has {_lines(table, path)} lines.")
    best = max(around, key=lambda one: (int(table.start_line[one]), one))
    is_whole = (table.start_line[best], table.end_line[best]) == (first, last)
    if is_whole or table.kinds[table.kind[best]] not in TYPE_KINDS | FILE_KINDS:
        return [best]
    members = [one for one in inside if int(table.parent[one]) == best]
    return [one for one in members if not table.is_data(one)] or [best]


def _lines(table: EntityTable, path: str) -> int:
    return table.file_entry(table.file_slot(path) or 0).lines


def files_called(table: EntityTable, given: str) -> list[str]:
    """Return the indexed files of a path: the one that it names in full, else those whose paths end with it."""
    for path in (given, decode_path(given)):
        if table.file_slot(path) is not None:
            return [path]
    if not given or "." not in given.rpartition("/")[2]:
        return []
    ending = "/" + decode_path(given)
    return [path for path in table.paths if path.endswith(ending)]
