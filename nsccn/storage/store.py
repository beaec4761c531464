"""What outlives a process: the facts of files by content, and the current snapshot of each root.

Neither store ever stops its caller: when the disk is full, read-only or damaged, `problem` says so and the
caller goes on from memory.
"""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from nsccn.atomic import TEMPORARY_SUFFIX, replace_file
from nsccn.storage.lock import file_lock
from nsccn.storage.rootfolder import POINTER, SWITCHING, RootFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from nsccn.arrays import Array
    from nsccn.storage.diskstore import DiskStore

T = TypeVar("T")

_DAY_SECONDS: Final = 86_400.0
_PATIENCE_SECONDS: Final = 30.0
"""Several times what lies between two signs of life."""
_ABANDONED_SECONDS: Final = 600.0
"""A file that is not in use and has not been written to for so long is nobody's."""
_ATTEMPTS: Final = 20
_SWITCH_SECONDS: Final = 5.0
"""How long to wait for another process that is replacing the pointer, before doing so all the same."""
_FORMAT: Final = "nsccn snapshot 2"
_POINTER_LINES: Final = 6
_MOST_EARLIER: Final = 3
_SUFFIX: Final = ".arrays"
_NAME: Final = re.compile(r"[0-9a-f]{32}\.arrays")
_MANIFEST: Final = "manifest"


def facts_key(language: str, extractor_version: str, digest: str) -> str:
    """Return the key of a file's facts: they depend on these three and on nothing else."""
    return f"{language}:{extractor_version}:{digest}"


class FactStore:
    """Encoded facts by key. The database is opened when it is first needed."""

    def __init__(self, cache_dir: Path) -> None:
        self.problem: str | None = None
        """Why new facts are kept in memory only; None while they are kept on disk."""
        self._cache_dir = cache_dir
        self._lock = Lock()
        self._opened = False
        self._disk: DiskStore | None = None
        self._memory: dict[str, bytes] = {}

    def get_many(self, keys: Iterable[str]) -> dict[str, bytes]:
        """Return the facts of those keys that are stored."""
        wanted = list(keys)
        nothing: dict[str, bytes] = {}
        found = self._ask(lambda disk: disk.get_many(wanted), nothing, give_up=True)
        if self._memory:
            found.update((key, self._memory[key]) for key in wanted if key in self._memory)
        return found

    def known(self, keys: Iterable[str]) -> set[str]:
        """Return those of the keys whose facts are stored."""
        wanted = list(keys)
        nothing: set[str] = set()
        found = self._ask(lambda disk: disk.known(wanted), nothing, give_up=True)
        return found.union(key for key in wanted if key in self._memory)

    def put_many(self, items: Mapping[str, bytes]) -> None:
        """Store facts; what cannot be kept on disk is kept in memory."""

        def put(disk: DiskStore) -> bool:
            disk.put_many(items)
            return True

        if self.problem or not self._ask(put, otherwise=False):
            self._memory.update(items)

    def prune(self, live: Collection[str], *, spared_seconds: float = _DAY_SECONDS) -> int:
        """Remove what is not live; return how many facts went.

        What was stored within the last `spared_seconds` stays: a snapshot that names it may be about to come.
        """
        return 0 if self.problem else self._ask(lambda disk: disk.prune(live, spared_seconds), otherwise=0)

    def discard(self, keys: Collection[str]) -> int:
        """Remove the facts of these keys; return how many went."""
        return 0 if self.problem else self._ask(lambda disk: disk.discard(keys), otherwise=0)

    def put_aside(self) -> None:
        """Give up the database with all that is in it: the way out when nothing can be removed from it any more."""
        from nsccn.storage.diskstore import put_aside

        self.close()
        put_aside(self._cache_dir)

    def sizes(self) -> dict[str, int]:
        """Return the bytes that each stored fact takes."""
        nothing: dict[str, int] = {}
        return self._ask(lambda disk: disk.sizes(), nothing)

    def total_size(self) -> int:
        """Return the bytes of all facts on disk."""
        return self._ask(lambda disk: disk.total_size(), otherwise=0)

    def leave(self) -> None:
        """Close the connection of this thread, which ends; other threads keep theirs."""
        with self._lock:
            if self._disk:
                self._disk.close()

    def close(self) -> None:
        """Close the database; the next use opens it again."""
        with self._lock:
            if self._disk:
                self._disk.close()
                self._disk = None
                self._opened = False

    def _ask(self, action: Callable[[DiskStore], T], otherwise: T, *, give_up: bool = False) -> T:
        """Return what the disk answers.

        A disk that cannot be written may still be read, so that it is let go only when told to `give_up`.
        """
        from nsccn.storage.diskstore import DiskStore, StoreUnavailable

        try:
            with self._lock:
                if not self._opened:
                    self._opened = True
                    self._disk = DiskStore(self._cache_dir)
            return action(self._disk) if self._disk else otherwise
        except StoreUnavailable as error:
            self.problem = self.problem or str(error)
            if self._disk:
                self._disk.close()  # rolls back what is half done
                self._disk = None if give_up else self._disk
            return otherwise


