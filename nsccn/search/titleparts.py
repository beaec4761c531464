"""Finds the files that lie in a part of the repository, as titles of commits name it before their colon.

`fix(runtime-core): …` is about `packages/runtime-core/`, `unix,win: …` about `src/unix/` and `src/win/`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.regexes import regex
from nsccn.text import subtokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_BETWEEN: Final = regex(r"[,\s]+(?:and\s)?")
_Name = tuple[str, ...]
"""The words of a name."""


def files_of_part(part: str, paths: Sequence[str]) -> NDArray[np.float64]:
    """Return 1 for each file below a folder that is called like a part, or like one of several; else 0.

    Where none is called so, one that begins or ends with it is: `clap_complete` for `complete`.
    """
    found = np.zeros(len(paths))
    if not part:
        return found
    slots = defaultdict[str, list[int]](list)
    for slot, path in enumerate(paths):
        slots[path.rpartition("/")[0]].append(slot)
    folders = {folder: [*map(_words, folder.split("/"))] for folder in slots}
    for name in _BETWEEN.split(part):
        wanted = [words for words in map(_words, name.split("/")) if words]
        for folder in _called(wanted, folders):
            found[slots[folder]] = 1.0
    return found


@lru_cache(maxsize=20_000)
def _words(name: str) -> _Name:
    return tuple(subtokens(name))


def _called(wanted: Sequence[_Name], folders: Mapping[str, Sequence[_Name]]) -> list[str]:
    """Return the folders that have names as wanted, one behind the other; else those that have a longer one."""
    exact = [folder for folder, names in folders.items() if _runs(wanted, names)]
    if exact or len(wanted) != 1:
        return exact
    return [folder for folder, names in folders.items() if any(_is_end(wanted[0], name) for name in names)]


def _runs(wanted: Sequence[_Name], names: Sequence[_Name]) -> bool:
    size = len(wanted)
    return size > 0 and any(names[at : at + size] == wanted for at in range(len(names) - size + 1))


def _is_end(words: _Name, name: _Name) -> bool:
    return words in (name[: len(words)], name[-len(words) :])
