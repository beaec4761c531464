"""Finds the names most like a misspelt one, by the pairs of letters that they share.

The pairs are counted in the bytes of all names at once; only the few hundred names that share most are looked at
one by one.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import StringTable

if TYPE_CHECKING:
    from nsccn.arrays import Array

_POOL: Final = 200
LEAST_SIMILARITY: Final = 0.6
_LOWER: Final = np.frombuffer(bytes(range(256)).lower(), np.uint8)
"""Each byte with an ASCII capital as its small letter."""


def near_names(
    asked: str, blob: Array, offsets: Array, limit: int, least: float = LEAST_SIMILARITY
) -> list[str]:
    """Return the names of a `StringTable` that are most like `asked`, best first.

    None is less similar than `least`, in [0, 1]. Case and underscores do not count; of equally similar names the
    first in the alphabet comes first.
    """
    folded = _folded(asked)
    if not folded or not len(blob):
        return []
    names = StringTable(blob, offsets)
    found = []
    for place in _pool(asked, blob, offsets):
        similarity = SequenceMatcher(None, folded, _folded(names[place]), autojunk=False).ratio()
        if similarity >= least:
            found.append((-similarity, names[place]))
    return [name for _, name in sorted(found)[:limit]]


def _pool(asked: str, blob: Array, offsets: Array) -> list[int]:
    """Return the places of the names that share most pairs of letters with the one asked for."""
    wanted = _LOWER[np.frombuffer(asked.encode("utf-8", "surrogatepass"), np.uint8)]
    bounds = offsets.astype(np.int64)
    starts, sizes = bounds[:-1], np.diff(bounds)
    letters = _LOWER[blob]
    shared = np.zeros(len(letters) + 1, np.int32)
    np.cumsum(_is_pair(wanted)[_pairs(letters)], out=shared[1:-1])
    shared[-1] = shared[-2]
    # A pair belongs to the name that holds both its letters.
    counts = np.where(sizes > 1, shared[np.maximum(bounds[1:] - 1, starts)] - shared[starts], 0)
    counts += (sizes > 0) & (letters[np.minimum(starts, len(letters) - 1)] == wanted[0])
    slack = max(2, len(wanted) // 2)
    likeness = np.where(np.abs(sizes - len(wanted)) <= slack, counts / (sizes + len(wanted)), 0.0)
    found = np.flatnonzero(likeness > 0)
    best: list[int] = found[np.argsort(-likeness[found], kind="stable")[:_POOL]].tolist()
    return best


def _pairs(letters: Array) -> Array:
    pairs: Array = letters[:-1].astype(np.uint16) << 8
    pairs |= letters[1:]
    return pairs


def _is_pair(letters: Array) -> Array:
    """Return which of all pairs of bytes a name has."""
    found = np.zeros(1 << 16, np.bool_)
    found[_pairs(letters)] = True
    return found


def _folded(name: str) -> str:
    return name.replace("_", "").lower()
