"""The definitions of all files as columns: written once from the outlines, then read by linking and by `CodeGraph`.

An entity's number is the first number of its file plus its ordinal there.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import Array, StringTable, pack_strings
from nsccn.graph.definitions.parameters import has_stars, taken_parameters
from nsccn.graph.kinds import ENTITY_KINDS, FUNCTION_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.model import Definition, FileOutline

KIND_NUMBER: Final[dict[str, int]] = {kind: number for number, kind in enumerate(ENTITY_KINDS)}
PREFIX: Final = "graph."
FILE_STRINGS: Final = ("path", "language", "package")
ENTITY_STRINGS: Final = ("name", "qualified", "signature", "doc", "parameters")
BETWEEN_PARAMETERS: Final = "\x1f"
MARKS: Final = (
    *("implicit", "declared", "static", "property", "test", "abstract", "accessors"),
    *("private", "protected", "package", "extension"),
)
"""Modifiers of `Definition` that are columns."""
_LAST: Final = "\U0010ffff"
_FEW_QUESTIONS: Final = 2_000
"""Names that are looked for without a dictionary, since making one takes as long."""
_NAMES_IN_A_DICTIONARY: Final = 500_000
_MOST_NAMES_KEPT: Final = 10_000
"""Names whose definitions are kept at hand."""


def tabulate(files: Iterable[tuple[str, FileOutline]]) -> dict[str, Array]:
    """Return the columns of all files, sorted by path; an outline is let go as soon as it is read."""
    writer = _Writer()
    for path, outline in files:
        writer.add(path, outline)
    return {PREFIX + name: column for name, column in writer.arrays().items()}


class _Strings:
    """Strings on their way into one block."""

    def __init__(self) -> None:
        self._blob = bytearray()
        self._lengths = array("I")

    def extend(self, strings: Iterable[str]) -> None:
        encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
        self._blob += b"".join(encoded)
        self._lengths.extend(map(len, encoded))

    def put(self, arrays: dict[str, Array], name: str) -> None:
        lengths = np.frombuffer(self._lengths, np.uint32) if self._lengths else np.zeros(0, np.uint32)
        offsets = np.zeros(len(lengths) + 1, np.uint64)
        np.cumsum(lengths, dtype=np.uint64, out=offsets[1:])
        small = int(offsets[-1]) <= np.iinfo(np.uint32).max
        arrays[f"{name}.blob"] = np.frombuffer(self._blob, np.uint8)
        arrays[f"{name}.offsets"] = offsets.astype(np.uint32) if small else offsets


class _Writer:
    """Gathers columns file by file."""

    def __init__(self) -> None:
        self._strings = {name: _Strings() for name in (*FILE_STRINGS, *ENTITY_STRINGS, "star")}
        self._numbers = {name: array("i") for name in ("parent", "start_line", "end_line", "name_line")}
        self._first, self._stars, self._lines = array("i", [0]), array("i", [0]), array("i")
        self._kinds = bytearray()
        self._marks = {mark: bytearray() for mark in MARKS}
        self._ids: dict[str, int] = {}
        self._named = array("i")

    def add(self, path: str, outline: FileOutline) -> None:
        definitions = outline.definitions
        first = self._first[-1]
        for name, value in zip(FILE_STRINGS, (path, outline.language, outline.package), strict=True):
            self._strings[name].extend((value,))
        self._lines.append(outline.lines)
        stars = [imported.module for imported in outline.imports if imported.name == "*"]
        self._strings["star"].extend(stars)
        self._stars.append(self._stars[-1] + len(stars))
        self._first.append(first + len(definitions))
        self._add_entities(first, definitions, stars=has_stars(outline))

    def _add_entities(self, first: int, definitions: Sequence[Definition], *, stars: bool) -> None:
        strings, numbers, ids = self._strings, self._numbers, self._ids
        names = [item.name for item in definitions]
        strings["name"].extend(names)
        strings["qualified"].extend([item.qualified_name for item in definitions])
        strings["signature"].extend([item.signature for item in definitions])
        strings["doc"].extend([item.doc for item in definitions])
        strings["parameters"].extend(
            [BETWEEN_PARAMETERS.join(taken_parameters(item, has_stars=stars)) for item in definitions]
        )
        self._kinds += bytes([KIND_NUMBER[item.kind] for item in definitions])
        numbers["parent"].extend([first + item.parent if item.parent >= 0 else -1 for item in definitions])
        numbers["start_line"].extend([item.full_range.start_line for item in definitions])
        numbers["end_line"].extend([item.full_range.end_line for item in definitions])
        numbers["name_line"].extend([item.name_line for item in definitions])
        for mark, flags in self._marks.items():
            flags.extend([mark in item.modifiers for item in definitions])
        self._named.extend([ids.setdefault(name, len(ids)) for name in names])

    def arrays(self) -> dict[str, Array]:
        arrays: dict[str, Array] = {"kind": np.frombuffer(self._kinds, np.uint8)}
        for name, strings in self._strings.items():
            strings.put(arrays, name)
        for name, column in self._numbers.items():
            arrays[name] = _numbers(column)
        for mark, flags in self._marks.items():
            arrays[mark] = np.frombuffer(flags, np.bool_)
        arrays["first"], arrays["stars"], arrays["lines"] = map(
            _numbers, (self._first, self._stars, self._lines)
        )
        arrays["slot"] = np.repeat(np.arange(len(self._lines), dtype=np.int32), np.diff(arrays["first"]))
        distinct = sorted(self._ids)
        rank = np.zeros(len(distinct), np.int32)
        rank[[self._ids[name] for name in distinct]] = np.arange(len(distinct))
        ranks = rank[_numbers(self._named)]
        arrays["distinct.blob"], arrays["distinct.offsets"] = pack_strings(distinct)
        arrays["named"] = np.argsort(ranks, kind="stable").astype(np.int32)
        arrays["named.offsets"] = np.searchsorted(np.sort(ranks), np.arange(len(distinct) + 1)).astype(
            np.int32
        )
        return arrays


def _numbers(column: array[int]) -> Array:
    return np.frombuffer(column, np.int32) if len(column) else np.zeros(0, np.int32)


class Table:
    """The columns as linking reads them."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        self._arrays = arrays
        self.paths = list(self.strings("path"))
        self.languages = list(self.strings("language"))
        self.packages = list(self.strings("package"))
        self.first: list[int] = arrays[PREFIX + "first"].tolist()
        self.size = self.first[-1]
        self.slot = array("i", arrays[PREFIX + "slot"][: self.size].tobytes())
        self.parent = array("i", arrays[PREFIX + "parent"][: self.size].tobytes())
        self.kind = arrays[PREFIX + "kind"][: self.size].tobytes()
        self.declared = arrays[PREFIX + "declared"][: self.size].tobytes()
        self.static = arrays[PREFIX + "static"][: self.size].tobytes()
        self.implicit = arrays[PREFIX + "implicit"][: self.size].tobytes()
        self.property = arrays[PREFIX + "property"][: self.size].tobytes()
        self.accessors = arrays[PREFIX + "accessors"][: self.size].tobytes()
        self.private = arrays[PREFIX + "private"][: self.size].tobytes()
        self.protected = arrays[PREFIX + "protected"][: self.size].tobytes()
        self.package = arrays[PREFIX + "package"][: self.size].tobytes()
        self.extension = arrays[PREFIX + "extension"][: self.size].tobytes()
        self.functions = self._of_kinds(FUNCTION_KINDS)
        """For each entity 1 where it is a function, method or macro, else 0."""
        self.name_line = arrays[PREFIX + "name_line"]
        self.names = self.strings("name")
        self._asked = 0
        self._named: dict[str, list[int]] = {}
        self.qualified = self.strings("qualified")

    def strings(self, name: str) -> StringTable:
        """Return a column of strings."""
        return StringTable(self._arrays[f"{PREFIX}{name}.blob"], self._arrays[f"{PREFIX}{name}.offsets"])

    def stars(self, slot: int) -> list[str]:
        """Return the modules of which a file takes all names, as it writes them."""
        bounds = self._arrays[PREFIX + "stars"]
        return self._star_modules[int(bounds[slot]) : int(bounds[slot + 1])]

    @cached_property
    def _star_modules(self) -> StringTable:
        return self.strings("star")

    def named(self, name: str) -> list[int]:
        """Return the definitions of that name, ascending."""
        found = self._named.get(name)
        if found is None:
            if len(self._named) >= _MOST_NAMES_KEPT:
                self._named.clear()
            found = self._named[name] = self._named_anew(name)
        return found

    def _named_anew(self, name: str) -> list[int]:
        place = self._place(name)
        if place is None:
            return []
        bounds: Array = self._arrays[PREFIX + "named.offsets"]
        found: list[int] = self._arrays[PREFIX + "named"][
            int(bounds[place]) : int(bounds[place + 1])
        ].tolist()
        return found

    @property
    def name_numbers(self) -> Array:
        """For each entity a number that those of the same name share."""
        named, bounds = self._arrays[PREFIX + "named"], self._arrays[PREFIX + "named.offsets"]
        found = np.zeros(self.size, np.int32)
        found[named] = np.repeat(np.arange(len(bounds) - 1, dtype=np.int32), np.diff(bounds))
        return found

    def beginning(self, prefix: str) -> list[int]:
        """Return the definitions whose names begin so."""
        bounds: Array = self._arrays[PREFIX + "named.offsets"]
        start = bisect_left(self._distinct, prefix)
        end = bisect_left(self._distinct, prefix + _LAST, start)
        found: list[int] = self._arrays[PREFIX + "named"][int(bounds[start]) : int(bounds[end])].tolist()
        return sorted(found)

    def _place(self, name: str) -> int | None:
        self._asked += 1
        if self._asked > _FEW_QUESTIONS and self._places is not None:
            return self._places.get(name)
        return self._distinct.find(name)

    @cached_property
    def _distinct(self) -> StringTable:
        return self.strings("distinct")

    @cached_property
    def _places(self) -> dict[str, int] | None:
        """Name -> its place, where the names are few enough to be kept as objects."""
        if len(self._distinct) > _NAMES_IN_A_DICTIONARY:
            return None
        return {name: place for place, name in enumerate(self._distinct)}

    def parameters(self, entity: int) -> list[str]:
        """Return the parameters of a function that callers give, in their order, with stars; see `taking`."""
        taken = self._parameters[entity]
        return taken.split(BETWEEN_PARAMETERS) if taken else []

    @cached_property
    def _parameters(self) -> StringTable:
        return self.strings("parameters")

    @cached_property
    def types(self) -> bytes:
        """For each entity 1 where its kind is that of a type, else 0."""
        return self._of_kinds(TYPE_KINDS)

    def _of_kinds(self, kinds: AbstractSet[str]) -> bytes:
        is_of_kind = np.array([kind in kinds for kind in ENTITY_KINDS], np.uint8)
        return is_of_kind[np.frombuffer(self.kind, np.uint8)].tobytes()
