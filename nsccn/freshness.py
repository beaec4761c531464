"""Whether the index still says what the files say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import files as source_files

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.files import SourceFile, Walk
    from nsccn.settings import Settings
    from nsccn.snapshot import IndexedFile, Manifest

_GRAIN_NS: Final = 2_000_000_000
"""A file written this shortly before it was read may change again without a new time stamp."""


def walk(root: Path, settings: Settings) -> Walk:
    """Return the files that are worth reading."""
    return source_files.walk(
        root, ignore_patterns=settings.ignore_patterns, max_file_bytes=settings.max_file_bytes
    )


def unchanged(walked: Walk, manifest: Manifest) -> bool:
    """Whether a walk finds just what a manifest was made of."""
    if len(walked.files) != len(manifest.files) or walked.links != manifest.links:
        return False
    if not all(same_file(now, then) for now, then in zip(walked.files, manifest.files, strict=True)):
        return False
    return tuple(map(tuple, walked.skipped)) == manifest.skipped


def same_file(now: SourceFile, then: IndexedFile) -> bool:
    """Whether a file is as it was when it was read for the index."""
    return (
        then.settled
        and now.path == then.path
        and now.size == then.size
        and now.mtime_ns == then.mtime_ns
        and now.inode == then.inode
    )


def is_settled(stamp_ns: int, now_ns: int) -> bool:
    """Whether what was changed at `stamp_ns` cannot change again without a new time stamp."""
    return stamp_ns + _GRAIN_NS < now_ns
