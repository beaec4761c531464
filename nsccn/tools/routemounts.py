"""Paths of URLs that are written in two places or more: what stands before them is told where they are mounted.

    @Path("/carts") class Carts { @GET @Path("/{id}") show() }      path("carts/", include("shop.urls"))
    carts = r.Group("/carts")    carts.GET("/:id", show)            r.Route("/carts", func(r) { r.Get("/{id}", show) })

Below a type's decorator lie the decorators of its methods; below a call what it is given: a list, a module that is
imported or named by a text, a function as it is written, what calls a router that the call returns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import NsccnError
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS, is_part, stands_for_any
from nsccn.tools.routehandlers import HandedIn, inside_call, is_routing
from nsccn.tools.routetexts import is_open, said_fit, written_paths

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_MARK: Final = re.compile(r"(?:^|(?<=[\s)\]]))(?:@|#?\[)(?P<name>[A-Za-z_][\w.\\:]*)", re.MULTILINE)
"""Begins what stands above a function or a type."""
_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*")
_MODULE: Final = re.compile(r"[\"'](\w+(?:\.\w+)+)[\"']")
_SPREAD: Final = re.compile(r"(?:^|[\s,\[(])(?:\*|\.\.\.)([A-Za-z_]\w*)")
"""A list of routes whose elements are those of another, too."""
_TAKEN: Final = re.compile(
    r"^\s*(?:(?:const|let|var|val|final)\s+)?(?P<name>\w+)\s*(?::[^=\"'`]+)?:?=(?![=>])"
)
"""A variable that a router is kept in."""
_MOST_FILES: Final = 400
"""More hold a word that tells little of a path, as `api`."""
_ROUTES_FILE: Final = re.compile(r"(?:^|/)(?:urls?|rout\w*|api|app|main|server|index)\.\w+$", re.IGNORECASE)
_MOST_LETTERS: Final = 400
"""Of what a call is given that may be named; more is a function as it is written."""
_MOST_STEPS: Final = 4
_Range = tuple[str, int, int]
"""Lines of a file, both included."""


class Mounted(NamedTuple):
    """A path that is written in parts, for what answers it."""

    begins: int
    """The place in the path that is asked for of the first part that is written."""
    lines: tuple[tuple[str, int], ...]
    """Where, the outermost first."""
    text: str
    """The last of these lines."""
    fit: int
    answering: int
    spelt: int
    """Parts of the path that are no parameter where they are written."""


def mounted(index: RepoIndex, graph: CodeGraph, route: Route) -> list[Mounted]:
    """Return what answers a path that is written in parts, for those that spell most of it."""
    mounts = _Mounts(index, graph, route)
    found = {(one.answering, one.lines): one for one in mounts.found() if one.fit}
    first = min((one.begins for one in found.values()), default=0)
    alike = [one for one in found.values() if one.begins == first]
    best = max(((one.spelt, one.fit) for one in alike), default=(0, 0))
    return sorted((one for one in alike if (one.spelt, one.fit) == best), key=lambda one: one.lines)


def contradicts(index: RepoIndex, graph: CodeGraph, answering: int, before: Sequence[str]) -> bool:
    """Whether the type of a method is mounted elsewhere than below some parts of a path."""
    entity = graph.entity(answering)
    around = graph.owner_of(answering)
    if entity.kind not in FUNCTION_KINDS or around < 0 or graph.entity(around).kind not in TYPE_KINDS:
        return False
    above = _marks(index, graph, around)
    mounts = [parts for mark in above if is_routing(mark.name) for parts in mark.paths if parts]
    return bool(mounts) and not any(all(map(is_part, reversed(parts), reversed(before))) for parts in mounts)


class _Mark(NamedTuple):
    """What stands above a definition."""

    name: str
    text: str
    first: str
    """Line of it."""
    line: int

    @property
    def paths(self) -> list[list[str]]:
        return [one.parts for one in written_paths(self.text)]


def _marks(index: RepoIndex, graph: CodeGraph, one: int) -> list[_Mark]:
    """Return the decorators of a definition."""
    entity = graph.entity(one)
    text = "\n".join(index.text(entity.path).split("\n")[entity.start_line - 1 : entity.name_line])
    begins = list(_MARK.finditer(text))
    ends = [*(found.start() for found in begins), len(text)][1:]
    marks = []
    for found, end in zip(begins, ends, strict=True):
        line = text.count("\n", 0, found.start())
        whole = " ".join(text[found.start() : end].split())
        marks.append(_Mark(found["name"], whole, text.split("\n")[line], entity.start_line + line))
    return marks


def _spelt(parts: Sequence[str]) -> int:
    return sum(not stands_for_any(part) for part in parts)


class _File:
    """The lines of a file, and what it hands over."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, path: str) -> None:
        self.path = path
        self.lines = index.text(path).split("\n")
        self.handed = HandedIn(graph, path)


