"""What a file hands over by a name, an import or a mark above it, with the lines on which it does so."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.routes.routingwords import makes_handler
from nsccn.graph import languages
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

MARKS: Final = ("@", "[", "#[")
"""Begin what stands above a function, as on its own line it may."""


class HandedOver:
    """What a file names to hand it over, and what stands below its decorators; each is looked up once."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, path: str) -> None:
        self.graph = graph
        self.path = path
        self._index = index

    def marked(self, lines: Sequence[str], line: int) -> int | None:
        """Return what stands below a line with a decorator, or on it where the decorator begins it."""
        begins = lines[line - 1].lstrip().startswith(MARKS)
        return self._marked.get(line, self._named.get(line) if begins else None)

    def by(self, name: str) -> Sequence[tuple[int, frozenset[int]]]:
        """Return the functions and types of a name that are handed over, and on which lines."""
        return self._by_name.get(name if name in self._by_name else self._aliases.get(name, ""), ())

    def making(self, name: str) -> Sequence[tuple[int, frozenset[int]]]:
        """Return the functions of a name that are called and return a function, and on which lines."""
        return self._making.get(name, ())

    def loaded(self, line: int) -> int | None:
        """Return what a file exports that is imported on a line when it is wanted: `() => import("./cart")`."""
        return self._loaded.get(line)

    def of_type_called(self, variable: str, name: str, lines: Sequence[str]) -> int | None:
        """Return the only method of a name that the type of a variable has: the declared one, or called as it is."""
        graph = self.graph
        declared = re.compile(rf"(?<![\w$]){re.escape(variable)}\s*\??:\s*(\w+)")
        said = (declared.search(line) for line in lines if variable in line)
        typed = next((one[1] for one in said if one), "")
        wanted = {variable.lstrip("_$").lower(), typed.lower()} - {""}
        found = [
            one
            for one in graph.named(name)
            if graph.entity(one).kind in FUNCTION_KINDS
            and are_akin(graph.entity(one).language, self.language)
            and not wanted.isdisjoint(_type_names(graph, graph.owner_of(one)))
        ]
        return found[0] if len(found) == 1 else None

    @cached_property
    def _aliases(self) -> dict[str, str]:
        imports = self._index.facts(self.path).imports
        return {one.alias: re.split(r"\W+", one.name or one.module)[-1] for one in imports}

    @cached_property
    def language(self) -> str:
        """That of the file."""
        return self.graph.entity(self.graph.entities_of(self.path).start).language

    def makes_several(self, called: str) -> bool:
        """Whether a call makes several routes of a path, by its name."""
        words = languages.load(self.language).routes if self.language in languages.names() else None
        return words is not None and re.split(r"\W+", called)[-1] in words.several

    @cached_property
    def _marked(self) -> dict[int, int]:
        """Line above a name -> what has the name, the innermost."""
        found = ((one, self.graph.entity(one)) for one in self.graph.entities_of(self.path))
        return {line: one for one, own in found for line in range(own.start_line, own.name_line)}

    @cached_property
    def _named(self) -> dict[int, int]:
        """Line of a name -> what has the name, the outermost."""
        found = reversed(self.graph.entities_of(self.path))
        return {self.graph.entity(one).name_line: one for one in found}

    @cached_property
    def _loaded(self) -> dict[int, int]:
        graph, found = self.graph, dict[int, int]()
        edges = graph.edges_of(np.array(graph.entities_of(self.path)), outgoing=True)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            target = graph.entity(edge.target)
            is_used = edge.kind in ("IMPORTS", "REFERENCES") and target.path != self.path
            if is_used and target.kind in FUNCTION_KINDS | TYPE_KINDS:
                found |= dict.fromkeys(graph.lines(number), edge.target)
        return found

    @cached_property
    def _by_name(self) -> dict[str, list[tuple[int, frozenset[int]]]]:
        return self._targets("REFERENCES", lambda own: own.kind in FUNCTION_KINDS | TYPE_KINDS)

    @cached_property
    def _making(self) -> dict[str, list[tuple[int, frozenset[int]]]]:
        return self._targets("CALLS", makes_handler)

    def _targets(
        self, kind: str, is_meant: Callable[[Entity], bool]
    ) -> dict[str, list[tuple[int, frozenset[int]]]]:
        """Return by name to what edges of a kind lead from the file, each with its lines."""
        graph, found = self.graph, dict[str, list[tuple[int, frozenset[int]]]]()
        edges = graph.edges_of(np.array(graph.entities_of(self.path)), outgoing=True)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind == kind and edge.evidence.path == self.path:
                target = graph.entity(edge.target)
                if is_meant(target):
                    found.setdefault(target.name, []).append((edge.target, frozenset(graph.lines(number))))
        return found


def _type_names(graph: CodeGraph, owner: int) -> set[str]:
    """Return the names of a type and of what it inherits from, in small letters."""
    if owner < 0 or graph.entity(owner).kind not in TYPE_KINDS:
        return set()
    return {graph.name_of(one).lower() for one in (owner, *bases(graph, owner))}
