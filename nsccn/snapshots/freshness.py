"""Whether the index still says what the files say.

A walk reads every directory, ignore files and git's list. Its outcome is remembered together with what it
depended on, in memory and in a small file beside the snapshot, and while none of that has changed a walk is
answered by looking at the time stamps alone. Where time stamps tell too little (a change so young that another
could have the same stamp, a file system that does not keep them) the walk is done.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from nsccn.atomic import make_private_directory, replace_file
from nsccn.graph.walk import files as source_files
from nsccn.graph.walk.basis import Basis
from nsccn.graph.walk.files import FileTable, Skipped, Walk
from nsccn.graph.walk.stamps import is_settled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from nsccn.graph.walk.files import SourceFile
    from nsccn.settings import Settings
    from nsccn.snapshots.indexed import IndexedFile
    from nsccn.snapshots.snapshot import Manifest

__all__ = ["WalkMemory", "is_settled", "same_file", "unchanged", "walk"]

_RULES: Final = "1"
"""Changes whenever an equal tree may give another walk, or depend on something else."""


def walk(root: Path, settings: Settings) -> Walk:
    """Return the files that are worth reading."""
    return source_files.walk(
        root, ignore_patterns=settings.ignore_patterns, max_file_bytes=settings.max_file_bytes
    )


def unchanged(walked: Walk, manifest: Manifest) -> bool:
    """Whether a walk finds just what a manifest was made of."""
    if walked.links != manifest.links or not manifest.table.are_settled:
        return False
    return walked.files == manifest.table.found and tuple(map(tuple, walked.skipped)) == manifest.skipped


def same_file(now: SourceFile, then: IndexedFile) -> bool:
    """Whether a file is as it was when it was read for the index."""
    return (
        then.settled
        and now.path == then.path
        and now.size == then.size
        and now.mtime_ns == then.mtime_ns
        and now.inode == then.inode
    )


class _Remembered(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of a walk, as it is stored."""

    made_by: bytes
    """The rules and settings that it followed."""
    files: tuple[str, bytes, bytes, bytes]
    skipped: tuple[tuple[str, str], ...]
    links: int
    used_git: bool
    basis: Basis


class WalkMemory:
    """The last walk of one root, from which the next is spared."""

    def __init__(
        self, root: Path, settings: Settings, path: Path, clock: Callable[[], int] = time.time_ns
    ) -> None:
        """Remember what other processes stored at `path`; `clock` tells nanoseconds, as the file system does."""
        self.full_walks = 0
        """How often all was walked."""
        self._root = root
        self._max_file_bytes = settings.max_file_bytes
        self._ignore_patterns = settings.ignore_patterns
        rules = "\0".join((_RULES, str(settings.max_file_bytes), *settings.ignore_patterns))
        self._made_by = rules.encode("utf-8", "surrogateescape")
        self._path = path
        self._clock = clock
        self._is_loaded = False
        self._known: tuple[Walk, Basis] | None = None

    @property
    def directories(self) -> list[str] | None:
        """The directories that the last walk has read; None where their time stamps tell too little."""
        if self._known is None:
            return None
        root = os.path.realpath(self._root)
        names = (os.fsdecode(directory.path) for directory in self._known[1].directories)
        return [root if name == "." else os.path.join(root, name) for name in names]

    def walk(self) -> Walk:
        """Return what `walk` would find now."""
        if not self._is_loaded:
            self._is_loaded = True
            self._known = self._load()
        now = self._clock()
        before = self._known
        if before is not None:
            self._known = source_files.walk_again(self._root, *before, self._max_file_bytes, now)
        if self._known is None:
            self.full_walks += 1
            found, basis = source_files.survey(self._root, self._ignore_patterns, self._max_file_bytes, now)
            if basis is None:
                return found
            self._known = found, basis
        if before is None or self._known[1] is not before[1]:
            self._store(*self._known)
        return self._known[0]

    def _load(self) -> tuple[Walk, Basis] | None:
        try:
            stored = msgspec.msgpack.decode(self._path.read_bytes(), type=_Remembered)
            files = FileTable.unpack(stored.files)
        except (OSError, ValueError):
            return None
        if stored.made_by != self._made_by:
            return None
        skipped = tuple(Skipped(path, reason) for path, reason in stored.skipped)
        return Walk(files, skipped, stored.links, stored.used_git), stored.basis

    def _store(self, walked: Walk, basis: Basis) -> None:
        skipped = tuple((path, reason) for path, reason in walked.skipped)
        remembered = _Remembered(
            self._made_by, walked.files.pack(), skipped, walked.links, walked.used_git, basis
        )
        with suppress(OSError):
            make_private_directory(self._path.parent)
            replace_file(self._path, lambda file: file.write(msgspec.msgpack.encode(remembered)))
