"""Finds the files that a text means when it writes a path, by the longest common end."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph

_MOST_MATCHES: Final = 50


class PathIndex:
    """The paths of a repository by file name, with and without the extension."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths
        self._by_name: defaultdict[str, list[int]] = defaultdict(list)
        for slot, path in enumerate(paths):
            self._by_name[path[path.rfind("/") + 1 :].lower()].append(slot)

    @cached_property
    def _by_stem(self) -> dict[str, list[int]]:
        slots: defaultdict[str, list[int]] = defaultdict(list)
        for name, named in self._by_name.items():
            slots[name.rpartition(".")[0]] += named
        return {stem: sorted(named) for stem, named in slots.items()}

    def named(self, name: str) -> list[str]:
        """Return the paths whose last component is `name`, sorted."""
        paths = [self._paths[slot] for slot in self._by_name.get(name.lower(), ())]
        return [path for path in paths if path.rpartition("/")[2] == name]

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
            shared = _common_end(parts[:-1], self._paths[slot].lower().split("/")[:-1]) + 1
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


_path_indexes: WeakKeyDictionary[CodeGraph, PathIndex] = WeakKeyDictionary()


def path_index(graph: CodeGraph) -> PathIndex:
    """Return the paths of a graph, prepared once."""
    index = _path_indexes.get(graph)
    if index is None:
        index = _path_indexes[graph] = PathIndex(graph.paths)
    return index
