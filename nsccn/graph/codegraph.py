"""The graph of a repository as arrays: what `EntityTable` has, and adjacency in compressed rows.

What lies in no file (environment variables, errors of libraries) follows the entities of files, sorted by id.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import Array, pack_strings, ranges
from nsccn.graph.edges import EDGE_NAMES, EDGE_NUMBER
from nsccn.graph.entitytable import EntityTable
from nsccn.graph.linking.edgetable import VIAS
from nsccn.graph.linking.linkrows import PREFIX, count_unresolved
from nsccn.graph.model import Confidence, Edge, Location
from nsccn.graph.nearnames import near_names
from nsccn.graph.neighbours import neighbours

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from nsccn.graph.neighbours import Neighbours

_EDGE_COLUMNS: Final = (
    "source",
    "kind",
    "target",
    "probability",
    "confidence",
    "file",
    "line",
    "via",
    "sites",
)
_CONFIDENCES: Final = tuple(Confidence)
_AT_ONCE: Final = 4096
"""Edges that are read together when all are."""


class CodeGraph(EntityTable):
    """An immutable graph over the arrays of `columns`; those of edges are not looked at before they are needed."""

    def __init__(self, arrays: Mapping[str, Array]) -> None:
        """`arrays` may be mapped from a file; nothing is copied or parsed."""
        super().__init__(arrays)
        self._outside_order = arrays["graph.outside.named"]

    def __len__(self) -> int:
        return len(self.kind)

    def over(self, arrays: Mapping[str, Array]) -> CodeGraph:
        """Return a graph over arrays that differ in edges alone."""
        found = copy(self)
        found.arrays = arrays
        for name in ("_edges", "edge_sorts", "_adjacencies"):
            vars(found).pop(name, None)
        return found

    @property
    def edge_count(self) -> int:
        """Number of edges."""
        return len(self.edge_column("source"))

    # -- what lies in no file

    def index_of(self, entity_id: str) -> int | None:
        """Return the entity of an id, None when there is none."""
        outside = range(super().__len__(), len(self))
        place = bisect_left(outside, entity_id, key=self._qualified.__getitem__)
        if place < len(outside) and self._qualified[outside[place]] == entity_id:
            return outside[place]
        return super().index_of(entity_id)

    def outside(self, beginning: str) -> range:
        """Return what lies in no file and has an id that begins so."""
        first = super().__len__()
        ids = range(first, len(self))
        start, end = (
            bisect_left(ids, bound, key=self._qualified.__getitem__)
            for bound in (beginning, beginning + chr(0x10FFFF))
        )
        return ids[start:end]

    def named(self, name: str) -> list[int]:
        """Return the entities whose last name is `name`, in their order."""
        return super().named(name) + self.named_outside(name)

    def named_outside(self, name: str) -> list[int]:
        """Return what lies in no file and is called so: the key of a setting, dots and all, or an error's name."""
        found = []
        outside = self._outside_named
        place = bisect_left(outside, name, key=self._names.__getitem__)
        while place < len(outside) and self._names[outside[place]] == name:
            found.append(outside[place])
            place += 1
        return found

    def names_like(self, name: str, limit: int) -> list[str]:
        """Return the last names that a misspelt one may mean, best first; those of what lies in files come first."""
        outside = pack_strings([self._names[entity] for entity in self._outside_named])
        found = [*super().names_like(name, limit), *near_names(name, *outside, limit)]
        return list(dict.fromkeys(found))[:limit]

    @cached_property
    def _outside_named(self) -> list[int]:
        """What lies in no file, sorted by last name."""
        first = super().__len__()
        return [first + number for number in self._outside_order.tolist()]

    # -- types and what they have

    def owner_of(self, index: int) -> int:
        """Return what an entity belongs to: what encloses it, or the type that it is defined outside of."""
        return self._owners.get(index, int(self.parent[index]))

    def owners_of(self, entities: Sequence[int]) -> list[int]:
        """Return what some entities belong to, each by itself."""
        parents: list[int] = self.parent.take(np.array(entities, np.int64)).tolist()
        return list(map(self._owners.get, entities, parents))

    def members(self, index: int) -> list[int]:
        """Return what belongs to an entity, what is defined outside of it last: a method in Go, or a body in C++."""
        inside = [child for child in self.children(index) if child not in self._owners]
        return inside + self._adopted.get(index, [])

    @cached_property
    def _owners(self) -> dict[int, int]:
        """What is defined outside of its type -> the type; a function that is lent to a type has none."""
        return {member: owner for member, owner in self._owned if self.kinds[self.kind[member]] != "func"}

    @cached_property
    def _adopted(self) -> dict[int, list[int]]:
        """Type -> what is defined outside of it, or lent to it."""
        found: dict[int, list[int]] = {}
        for member, owner in self._owned:
            found.setdefault(owner, []).append(member)
        return found

    @cached_property
    def _owned(self) -> list[tuple[int, int]]:
        methods, owners = (self.arrays[f"{PREFIX}owner.{name}"].tolist() for name in ("method", "owner"))
        return sorted(set(zip(methods, owners, strict=True)))

    # -- edges

    @cached_property
    def _edges(self) -> dict[str, Array]:
        return {name: self.arrays[f"graph.edge.{name}"] for name in _EDGE_COLUMNS}

    def neighbours(self, direction: str = "out") -> Neighbours:
        """Return the edges of some kinds that single files tell of, for selection; see `Neighbours`."""
        return neighbours(self.arrays, direction)

    def edges(self, numbers: Array) -> list[Edge]:
        """Return some edges."""
        columns = {name: self._edges[name].take(numbers).tolist() for name in _EDGE_COLUMNS}
        paths = {slot: self._paths[slot] for slot in set(columns["file"])}
        return [
            Edge(
                source=source,
                kind=EDGE_NAMES[kind],
                target=target,
                confidence=_CONFIDENCES[confidence],
                probability=round(probability, 4),
                evidence=Location(paths[slot], line),
                via=VIAS[via],
                sites=sites,
            )
            for source, kind, target, probability, confidence, slot, line, via, sites in zip(
                *columns.values(), strict=True
            )
        ]

    def lines(self, number: int) -> list[int]:
        """Return the lines of an edge's evidence in one file, the first of the surest first."""
        best = int(self._edges["line"][number])
        if self._edges["sites"][number] == 1:
            return [best]
        edges = self.arrays["graph.edge.site.edge"]
        # Of another type the numbers would have all that is listed converted.
        first, after = edges.searchsorted(np.array([number, number + 1], edges.dtype)).tolist()
        lines = self.arrays["graph.edge.site.line"][first:after].tolist()
        return [best, *(line for line in lines if line != best)]

    def edge_column(self, name: str) -> Array:
        """Return a column of the edges: source, kind, target, probability, confidence, file, line or via."""
        return self._edges[name]

    def edges_of(self, entities: Array, *, outgoing: bool) -> Array:
        """Return the numbers of the edges that start at some entities, or end there."""
        offsets = self.arrays["graph.edge.out" if outgoing else "graph.edge.in"]
        begin = offsets.take(entities)
        counts = offsets.take(entities + 1) - begin
        busy = np.flatnonzero(counts)
        places = ranges(begin.take(busy), counts.take(busy))
        return places if outgoing else self.edges_by_target.take(places)

    @cached_property
    def edge_sorts(self) -> Array:
        """The kind of every edge and the way it comes about as one number: kind times ways, and way."""
        sorts: Array = self._edges["kind"] * np.uint8(len(VIAS)) + self._edges["via"]
        return sorts

    @property
    def edges_by_target(self) -> Array:
        """The numbers of all edges, sorted by target, kind and source."""
        return self.arrays["graph.edge.in.order"]

    def outgoing(self, index: int, kinds: Collection[str] | None = None) -> list[Edge]:
        """Return the edges that start at an entity, sorted by kind and target."""
        return self.edges(self._of_kinds(self.edges_of(np.array([index]), outgoing=True), kinds))

    def incoming(self, index: int, kinds: Collection[str] | None = None) -> list[Edge]:
        """Return the edges that end at an entity, sorted by kind and source."""
        return self.edges(self._of_kinds(self.edges_of(np.array([index]), outgoing=False), kinds))

    def lines_using(self, index: int, kinds: Collection[str]) -> Iterator[tuple[str, int]]:
        """Yield the lines of the edges of some kinds that end at an entity, edge by edge."""
        edges = self._of_kinds(self.edges_of(np.array([index]), outgoing=False), kinds)
        for number, slot in zip(edges.tolist(), self._edges["file"].take(edges).tolist(), strict=True):
            yield from ((self._paths[slot], line) for line in self.lines(number))

    def files_using(self, index: int, kinds: Collection[str]) -> dict[str, int]:
        """Return the files from which an entity has edges of some kinds, each with the line of the first."""
        edges = self._of_kinds(self.edges_of(np.array([index]), outgoing=False), kinds)
        slots, firsts = np.unique(self._edges["file"].take(edges), return_index=True)
        lines = self._edges["line"].take(edges.take(firsts))
        return {self._paths[slot]: line for slot, line in zip(slots.tolist(), lines.tolist(), strict=True)}

    def _of_kinds(self, numbers: Array, kinds: Collection[str] | None) -> Array:
        """Return those of an entity's edges, sorted by kind, that are of some kinds."""
        if kinds is None:
            return numbers
        found = self._edges["kind"].take(numbers)
        wanted = np.array(sorted(EDGE_NUMBER[kind] for kind in kinds), found.dtype)
        begin = found.searchsorted(wanted)
        return numbers.take(ranges(begin, found.searchsorted(wanted, "right") - begin))

    def all_edges(self) -> Iterable[Edge]:
        """Yield all edges, sorted by source, kind and target."""
        for first in range(0, self.edge_count, _AT_ONCE):
            yield from self.edges(np.arange(first, min(first + _AT_ONCE, self.edge_count)))

    def edge_counts(self) -> dict[str, tuple[int, int]]:
        """Return for each kind the number of resolved and of ambiguous edges."""
        kinds, ambiguous = self._edges["kind"], self._edges["confidence"] == Confidence.AMBIGUOUS
        return {
            name: (int(((kinds == number) & ~ambiguous).sum()), int(((kinds == number) & ambiguous).sum()))
            for number, name in enumerate(EDGE_NAMES)
        }

    def adjacency(self, kinds: Collection[str], direction: str = "out") -> tuple[Array, Array]:
        """Return compressed rows over all entities for some kinds: offsets (n + 1) and neighbours (edges).

        Args:
            kinds: edge kinds to follow.
            direction: `out` from source to target, `in` the other way.
        """
        key = (frozenset(kinds), direction)
        if key not in self._adjacencies:
            wanted = np.isin(self._edges["kind"], [EDGE_NUMBER[kind] for kind in kinds])
            source, target = self._edges["source"], self._edges["target"]
            if direction == "in":
                order = self.edges_by_target
                chosen = order[wanted[order]]
                rows, neighbours = target[chosen], source[chosen]
            else:
                rows, neighbours = source[wanted], target[wanted]
            offsets = np.zeros(len(self) + 1, np.int32)
            np.cumsum(np.bincount(rows, minlength=len(self)), out=offsets[1:])
            self._adjacencies[key] = (offsets, neighbours)
        return self._adjacencies[key]

    @cached_property
    def _adjacencies(self) -> dict[tuple[frozenset[str], str], tuple[Array, Array]]:
        return {}

    @property
    def unresolved_total(self) -> int:
        """Number of call sites that could not be resolved, of all names defined here."""
        return count_unresolved(self.arrays)

    def subgraph(self, edges: Iterable[Edge], nodes: Iterable[int] = ()) -> MultiDiGraph[str]:
        """Return edges and entities as a networkx graph; nodes are ids, attributes are plain values."""
        from nsccn.graph.subgraph import subgraph

        return subgraph(self, edges, nodes)

    # -- what a caller means

    def lookup(self, text: str) -> int:
        """Return the entity that an id, a `path:line`, a `path:Qualified.name` or a name means.

        Raises:
            UnknownEntity: nothing is called that; the nearest names are given.
            AmbiguousEntity: several are; their ids are given.
        """
        from nsccn.graph.lookup.lookup import lookup

        return lookup(self, text)