class _Mounts:
    """What is written of one path."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, route: Route) -> None:
        self._index, self._graph, self._route = index, graph, route
        self._files: dict[str, _File | None] = {}

    def found(self) -> Iterator[Mounted]:
        """Yield what answers the path where a part of it that is no parameter stands before the rest."""
        wanted = self._route.parts
        named = {part for part in wanted if not is_open(part)}
        for path in self._holding(sorted(named)):
            file = self._file(path)
            for number, line in enumerate(file.lines if file else [], 1):
                if file is None or not any(part in line for part in named):
                    continue
                for written in written_paths(line, file.lines[number - 2] if number > 1 else ""):
                    for start in range(len(wanted) - len(written.parts) + 1):
                        end = start + len(written.parts)
                        if named.isdisjoint(written.parts) or not all(
                            map(is_part, written.parts, wanted[start:end])
                        ):
                            continue
                        if file.handed.marked(number) is None and self._answering(file, number, written.span):
                            continue
                        spelt = _spelt(written.parts)
                        yield from self._below(file, number, written.span, end, start, (), spelt)

    def _holding(self, named: Sequence[str]) -> list[str]:
        """Return the files that have a part; of one that very many have, those that are named for routes."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        slots = set[int]()
        for part in named:
            words = re.findall(r"\w+", part)
            holding = set.intersection(*map(lexical.files_with, words)) if words else set[int]()
            if len(holding) > _MOST_FILES:
                holding = {slot for slot in holding if _ROUTES_FILE.search(paths[slot])}
            slots |= holding if len(holding) <= _MOST_FILES else set()
        return [paths[slot] for slot in sorted(slots)]

    def _file(self, path: str) -> _File | None:
        if path not in self._files:
            self._files[path] = None
            with suppress(NsccnError, OSError):
                self._files[path] = _File(self._index, self._graph, path)
        return self._files[path]

    def _answering(self, file: _File, line: int, span: tuple[int, int]) -> int | None:
        return file.handed.over(file.lines, line, span, self._route.method)

    def _below(
        self,
        file: _File,
        line: int,
        span: tuple[int, int],
        end: int,
        begins: int,
        above: tuple[tuple[str, int], ...],
        spelt: int,
    ) -> Iterator[Mounted]:
        """Yield what answers the rest of the path below one that is written on a line."""
        lines = (*above, (file.path, line))
        around = file.handed.marked(line)
        if around is not None and self._graph.entity(around).kind in TYPE_KINDS:
            yield from self._methods(around, end, begins, lines, spelt)
        elif around is None and end < len(self._route.parts) and len(above) < _MOST_STEPS:
            for path, first, last in self._given(file, line, span):
                yield from self._routes(path, first, last, end, begins, lines, spelt)

    def _methods(
        self, around: int, end: int, begins: int, above: tuple[tuple[str, int], ...], spelt: int
    ) -> Iterator[Mounted]:
        """Yield the methods of a type that say the rest of the path."""
        rest = self._route.parts[end:]
        for one in self._graph.members(around):
            entity = self._graph.entity(one)
            if entity.kind not in FUNCTION_KINDS or entity.path != above[-1][0]:
                continue
            marks = [mark for mark in _marks(self._index, self._graph, one) if is_routing(mark.name)]
            paths = [(parts, mark) for mark in marks for parts in mark.paths]
            if marks and not paths:
                paths = [([], marks[-1])]
            for parts, mark in paths:
                if len(parts) == len(rest) and all(map(is_part, parts, rest)):
                    said = " ".join(
                        other.name if other.name.upper() in METHODS else other.text for other in marks
                    )
                    fit = said_fit(said, self._route.method)
                    yield Mounted(
                        begins,
                        (*above, (entity.path, mark.line)),
                        mark.first,
                        fit,
                        one,
                        spelt + _spelt(parts),
                    )

    def _routes(
        self,
        path: str,
        first: int,
        last: int,
        end: int,
        begins: int,
        above: tuple[tuple[str, int], ...],
        spelt: int,
    ) -> Iterator[Mounted]:
        """Yield what the lines of a file answer the rest of the path with."""
        file, wanted = self._file(path), self._route.parts
        for number in range(first, min(last, len(file.lines) if file else 0) + 1):
            line = file.lines[number - 1] if file else ""
            before = file.lines[number - 2] if file and number > 1 else ""
            if file is not None and len(above) < _MOST_STEPS:
                for name in _SPREAD.findall(line):
                    for range_ in self._named(file, name, number):
                        yield from self._routes(*range_, end, begins, (*above, (path, number)), spelt)
            for written in written_paths(line, before) if file else ():
                after = end + len(written.parts)
                if not written.parts or not all(map(is_part, written.parts, wanted[end:after])):
                    continue
                if file is None or after > len(wanted):
                    continue
                fit = said_fit(before + line if line.lstrip()[:1] in "\"'`" else line, self._route.method)
                answering = self._answering(file, number, written.span)
                if answering is not None and after == len(wanted):
                    yield Mounted(
                        begins, (*above, (path, number)), line, fit, answering, spelt + _spelt(written.parts)
                    )
                elif answering is None:
                    yield from self._below(
                        file, number, written.span, after, begins, above, spelt + _spelt(written.parts)
                    )

    def _given(self, file: _File, line: int, span: tuple[int, int]) -> Iterator[_Range]:
        """Yield what lies below the path that a call is given on a line."""
        inside, last = inside_call(file.lines, line, span)
        if last > line:
            yield file.path, line + 1, last
        if len(inside) > _MOST_LETTERS:
            inside = ""
        for name in _MODULE.findall(inside):
            module = re.compile(rf"(?:.*/)?{name.replace('.', '/')}(?:/(?:__init__|index))?\.\w+")
            for path in filter(module.fullmatch, self._index.snapshot.entities.paths):
                yield path, 1, _ALL
        taken = _TAKEN.match(file.lines[line - 1])
        for name in dict.fromkeys([*_NAME.findall(inside), *([taken["name"]] if taken else [])]):
            yield from self._named(file, name, line)

    def _named(self, file: _File, name: str, line: int) -> Iterator[_Range]:
        """Yield what a name stands for: a list, the module that it is taken from, the calls of a router."""
        for one in self._graph.entities_of(file.path):
            entity = self._graph.entity(one)
            if (
                entity.name == name
                and entity.kind == "var"
                and not entity.start_line <= line <= entity.end_line
            ):
                yield file.path, entity.start_line, entity.end_line
        calls = re.compile(rf"(?:^|[\s@(]){re.escape(name)}\s*(?:\.|->|::)")
        for number, text in enumerate(file.lines, 1):
            if number != line and calls.search(text):
                yield file.path, number, number
        for path in self._imported(file, name):
            yield path, 1, _ALL

    def _imported(self, file: _File, name: str) -> list[str]:
        bound = {one.line for one in self._index.facts(file.path).imports if name == (one.alias or one.name)}
        return [path for line in sorted(bound) for path in self._modules(file.path).get(line, ())]

    def _modules(self, path: str) -> dict[int, list[str]]:
        """Line of a file -> the other files that are imported there."""
        graph, found = self._graph, dict[int, list[str]]()
        edges = graph.edges_of(np.array(graph.entities_of(path)[:1]), outgoing=True)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind == "IMPORTS":
                for line in graph.lines(number):
                    found.setdefault(line, []).append(graph.path_of(edge.target))
        return found


_ALL: Final = 1 << 30
"""To the end of a file."""
