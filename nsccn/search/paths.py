"""Finds the files that a text means when it writes a path, by the longest common end."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_MATCHES: Final = 50


class PathIndex:
    """The paths of a repository by file name, with and without the extension."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._parts = [path.lower().split("/") for path in paths]
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)
        self._by_stem: defaultdict[str, list[int]] = defaultdict(list)
        for slot, parts in enumerate(self._parts):
            self._by_name[parts[-1]].append(slot)
            self._by_stem[parts[-1].rpartition(".")[0]].append(slot)

    def find(self, written: str) -> tuple[list[int], int]:
        """Return the files that share the longest end with a written path, and how many components that is.

        Case does not count. A path with folders may leave out the extension.
        """
        parts = [
            part for part in written.lower().replace("\\", "/").split("/") if part not in ("", ".", "..")
        ]
        if not parts:
            return [], 0
        slots = self._by_name.get(parts[-1], ())
        if not slots and len(parts) > 1:
            slots = self._by_stem.get(parts[-1], ())
        best: list[int] = []
        longest = 0
        for slot in slots:
            shared = _common_end(parts[:-1], self._parts[slot][:-1]) + 1
            if shared > longest:
                best, longest = [slot], shared
            elif shared == longest:
                best.append(slot)
        return (best, longest) if len(best) <= _MOST_MATCHES else ([], 0)


def _common_end(left: list[str], right: list[str]) -> int:
    shared = 0
    for one, other in zip(reversed(left), reversed(right), strict=False):
        if one != other:
            break
        shared += 1
    return shared
