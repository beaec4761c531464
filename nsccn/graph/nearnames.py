"""Finds the names and paths that a misspelt one may mean: by few edits, or as one is the other's beginning.

A name of several words may also have one more, or one less.

The pairs of letters that they share are counted in the bytes of all names at once; only the few hundred names that
share most are looked at one by one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import StringTable, pack_strings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.arrays import Array

_POOL: Final = 200
_LONGEST: Final = 200
"""Of a longer name nobody means another one."""
_LETTERS_FOR_AN_EDIT: Final = 4
_LEAST_LIKENESS: Final = 0.6
_LEAST_WORDS: Final = 2
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_LOWER: Final = np.frombuffer(bytes(range(256)).lower(), np.uint8)
"""Each byte with an ASCII capital as its small letter."""


def near_names(asked: str, blob: Array, offsets: Array, limit: int) -> list[str]:
    """Return the names of a `StringTable` that `asked` may mean, best first.

    Case and underscores do not count; of equally near names the first in the alphabet comes first.
    """
    folded = _folded(asked)
    if not folded or not len(blob) or len(folded) > _LONGEST:
        return []
    names = StringTable(blob, offsets)
    pool = map(names.__getitem__, _pool(asked, blob, offsets))
    far = ((_distance(folded, _folded(name)), _word_apart(asked, name), name) for name in pool)
    found = [
        (min(each), name)
        for edits, word, name in far
        if (each := [one for one in (edits, word) if one is not None])
    ]
    return [name for _, name in sorted(found)[:limit]]


def near_paths(asked: str, paths: Iterable[str], limit: int) -> list[str]:
    """Return the files and directories that a wrong path may mean: called so elsewhere, or nearly so.

    Of those of one name the ones whose paths are most like the one asked for come first.
    """
    folded = asked.replace("\\", "/").strip("/")[-_LONGEST:]
    last = folded.rpartition("/")[2]
    of_name = defaultdict(list)
    for path in sorted({path for file in paths for path in (file, *_folders(file))}):
        of_name[path.rpartition("/")[2]].append(path)
    names = [last] if last in of_name else near_names(last, *pack_strings(sorted(of_name)), limit)
    folder = folded[: len(folded) - len(last)]
    if not names and folder and ":" not in last:
        names = sorted(_alike(last, of_name, folder))
    found = ((name, path) for name in names for path in of_name[name][:_POOL])
    likeness = {
        path: (names.index(name), -SequenceMatcher(None, folded, path, autojunk=False).ratio())
        for name, path in found
    }
    return sorted(likeness, key=likeness.__getitem__)[:limit]


def _alike(last: str, of_name: dict[str, list[str]], folder: str) -> Iterator[str]:
    """Yield the names in a folder that are half like another one: that may be its new name."""
    for name, paths in of_name.items():
        if (
            folder + name in paths
            and SequenceMatcher(None, last, name, autojunk=False).ratio() >= _LEAST_LIKENESS
        ):
            yield name


def _folders(path: str) -> Iterable[str]:
    return (path[:at] for at, letter in enumerate(path) if letter == "/")


def _distance(asked: str, name: str) -> int | None:
    """Return how far a name is from the one asked for; None if too far."""
    shorter, longer = sorted((asked, name), key=len)
    most, missing = len(asked) // _LETTERS_FOR_AN_EDIT, len(longer) - len(shorter)
    if missing <= most:
        edits = _edits(asked, name)
        if edits <= most:
            return edits
    is_part = (
        len(shorter) >= _LETTERS_FOR_AN_EDIT and 2 * missing <= len(shorter) and longer.startswith(shorter)
    )
    return missing if is_part else None


def _word_apart(asked: str, name: str) -> int | None:
    """Return how long the word is that one of two names of several words has more than the other; None if more is."""
    shorter, longer = sorted((_words(asked), _words(name)), key=len)
    if len(longer) - len(shorter) != 1 or len(shorter) < _LEAST_WORDS:
        return None
    for place, word in enumerate(longer):
        if longer[:place] + longer[place + 1 :] == shorter:
            return len(word)
    return None


def _words(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]


def _edits(one: str, other: str) -> int:
    """Return how many letters are to be added, dropped, exchanged, or swapped with the next."""
    before, last = [0] * (len(other) + 1), list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        current = [row]
        for column, its in enumerate(other, 1):
            least = min(last[column] + 1, current[-1] + 1, last[column - 1] + (letter != its))
            if row > 1 < column and letter == other[column - 2] and its == one[row - 2]:
                least = min(least, before[column - 2] + 1)
            current.append(least)
        before, last = last, current
    return last[-1]


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
