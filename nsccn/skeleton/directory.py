"""Directories at a glance: their files with what these define, as much as a limit of tokens allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.declare import DATA_KINDS, TYPE_KINDS
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
    """Of a file; 0 for a directory."""
    detail: Detail | None
    """The level of the rows; None where the path is all that is shown."""
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
    room = max_tokens - sum(_cost(entry, count_tokens) for entry in entries)
    shown: list[Entry] = []
    for number, entry in enumerate(entries):
        # The lines of a file are known only now.
        read = _read(entry, facts_of)
        room -= _cost(read, count_tokens) - _cost(entry, count_tokens)
        if room < 0:
            shown.extend(entries[number:])
            break
        shown.append(read)
    for level in (Detail.NAME, Detail.SIGNATURE):
        for number, entry in enumerate(shown):
            if level > detail or not entry.lines:
                continue
            better = _at(entry, facts_of(entry.path), level)
            more = _cost(better, count_tokens) - _cost(entry, count_tokens)
            if better.rows and more <= room:
                shown[number] = better
                room -= more
    return DirectorySkeleton(tuple(shown), len(paths) - sum(entry.files for entry in shown))


def directory_text(directory: DirectorySkeleton) -> str:
    """Return a directory as text: a line for each entry, numbered rows below it."""
    lines = [_entry_text(entry) for entry in directory.entries]
    if directory.files_left_out:
        lines.append(f"{directory.files_left_out} more files\n")
    return "".join(lines)


def _entry_text(entry: Entry) -> str:
    if entry.path.endswith("/"):
        head = f"{entry.path}  {entry.files} files"
    else:
        head = f"{entry.path}  {entry.lines} lines" if entry.lines else entry.path
    more = f", {entry.left_out} more definitions" if entry.left_out and entry.rows else ""
    return "\n".join([head + more, *(f"{row.line}|{row.text}" for row in entry.rows), ""])


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
    reserve = count_tokens(f"{len(paths)} more files\n")
    room = max_tokens - reserve
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


def _read(entry: Entry, facts_of: Callable[[str], FileFacts]) -> Entry:
    if entry.path.endswith("/"):
        return entry
    return entry._replace(lines=facts_of(entry.path).lines)


# -- what is in them


def _at(entry: Entry, facts: FileFacts, level: Detail) -> Entry:
    """Return an entry at NAME (what the file defines) or SIGNATURE (how, with the members of its types)."""
    items = outline(facts)
    rows = tuple(_rows(items, facts, level, ""))
    return entry._replace(detail=level, rows=rows, left_out=_count(items) - len(rows))


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
