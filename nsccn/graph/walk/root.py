"""A root: which directory it is, which paths lie in it, and how files in it are read without leaving it."""

# Paths are strings here: a walk makes them by the ten thousand, and links keep their meaning in them.

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final

from nsccn.errors import NotARepository, PathOutsideRoot, UnknownPath, shown
from nsccn.graph.walk.git import work_tree

ROOT: Final = "."
"""The path of the root in itself; read as a manifest is, it gives the name of the directory."""
READ_LIMIT: Final = 16 * 1024 * 1024
_LONGEST_PATH: Final = 4096
"""Characters of a path beyond which there is no file: each of its folders would be looked at, one by one."""
_JUNCTION_TAG: Final = 0xA0000003

_HAS_DIRECTORY_DESCRIPTORS: Final = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")
_FILE_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    # A named pipe that took the file's place must not block, and a terminal must not become ours.
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_DIRECTORY_FLAGS: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)


def find_root(start: Path) -> Path:
    """Return the git work tree around `start`, or `start` itself where there is none to be used."""
    top = work_tree(start)
    return start if top is None or _refusal(top) is not None else top


def check_root(path: Path, *, named: bool) -> Path:
    """Return the real path of a directory that may be indexed; `named`: a person named this very one."""
    try:
        real = Path(os.path.realpath(path))
        is_directory = real.is_dir()
    except (OSError, ValueError):
        is_directory = False
    if not is_directory:
        found = "is not a directory" if os.path.lexists(path) else "does not exist"
        message = f"{path} {found}; name the directory of a repository."
        raise NotARepository(message)
    refusal = None if named else _refusal(real)
    if refusal is not None:
        advice = "name the directory of a repository, or this one, with --repo (of serve: --root)"
        message = f"{real} is {refusal}; {advice}."
        raise NotARepository(message)
    return real


def _refusal(directory: Path) -> str | None:
    """Say why a directory is too wide to be indexed unasked."""
    if directory.parent == directory:
        return "a filesystem root"
    try:
        return "the home directory" if os.path.samefile(directory, Path.home()) else None
    except (OSError, RuntimeError):
        return None


def resolve_path(root: Path, given: str) -> str:
    """Return the real path, relative to `root` and with `/`, of a file or directory named by the caller.

    It may be absolute or relative to the root, lead through links, or be written with backslashes. The root
    itself is `.`.
    """
    if len(given) > _LONGEST_PATH:
        message = f"{shown(given)} is too long for a path; give one of {_LONGEST_PATH:,} characters at most."
        raise UnknownPath(message)
    base = os.path.realpath(root)
    is_outside = False
    for candidate in dict.fromkeys((given, given.replace("\\", "/"))):
        try:
            real = os.path.realpath(os.path.join(base, candidate))
            exists = os.path.exists(real)
        except (OSError, ValueError):
            continue
        if not _contains(base, real):
            is_outside = True
        elif exists:
            return os.path.relpath(real, base).replace(os.sep, "/")
    if is_outside:
        raise PathOutsideRoot(given)
    message = f"No file or directory {shown(given)} in the repository; give a path relative to its root."
    raise UnknownPath(message)


def read_bytes(root: Path | str, path: str, *, max_bytes: int = READ_LIMIT) -> bytes:
    """Return the content of a regular file, by its real path relative to `root`.

    A link on the way, what is no regular file, and more than `max_bytes` are an OSError; a path or a link
    that leads out of the root is `PathOutsideRoot`.
    """
    data = read_start(root, path, max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(errno.EFBIG, f"is larger than {max_bytes} bytes", path)
    return data


def is_junction(entry: os.DirEntry[str]) -> bool:
    """Whether this is a Windows junction, which counts as a directory but is a link."""
    if os.name != "nt":
        return False
    return getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == _JUNCTION_TAG


def read_start(root: Path | str, path: str, limit: int) -> bytes:
    """Return at most `limit` bytes from the start of a file, under the conditions of `read_bytes`."""
    if os.path.isabs(path) or os.path.splitdrive(path)[0] or ".." in path.split("/"):
        raise PathOutsideRoot(path)
    try:
        descriptor = _open(os.fspath(root), path)
    except OSError as error:
        base = os.path.realpath(root)
        if not _contains(base, os.path.realpath(os.path.join(base, path))):
            raise PathOutsideRoot(path) from error
        raise OSError(error.errno, error.strerror, path) from error
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "is not a regular file", path)
        pieces = []
        while limit > 0 and (piece := os.read(descriptor, limit)):
            pieces.append(piece)
            limit -= len(piece)
    finally:
        os.close(descriptor)
    return b"".join(pieces)


def _open(root: str, path: str) -> int:
    """Open a file so that no link is followed on the way, not even one that appears in the meantime."""
    if not _HAS_DIRECTORY_DESCRIPTORS:
        base = os.path.realpath(root)
        real = os.path.realpath(os.path.join(base, path))
        if not _contains(base, real):
            raise PathOutsideRoot(path)
        return os.open(real, _FILE_FLAGS)
    *directories, name = path.split("/")
    parent = os.open(root, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        for directory in directories:
            child = os.open(directory, _DIRECTORY_FLAGS, dir_fd=parent)
            os.close(parent)
            parent = child
        return os.open(name, _FILE_FLAGS, dir_fd=parent)
    finally:
        os.close(parent)


def _contains(base: str, real: str) -> bool:
    base, real = os.path.normcase(base), os.path.normcase(real)
    return real == base or real.startswith(os.path.join(base, ""))
