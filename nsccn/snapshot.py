"""A snapshot: one state of a repository, immutable, with all that answers are made from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from nsccn.graph.codegraph import CodeGraph

if TYPE_CHECKING:
    from nsccn.search.lexical import LexicalIndex

Array = np.ndarray[Any, np.dtype[Any]]

FORMAT: Final = "4"
"""Changes whenever arrays or manifest mean something else."""


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


class FileProblem(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A broken place in an indexed file."""

    path: str
    line: int
    message: str


class Manifest(msgspec.Struct, frozen=True):
    """What a snapshot was made of. It decides whether the snapshot still holds."""

    fingerprint: str
    """Version of the extractor, and the settings that decide what is indexed."""
    files: tuple[IndexedFile, ...]
    """All files that were read, sorted by path."""
    skipped: tuple[tuple[str, str], ...]
    """Path and reason of what was not read, sorted."""
    problems: tuple[FileProblem, ...]
    links: int
    used_git: bool
    phases: tuple[tuple[str, float], ...] = ()
    """Seconds that each phase took: walk, read, extract, link, index, store."""
    made: float = 0.0
    """When the snapshot was made, in seconds since 1970; shown by `nsccn status` and nowhere else."""


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Manifest)


class Snapshot:
    """Arrays and manifest, as they are stored or mapped."""

    def __init__(self, arrays: Mapping[str, Array], manifest: Manifest) -> None:
        self.arrays = arrays
        self.manifest = manifest
        self.graph = CodeGraph(arrays)

    @cached_property
    def lexical(self) -> LexicalIndex:
        """The search index."""
        from nsccn.search.lexical import LexicalIndex

        return LexicalIndex(self.arrays)

    @property
    def problems(self) -> tuple[FileProblem, ...]:
        """Broken places, by path and line."""
        return self.manifest.problems

    @cached_property
    def skipped(self) -> tuple[tuple[str, str], ...]:
        """Path and reason of all that is not indexed, sorted by path."""
        unread = [(file.path, file.skipped) for file in self.manifest.files if file.skipped]
        return tuple(sorted([*self.manifest.skipped, *unread]))


def encode_manifest(manifest: Manifest) -> bytes:
    """Return a manifest as bytes."""
    return _ENCODER.encode(manifest)


def decode_manifest(encoded: bytes) -> Manifest | None:
    """Return the manifest of these bytes, None when they are none."""
    try:
        return _DECODER.decode(encoded)
    except (msgspec.DecodeError, ValueError):
        return None
