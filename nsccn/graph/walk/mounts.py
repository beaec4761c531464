"""Whether the time stamps of directories can be relied on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nsccn.graph.walk.basis import Basis

_LOCAL_KINDS: Final = frozenset(
    "bcachefs btrfs ext2 ext3 ext4 f2fs jfs overlay ramfs reiserfs tmpfs xfs zfs".split()
)
"""File systems of this machine alone, which stamp a directory whenever a name comes or goes.

Over a network somebody else's change may show late, FAT does not stamp its top, and what lies behind FUSE, 9p or
virtiofs is unknown.
"""
_OUTSIDE: Final = ("/Volumes/", "/Network/", "/net/", "\\\\")
"""Where macOS mounts what may be a network's, or a stick; and how Windows begins a path on another machine."""
_MOUNTS: Final = "/proc/self/mountinfo"
_OCTAL: Final = re.compile(rb"\\([0-7]{3})")


def keeps_times(root: str, basis: Basis) -> bool:
    """Whether every directory below a real path is known to get a new time stamp when names in it change.

    Where this is not known the caller has to read the directories themselves, each time.
    """
    if sys.platform == "linux":
        return _LOCAL_KINDS.issuperset(_kinds(os.fsencode(root)))
    if root.startswith(_OUTSIDE):
        return False
    # FAT counts in two seconds, HFS+ in one; who has finer digits is neither.
    return any(item.stamp.changed_ns % 1_000_000 for item in basis.directories)


def _kinds(root: bytes) -> Iterator[str]:
    """Yield the kinds of the file systems in which a root and all below it lie; an empty one if that is unknown."""
    around, found = b"", ""
    below = os.path.join(root, b"")
    try:
        with open(_MOUNTS, "rb") as mounts:
            lines = mounts.read().split(b"\n")
    except OSError:
        lines = []
    for line in lines:
        fields = line.split(b" ")
        if len(fields) < 10 or b"-" not in fields:
            continue
        point = _OCTAL.sub(lambda match: bytes([int(match[1], 8)]), fields[4])
        kind = os.fsdecode(fields[fields.index(b"-") + 1])
        if point.startswith(below):
            yield kind
        elif below.startswith(os.path.join(point, b"")) and len(point) >= len(around):
            around, found = point, kind
    yield found
