"""Reads single files for the tools, as they are now."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from nsccn.errors import UnknownPath
from nsccn.graph.model import FileFacts
from nsccn.graph.root import resolve_path
from nsccn.graph.unwanted import NEVER_ENTERED, SECRET, file_reason

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

_BINARY_SAMPLE: Final = 8192


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


def split_lines(text: str) -> list[str]:
    """Split as parsers count lines: at line feeds only."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines[:-1] if lines[-1] == "" else lines


def _unreadable(path: str, error: OSError) -> UnknownPath:
    return UnknownPath(f"{path!r} cannot be read ({error.strerror}); name another file.")
