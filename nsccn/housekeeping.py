"""Keeps the cache small: what each root holds in it, what nobody uses, and the limit of the whole."""

from __future__ import annotations

import math
import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from nsccn.errors import CacheInUse, InvalidArgument
from nsccn.snapshots.snapshot import FORMAT, Snapshot
from nsccn.storage.rootfolder import RootFolder, all_folders, pruning
from nsccn.storage.store import FactStore, SnapshotStore

_DAY_SECONDS: Final = 86_400.0
_HOUR_SECONDS: Final = 3_600.0
_PATIENCE_SECONDS: Final = 1.0
_ROOM: Final = 0.9
"""A cache over its limit shrinks to this share of it, so that the next snapshot is not too much again."""


class RootUsage(NamedTuple):
    """What one root holds in the cache."""

    folder: Path
    """Where its snapshots lie."""
    root: Path | None
    """None where it is not known any more."""
    exists: bool
    """Whether the root is still a directory."""
    files: int | None
    """Indexed files; None where the snapshot cannot be read, for example one of another version."""
    entities: int | None
    snapshot_bytes: int
    own_bytes: int
    """Facts that no other root uses."""
    shared_bytes: int
    """Facts that other roots use too."""
    used: float
    """When it was used last, in seconds since 1970."""


class CacheUsage(NamedTuple):
    """What the cache holds."""

    roots: tuple[RootUsage, ...]
    """Most recently used first."""
    unnamed_bytes: int
    """Facts that no snapshot names: of other branches, or of an index that was interrupted."""
    total_bytes: int
    """Snapshots and facts, with what the database needs for itself."""


class Removed(NamedTuple):
    """What was removed from the cache."""

    roots: tuple[str, ...]
    facts: int
    bytes: int
    problem: str
    """Why facts could not be removed; empty where they could."""


def usage(cache_dir: Path) -> CacheUsage:
    """Return what the cache holds. No root counts as used by that."""
    if not _is_cache(cache_dir):
        return CacheUsage((), 0, 0)
    with closing(FactStore(cache_dir)) as facts:
        roots = _Roots(cache_dir, facts)
        rows = [roots.usage(folder) for folder in reversed(roots.folders)]
        return CacheUsage(tuple(rows), roots.unnamed_bytes(), _size(cache_dir, facts))


def keep_within(limit: int, cache_dir: Path, facts: FactStore, used: RootFolder) -> None:
    """Make a cache smaller that is larger than `limit` bytes, for whoever has just indexed the root of `used`.

    First go earlier states, of the roots that were used least recently, then facts that no snapshot names and that are
    an hour old, then roots, each with the facts that only it names; never the root just used. While another process
    indexes, nothing goes.
    """
    if _size(cache_dir, facts) <= limit:
        return
    with pruning(cache_dir, own=used) as alone:
        if not alone:
            return
        wanted = int(limit * _ROOM)
        excess = _size(cache_dir, facts) - wanted
        for folder in all_folders(cache_dir):
            if excess > 0:
                excess -= _forget_earlier(cache_dir, folder)
        roots = _Roots(cache_dir, facts)
        facts.prune(roots.named, spared_seconds=_HOUR_SECONDS)
        excess = _size(cache_dir, facts) - wanted
        victims = []
        for folder in roots.folders:
            if excess > 0 and folder.path != used.path:
                victims.append(folder)
                excess -= roots.release(folder)
        roots.remove(victims)


def prune(cache_dir: Path, days: float) -> Removed:
    """Remove the roots that are gone or were not used for so many days, earlier states, and facts that nobody names.

    Raises:
        CacheInUse: another process indexes or prunes.
        InvalidArgument: the cache cannot be written.
    """
    before = time.time() - days * _DAY_SECONDS

    def is_unused(folder: RootFolder) -> bool:
        return folder.used <= before or folder.root is None or not folder.root.is_dir()

    return _remove(
        cache_dir,
        [folder for folder in all_folders(cache_dir) if is_unused(folder)],
        _DAY_SECONDS,
        since=before,
    )


def clear(cache_dir: Path, root: Path | None = None) -> Removed:
    """Remove what the cache holds of one root, by default of all.

    Raises:
        CacheInUse: another process indexes or prunes.
        InvalidArgument: the cache cannot be written.
    """
    folders = all_folders(cache_dir)
    if root is None:
        return _remove(cache_dir, folders, spared_seconds=-_DAY_SECONDS, everything=True)
    wanted = RootFolder.of(cache_dir, root).path
    return _remove(cache_dir, [folder for folder in folders if folder.path == wanted])


