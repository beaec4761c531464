"""Who reads a field in files that neither declare a field of its name nor write one: facts tell of no such read.

So the text is asked when somebody asks: where a field's name stands behind an object, that object is looked for in the
scope around as linking does it. What means the field is an edge as any other; the syntax tree says of those lines
alone whether they are code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cached_property
from posixpath import dirname
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import MISTAKES, IndexNotReady
from nsccn.graph import languages
from nsccn.graph.addedreads import with_reads
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.extraction.source import Lines
from nsccn.graph.fileroles import CALLING_ROLES, role_of
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.reading import read_tree
from nsccn.regexes import regex
from nsccn.tracing.directions import CHANGING
from nsccn.tracing.fieldnames import fields_named
from nsccn.tracing.lineage import within
from nsccn.tracing.readnodes import is_read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.fieldnames import Name
    from nsccn.tracing.statedreceivers import Place, Receivers

_MOST_FILES_OF_NAME: Final = 300
"""A name that more files hold is not looked for."""
_MOST_LOOKED_INTO: Final = 400
"""Into so many files it is looked whether they name one of them for what an object has."""
_MOST_FILES: Final = 40
"""So many files are asked, those of the product first; each takes some milliseconds."""
_MOST_PLACES: Final = 400
_MOST_EDGES: Final = 3_000_000
"""Of a graph with more none is made that has others: it would take as long as all else that is asked of it."""
_PRIVATE: Final = regex(r"(?:[@\w]+\s+)*?private\b(?!\s*[\[(])")
"""Begins the declaration of what no other file sees."""
_READING: Final = ("READS", "READS_CONFIG")


class FieldReads(NamedTuple):
    """What was found."""

    graph: CodeGraph
    """With an edge for each read."""
    others: frozenset[tuple[str, int]] = frozenset()
    """The lines on which a name means the field of another type."""
    unasked: tuple[tuple[str, int], ...] = ()
    """Names of fields, with how many files that have them were not asked."""


def field_reads(index: RepoIndex, roots: Sequence[int]) -> FieldReads:
    """Return who reads the fields that a trace of the state of some entities begins with."""
    graph = index.snapshot.graph
    if graph.edge_count > _MOST_EDGES:
        return FieldReads(graph)
    fields = {field for root in roots for field in _fields(graph, root)}
    wanted = _wanted(graph, fields)
    if not wanted:
        return FieldReads(graph)
    with ExitStack() as held:
        return _Search(index, graph, wanted, held).found()


def _fields(graph: CodeGraph, root: int) -> Iterator[int]:
    """Yield what is asked about where that is a field or has some, else what it writes."""
    members = within(graph, root)
    data = [one for one in members if graph.is_data(one)]
    yield from data
    for one in () if data else members:
        edges = graph.outgoing(one, ("MUTATES",))
        yield from (edge.target for edge in edges if edge.via in CHANGING)


def _wanted(graph: CodeGraph, fields: AbstractSet[int]) -> dict[str, set[int]]:
    """Return those that are fields of types of a language whose facts do not tell all reads, by their names."""
    wanted: dict[str, set[int]] = {}
    for field in fields:
        owner = int(graph.parent[field])
        is_field = graph.kinds[graph.kind[field]] == "attr" and owner >= 0 and graph.path_of(field)
        is_of_type = is_field and graph.kinds[graph.kind[owner]] in TYPE_KINDS - {"enum"}
        if is_of_type and _may_be_read_elsewhere(graph, field, owner):
            wanted.setdefault(graph.name_of(field), set()).add(field)
    return wanted


def _may_be_read_elsewhere(graph: CodeGraph, field: int, owner: int) -> bool:
    """Whether facts may not tell of a read of a field, and other files see it: a trait's may be anybody's."""
    language, name = languages.load(graph.language_of(field)), graph.name_of(field)
    if language.read_fields or language.marked_members:
        return False
    if language.private_mark and name.startswith(language.private_mark):
        return False
    is_lent = graph.kinds[graph.kind[owner]] in ("trait", "module")
    return is_lent or _PRIVATE.match(graph.signature_of(field)) is None


def _is_kept_in_folder(graph: CodeGraph, field: int) -> bool:
    """Whether only the files of its folder can say the name of a field."""
    pattern = languages.load(graph.language_of(field)).package_private
    return bool(pattern) and re.fullmatch(pattern, graph.name_of(field)) is not None


class _Search:
    """Looks for reads of some fields."""

    def __init__(
        self, index: RepoIndex, graph: CodeGraph, wanted: dict[str, set[int]], held: ExitStack
    ) -> None:
        """What it holds of the index it gives back with `held`."""
        self._held = held
        self._index = index
        self._graph = graph
        self._wanted = wanted
        self._languages = {graph.language_of(one) for fields in wanted.values() for one in fields}
        self._places = 0
        self._reads: dict[tuple[int, int], set[int]] = {}
        self._others: set[tuple[str, int]] = set()
        self._unasked: dict[str, int] = {}

    def found(self) -> FieldReads:
        """Look for them in one file after another."""
        asked = 0
        for looked, (slot, names) in enumerate(self._files()):
            path = self._graph.paths[slot]
            if looked >= _MOST_LOOKED_INTO:
                self._leave(names)
                continue
            data = self._index.text_if_any(path).encode("utf-8", "replace")
            language = languages.load(self._graph.file_entry(slot).language)
            named = fields_named(data, names, language)
            if not named:
                continue
            asked += 1
            if asked > _MOST_FILES or self._places > _MOST_PLACES:
                self._leave(names)
                continue
            with suppress(IndexNotReady, *MISTAKES):  # which cost the reads of a file, as in linking
                self._read(slot, path, data, named)
        known = {
            (edge.source, edge.target)
            for fields in self._wanted.values()
            for field in fields
            for edge in self._graph.incoming(field, _READING)
        }
        reads = {pair: sorted(lines) for pair, lines in self._reads.items() if pair not in known}
        return FieldReads(
            with_reads(self._graph, reads), frozenset(self._others), tuple(sorted(self._unasked.items()))
        )

    @cached_property
    def _receivers(self) -> Receivers:
        from nsccn.tracing.statedreceivers import Receivers  # most traces do without

        return Receivers(self._held.enter_context(self._index.meanings()), self._graph)

    def _leave(self, names: Iterable[str]) -> None:
        for name in names:
            self._unasked[name] = self._unasked.get(name, 0) + 1

    def _files(self) -> list[tuple[int, list[str]]]:
        """Return the files that may name them, with the names; the product's own first."""
        index, table = self._index, self._index.snapshot.entities
        names: dict[int, list[str]] = {}
        for name in sorted(self._wanted):
            slots = index.snapshot.lexical.files_with_all([name]) - table.text_files - self._telling(name)
            slots = {slot for slot in slots if self._may_name(slot)}
            if all(_is_kept_in_folder(self._graph, field) for field in self._wanted[name]):
                folders = {dirname(self._graph.path_of(field)) for field in self._wanted[name]}
                slots = {slot for slot in slots if dirname(table.paths[slot]) in folders}
            if len(slots) > _MOST_FILES_OF_NAME:
                self._unasked[name] = len(slots)
                continue
            for slot in slots:
                names.setdefault(slot, []).append(name)
        return sorted(names.items(), key=lambda item: (role_of(table.paths[item[0]]), table.paths[item[0]]))

    def _telling(self, name: str) -> set[int]:
        """Return files that declare a field of a name, or write one: their facts tell of its reads."""
        graph = self._graph
        fields = np.array(
            [one for one in graph.named(name) if graph.kinds[graph.kind[one]] == "attr"], np.int64
        )
        edges = graph.edges_of(fields, outgoing=False)
        writes = edges.compress(graph.edge_column("kind").take(edges) == EDGE_NUMBER["MUTATES"])
        return {*graph.file.take(fields).tolist(), *graph.edge_column("file").take(writes).tolist()}

    def _may_name(self, slot: int) -> bool:
        language = self._graph.file_entry(slot).language
        return role_of(self._graph.paths[slot]) in CALLING_ROLES and any(
            are_akin(language, own) for own in self._languages
        )

    def _read(self, slot: int, path: str, data: bytes, named: Iterable[Name]) -> None:
        """Note what the lines of a file mean."""
        found: list[tuple[Place, int]] = []
        for place in self._receivers.places(slot, data, named, self._wanted):
            self._places += 1
            fields = self._wanted[place.name]
            meant = self._receivers.meant(place, fields)
            found += [(place, field) for field in meant & fields]
            if meant and meant.isdisjoint(fields):
                self._others.add((path, place.line))
        if not found:
            return
        code = _Code(self._graph, path, data)
        for place, field in found:
            if code.is_read(place):
                self._reads.setdefault((place.scope, field), set()).add(place.line)