class Retained(NamedTuple):
    """What becomes of the states before, when another becomes current."""

    current: bool = False
    """The one that was current stays as an earlier state: it differs in much from the new one."""
    without: str = ""
    """The earlier state that the new one was made from, and that it stands for now."""
    room: int = 0
    """Bytes that earlier states may take."""


class SnapshotStore:
    """The snapshots of one root, of which one is current; a few earlier ones are kept to begin from.

    A snapshot is one file and never changes. A small file, `current`, says which one it is and is replaced as
    a whole, so that readers need no lock and a writer may be killed at any point.
    """

    def __init__(self, cache_dir: Path, root: Path, version: str = "") -> None:
        """Open the snapshots of `root`; those published under another `version` count as missing."""
        self.problem: str | None = None
        """Why the last snapshot could not be kept; None when it could."""
        self.folder = RootFolder.of(cache_dir, root)
        self.directory = self.folder.path
        self._root = root
        self._version = version
        self._pointer = self.directory / POINTER

    def load(self) -> tuple[dict[str, Array], bytes] | None:
        """Return the arrays, mapped, and the manifest of the current snapshot, or None."""
        from nsccn.arrays import DamagedArrays

        for _ in range(_ATTEMPTS):
            pointer = self._read_pointer()
            if pointer is None or pointer.version != self._version:
                return None
            try:
                return self._mapped(pointer.current)
            except FileNotFoundError:
                continue  # two newer ones have come since the pointer was read
            except (OSError, DamagedArrays, KeyError):
                return None
        return None

    def earlier(self) -> Iterator[tuple[str, dict[str, Array], bytes]]:
        """Yield the name, the arrays, mapped, and the manifest of each earlier state that is kept, latest first."""
        from nsccn.arrays import DamagedArrays

        pointer = self._read_pointer()
        for name in pointer.earlier if pointer and pointer.version == self._version else ():
            with suppress(OSError, DamagedArrays, KeyError):
                yield name, *self._mapped(name)

    def states(self) -> Iterator[tuple[str, dict[str, Array], bytes]]:
        """Yield the current snapshot, under an empty name, then the earlier ones."""
        if loaded := self.load():
            yield "", *loaded
        yield from self.earlier()

    def _mapped(self, name: str) -> tuple[dict[str, Array], bytes]:
        from nsccn.arrays import map_arrays

        arrays = map_arrays(self.directory / name)
        return arrays, arrays.pop(_MANIFEST).tobytes()

    def forget_earlier(self, since: float) -> None:
        """Remove the earlier states that were not current since a time, in seconds since 1970."""
        if not self._pointer.exists():
            return
        with suppress(OSError), file_lock(self.directory / SWITCHING, _SWITCH_SECONDS):
            pointer = self._read_pointer()
            if pointer and pointer.earlier:
                kept = tuple(name for name in pointer.earlier if self._left(name) > since)
                gone = set(pointer.earlier) - {*kept}
                previous = "" if pointer.previous in gone else pointer.previous
                self._point_to(pointer._replace(previous=previous, earlier=kept))
                self._remove_old({pointer.current, previous, *kept}, gone)

    def publish(
        self,
        arrays: Mapping[str, Array],
        manifest: bytes,
        retained: Retained = Retained(),  # noqa: B008
    ) -> bool:
        """Make this the current snapshot; False, and a `problem`, when the machine does not let us."""
        import numpy as np

        from nsccn.arrays import write_arrays

        if _MANIFEST in arrays:
            raise ValueError(f"no array may be named {_MANIFEST!r}")
        name = secrets.token_hex(16) + _SUFFIX
        try:
            self.folder.make(self._root)
            write_arrays(self.directory / name, {**arrays, _MANIFEST: np.frombuffer(manifest, np.uint8)})
            with file_lock(self.directory / SWITCHING, _SWITCH_SECONDS):
                self._switch_to(name, retained)
        except OSError as error:
            self.problem = f"{error.strerror or error} ({self.directory})"
            with suppress(OSError):  # nobody will ever name it, and the disk may be full
                (self.directory / name).unlink()
            return False
        self.problem = None
        return True

    def writing(self, patience: float = _PATIENCE_SECONDS) -> AbstractContextManager[bool]:
        """Be the only one who indexes this root; False when another does who shows no life for `patience` seconds.

        The lock saves work and protects nothing: to publish without it is safe.
        """
        return self.folder.indexing(patience)

    def _read_pointer(self) -> _Pointer | None:
        for _ in range(_ATTEMPTS):
            try:
                lines = self._pointer.read_text("utf-8").split("\n")
            except PermissionError:
                time.sleep(0.01)  # on Windows, it is just being replaced
                continue
            except (OSError, ValueError):
                return None
            if len(lines) != _POINTER_LINES or lines[0] != _FORMAT or not _NAME.fullmatch(lines[2]):
                return None
            earlier = tuple(name for name in lines[4].split() if _NAME.fullmatch(name))
            return _Pointer(lines[1], lines[2], lines[3] if _NAME.fullmatch(lines[3]) else "", earlier)
        return None

    def _switch_to(self, name: str, retained: Retained) -> None:
        before = self._read_pointer() or _Pointer("", "", "")
        earlier = self._earlier_after(before, retained)
        self._point_to(_Pointer(self._version, name, before.current, earlier))
        with suppress(OSError):
            self._remove_old({name, before.current, *earlier}, {before.previous, *before.earlier})

    def _earlier_after(self, before: _Pointer, retained: Retained) -> tuple[str, ...]:
        """Return which states are kept; those of another version can no longer be read."""
        names = before.earlier if before.version == self._version else ()
        names = tuple(name for name in names if name != retained.without)
        if retained.current and before.version == self._version:
            names = (before.current, *names)
            with suppress(OSError):
                (self.directory / before.current).touch()  # from now on it is earlier
        sizes = accumulate(map(self._size, names))
        return tuple(
            name for name, size in zip(names[:_MOST_EARLIER], sizes, strict=False) if size <= retained.room
        )

    def _size(self, name: str) -> int:
        with suppress(OSError):
            return (self.directory / name).stat().st_size
        return 0

    def _left(self, name: str) -> float:
        """Return when a state was left, in seconds since 1970; 0 where its file is gone."""
        with suppress(OSError):
            return (self.directory / name).stat().st_mtime
        return 0.0

    def _point_to(self, pointer: _Pointer) -> None:
        lines = (_FORMAT, pointer.version, pointer.current, pointer.previous, " ".join(pointer.earlier), "")
        replace_file(self._pointer, lambda file: file.write("\n".join(lines).encode()))

    def _remove_old(self, kept: Collection[str], outdated: Collection[str]) -> None:
        """Remove the snapshots that are outdated, and what killed writers left.

        A file that no pointer names may be about to be named, so that only its age tells that its writer is
        gone. A mapped file cannot be removed on Windows; that goes by its age too.
        """
        for path in self.directory.iterdir():
            ours = path.name.endswith(TEMPORARY_SUFFIX) or _NAME.fullmatch(path.name)
            if not ours or path.name in kept:
                continue
            with suppress(OSError):
                if path.name in outdated or time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                    path.unlink()


class _Pointer(NamedTuple):
    """What the file `current` says."""

    version: str
    current: str
    previous: str
    """Kept because somebody may be about to map it; empty where there is none.

    A snapshot becomes current once, by its own publisher, so that what was seen as previous stays outdated.
    """
    earlier: tuple[str, ...] = ()
    """States that differ much from the current one, latest first; somebody may come back to them."""
