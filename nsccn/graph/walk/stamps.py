"""Stamps: what tells that a file or a directory has changed, without reading it."""

# Paths are bytes or strings here: they are asked about by the ten thousand.

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

import msgspec

from nsccn.graph.walk.root import is_junction

FINE_GRAIN_NS: Final = 100_000_000
COARSE_GRAIN_NS: Final = 2_000_000_000
"""The time stamps of some file systems are two seconds apart."""

FILE: Final = "f"
DIRECTORY: Final = "d"
LINK: Final = "l"
OTHER: Final = "o"
UNKNOWN: Final = "?"

INODE_BITS: Final = 2**64 - 1
"""On Windows a file's number may have twice as many; so many tell files apart."""


class Stamp(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What changes whenever something is written into a file, or a name is added to a directory or removed."""

    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    """On Windows the time of creation, which says nothing."""

    @property
    def changed_ns(self) -> int:
        """When it changed last, by a clock that nobody sets back."""
        return self.mtime_ns if os.name == "nt" else self.ctime_ns


def stamp_of(found: os.stat_result) -> Stamp:
    """Return the stamp in an answer of the operating system."""
    return Stamp(found.st_ino & INODE_BITS, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def take_stamp(path: str | bytes, *, follow: bool) -> Stamp | None:
    """Return the stamp of what lies at a path, None where nothing can be found; `follow`: through a link."""
    try:
        return stamp_of(os.stat(path, follow_symlinks=follow))
    except (OSError, ValueError):
        return None


def is_settled(stamp_ns: int, now_ns: int) -> bool:
    """Whether what was changed at `stamp_ns` cannot have changed again, before `now_ns`, and kept its time stamp.

    A stamp with digits below the millisecond is of a clock that ticks every ten milliseconds at least, or
    every sixteen on Windows; any other may be of a clock that ticks every two seconds.
    """
    grain = FINE_GRAIN_NS if stamp_ns % 1_000_000 else COARSE_GRAIN_NS
    return stamp_ns + grain < now_ns


def kind_of(entry: os.DirEntry[str]) -> str:
    """Return what lies here: one of the constants above. A Windows junction is a link."""
    try:
        if entry.is_file(follow_symlinks=False):
            return FILE
        if entry.is_dir(follow_symlinks=False) and not is_junction(entry):
            return DIRECTORY
        return LINK if entry.is_symlink() or is_junction(entry) else OTHER
    except OSError:
        # Where the directory itself does not tell, the file system is asked, and may refuse.
        return UNKNOWN


def digest_names(kinds: Mapping[str, str]) -> bytes:
    """Return what tells whether a directory holds the same names, each of the same kind, as before."""
    shown = sorted([f"{name}\0{kind}" for name, kind in kinds.items()])
    return blake2b("".join(shown).encode("utf-8", "surrogateescape"), digest_size=8).digest()
