"""Files that change all at once or not at all."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import BinaryIO

TEMPORARY_SUFFIX: Final = ".tmp"
"""Ending of files that are being written, or were when their writer was killed."""

_ATTEMPTS: Final = 20


def replace_file(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let `write` fill a new file beside `path`, and move it to `path` once it is safely on disk.

    Whoever opens `path` sees the old content or the new, whatever happens to the writer.
    """
    temporary = path.with_name(f"{path.name}.{secrets.token_hex(8)}{TEMPORARY_SUFFIX}")
    try:
        with temporary.open("xb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        _move(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def make_private_directory(path: Path) -> None:
    """Make the directory, and those above it, where missing. What lies in it tells of source: owner only."""
    missing = [directory for directory in (path, *path.parents) if not directory.exists()]
    for directory in (*reversed(missing), path):  # `parents=True` would leave those above open to all
        directory.mkdir(mode=0o700, exist_ok=True)


def _move(source: Path, target: Path) -> None:
    for attempt in range(_ATTEMPTS):
        try:
            source.replace(target)
        except PermissionError:
            # Windows refuses while somebody, for a moment, has the target open.
            if os.name != "nt" or attempt == _ATTEMPTS - 1:
                raise
            time.sleep(0.01 * (attempt + 1))
        else:
            return
