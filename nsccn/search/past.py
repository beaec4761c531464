"""The history of a root up to the commit that is checked out, read when search first asks for it.

It is kept beside the snapshot. While nothing that moves with a commit bears another stamp, git is not asked.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.arrays import DamagedArrays, map_arrays, write_arrays
from nsccn.graph.walk.git import run_git, work_tree
from nsccn.graph.walk.stamps import take_stamp
from nsccn.search.history import LOG, History, read_log

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from nsccn.graph.walk.stamps import Stamp
    from nsccn.snapshots.snapshot import Snapshot

    Arrays = Mapping[str, NDArray[Any]]

_COMMIT: Final = "commit"
VERSION: Final = b"3"
"""Changes whenever equal commits give other arrays."""
_HEAD_BYTES: Final = 4096
_SECONDS: Final = 10.0
"""A history that git cannot list within this time is left out."""


class Past:
    """Gives the history of one root for any of its snapshots. Every method may be called from any thread."""

    def __init__(self, root: Path, path: Path) -> None:
        """Keep it at `path`, where that can be written."""
        self._root, self._path = root, path
        self._lock = Lock()
        self._stamps: tuple[Stamp | None, ...] | None = None
        self._commit: bytes | None = None
        self._arrays: Arrays | None = None
        self._made: tuple[Snapshot, History] | None = None

    def of(self, snapshot: Snapshot) -> History | None:
        """Return what past commits say of a snapshot's files; None without git, or without commits."""
        with self._lock:
            if self._bring_up_to_date() or self._made is None or self._made[0] is not snapshot:
                history = self._arrays and History(self._arrays, snapshot.entities.paths)
                self._made = (snapshot, history) if history else None
            return self._made[1] if self._made else None

    def _bring_up_to_date(self) -> bool:
        """Return whether the arrays may be others than before."""
        stamps = _head_stamps(self._root)
        if stamps is not None and stamps == self._stamps:
            return False
        self._stamps = stamps
        said = run_git(self._root, "rev-parse", "--verify", "HEAD")
        commit = b"" if said is None else b" ".join((VERSION, said.strip()))
        if commit == self._commit:
            return False
        self._commit = commit
        self._arrays = (self._stored(commit) or self._read(commit)) if commit else None
        return True

    def _stored(self, commit: bytes) -> Arrays | None:
        with suppress(OSError, DamagedArrays, KeyError):
            arrays = map_arrays(self._path)
            if arrays[_COMMIT].tobytes() == commit:
                return arrays
        return None

    def _read(self, commit: bytes) -> Arrays | None:
        log = run_git(self._root, *LOG, commit.split()[-1].decode("ascii"), timeout=_SECONDS)
        if not log:
            return None
        arrays = {**read_log(log), _COMMIT: np.frombuffer(commit, np.uint8)}
        with suppress(OSError):
            if self._path.parent.is_dir():
                write_arrays(self._path, arrays)
        return arrays


def _head_stamps(root: Path) -> tuple[Stamp | None, ...] | None:
    """Return the stamps of what changes when another commit is checked out or made.

    None where git has to be asked: `.git` may be a pointer, and where that leads is not for us to touch.
    """
    top = work_tree(root)
    directory = top / ".git" if top else None
    if directory is None or directory.is_symlink() or not directory.is_dir():
        return None
    paths = [directory / "HEAD", directory / "logs" / "HEAD", directory / "packed-refs"]
    with suppress(OSError, ValueError), paths[0].open(encoding="utf-8") as file:
        reference = file.read(_HEAD_BYTES)
        if reference.startswith("ref: refs/"):
            paths.append(directory / reference.removeprefix("ref: ").strip())
    return tuple(take_stamp(str(path), follow=False) for path in paths)