def _remove(
    cache_dir: Path,
    victims: Sequence[RootFolder],
    spared_seconds: float | None = None,
    *,
    since: float | None = None,
    everything: bool = False,
) -> Removed:
    """Remove roots with the facts that only they name, and the facts that nobody has named for so long.

    Earlier states go that were not current `since` a time, in seconds since 1970.
    """
    if not _is_cache(cache_dir):
        return Removed((), 0, 0, "")
    if not os.access(cache_dir, os.W_OK):
        raise InvalidArgument(f"{cache_dir} cannot be written; nothing was removed.")
    names = tuple(str(folder.root or folder.path.name) for folder in victims)
    with closing(FactStore(cache_dir)) as facts, pruning(cache_dir, _PATIENCE_SECONDS) as alone:
        if not alone:
            raise CacheInUse
        before = _size(cache_dir, facts)
        if since is not None:
            for folder in all_folders(cache_dir):
                _forget_earlier(cache_dir, folder, since)
        roots = _Roots(cache_dir, facts)
        for folder in victims:
            roots.release(folder)
        gone = roots.remove(victims)
        if spared_seconds is not None:
            gone += facts.prune(roots.named, spared_seconds=spared_seconds)
        problem = facts.problem or ""
        if problem and everything:  # a full disk has no room for the journal of what is to be removed
            facts.put_aside()
            return Removed(names, roots.fact_count, before, "")
        return Removed(names, gone, before - _size(cache_dir, facts), problem)


def _is_cache(cache_dir: Path) -> bool:
    return any((cache_dir / name).is_dir() for name in ("snapshots", "facts-1"))


def _size(cache_dir: Path, facts: FactStore) -> int:
    return facts.total_size() + sum(folder.size for folder in all_folders(cache_dir))


class _Roots:
    """The roots in a cache, and which of them use which facts."""

    def __init__(self, cache_dir: Path, facts: FactStore) -> None:
        self.folders = all_folders(cache_dir)
        """Least recently used first."""
        self._facts = facts
        self._sizes = facts.sizes()
        self._snapshots: dict[Path, Snapshot | None] = {}
        self._named: dict[Path, set[str]] = {}
        for folder in self.folders:
            states = _states(cache_dir, folder)
            self._snapshots[folder.path] = states.get("")
            self._named[folder.path] = set().union(*(one.manifest.facts for one in states.values()))
        self._users = Counter(key for keys in self._named.values() for key in keys)
        self._unused: list[str] = []

    @property
    def fact_count(self) -> int:
        """How many facts there were."""
        return len(self._sizes)

    @property
    def named(self) -> Collection[str]:
        """The facts that a root names."""
        return self._users.keys()

    def usage(self, folder: RootFolder) -> RootUsage:
        """Return what a root holds."""
        snapshot, keys = self._snapshots[folder.path], self._named[folder.path]
        root = folder.root
        return RootUsage(
            folder=folder.path,
            root=root,
            exists=root is not None and root.is_dir(),
            files=snapshot.graph.file_count if snapshot else None,
            entities=len(snapshot.graph) if snapshot else None,
            snapshot_bytes=folder.size,
            own_bytes=self._bytes(key for key in keys if self._users[key] == 1),
            shared_bytes=self._bytes(key for key in keys if self._users[key] > 1),
            used=folder.used,
        )

    def unnamed_bytes(self) -> int:
        """Return the size of the facts that no root names."""
        return self._bytes(key for key in self._sizes if not self._users[key])

    def release(self, folder: RootFolder) -> int:
        """Count a root out; return the bytes that are free without it."""
        keys = self._named.pop(folder.path, set())
        self._users -= Counter(keys)
        unused = [key for key in keys if key not in self._users]
        self._unused += unused
        return folder.size + self._bytes(unused)

    def remove(self, folders: Iterable[RootFolder]) -> int:
        """Remove roots that were counted out, and the facts that nobody names without them; return how many."""
        self._snapshots.clear()  # Windows removes no file that is mapped
        for folder in folders:
            folder.remove()
        return self._facts.discard(self._unused)

    def _bytes(self, keys: Iterable[str]) -> int:
        return sum(self._sizes.get(key, 0) for key in keys)


def _store(cache_dir: Path, folder: RootFolder) -> SnapshotStore | None:
    return SnapshotStore(cache_dir, folder.root, version=FORMAT) if folder.root else None


def _forget_earlier(cache_dir: Path, folder: RootFolder, since: float = math.inf) -> int:
    """Remove earlier states that were not current since a time; return the bytes that are free without them."""
    before = folder.size
    if store := _store(cache_dir, folder):
        store.forget_earlier(since)
    return before - folder.size


def _states(cache_dir: Path, folder: RootFolder) -> dict[str, Snapshot]:
    """Return the states of a root that can be read, by their names; the current one has an empty name."""
    store = _store(cache_dir, folder)
    states = store.states() if store else ()
    found = ((name, Snapshot.decoded(arrays, manifest)) for name, arrays, manifest in states)
    return {name: snapshot for name, snapshot in found if snapshot is not None}
