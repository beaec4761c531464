"""What a member is named of, as far as the text says its type: `func fill(cart *Cart)`, `cart, err := shop.Find(id)`.

A variable counts that is declared to be of the type, or made of it, or gets what the functions are declared to give
that the graph knows to be called there; so does one of a type that has the member from that.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph import languages
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.tracing.lineage import enclosing, subtypes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Assignment, Entity
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_DECLARED: Final = regex(
    r"[&*\s]*(?:(?:mut|const|final|volatile|struct|union)\s+)*(?:\w+(?:\.|::))*(\w+)(?:<.*>)?[&*?\s]*"
)
"""A declared type, with its last name."""
_MOST_HEIRS: Final = 8
_MOST_FILES: Final = 80


class Holders:
    """Tells whether what is named is of the type that a member belongs to."""

    def __init__(self, graph: CodeGraph, member: Entity, type_: int) -> None:
        """`type_` is the type of the member, -1 where it has none."""
        self._graph = graph
        self._member = member
        self._type = type_
        self._outside: frozenset[str] | None = None
        self._stated: dict[str, dict[tuple[int, str], Assignment]] = {}
        """What states what variables are, or first gives it, by scope and name, of each file that was asked about."""

    @cached_property
    def own_types(self) -> frozenset[int]:
        """Its type, and those that inherit from it."""
        return frozenset({self._type, *subtypes(self._graph, self._type)} if self._type >= 0 else ())

    @cached_property
    def type_names(self) -> frozenset[str]:
        """The names of those of them that have the member from its type; where they are many, of that alone."""
        return frozenset(map(self._graph.name_of, self._having)) if self._type >= 0 else frozenset()

    @cached_property
    def _having(self) -> frozenset[int]:
        if len(self.own_types) > _MOST_HEIRS:
            return frozenset({self._type})
        graph = self._graph
        own = {graph.owner_of(one) for one in graph.named(self._member.name)}
        heirs = {one for one in self.own_types - own if len(self._types_named(graph.name_of(one))) == 1}
        return frozenset({self._type, *heirs})

    def _types_named(self, name: str) -> list[int]:
        graph = self._graph
        return [one for one in graph.named(name) if graph.kinds[graph.kind[one]] in TYPE_KINDS]

    def are_of_type(self, index: RepoIndex, path: str, line: int, name: str) -> bool:
        """Whether what has a name on a line is declared, or made, to be of its type in a scope around."""
        graph, first = self._graph, self._graph.entities_of(path).start
        at = graph.at_line(path, line)
        for one in (at, *enclosing(graph, at)):
            if (row := self._stating(index, path).get((one - first, name))) is not None:
                return self._is_of(row.annotation or row.value.removesuffix("()")) or (
                    not row.annotation and self._is_given(index, one, row)
                )
            if graph.owner_of(one) in self._having and _stands_before(graph.entity(one), name):
                return True
        return name in self.outside(index)

    def _stating(self, index: RepoIndex, path: str) -> dict[tuple[int, str], Assignment]:
        if path not in self._stated:
            self._stated[path] = {}
            for row in index.facts(path).assignments:
                self._stated[path].setdefault((row.scope, row.target.removeprefix("self.")), row)
        return self._stated[path]

    def _is_of(self, declared: str) -> bool:
        found = _DECLARED.fullmatch(declared)
        return found is not None and found[1] in self.type_names

    def _is_given(self, index: RepoIndex, scope: int, row: Assignment) -> bool:
        """Whether what a variable gets in a scope is what functions give that are declared to give its type."""
        if not row.value.endswith("()"):
            return False
        graph, name = self._graph, _WORD.findall(row.value)[-1]
        edges = graph.edges_of(np.array([scope]), outgoing=True)
        called = [
            edge.target
            for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
            if edge.kind == "CALLS" and graph.name_of(edge.target) == name and row.line in graph.lines(number)
        ]
        return len(called) > 0 and all(self._is_of(_returns(index, one)) for one in called)

    def outside(self, index: RepoIndex) -> frozenset[str]:
        """Return the names that only variables outside of functions have which are declared to be of its type."""
        if self._outside is None:
            slots = index.snapshot.lexical.files_with_all([self._graph.name_of(self._type)])
            found = {one for slot in sorted(slots)[:_MOST_FILES] for one in self._variables(index, slot)}
            names = {self._graph.name_of(one) for one in found}
            self._outside = frozenset(name for name in names if found.issuperset(self._variables_named(name)))
        return self._outside

    def _variables(self, index: RepoIndex, slot: int) -> Iterator[int]:
        """Yield the variables outside of functions that a file declares to be of its type."""
        graph, path = self._graph, self._graph.paths[slot]
        type_name, first = graph.name_of(self._type), graph.entities_of(path).start
        language = graph.file_entry(slot).language
        if language == languages.TEXT or not are_akin(language, self._member.language):
            return
        maybe = {
            graph.name_of(one): one
            for one in graph.entities_of(path)
            if graph.parent[one] == first
            and graph.kinds[graph.kind[one]] == "var"
            and type_name in _WORD.findall(graph.entity(one).signature)
        }
        for row in index.facts(path).assignments if maybe else ():
            declared = _DECLARED.fullmatch(row.annotation) if row.scope == 0 and row.target in maybe else None
            if declared is not None and declared[1] == type_name:
                yield maybe[row.target]

    def _variables_named(self, name: str) -> Iterator[int]:
        graph = self._graph
        for one in graph.named(name):
            around = int(graph.parent[one])
            if graph.kinds[graph.kind[one]] == "var" and around >= 0 and graph.parent[around] < 0:
                yield one


def _returns(index: RepoIndex, function: int) -> str:
    """Return what a function is declared to give, the first where it gives several."""
    graph = index.snapshot.graph
    path = graph.path_of(function)
    return index.facts(path).definitions[function - graph.entities_of(path).start].returns


def _stands_before(method: Entity, name: str) -> bool:
    """Whether a method says before its own name what it calls the object: `func (c *Cart) Fill()`."""
    return name in _WORD.findall(method.signature.partition(method.name)[0])
