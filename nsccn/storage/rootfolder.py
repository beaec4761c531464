"""The folder of one root in the cache: whose it is, when it was used, who writes to it, and how it goes.

Two kinds of locks keep pruning and indexing apart. Whoever indexes a root holds the lock in its folder, and takes it
while holding that of the cache. Whoever prunes holds the lock of the cache all the time, and looks first whether any
root is being indexed. So no facts go that a snapshot is about to name, and no lock that somebody is about to take.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nsccn.atomic import make_private_directory, replace_file
from nsccn.storage.lock import file_lock, life_shown, showing_life

if TYPE_CHECKING:
    from collections.abc import Iterator

POINTER: Final = "current"
SWITCHING: Final = "current.lock"
_WRITING: Final = "writing.lock"
_PRUNING: Final = "pruning.lock"
_ROOT: Final = "root.txt"
_USED: Final = "used"
_FOLDER: Final = re.compile(r"[0-9a-f]{32}")
_PRUNE_SECONDS: Final = 60.0
"""How long to wait for another process that is pruning."""
_POLL_SECONDS: Final = 0.02
_USE_SECONDS: Final = 3600.0


class RootFolder:
    """A folder of the cache that holds the snapshots of one root, and small files about them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._noted = 0.0

    @classmethod
    def of(cls, cache_dir: Path, root: Path) -> RootFolder:
        """Return the folder of a root, whether or not there is one yet."""
        name = hashlib.blake2b(os.fsencode(_real(root)), digest_size=16).hexdigest()
        return cls(cache_dir / "snapshots" / name)

    def make(self, root: Path) -> None:
        """Make the folder, where it is missing, and write down whose it is."""
        make_private_directory(self.path)
        path = self.path / _ROOT
        if not path.exists():
            replace_file(path, lambda file: file.write(os.fsencode(_real(root))))

    @property
    def root(self) -> Path | None:
        """The real path of the root; None where that was lost, or where another root lies there now."""
        try:
            root = Path(os.fsdecode((self.path / _ROOT).read_bytes()))
            mine = RootFolder.of(self.path.parent.parent, root).path.name == self.path.name
        except (OSError, ValueError):
            return None
        return root if mine else None

    @property
    def size(self) -> int:
        """Bytes of all its files."""
        total = 0
        with suppress(OSError), os.scandir(self.path) as entries:
            for entry in entries:
                with suppress(OSError):
                    total += entry.stat(follow_symlinks=False).st_size
        return total

    @property
    def used(self) -> float:
        """When the root was used last, to an hour, in seconds since 1970."""
        for path in (self.path / _USED, self.path / POINTER, self.path):
            with suppress(OSError):
                return path.stat().st_mtime
        return 0.0

    def note_use(self) -> None:
        """Record that the root is in use, at most once an hour; where nothing can be written, nothing is."""
        now = time.time()
        if now - self._noted < _USE_SECONDS:
            return
        path = self.path / _USED
        with suppress(OSError):
            if not path.exists() or now - path.stat().st_mtime > _USE_SECONDS:
                path.touch(mode=0o600)
            self._noted = now

    @contextmanager
    def indexing(self, patience: float) -> Iterator[bool]:
        """Be the only one who indexes this root; False when another does who shows no life for `patience` seconds.

        To index may take minutes, and another process that does the same would slow both.
        """
        path = self.path / _WRITING
        shown, deadline = 0, time.monotonic() + patience
        with ExitStack() as lock:
            while (held := self._try_lock(lock)) is False:
                now = time.monotonic()
                if (last := life_shown(path)) != shown:
                    shown, deadline = last, now + patience
                if now >= deadline:
                    break
                time.sleep(_POLL_SECONDS)
            if held:
                lock.enter_context(showing_life(path))
            yield held is True

    def _try_lock(self, lock: ExitStack) -> bool | None:
        """Return whether the folder's lock was had while nothing was being removed; `lock` releases it.

        Where there can be no locks, on a read-only disk for example, the answer is None.
        """
        self._make()
        with file_lock(self.path.parent.parent / _PRUNING, _PRUNE_SECONDS) as calm, ExitStack() as attempt:
            self._make()
            held = attempt.enter_context(file_lock(self.path / _WRITING, 0.0))
            if held:
                lock.enter_context(attempt.pop_all())
            return held if held or calm else None

    def _make(self) -> None:
        with suppress(OSError):
            make_private_directory(self.path)

    def remove(self) -> bool:
        """Remove all that it holds, the pointer first, so that nobody finds half; return whether all went.

        Who has a snapshot mapped keeps it. On Windows such a file stays for the next time.
        """
        kept = {_ROOT, _WRITING, SWITCHING}
        with suppress(OSError):
            (self.path / POINTER).unlink()
        try:
            for path in list(self.path.iterdir()):
                if path.name not in kept:
                    path.unlink()
            for name in kept:
                (self.path / name).unlink(missing_ok=True)
            self.path.rmdir()
        except OSError:
            return False
        return True


def all_folders(cache_dir: Path) -> list[RootFolder]:
    """Return the folders of all roots, least recently used first."""
    try:
        found = [
            RootFolder(path) for path in (cache_dir / "snapshots").iterdir() if _FOLDER.fullmatch(path.name)
        ]
    except OSError:
        return []
    return sorted(found, key=lambda folder: (folder.used, folder.path))


@contextmanager
def pruning(cache_dir: Path, patience: float = 0.0, own: RootFolder | None = None) -> Iterator[bool]:
    """Be the only one who removes anything; False when another process prunes, or indexes any root but `own`."""
    with file_lock(cache_dir / _PRUNING, patience) as held:
        others = (folder for folder in all_folders(cache_dir) if own is None or folder.path != own.path)
        yield held is True and all(_is_idle(folder, patience) for folder in others)


def _is_idle(folder: RootFolder, patience: float) -> bool:
    with file_lock(folder.path / _WRITING, patience) as held:
        return held is True


def _real(root: Path) -> str:
    return os.path.normcase(os.path.realpath(root))
