"""What lies under a root: the walk, and the reading of single files. Nothing outside the root is ever read.

The walk reads directories and stats files, no contents but those of ignore files. Where git is usable its own
list says what belongs to the project; elsewhere the ignore files do, read by our own rules.
"""

# Paths are strings here: a walk makes them by the ten thousand, and links keep their meaning in them.

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from nsccn.graph.walk.basis import Basis, renewed
from nsccn.graph.walk.decoding import decode
from nsccn.graph.walk.filetable import FileTable, SourceFile
from nsccn.graph.walk.git import work_tree
from nsccn.graph.walk.ignore import IgnoreRules
from nsccn.graph.walk.listing import list_project, surroundings
from nsccn.graph.walk.mounts import keeps_times
from nsccn.graph.walk.root import check_root, find_root, read_bytes, resolve_path
from nsccn.graph.walk.unwanted import content_reason
from nsccn.graph.walk.walker import TOO_LARGE, Walker

__all__ = [
    "Basis",
    "FileTable",
    "Skipped",
    "SourceFile",
    "Walk",
    "check_root",
    "content_reason",
    "decode",
    "digest",
    "find_root",
    "read_bytes",
    "resolve_path",
    "survey",
    "walk",
    "walk_again",
]


class Skipped(NamedTuple):
    """A file that is left out, or a whole directory (its path ends with `/`)."""

    path: str
    reason: str


class Walk(NamedTuple):
    """What a walk found, sorted by path."""

    files: FileTable
    skipped: tuple[Skipped, ...]
    """What git or a `.gitignore` leaves out is not among them."""
    links: int
    used_git: bool
    """Whether git said what belongs to the project."""


def walk(root: Path, *, ignore_patterns: Iterable[str] = (), max_file_bytes: int = 1_000_000) -> Walk:
    """List the files below `root` that are worth reading. Links are not followed."""
    return survey(root, ignore_patterns, max_file_bytes, time.time_ns())[0]


def survey(
    root: Path, ignore_patterns: Iterable[str], max_file_bytes: int, now_ns: int
) -> tuple[Walk, Basis | None]:
    """Walk, and return also what the outcome depends on; None where that cannot be told from time stamps.

    `now_ns`: when the walk began.
    """
    real_root = os.path.realpath(root)
    around = surroundings(Path(real_root))
    git = list_project(Path(real_root))
    walker = Walker(real_root, git, max_file_bytes)
    walker.run(IgnoreRules(ignore_patterns))
    if not walker.files and git.listing is None and work_tree(Path(real_root)) != Path(real_root):
        # A `.gitignore` that leaves nothing is about another tree: Debian's kernel carries that of its packaging.
        walker = Walker(real_root, git, max_file_bytes, heeds_top=False)
        walker.run(IgnoreRules(ignore_patterns))
    walker.files.sort(key=itemgetter(0))
    skipped = tuple(Skipped(path, reason) for path, reason in sorted(walker.skipped))
    found = Walk(FileTable.of(walker.files), skipped, walker.links, git.listing is not None)
    basis = Basis(around, tuple(walker.directories), (*git.depends_on, *walker.ignore_files))
    certain = walker.is_certain and basis.is_settled(now_ns) and keeps_times(real_root, basis)
    return found, basis if certain else None


def walk_again(
    root: Path, before: Walk, basis: Basis, max_file_bytes: int, now_ns: int
) -> tuple[Walk, Basis] | None:
    """Return what a walk would find now, by stat alone; None where only a walk can tell.

    `before` is the outcome of an earlier one, and `basis` what that depended on.
    """
    real_root = os.path.realpath(root)
    if surroundings(Path(real_root)) != basis.surroundings:
        return None
    basis_now = renewed(real_root, basis, now_ns)
    if basis_now is None:
        return None
    try:
        large = (path for path, reason in before.skipped if reason == TOO_LARGE)
        if any(os.lstat(os.path.join(real_root, path)).st_size <= max_file_bytes for path in large):
            return None
        files = before.files.looked_at_again(real_root)
    except OSError:
        return None
    if files is not before.files and files.largest > max_file_bytes:
        return None
    return before._replace(files=files), basis_now


def digest(data: bytes) -> str:
    """Return the name by which facts about this content are kept."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
