"""A snapshot: one state of a repository, immutable, with all that answers are made from."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import msgspec

from nsccn.errors import LinkingFailed
from nsccn.graph.codegraph import CodeGraph
from nsccn.graph.entitytable import EntityTable
from nsccn.graph.versions import facts_version
from nsccn.snapshots.indexed import IndexedFile, IndexedFiles, PackedFiles
from nsccn.snapshots.pending import PendingArrays, ready_of
from nsccn.storage.store import facts_key

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.search.lexical import LexicalIndex

__all__ = [
    "FORMAT",
    "FileProblem",
    "IndexedFile",
    "Manifest",
    "Snapshot",
    "decode_manifest",
    "encode_manifest",
]


FORMAT: Final = "115"
"""Changes whenever arrays or manifest mean something else."""


class FileProblem(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A broken place in an indexed file."""

    path: str
    line: int
    message: str


@dataclass(frozen=True)
class Manifest:
    """What a snapshot was made of. It decides whether the snapshot still holds."""

    fingerprint: str
    """Version of the extractor, and the settings that decide what is indexed."""
    files: Sequence[IndexedFile]
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
    versions: tuple[tuple[str, str], ...] = ()
    """Language -> version of the facts of its files."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "files", IndexedFiles.of(self.files))

    @cached_property
    def keys(self) -> Sequence[str]:
        """The key of the facts that each file had here; empty where it had none."""
        versions = dict(self.versions)
        return [
            facts_key(file.language, versions.get(file.language, ""), file.digest)
            if file.digest and not file.skipped
            else ""
            for file in self.files
        ]

    @property
    def facts(self) -> set[str]:
        """The keys of all facts that the state was made of."""
        return set(filter(None, self.keys))

    def has_present_versions(self) -> bool:
        """Whether the same files would have the same facts today."""
        return all(facts_version(language) == version for language, version in self.versions)

    def is_known(self, file: IndexedFile) -> bool:
        """Whether a file need not be read again: it had facts, or could not have any today."""
        is_unparsed = bool(file.skipped and file.digest)
        return not is_unparsed or (file.language, facts_version(file.language)) in self.versions

    @property
    def table(self) -> IndexedFiles:
        """The files as columns."""
        return IndexedFiles.of(self.files)


class _StoredManifest(msgspec.Struct, frozen=True, array_like=True):
    """A manifest as it is stored."""

    fingerprint: str
    files: PackedFiles
    skipped: tuple[tuple[str, str], ...]
    problems: tuple[FileProblem, ...]
    links: int
    used_git: bool
    phases: tuple[tuple[str, float], ...]
    made: float
    versions: tuple[tuple[str, str], ...]


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(_StoredManifest)


class Snapshot:
    """Arrays and manifest, as they are stored or mapped."""

    def __init__(self, arrays: Mapping[str, Array], manifest: Manifest) -> None:
        self.arrays = arrays
        self.manifest = manifest
        self._ready = ready_of(arrays)
        self.entities = EntityTable(self._ready)
        """What files define, which nobody has to wait for."""

    @classmethod
    def decoded(cls, arrays: Mapping[str, Array], manifest: bytes) -> Snapshot | None:
        """Return a stored snapshot; None where its manifest cannot be read."""
        decoded = decode_manifest(manifest)
        return None if decoded is None else cls(arrays, decoded)

    @cached_property
    def graph(self) -> CodeGraph:
        """All entities and edges; made now where nobody has asked for them yet."""
        return CodeGraph(self.arrays)

    @cached_property
    def lexical(self) -> LexicalIndex:
        """The search index."""
        from nsccn.search.lexical import LexicalIndex

        return LexicalIndex(self._ready)

    @property
    def is_complete(self) -> bool:
        """Whether nobody has to wait for edges."""
        return not isinstance(self.arrays, PendingArrays) or self.arrays.are_complete

    @property
    def failure(self) -> LinkingFailed | None:
        """Why there are no edges, where linking has failed."""
        return self.arrays.failure if isinstance(self.arrays, PendingArrays) else None

    @property
    def all_entities(self) -> EntityTable:
        """Those of the graph, which it waits for; where linking fails, those that files define."""
        try:
            return self.graph
        except LinkingFailed:
            return self.entities

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits for edges."""
        return isinstance(self.arrays, PendingArrays) and self.arrays.are_wanted

    def complete(self, *, beforehand: bool = False) -> None:
        """Make what else would be made when it is first asked for; `beforehand`: nobody waits for it.

        Raises:
            LinkingFailed: it cannot be made.
        """
        if isinstance(self.arrays, PendingArrays) and "link" not in dict(self.manifest.phases):
            self.arrays.complete(beforehand=beforehand)
            # Of two threads that have waited, the second notes the same again.
            others = tuple(phase for phase in self.manifest.phases if phase[0] != "link")
            linked = ("link", round(self.arrays.seconds, 3))
            self.manifest = replace(self.manifest, phases=(*others, linked))

    def key_of(self, path: str) -> str:
        """Return the key of the facts of a file; empty where it has none."""
        return self._keys.get(path, "")

    @cached_property
    def _keys(self) -> Mapping[str, str]:
        return dict(zip(self.manifest.table.found.paths, self.manifest.keys, strict=True))

    @property
    def problems(self) -> tuple[FileProblem, ...]:
        """Broken places, by path and line."""
        return self.manifest.problems

    def problems_of(self, path: str) -> tuple[FileProblem, ...]:
        """Broken places of one file, by line."""
        first, after = (
            side(self.problems, path, key=attrgetter("path")) for side in (bisect_left, bisect_right)
        )
        return self.problems[first:after]

    @cached_property
    def skipped(self) -> tuple[tuple[str, str], ...]:
        """Path and reason of all that is not indexed, sorted by path."""
        unread = [(file.path, file.skipped) for file in self.manifest.files if file.skipped]
        return tuple(sorted([*self.manifest.skipped, *unread]))

    @cached_property
    def unparsed(self) -> dict[str, str]:
        """Path of each file that no worker could read, and why."""
        return {file.path: file.skipped for file in self.manifest.files if file.skipped and file.digest}


def encode_manifest(manifest: Manifest) -> bytes:
    """Return a manifest as bytes."""
    parts = vars(manifest) | {"files": manifest.table.packed}
    return _ENCODER.encode(
        _StoredManifest(**{name: parts[name] for name in _StoredManifest.__struct_fields__})
    )


def decode_manifest(encoded: bytes) -> Manifest | None:
    """Return the manifest of these bytes, None when they are none."""
    try:
        stored = _DECODER.decode(encoded)
        return Manifest(**msgspec.structs.asdict(stored) | {"files": IndexedFiles(stored.files)})
    except (msgspec.DecodeError, ValueError):
        return None
