"""Reads single files for the tools, as they are now."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Final

from nsccn.errors import UnknownPath
from nsccn.graph.language import Language
from nsccn.graph.languages import detect
from nsccn.graph.model import FileFacts
from nsccn.graph.walk.files import digest
from nsccn.graph.walk.root import resolve_path
from nsccn.graph.walk.unwanted import NEVER_ENTERED, is_minified, is_secret
from nsccn.snapshots.broken import note

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_BINARY_SAMPLE: Final = 8192
_ATTEMPTS: Final = 3
"""A file may be written while it is read."""


class Files:
    """The files of a repository for the length of one call: each is read once.

    Paths are real paths relative to the root, as `find` returns them. A file that cannot be read, or is no text,
    is UnknownPath.
    """

    def __init__(self, index: RepoIndex) -> None:
        self._index = index
        self._data: dict[str, bytes] = {}
        self._digests: dict[bytes, str] = {}
        self._resolved: dict[str, str] = {}

    @property
    def root(self) -> Path:
        """The directory of the repository."""
        return self._index.root

    def find(self, given: str) -> str:
        """Return the real path of a file or directory that may be shown.

        Raises:
            PathOutsideRoot: it leads out of the root.
            UnknownPath: it does not exist, or is not for reading.
        """
        path = self._resolve(given)
        parts = path.split("/")
        # Where capitals do not matter to the file system, they must not matter here.
        if not NEVER_ENTERED.isdisjoint({*parts, *map(str.lower, parts)}):
            raise UnknownPath(f"{path!r} belongs to version control and is not shown.")
        is_folder = os.path.isdir(os.path.join(self._index.root, path))  # noqa: PTH112, PTH118
        if is_secret(parts) if is_folder else is_secret(parts[:-1], parts[-1]):
            raise UnknownPath(f"{path!r} may hold secrets and is not shown.")
        return path

    def find_file(self, given: str) -> str | None:
        """Return the real path of a file that may be shown; None where there is no file."""
        return self.find(given) if self._exists(given) and not self.is_directory(given) else None

    def is_directory(self, given: str) -> bool:
        """Whether a directory of the repository is meant."""
        if not self._exists(given):
            return False
        return os.path.isdir(os.path.join(self._index.root, self.find(given)))  # noqa: PTH112, PTH118

    def data(self, path: str) -> bytes:
        """Return the text of a file in UTF-8."""
        if path not in self._data:
            self._data[path] = self._read(path)
        return self._data[path]

    def digest(self, path: str) -> str:
        """Return the digest of the text of a file."""
        data = self.data(path)
        if data not in self._digests:
            self._digests[data] = digest(data)
        return self._digests[data]

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file as they are numbered everywhere: split at line feeds only."""
        lines = self.data(path).decode().split("\n")
        if not lines[-1]:
            del lines[-1]
        return [line.removesuffix("\r") for line in lines] if b"\r" in self.data(path) else lines

    def language(self, path: str) -> Language | None:
        """Return the language of a file; None where it is in no known one, or minified: its names say nothing."""
        return None if self.is_minified(path) else detect(path, self.data(path))

    def is_minified(self, path: str) -> bool:
        """Whether the lines of a file are too long to be written by hand; no index has such a file."""
        return is_minified(path, self.data(path))

    def facts(self, path: str) -> FileFacts:
        """Return the facts of a file, of the very text that `data` returns.

        Raises:
            InvalidArgument: it cannot be parsed.
        """
        for _ in range(_ATTEMPTS):
            before = self.data(path)
            try:
                facts = self._index.facts(path)
            except OSError as error:
                raise _unreadable(path, error) from error
            self._data[path] = self._read(path)
            if self._data[path] == before:
                break
        return facts

    def table(self, path: str) -> EntityTable | None:
        """Return what the index knows of definitions, if it has this very text of the file; it never waits."""
        if not self._index.ready:
            return None
        snapshot = self._index.snapshot
        file = snapshot.manifest.table.find(path)
        return snapshot.entities if file is not None and file.digest == self.digest(path) else None

    def note(self, path: str, last_line: int | None = None) -> str:
        """Say where a file does not parse, up to a line; nothing where that hides no definitions.

        Raises:
            InvalidArgument: it cannot be parsed at all.
        """
        language = self.language(path)
        if language is None:
            return ""
        if self.table(path) is not None:
            places = [(one.line, one.message) for one in self._index.snapshot.problems_of(path)]
        else:
            places = [(one.line, one.message) for one in self.facts(path).problems]
        return note(path, language.name, places, last_line)

    def _resolve(self, given: str) -> str:
        if given not in self._resolved:
            self._resolved[given] = resolve_path(self._index.root, given)
        return self._resolved[given]

    def _exists(self, given: str) -> bool:
        try:
            self._resolve(given)
        except UnknownPath:
            return False
        return True

    def _read(self, path: str) -> bytes:
        try:
            text = self._index.text(path)
        except OSError as error:
            raise _unreadable(path, error) from error
        if "\0" in text[:_BINARY_SAMPLE]:
            raise UnknownPath(f"{path!r} is binary and not shown.")
        return text.encode("utf-8", "replace")


def _unreadable(path: str, error: OSError) -> UnknownPath:
    if error.errno == errno.EFBIG:
        message = f"{path!r} {error.strerror} (the setting max_file_bytes) and is not read; search its text with grep."
        return UnknownPath(message)
    return UnknownPath(f"{path!r} cannot be read ({error.strerror}); name another file.")
