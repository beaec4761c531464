"""Finds the files that lie in a part of the repository, as titles of commits name it before their colon.

`fix(runtime-core): …` is about `packages/runtime-core/`, `unix,win: …` about `src/unix/` and `src/win/`.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.regexes import regex
from nsccn.text import subtokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

_BETWEEN: Final = regex(r"[,\s]+(?:and\s)?")
_Words = tuple[str, ...]


def files_of_part(part: str, paths: Iterable[str]) -> NDArray[np.float64]:
    """Return 1 for each file below a folder that is called like a part, or like one of several; else 0.

    Where none is called so, one that begins or ends with it is: `clap_complete` for `complete`.
    """
    slots = defaultdict[str, list[int]](list)
    number = -1
    for number, path in enumerate(paths):
        slots[path.rpartition("/")[0]].append(number)
    found = np.zeros(number + 1)
    folders = {folder: [tuple(subtokens(name)) for name in folder.split("/")] for folder in slots if part}
    for name in _BETWEEN.split(part):
        wanted = [tuple(words) for words in map(subtokens, name.split("/")) if words]
        for folder in _called(wanted, folders):
            found[slots[folder]] = 1.0
    return found


def _called(wanted: Sequence[_Words], folders: Mapping[str, Sequence[_Words]]) -> list[str]:
    """Return the folders that have names as wanted, one behind the other; else those that have a longer one."""
    exact = [folder for folder, names in folders.items() if _runs(wanted, names)]
    if exact or len(wanted) != 1:
        return exact
    return [folder for folder, names in folders.items() if any(_is_end(wanted[0], name) for name in names)]


def _runs(wanted: Sequence[_Words], names: Sequence[_Words]) -> bool:
    size = len(wanted)
    return size > 0 and any(names[at : at + size] == wanted for at in range(len(names) - size + 1))


def _is_end(words: _Words, name: _Words) -> bool:
    return words in (name[: len(words)], name[-len(words) :])