class _Code:
    """Tells which names of a file are words of a text or a comment; a function is parsed sooner than a file."""

    def __init__(self, graph: CodeGraph, path: str, data: bytes) -> None:
        self._graph = graph
        self._path = path
        self._data = data
        self._language = languages.load(graph.language_of(graph.entities_of(path).start))
        self._starts = Lines(data).starts
        self._functions: dict[int, Node] = {}

    @cached_property
    def _whole(self) -> Node:
        grammar = self._language.grammar_name(self._path)
        return read_tree(self._language, grammar, self._data).tree.root_node

    def is_read(self, place: Place) -> bool:
        """Whether a name is read by code; of what a function alone does not tell its file is asked."""
        begin = self._starts[int(self._graph.start_line[place.scope]) - 1]
        node = self._function(place.scope, begin).descendant_for_byte_range(
            place.start - begin, place.end - begin
        )
        if node is not None and is_read(node):
            return True
        node = self._whole.descendant_for_byte_range(place.start, place.end)
        return node is not None and is_read(node)

    def _function(self, scope: int, begin: int) -> Node:
        if scope not in self._functions:
            end = self._starts[int(self._graph.end_line[scope])]
            parser = languages.parser(self._language.grammar_name(self._path))
            self._functions[scope] = parser.parse(self._data[begin:end]).root_node
        return self._functions[scope]
