"""Reads single files for the tools, as they are now."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import UnknownPath
from nsccn.graph.language import TEXT, detect
from nsccn.graph.model import FileFacts
from nsccn.graph.root import resolve_path
from nsccn.graph.unwanted import NEVER_ENTERED, SECRET, file_reason
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row, split_lines

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

_BINARY_SAMPLE: Final = 8192
_ATTEMPTS: Final = 3
"""A file may be written while it is read."""


def find_path(reader: RepoIndex, given: str) -> str:
    """Return the real path, relative to the root, of a file or directory that may be shown.

    Raises:
        PathOutsideRoot: it leads out of the root.
        UnknownPath: it does not exist, or is not for reading.
    """
    path = resolve_path(reader.root, given)
    *_, name = parts = path.split("/")
    if not NEVER_ENTERED.isdisjoint(parts):
        raise UnknownPath(f"{given!r} belongs to version control and is not shown.")
    if file_reason(name) == SECRET:
        raise UnknownPath(f"{given!r} may hold secrets and is not shown.")
    return path


def find_file(reader: RepoIndex, given: str) -> str | None:
    """Return the real path of a file that may be shown; None where there is no file."""
    if not _exists(reader, given):
        return None
    path = find_path(reader, given)
    return path if os.path.isfile(reader.root / path) else None  # noqa: PTH113


def is_directory(reader: RepoIndex, given: str) -> bool:
    """Whether a directory of the repository is meant."""
    return _exists(reader, given) and os.path.isdir(reader.root / find_path(reader, given))  # noqa: PTH112


def _exists(reader: RepoIndex, given: str) -> bool:
    try:
        resolve_path(reader.root, given)
    except UnknownPath:
        return False
    return True


def read_text(reader: RepoIndex, path: str) -> str:
    """Return the text of a file by its real path.

    Raises:
        UnknownPath: it cannot be read, or is no text.
    """
    try:
        text = reader.text(path)
    except OSError as error:
        raise _unreadable(path, error) from error
    if "\0" in text[:_BINARY_SAMPLE]:
        raise UnknownPath(f"{path!r} is binary and not shown.")
    return text


def read_facts(reader: RepoIndex, path: str) -> FileFacts:
    """Return the facts of a file by its real path, under the conditions of `read_text`."""
    try:
        return reader.facts(path)
    except OSError as error:
        raise _unreadable(path, error) from error


def read_lines(reader: RepoIndex, path: str) -> list[str]:
    """Return the lines of a file as they are numbered everywhere, under the conditions of `read_text`."""
    data = read_text(reader, path).encode("utf-8", "replace")
    return [line.decode() for line in split_lines(data)]


class Rendering(NamedTuple):
    """A file that can be shown at every level of detail."""

    language: str
    length: int
    rows: Callable[[Detail], list[Row]]


def read_rendering(reader: RepoIndex, path: str) -> Rendering:
    """Return a file ready to be rendered; one in no known language is shown as it is at every level.

    Raises:
        UnknownPath: it cannot be read, or is no text.
        InvalidArgument: it cannot be parsed.
    """
    data = read_text(reader, path).encode("utf-8", "replace")
    language = detect(path, data)
    if language is None:
        return _as_it_is(data)
    from nsccn.skeleton.render import Skeleton

    facts = read_facts(reader, path)
    for _ in range(_ATTEMPTS):
        again = read_text(reader, path).encode("utf-8", "replace")
        if again == data:
            break  # and the facts, read in between, are those of this text
        data, facts = again, read_facts(reader, path)
    return Rendering(language.name, facts.lines, Skeleton(data, facts, language, path).file)


def _as_it_is(data: bytes) -> Rendering:
    rows = [Row(number, line.decode()) for number, line in enumerate(split_lines(data), 1)]
    return Rendering(TEXT, len(rows), lambda _: rows)


def _unreadable(path: str, error: OSError) -> UnknownPath:
    return UnknownPath(f"{path!r} cannot be read ({error.strerror}); name another file.")
