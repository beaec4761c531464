"""Directories at a glance: their files with what these define, as much as a limit of tokens allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.outline import OutlineItem, outline
from nsccn.skeleton.rows import Row

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts


class Entry(NamedTuple):
    """A file of a directory, or a directory below it that is not opened."""

    path: str
    """A directory's ends with `/`."""
    files: int
    """1, or how many files lie below the directory."""
    lines: int
    """Of a file; 0 for a directory, and where there was no room for it."""
    detail: Detail | None
    """The level of the rows; None where there are none."""
    rows: tuple[Row, ...]
    left_out: int
    """Definitions of the file that are not among the rows."""


class DirectorySkeleton(NamedTuple):
    """The files of a directory."""

    entries: tuple[Entry, ...]
    files_left_out: int
    """Files that are neither shown nor counted in an entry."""


def render_directory(
    paths: Sequence[str],
    facts_of: Callable[[str], FileFacts],
    count_tokens: Callable[[str], int],
    *,
    max_tokens: int,
    detail: Detail = Detail.SIGNATURE,
) -> DirectorySkeleton:
    """Return the files of a directory, each at the highest level for which there is room, earlier ones first.

    Args:
        paths: all files below the directory, the most important first; the answer keeps their order.
        facts_of: the facts of a file; asked only for files that are shown.
        count_tokens: the tokens of a text.
        max_tokens: the limit for `directory_text` of the answer.
        detail: the highest level, NAME or SIGNATURE.
    """
    entries = _listing(paths, count_tokens, max_tokens)
    left_out = len(paths) - sum(entry.files for entry in entries)
    room = max_tokens - sum(_cost(entry, count_tokens) for entry in entries)
    room -= count_tokens(_left_out_text(left_out))
    for level in (None, Detail.NAME, Detail.SIGNATURE):
        for number, entry in enumerate(entries):
            if entry.path.endswith("/") or (level is not None and level > detail):
                continue
            better = _at(entry, facts_of(entry.path), level)
            more = _cost(better, count_tokens) - _cost(entry, count_tokens)
            if more <= room:
                entries[number] = better
                room -= more
    return DirectorySkeleton(tuple(entries), left_out)


def directory_text(directory: DirectorySkeleton) -> str:
    """Return a directory as text: a line for each entry, numbered rows below it."""
    lines = [_entry_text(entry) for entry in directory.entries]
    return "".join([*lines, _left_out_text(directory.files_left_out)])


def _left_out_text(files: int) -> str:
    return f"{_counted(files, 'more file')}\n" if files else ""


def _entry_text(entry: Entry) -> str:
    size = _counted(entry.files, "file") if entry.path.endswith("/") else _counted(entry.lines, "line")
    head = f"{entry.path}  {size}" if entry.lines or entry.path.endswith("/") else entry.path
    left_out = _counted(entry.left_out, "more definition" if entry.rows else "definition")
    more = f", {left_out}" if entry.left_out else ""
    return "\n".join([head + more, *(f"{row.line}|{row.text}" for row in entry.rows), ""])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _cost(entry: Entry, count_tokens: Callable[[str], int]) -> int:
    return count_tokens(_entry_text(entry))


# -- which files


def _listing(paths: Sequence[str], count_tokens: Callable[[str], int], max_tokens: int) -> list[Entry]:
    """Return entries for files, opening directories as deep as the limit allows."""
    base = _common(paths)
    entries: list[Entry] = []
    for depth in range(1, max((path.count("/") for path in paths), default=0) - base + 2):
        deeper = list(_opened(paths, base + depth))
        if depth > 1 and sum(_cost(entry, count_tokens) for entry in deeper) > max_tokens // 2:
            break
        if len(deeper) > len(entries):
            entries = deeper
    room = max_tokens - count_tokens(_left_out_text(len(paths)))
    for number, entry in enumerate(entries):
        room -= _cost(entry, count_tokens)
        if room < 0:
            return entries[:number]
    return entries


def _common(paths: Sequence[str]) -> int:
    """Return how many directories all paths share."""
    parents = [PurePosixPath(path).parent.parts for path in paths]
    if not parents:
        return 0
    first, last = min(parents), max(parents)
    shared = 0
    while shared < min(len(first), len(last)) and first[shared] == last[shared]:
        shared += 1
    return shared


def _opened(paths: Sequence[str], depth: int) -> Iterator[Entry]:
    """Yield files that lie at most so deep, and for others the directory that is."""
    places = ["/".join(path.split("/")[:depth]) + "/" if path.count("/") >= depth else path for path in paths]
    counts = Counter(places)
    for place in dict.fromkeys(places):
        yield Entry(place, counts[place], 0, None, (), 0)


# -- what is in them


def _at(entry: Entry, facts: FileFacts, level: Detail | None) -> Entry:
    """Return an entry with its size, at NAME with what the file defines, at SIGNATURE with how it is used."""
    items = outline(facts)
    rows = tuple(_rows(items, facts, level, "")) if level is not None else ()
    return Entry(entry.path, 1, facts.lines, level if rows else None, rows, _count(items) - len(rows))


def _rows(items: Sequence[OutlineItem], facts: FileFacts, level: Detail, indentation: str) -> Iterator[Row]:
    for item in items:
        if item.kind in DATA_KINDS:
            continue
        signature = facts.definitions[item.ordinal].signature
        named = f"{item.kind} {item.name}"
        yield Row(item.name_line, indentation + (signature or named if level >= Detail.SIGNATURE else named))
        if level >= Detail.SIGNATURE and (item.kind in TYPE_KINDS or item.kind == "module"):
            yield from _rows(item.children, facts, level, indentation + "  ")


def _count(items: Sequence[OutlineItem]) -> int:
    return sum(1 + _count(item.children) for item in items)
