"""Finds the files that a text means when it writes a path, by the longest common end."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from nsccn.arrays import StringTable
from nsccn.regexes import regex
from nsccn.text import subtokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable

_MOST_MATCHES: Final = 50
_VERSION_FOLDER: Final = regex(r"v(\d{1,3})")
_LEGACY_FOLDERS: Final = frozenset({"legacy", "deprecated", "obsolete"})
_BEFORE: Final = "\0/"
"""Stands before a path, and in none."""
_MARKED: Final = regex(rf"/(?:v\d{{1,3}}|{'|'.join(sorted(_LEGACY_FOLDERS))})(?=/)")
"""Begins with a letter that is always there: to look for another beginning takes ten times as long."""
_NAMELESS: Final = frozenset({"", "init", "index", "mod", "lib", "main"})
"""Stems of files that are not called by them."""


class _Mark(NamedTuple):
    """A folder that may hold what has been superseded."""

    folder: str
    above: str
    """Where it lies."""
    number: int
    """The version, -1 where the folder's name says it outright."""


class PathIndex:
    """The paths of a repository by file name, with and without the extension."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._paths = paths

    @cached_property
    def _lower(self) -> str:
        """All paths in lower case, between marks: a fresh process has no time to look at each."""
        return _BEFORE.join(["", *self._paths]).lower()

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        return _slots_of(_names(self._lower))

    @cached_property
    def _by_stem(self) -> dict[str, list[int]]:
        return _slots_of(name.rpartition(".")[0] for name in _names(self._lower))

    def of_stem(self, stem: str) -> list[int]:
        """Return the files whose name without its endings is `stem`, lower-case and without separators."""
        stems, digests = self._stems
        alike = np.flatnonzero(digests == hash(stem)).tolist() if stem not in _NAMELESS else ()
        return [slot for slot in alike if stems[slot] == stem]

    @cached_property
    def _stems(self) -> tuple[list[str], NDArray[np.int64]]:
        """The names as `of_stem` takes them, and what tells most of them apart: quicker made than lists by name."""
        folded = self._lower.replace("_", "").replace("-", "")
        stems = [name.partition(".")[0] for name in _names(folded)]
        return stems, np.fromiter(map(hash, stems), np.int64, len(stems))

    @cached_property
    def outdated(self) -> dict[str, list[int]]:
        """The files of what has been superseded, by the lower-case folder that says so.

        That is `v3` where a `v4` lies beside it, or a folder that is called legacy outright.
        """
        inside: defaultdict[str, list[int]] = defaultdict(list)
        for slot in self._marked():
            inside[self._paths[slot].lower().rpartition("/")[0]].append(slot)
        marks = [(slots, mark) for folder, slots in inside.items() for mark in _marks(folder)]
        newest: dict[str, int] = {}
        for _, mark in marks:
            newest[mark.above] = max(mark.number, newest.get(mark.above, 0))
        found: defaultdict[str, list[int]] = defaultdict(list)
        for slots, mark in marks:
            if mark.number < newest[mark.above] or mark.number < 0:
                found[mark.folder] += slots
        return {folder: sorted(slots) for folder, slots in found.items()}

    def _marked(self) -> list[int]:
        """Return the files in folders that may be marked."""
        found: list[int] = []
        paths, slot, counted = self._lower, -1, 0
        for mark in _MARKED.finditer(paths):
            slot, counted = slot + paths.count(_BEFORE, counted, mark.end()), mark.end()
            if found[-1:] != [slot]:
                found.append(slot)
        return found

    def stem_sizes(self, slots: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Return the number of words in the names of some files, without their endings."""
        known = self._known_stem_sizes
        for slot in slots[known[slots] == 0].tolist():
            stem = self._paths[slot].rsplit("/", 1)[-1].partition(".")[0]
            known[slot] = max(1, len(subtokens(stem)))
        sizes: NDArray[np.float64] = known[slots]
        return sizes

    @cached_property
    def _known_stem_sizes(self) -> NDArray[np.float64]:
        """0 where nobody has asked yet."""
        return np.zeros(len(self._paths))

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
            slots = sorted(self._by_stem.get(parts[-1], ()))
        ending = "/" + "/".join(parts)
        best = [slot for slot in slots if f"/{self._paths[slot].lower()}".endswith(ending)]
        longest = len(parts) if best else 0
        for slot in slots if not best else ():
            shared = common_end(parts[:-1], self._paths[slot].lower().split("/")[:-1]) + 1
            if shared > longest:
                best, longest = [slot], shared
            elif shared == longest:
                best.append(slot)
        return (best, longest) if len(best) <= _MOST_MATCHES else ([], 0)


def _names(paths: str) -> Iterator[str]:
    """Yield the last component of each path."""
    return (path[path.rfind("/") + 1 :] for path in paths.split(_BEFORE)[1:])


def _slots_of(names: Iterable[str]) -> dict[str, list[int]]:
    """Return where each name stands, ascending."""
    slots: defaultdict[str, list[int]] = defaultdict(list)
    for slot, name in enumerate(names):
        slots[name].append(slot)
    return slots


def _marks(folder: str) -> list[_Mark]:
    """Return the marks in the path of a folder, which is in lower case."""
    found = []
    parts = folder.split("/")
    for depth, part in enumerate(parts):
        if version := _VERSION_FOLDER.fullmatch(part):
            found.append(_Mark(part, "/".join(parts[:depth]), int(version[1])))
        elif part in _LEGACY_FOLDERS:
            found.append(_Mark(part, "", -1))
    return found


def common_end(left: list[str], right: list[str]) -> int:
    """Return how many of the last components two paths share."""
    shared = 0
    for one, other in zip(reversed(left), reversed(right), strict=False):
        if one != other:
            break
        shared += 1
    return shared


_path_indexes: WeakKeyDictionary[EntityTable, PathIndex] = WeakKeyDictionary()


def path_index(graph: EntityTable) -> PathIndex:
    """Return the paths of a graph, prepared once; most edits leave them as they are."""
    index = _path_indexes.get(graph)
    if index is None:
        blob, offsets = (graph.arrays[f"graph.path.{part}"] for part in ("blob", "offsets"))
        index = _path_indexes[graph] = _prepared(blob.tobytes(), offsets.astype(np.uint64).tobytes())
    return index


@lru_cache(maxsize=1)
def _prepared(blob: bytes, offsets: bytes) -> PathIndex:
    return PathIndex(StringTable(np.frombuffer(blob, np.uint8), np.frombuffer(offsets, np.uint64)))
