"""What a new snapshot is made from: the one before it, or another that the cache holds and that is nearer to the files.

After a switch between branches that may be the state in which the root was left, and in a new worktree or clone the
state of another root. Links rest on paths, contents and manifests alone, so that any state serves whose manifests are
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from operator import ne
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.snapshots.snapshot import FORMAT, Manifest, Snapshot
from nsccn.storage.rootfolder import all_folders
from nsccn.storage.store import SnapshotStore

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.arrays import Array

LEAST_APART: Final = 32
"""Files in which two states differ before it is worth while to look for, or to keep, another one."""
_MOST_ROOTS: Final = 8
_NEARER: Final = 0.5
"""Another state must differ in so much less than the one before."""


class Base(NamedTuple):
    """A state to begin from."""

    snapshot: Snapshot
    name: str = ""
    """Under which the same root keeps it as an earlier state; empty for all others."""


def stored_states(cache_dir: Path, own: SnapshotStore) -> Iterator[Base]:
    """Yield the earlier states of a root, then all states of the roots that were used last."""
    yield from _decoded(own.earlier())
    others = (folder for folder in reversed(all_folders(cache_dir)) if folder.path != own.folder.path)
    for folder in islice(others, _MOST_ROOTS):
        if folder.root is not None:
            states = SnapshotStore(cache_dir, folder.root, version=FORMAT).states()
            yield from (base._replace(name="") for base in _decoded(states))


def _decoded(states: Iterable[tuple[str, dict[str, Array], bytes]]) -> Iterator[Base]:
    for name, arrays, manifest in states:
        if snapshot := Snapshot.decoded(arrays, manifest):
            yield Base(snapshot, name)


class Before(NamedTuple):
    """The states of a root that are at hand when the next one is made."""

    latest: Snapshot | None = None
    """What was answered from last; its edges may still be pending."""
    stored: Snapshot | None = None
    """The one that is stored as the current one."""
    linking: Snapshot | None = None
    """The one that is being linked or stored."""

    def to_begin_from(self, nearness: Nearness) -> list[Snapshot]:
        """Return those from which linking can go on: from one whose own is yet to begin it would only take longer."""
        latest = self.latest
        if latest is not None and nearness.apart(latest) == 0:
            return [latest]
        linked = latest if latest is not None and latest.is_complete else None
        linking = self.linking if self.linking is not None and self.linking.failure is None else None
        return [state for state in (linked, self.stored, linking) if state is not None]


class Nearness:
    """How near stored states are to the files as they are."""

    def __init__(self, paths: Sequence[str], keys: Sequence[str], fingerprint: str) -> None:
        self._paths, self._keys = tuple(paths), keys
        self._fingerprint = fingerprint
        self._known: dict[Snapshot, int] = {}

    def is_far(self, state: Snapshot | None) -> bool:
        """Whether a state differs in so much that it is worth keeping beside the files as they are."""
        return state is not None and self.apart(state) > LEAST_APART

    def apart(self, state: Snapshot) -> int:
        """Return the number of files that were other or not there, here or in that state."""
        if state not in self._known:
            self._known[state] = self._compared(state.manifest)
        return self._known[state]

    def _compared(self, manifest: Manifest) -> int:
        paths = manifest.table.found.paths
        if manifest.fingerprint != self._fingerprint:
            return len(self._paths) + len(paths)
        if paths == self._paths:  # by far the usual case
            return sum(map(ne, self._keys, manifest.keys))
        return len({path for path, _ in self._files ^ set(zip(paths, manifest.keys, strict=True))})

    @cached_property
    def _files(self) -> frozenset[tuple[str, str]]:
        return frozenset(zip(self._paths, self._keys, strict=True))

    def nearest(
        self,
        known: Sequence[Snapshot],
        others: Callable[[], Iterable[Base]],
        read: Callable[[str], str | None],
    ) -> Base | None:
        """Return what to begin from; None where that is from nothing.

        Args:
            known: states at hand, of which the first of the nearest is taken.
            others: gives other states, which are looked at where none of these is near.
            read: gives the text of a manifest.
        """
        current = min(known, key=self.apart, default=None)
        most = self.apart(current) if current is not None else len(self._paths)
        if most > LEAST_APART:
            from nsccn.snapshots.assembly import same_manifests

            found = [(self.apart(base.snapshot), place, base) for place, base in enumerate(others())]
            for distance, _, base in sorted(found, key=lambda item: item[:2]):
                if distance <= most * _NEARER and same_manifests(base.snapshot.arrays, read):
                    return base
        return Base(current) if current is not None else None
