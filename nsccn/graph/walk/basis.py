"""What the outcome of a walk depends on besides the files it found, and whether that is still as it was.

A walk depends on the names in every directory that it or git read, on ignore files, and on git's index and
configuration. Directories whose content cannot matter (ignored ones, `node_modules`, `.git`) are not among them.
"""

from __future__ import annotations

import os
from typing import Final

import msgspec

from nsccn.graph.walk.stamps import Stamp, digest_names, is_settled, kind_of, take_stamp

UNREADABLE_NAMES: Final = b""


class WatchedDirectory(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A directory whose names matter."""

    path: bytes
    """Relative to the root, without a final `/`; the root itself is `.`."""
    stamp: Stamp
    """As it was before the names were read."""
    names: bytes
    """By `digest_names`; empty where they could not be read."""


class WatchedFile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A file whose content matters, though it need not be indexed."""

    path: bytes
    """Absolute."""
    follow: bool
    """Whether it is read through links."""
    stamp: Stamp | None
    """None where there is no such file."""


class Basis(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """All that a walk's outcome depends on, but for the files it found."""

    surroundings: bytes
    directories: tuple[WatchedDirectory, ...]
    files: tuple[WatchedFile, ...]

    def is_settled(self, now_ns: int) -> bool:
        """Whether nothing here was changed so shortly before `now_ns`, when the walk began, that it may be racing."""
        stamps = [*(directory.stamp for directory in self.directories), *(file.stamp for file in self.files)]
        return all(stamp is None or is_settled(stamp.changed_ns, now_ns) for stamp in stamps)


def watch(path: str, *, follow: bool) -> WatchedFile:
    """Return a file as it is now."""
    return WatchedFile(os.fsencode(path), follow, take_stamp(path, follow=follow))


def renewed(root: str, basis: Basis, now_ns: int) -> Basis | None:
    """Return the basis with the stamps of `now_ns`, None where a walk may find something else than before.

    A directory in which names came and went, and are the same again, has a new stamp; so has one in which a file
    was replaced by another of its name, as many editors do.
    """
    if any(take_stamp(file.path, follow=file.follow) != file.stamp for file in basis.files):
        return None
    base = os.fsencode(os.path.join(root, ""))
    changed: dict[int, WatchedDirectory] = {}
    for number, directory in enumerate(basis.directories):
        now = take_stamp(base + directory.path, follow=False)
        if now == directory.stamp:
            continue
        if now is None or _names(base + directory.path) != directory.names:
            return None
        if is_settled(now.changed_ns, now_ns):
            changed[number] = WatchedDirectory(directory.path, now, directory.names)
    if not changed:
        return basis
    directories = [changed.get(number, directory) for number, directory in enumerate(basis.directories)]
    return Basis(basis.surroundings, tuple(directories), basis.files)


def _names(path: bytes) -> bytes:
    try:
        with os.scandir(os.fsdecode(path)) as entries:
            return digest_names({entry.name: kind_of(entry) for entry in entries})
    except OSError:
        return UNREADABLE_NAMES
