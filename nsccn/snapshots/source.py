"""Reads a source file for the index: what it is, and its text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from nsccn.errors import PathOutsideRoot
from nsccn.graph.versions import facts_version, language_name
from nsccn.graph.walk import files as source_files
from nsccn.graph.walk.notebooks import source_of
from nsccn.graph.walk.root import ROOT, read_bytes
from nsccn.graph.walk.stamps import is_settled
from nsccn.graph.walk.unwanted import content_reason
from nsccn.snapshots.snapshot import IndexedFile
from nsccn.storage.store import facts_key

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.walk.files import SourceFile


def read_source(root: Path, file: SourceFile, max_bytes: int) -> tuple[IndexedFile, bytes | None]:
    """Return a file as it is now, and its text in UTF-8; None where its content keeps it out of the index."""
    now = time.time_ns()
    text = None
    try:
        data = source_of(file.path, read_bytes(root, file.path, max_bytes=max_bytes))
    except (OSError, PathOutsideRoot):
        reason = "unreadable"
    else:
        reason = content_reason(file.path, data) or ""
        text = None if reason else source_files.decode(data).encode("utf-8", "replace")
    indexed = IndexedFile(
        path=file.path,
        size=file.size,
        mtime_ns=file.mtime_ns,
        inode=file.inode,
        language="" if text is None else language_name(file.path, text),
        digest="" if text is None else source_files.digest(text),
        skipped=reason,
        settled=is_settled(file.mtime_ns, now),
    )
    return indexed, text


def read_text(root: Path, path: str, max_bytes: int) -> str:
    """Return the text of a file as it is now.

    Raises:
        PathOutsideRoot: the path leads out of the root.
        OSError: the file cannot be read.
    """
    return source_files.decode(source_of(path, read_bytes(root, path, max_bytes=max_bytes)))


def manifest_text(root: Path, path: str, max_bytes: int) -> str | None:
    """Return the text of a manifest, None where there is none; for `ROOT`, the name of the root directory."""
    if path == ROOT:
        return root.name
    try:
        return read_text(root, path, max_bytes)
    except (OSError, PathOutsideRoot):
        return None


def key_of(file: IndexedFile) -> str:
    """Return the key under which the facts of a file are stored; empty where it has none."""
    if not file.digest:
        return ""
    return facts_key(file.language, facts_version(file.language), file.digest)
