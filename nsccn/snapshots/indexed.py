"""The files of a snapshot, as columns: a fresh process compares them with the tree before it answers anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, overload

import msgspec

from nsccn.graph.walk.filetable import FileTable

_SEPARATOR: Final = "\0"


class IndexedFile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A file as it was when it was read last."""

    path: str
    size: int
    mtime_ns: int
    inode: int
    language: str
    digest: str
    skipped: str = ""
    """Why its content keeps it out of the index; empty for an indexed file."""
    settled: bool = True
    """False when the file may have changed within the clock's grain after it was read."""


class PackedFiles(msgspec.Struct, frozen=True, array_like=True):
    """Columns of files, as they are stored: texts are joined by zero bytes."""

    found: tuple[str, bytes, bytes, bytes]
    """Path, size, time stamp and inode, as `FileTable` packs them."""
    languages: str
    digests: str
    skipped: str
    settled: bytes
    """One byte each, 0 or 1."""


class IndexedFiles(Sequence[IndexedFile]):
    """Files in the order of their paths. What is only looked up seldom is taken apart when it is."""

    def __init__(self, packed: PackedFiles) -> None:
        """Take packed columns.

        Raises:
            ValueError: they are not of the same length.
        """
        self.packed = packed
        self.found = FileTable.unpack(packed.found)
        """What the walk found of them."""
        joined = (packed.languages, packed.digests, packed.skipped)
        lengths = {text.count(_SEPARATOR) + 1 for text in joined} if self.found else {0}
        if lengths | {len(packed.settled)} != {len(self.found)}:
            raise ValueError("columns of different length")

    @classmethod
    def of(cls, files: Sequence[IndexedFile]) -> IndexedFiles:
        """Return files that are in order as columns."""
        if isinstance(files, cls):
            return files
        found = FileTable.of([(file.path, file.size, file.mtime_ns, file.inode) for file in files])
        return cls(
            PackedFiles(
                found.pack(),
                _SEPARATOR.join(file.language for file in files),
                _SEPARATOR.join(file.digest for file in files),
                # A worker may have ended with any message.
                _SEPARATOR.join(file.skipped.replace(_SEPARATOR, " ") for file in files),
                bytes(file.settled for file in files),
            )
        )

    @property
    def are_settled(self) -> bool:
        """Whether the time stamp of every file can be relied on."""
        return 0 not in self.packed.settled

    @cached_property
    def _texts(self) -> tuple[list[str], list[str], list[str]]:
        packed = self.packed
        languages, digests, skipped = (
            text.split(_SEPARATOR) if self.found else []
            for text in (packed.languages, packed.digests, packed.skipped)
        )
        return languages, digests, skipped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IndexedFiles) and self.packed == other.packed

    __hash__ = None  # type: ignore[assignment]

    def find(self, path: str) -> IndexedFile | None:
        """Return the file of a path."""
        place = bisect_left(self.found.paths, path)
        return self[place] if place < len(self) and self.found.paths[place] == path else None

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[IndexedFile]:
        found, settled = self.found, map(bool, self.packed.settled)
        return map(IndexedFile, found.paths, found.sizes, found.mtimes, found.inodes, *self._texts, settled)

    @overload
    def __getitem__(self, index: int) -> IndexedFile: ...
    @overload
    def __getitem__(self, index: slice) -> list[IndexedFile]: ...
    def __getitem__(self, index: int | slice) -> IndexedFile | list[IndexedFile]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        language, digest, skipped = (column[index] for column in self._texts)
        settled = bool(self.packed.settled[index])
        return IndexedFile(*self.found[index], language, digest, skipped, settled)
