"""The files of a repository and what they define, as arrays: columns, and strings in one block each.

Entities are numbered file by file, in the order of the files' paths and of the definitions in each file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from nsccn.arrays import Array, StringTable
from nsccn.graph import languages
from nsccn.graph.definitions.table import KIND_NUMBER
from nsccn.graph.dottednames import DOT, as_written, with_marks
from nsccn.graph.fileroles import holds_wordings
from nsccn.graph.ids import format_id, parse_id
from nsccn.graph.kinds import DATA_KINDS, ENTITY_KINDS, EntityKind
from nsccn.graph.model import Entity
from nsccn.graph.nearnames import near_names


class FileEntry(NamedTuple):
    """One indexed file."""

    slot: int
    path: str
    language: str
    first: int
    """Number of the entity that stands for the file; its other entities follow."""
    entity_count: int
    lines: int


class EntityTable:
    """The files of a repository and what they define, over the arrays of `tabulate`."""

    kinds: Final[tuple[EntityKind, ...]] = ENTITY_KINDS

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        """`arrays` may be mapped from a file; nothing is copied or parsed."""

        def strings(name: str) -> StringTable:
            return StringTable(arrays[f"graph.{name}.blob"], arrays[f"graph.{name}.offsets"])

        def column(name: str) -> Array:
            return arrays[f"graph.{name}"]

        self.arrays = arrays
        """Those of the whole snapshot."""
        self._paths, self._languages = strings("path"), strings("language")
        self._first, self._lines = column("first"), column("lines")
        self.kind, self.file, self.parent = column("kind"), column("slot"), column("parent")
        self.start_line, self.end_line, self.name_line = (
            column("start_line"),
            column("end_line"),
            column("name_line"),
        )
        self._implicit, self._declared = column("implicit"), column("declared")
        self.for_tests = column("test")
        """Whether each entity is there for tests alone, as its own file says; whole files of tests do not say so."""
        self._names, self._qualified = strings("name"), strings("qualified")
        self._signatures, self._docs = strings("signature"), strings("doc")
        self._distinct, self._named, self._named_offsets = (
            strings("distinct"),
            column("named"),
            column("named.offsets"),
        )
        self._sharing: dict[int, Array] = {}

    def __len__(self) -> int:
        return int(self._first[-1])

    # -- files

    @property
    def file_count(self) -> int:
        """Number of indexed files."""
        return len(self._lines)

    def file_entry(self, slot: int) -> FileEntry:
        """Return one file by its slot."""
        first, after = int(self._first[slot]), int(self._first[slot + 1])
        return FileEntry(
            slot, self._paths[slot], self._languages[slot], first, after - first, int(self._lines[slot])
        )

    @cached_property
    def files(self) -> tuple[FileEntry, ...]:
        """All indexed files, sorted by path."""
        return tuple(self.file_entry(slot) for slot in range(self.file_count))

    @cached_property
    def wording_files(self) -> frozenset[int]:
        """The slots of the files that hold what a program says."""
        return frozenset(slot for slot, path in enumerate(self.paths) if holds_wordings(path))

    @cached_property
    def text_files(self) -> frozenset[int]:
        """The slots of the files in no language that is parsed."""
        return frozenset(slot for slot, language in enumerate(self._languages) if language == languages.TEXT)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages of the files, sorted, without that of text."""
        return tuple(sorted(set(self._languages) - {languages.TEXT}))

    @property
    def paths(self) -> Sequence[str]:
        """The paths of all files, sorted."""
        return self._paths

    def file_slot(self, path: str) -> int | None:
        """Return the slot of a path, None when it is not indexed."""
        return self._paths.find(path)

    def entities_of(self, path: str) -> range:
        """Return the entities of a file: the file itself, then its definitions; empty when it is not indexed."""
        slot = self.file_slot(path)
        return range(0) if slot is None else range(int(self._first[slot]), int(self._first[slot + 1]))

    def package_of(self, entity: int) -> str:
        """Return the package or namespace that the file of an entity declares, with dots; empty where it is in none."""
        slot = int(self.file[entity])
        return self._packages[slot] if slot >= 0 else ""

    @cached_property
    def _packages(self) -> StringTable:
        return StringTable(self.arrays["graph.package.blob"], self.arrays["graph.package.offsets"])

    def at_line(self, path: str, line: int) -> int:
        """Return the innermost entity around a line, the file itself where there is none.

        Raises:
            KeyError: the path is not indexed.
        """
        entities = self.entities_of(path)
        if not entities:
            raise KeyError(path)
        own = slice(entities.start, entities.stop)
        starts = self.start_line[own]
        inside = np.flatnonzero((starts <= line) & (line <= self.end_line[own]) & ~self._implicit[own])
        begins = starts.take(inside)
        last = len(inside) - 1 - int(begins[::-1].argmax()) if len(inside) else -1
        is_within = last >= 0 and begins[last] >= starts[0]
        return entities.start + int(inside[last]) if is_within else entities.start

    # -- entities

    def entity(self, index: int) -> Entity:
        """Return one entity."""
        slot = self.file.item(index)
        kind, qualified = ENTITY_KINDS[self.kind.item(index)], self.qualified_of(index)
        path = self._paths[slot] if slot >= 0 else ""
        return Entity(
            index=index,
            id=format_id(kind, path, qualified) if slot >= 0 else qualified,
            kind=kind,
            name=self.name_of(index),
            qualified_name=qualified,
            path=path,
            language=self._languages[slot] if slot >= 0 else "",
            start_line=self.start_line.item(index),
            end_line=self.end_line.item(index),
            name_line=self.name_line.item(index),
            signature=self._signatures[index],
            doc=self._docs[index],
            parent=self.parent.item(index),
        )

    def id_of(self, index: int) -> str:
        """Return the id of an entity."""
        slot = int(self.file[index])
        if slot < 0:
            return self._qualified[index]
        return format_id(ENTITY_KINDS[self.kind[index]], self._paths[slot], self.qualified_of(index))

    def name_of(self, index: int) -> str:
        """Return the last name of an entity."""
        return self._written(index, self._names[index])

    def signature_of(self, index: int) -> str:
        """Return the signature of an entity."""
        return self._signatures[index]

    def language_of(self, index: int) -> str:
        """Return the language of the file that an entity is in, empty for what lies in none."""
        slot = int(self.file[index])
        return self._languages[slot] if slot >= 0 else ""

    def is_private(self, entities: Array) -> Array:
        """Say of many entities whether their names begin with a single underscore."""
        blob, offsets = (self.arrays[f"graph.name.{part}"] for part in ("blob", "offsets"))
        starts = offsets[entities].astype(np.int64)
        sizes = offsets[entities + 1].astype(np.int64) - starts
        most = max(len(blob) - 1, 0)
        padded = blob if len(blob) else np.zeros(1, np.uint8)
        first, second = padded[np.minimum(starts, most)], padded[np.minimum(starts + 1, most)]
        private: Array = (sizes > 0) & (first == ord("_")) & ((sizes < 2) | (second != ord("_")))
        return private

    def qualified_of(self, index: int) -> str:
        """Return the qualified name of an entity; the whole id of one that lies in no file."""
        return self._written(index, self._qualified[index])

    def _written(self, index: int, name: str) -> str:
        """Return a name of an entity as its file has it."""
        if DOT not in name or not self._dotted:
            return name
        slot = int(self.file[index])
        return as_written(name) if slot >= 0 and self._languages[slot] in self._dotted else name

    @property
    def has_dotted_names(self) -> bool:
        """Whether a dot is a letter of names in any file."""
        return bool(self._dotted)

    @cached_property
    def _dotted(self) -> frozenset[str]:
        """The languages of files in which a dot is a letter of names."""
        return frozenset(one for one in self.languages if languages.load(one).dotted_names)

    def path_of(self, index: int) -> str:
        """Return the path of an entity, empty for what lies in no file."""
        slot = int(self.file[index])
        return self._paths[slot] if slot >= 0 else ""

    def is_implicit(self, index: int) -> bool:
        """Whether an attribute is declared by nothing but assignments in methods."""
        return bool(self._implicit[index])

    def is_declared(self, index: int) -> bool:
        """Whether an entity is a declaration or overload whose body stands elsewhere."""
        return bool(self._declared[index])

    def index_of(self, entity_id: str) -> int | None:
        """Return the entity of an id, None when there is none."""
        parsed = parse_id(entity_id)
        if parsed is None or parsed.kind not in KIND_NUMBER:
            return None
        kind = KIND_NUMBER[parsed.kind]
        found = self.qualified_in(parsed.path, parsed.qualified)
        return next((entity for entity in found if self.kind[entity] == kind), None)

    def qualified_in(self, path: str, qualified: str) -> list[int]:
        """Return the entities of a file that have a qualified name."""
        entities = self.entities_of(path)
        if "." in qualified and entities and self.language_of(entities.start) in self._dotted:
            return [entity for entity in entities if self.qualified_of(entity) == qualified]
        return self._qualified.equal(qualified, entities)

    def named(self, name: str) -> list[int]:
        """Return the entities whose last name is `name`, in their order."""
        found = self._of_name(name)
        if "." in name and self._dotted:
            found += [one for one in self._of_name(with_marks(name)) if self.name_of(one) == name]
        return found

    def _of_name(self, name: str) -> list[int]:
        place = self._distinct.find(name)
        if place is None:
            return []
        found: list[int] = self._named[self._named_offsets[place] : self._named_offsets[place + 1]].tolist()
        return found

    def shares_name(self, most: int) -> Array:
        """Say of each entity whether more than so many in files have its last name; found once for each number."""
        if most not in self._sharing:
            counts = np.diff(self._named_offsets)
            sharing = self._sharing[most] = np.zeros(len(self), np.bool_)
            sharing[self._named.compress(np.repeat(counts > most, counts))] = True
        return self._sharing[most]

    def named_outside(self, name: str) -> list[int]:  # noqa: ARG002
        """Return what lies in no file and is called so; linking tells what does, so that a table knows of none."""
        return []

    def names_like(self, name: str, limit: int) -> list[str]:
        """Return the last names that a misspelt one may mean, best first."""
        return near_names(
            name, self.arrays["graph.distinct.blob"], self.arrays["graph.distinct.offsets"], limit
        )

    def children(self, index: int) -> list[int]:
        """Return the entities directly enclosed by an entity, in their order."""
        slot = int(self.file[index])
        if slot < 0:
            return []
        first, after = int(self._first[slot]), int(self._first[slot + 1])
        return [first + int(place) for place in np.flatnonzero(self.parent[first:after] == index)]

    def is_data(self, index: int) -> bool:
        """Whether an entity is a variable or attribute."""
        return ENTITY_KINDS[self.kind[index]] in DATA_KINDS
