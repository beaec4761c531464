"""A lock between processes that the operating system releases when its holder dies."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LIFE_SECONDS: Final = 5.0
"""Between two signs of life."""
_POLL_SECONDS: Final = 0.02

if sys.platform == "win32":
    import msvcrt

    def _try_lock(descriptor: int) -> bool:
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@contextmanager
def file_lock(path: Path, patience: float) -> Iterator[bool | None]:
    """Hold the lock of that name; the value says whether it was had within `patience` seconds.

    The file stays behind, empty: removing it would let two processes hold "the" lock, each in a file of its
    own. The lock is not reentrant. Where no lock can be had at all (a read-only directory, a file system
    without locks) the value is None.
    """
    held: bool | None
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError:
        yield None
        return
    try:
        try:
            held = _wait_for(descriptor, patience)
        except OSError:  # there are no locks on this file system
            held = None
        yield held
    finally:
        os.close(descriptor)  # releases it


@contextmanager
def showing_life(path: Path) -> Iterator[None]:
    """Give a file a new time stamp every now and then, for those who wait until something is done."""
    ended = Event()

    def show() -> None:
        while not ended.wait(LIFE_SECONDS):
            with suppress(OSError):
                os.utime(path)

    Thread(target=show, name="nsccn life", daemon=True).start()
    try:
        yield
    finally:
        ended.set()


def life_shown(path: Path) -> int:
    """Return something that differs once life was shown again."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _wait_for(descriptor: int, patience: float) -> bool:
    deadline = time.monotonic() + patience
    while not _try_lock(descriptor):
        if time.monotonic() >= deadline:
            return False
        time.sleep(_POLL_SECONDS)
    return True
