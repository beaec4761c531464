"""Arrays put where they take no memory while something else wants it."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.arrays import DamagedArrays, map_arrays, write_arrays
from nsccn.atomic import TEMPORARY_SUFFIX

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from nsccn.arrays import Array

_LEAST_BYTES: Final = 4_000_000


def set_aside(arrays: Mapping[str, Array], directory: Path | None) -> Mapping[str, Array]:
    """Return the same arrays mapped from a file, which is gone with the last of them; as they are where that cannot be.

    Where a mapped file cannot be removed, or this process is killed, it is left to who cleans the directory.
    """
    if directory is None or sum(array.nbytes for array in arrays.values()) < _LEAST_BYTES:
        return arrays
    path = directory / f"aside-{secrets.token_hex(8)}{TEMPORARY_SUFFIX}"
    with suppress(OSError, DamagedArrays):
        write_arrays(path, arrays)
        try:
            return map_arrays(path)
        finally:
            with suppress(OSError):
                path.unlink()
    return arrays
