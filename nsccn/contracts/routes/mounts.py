"""Paths of URLs that are written in two places or more: what stands before them is told where they are mounted.

    @Path("/carts") class Carts { @GET @Path("/{id}") show() }      path("carts/", include("shop.urls"))
    carts = r.Group("/carts")    carts.GET("/:id", show)            r.Route("/carts", func(r) { r.Get("/{id}", show) })
    scope("/carts")
        .route("/{id}", get().to(show))

Below a type's decorator lie the decorators of its methods; below a call what it is given: a list, a module that is
imported or named by a text, a function as it is written, what calls a router that the call returns, or in a chain it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from posixpath import basename
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.groups import is_linked
from nsccn.contracts.routes.heirs import files_that_route, is_named_for_routes, parts_that_tell
from nsccn.contracts.routes.inherited import inherited
from nsccn.contracts.routes.mapped import mapped_to
from nsccn.contracts.routes.mountedlines import PLAIN_GROUP, SPREAD, WORK_OF_CALL, MountedLines, Work
from nsccn.contracts.routes.names import statement
from nsccn.contracts.routes.ownmarks import OwnMarks
from nsccn.contracts.routes.resources import actions, is_made, method_named
from nsccn.contracts.routes.routingwords import is_routing
from nsccn.contracts.routes.segments import is_other_version, is_typed_so
from nsccn.contracts.routes.texts import asks_for, is_joined, is_open, said_fit
from nsccn.contracts.routes.wholepaths import hands_on_whole
from nsccn.graph import languages
from nsccn.graph.fileroles import role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS, is_part, stands_for_any
from nsccn.tracing.lineage import subtypes

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_MOST_FILES: Final = 400
"""More hold a word that tells little of a path, as `api`."""
_MOST_STEPS: Final = 4


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
    is_whole: bool = True
    """Whether it is known that nothing stands before them."""


class Begun(NamedTuple):
    """How far a path is written from its beginning, where it is not known what answers it below that."""

    lines: tuple[tuple[str, int], ...]
    text: str
    """The last of these lines."""
    end: int
    """The place behind the last of its parts."""
    spelt: int


class Found(NamedTuple):
    """What was found of a path that is written in parts."""

    best: Sequence[Mounted] = ()
    """What answers it, for those that spell most of it."""
    tails: Sequence[int] = ()
    """What answers a path with that end, below which others was not found, and all else that was found."""
    begun: Sequence[Begun] = ()
    """How far it is written in files that mount others, for those that spell most of it."""


def mounted(index: RepoIndex, graph: CodeGraph, files: RouteFiles, route: Route) -> Found:
    """Return what answers a path that is written in parts."""
    mounts = _Mounts(index, graph, files, route)
    found = {
        (one.answering, one.lines): one
        for one in mounts.found()
        if not is_other_version(route.parts[: one.begins], graph.path_of(one.answering))
    }
    if mounts.work.is_too_much:
        return Found()
    role = min((role_of(path) for path, _ in (one.lines[-1] for one in found.values())), default=0)
    found = {key: one for key, one in found.items() if role_of(one.lines[-1][0]) == role}
    first = min((one.begins for one in found.values()), default=0)
    alike = [one for one in found.values() if one.begins == first]
    best = max(((one.spelt, one.fit) for one in alike), default=(0, 0))
    chosen = sorted((one for one in alike if (one.spelt, one.fit) == best), key=lambda one: one.lines)
    others = sorted(found.values(), key=lambda one: (one.begins, -one.spelt, one.lines))
    return Found(chosen, [*mounts.tails, *(one.answering for one in others)], mounts.begun())


class _Way(NamedTuple):
    """What is read of a path so far."""

    begins: int
    """The place of the first part that is written."""
    end: int
    """The place behind the last."""
    lines: tuple[tuple[str, int], ...] = ()
    spelt: int = 0

    def on(self, path: str, line: int, parts: Sequence[str] = ()) -> _Way:
        """Go on with what stands on a line."""
        end, spelt = self.end + len(parts), self.spelt + sum(not stands_for_any(part) for part in parts)
        lines = self.lines if self.lines[-1:] == ((path, line),) else (*self.lines, (path, line))
        return _Way(self.begins, end, lines, spelt)


class _Mounts:
    """What is written of one path."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, files: RouteFiles, route: Route) -> None:
        self._index, self._graph, self._files, self._route = index, graph, files, route
        self.work = Work()
        self._lines = MountedLines(index, files, self.work)
        self._marks = OwnMarks(index, graph, files)
        self.tails: list[int] = []
        self._begun: dict[tuple[tuple[str, int], ...], Begun] = {}

    def found(self) -> list[Mounted]:
        """Return what answers the path where a part of it that is no parameter stands before the rest.

        Files of a lesser role, tests and documents, are read only where better ones tell nothing.
        """
        named = {part for part in self._route.parts if not is_open(part)}
        found: list[Mounted] = []
        for _, paths in groupby(sorted(self._holding(sorted(named)), key=_rank), role_of):
            found += [one for path in paths for one in self._in_file(path, named) if one.fit]
            if found:
                break
        return [*found, *self._marked()]

    def _marked(self) -> Iterator[Mounted]:
        """Yield what answers the path below a type whose path an attribute of the repository's own says."""
        for file, around, mark in self._marks.types(self._route):
            for written in mark.written:
                if self._is_next(_Way(0, 0), written.parts):
                    on = _Way(0, 0).on(file.path, mark.line, written.parts)
                    for one in self._named_types(file.words, around, written.parts, 0):
                        yield from self._methods(one, on)

    def begun(self) -> list[Begun]:
        """Return how far the path is written below others in which it begins, for those that spell most of it."""
        most = max((one.spelt for one in self._begun.values()), default=0)
        spelling = (one for one in self._begun.values() if one.spelt == most)
        return sorted(spelling, key=lambda one: (-one.end, one.lines))

    def _in_file(self, path: str, named: set[str]) -> Iterator[Mounted]:
        """Yield what answers the path by a part of it that a file has."""
        wanted, file = self._route.parts, self._files.at(path)
        for line in file.lines_with_part(named) if file else ():
            if file is None or self.work.is_too_much:
                return
            for written in file.paths_on(line):
                if named.isdisjoint(written.parts):
                    continue
                for begins in range(len(wanted) - len(written.parts) + 1):
                    way = _Way(begins, begins)
                    if not self._is_next(way, written.parts) or (begins and written.is_rooted):
                        continue
                    answering = self._answering(file, line, written.span)
                    is_more = begins + len(written.parts) < len(wanted) or file.makes_several(line)
                    if answering is not None and not is_more:
                        self.tails.append(answering)
                    if answering is None or is_more or file.handed.marked(file.lines, line) is not None:
                        yield from self._below(file, line, written, way)
                    elif not begins and not is_joined(file.lines[line - 1], written.span):
                        yield from self._mounted(file, line, written, way, answering)

    def _is_next(self, way: _Way, parts: Sequence[str]) -> bool:
        rest = self._route.parts[way.end : way.end + len(parts)]
        return len(rest) == len(parts) and all(map(is_part, parts, rest))

    def _holding(self, named: Sequence[str]) -> list[str]:
        """Return the files that have a part; of one that very many have, those that are named for routes, or for it."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        telling = parts_that_tell(named)
        slots = files_that_route(self._index) if len(telling) < len(named) else set[int]()
        for part in telling:
            words = re.findall(r"\w+", part)
            holding = lexical.files_with_all(words)
            if len(holding) > _MOST_FILES:
                holding = {
                    slot
                    for slot in holding
                    if is_named_for_routes(path := paths[slot])
                    or (part in path and basename(path).partition(".")[0] == part)
                }
            slots |= holding if len(holding) <= _MOST_FILES else set()
        return [paths[slot] for slot in sorted(slots)]

    def _answering(self, file: RouteFile, line: int, span: tuple[int, int]) -> int | None:
        self.work.spend(WORK_OF_CALL)
        return None if self.work.is_too_much else file.handed.over(file.lines, line, span, self._route.method)

    def _below(self, file: RouteFile, line: int, written: WrittenPath, way: _Way) -> Iterator[Mounted]:
        """Yield what answers the rest of the path below one that is written on a line."""
        is_left = hands_on_whole(file, line, file.call(line, written.span))
        if is_left and not way.lines:
            return  # what is below has all of the path itself
        on = way.on(file.path, line, () if is_left else written.parts)
        around = file.handed.marked(file.lines, line)
        if around is not None and (mapped := mapped_to(file.lines[line - 1], written.span)):
            for other, lines in self._lines.given_names(file, line, mapped):
                yield from self._routes(other, lines, on)
        elif around is None and (found := self._actions(file, line, written, on)):
            yield from found
        elif around is not None and self._graph.entity(around).kind in TYPE_KINDS:
            for one in self._named_types(file.words, around, written.parts, way.end):
                yield from self._methods(one, on)
        elif around is None and len(way.lines) < _MOST_STEPS:
            for linked in file.paths_on(line):
                if is_linked(file.lines[line - 1], written.span, linked.span):
                    yield from self._on(file, line, linked, on)
            for home, lines in self._lines.given(file, line, written.span):
                yield from self._routes(home, lines, on)

    def _actions(self, file: RouteFile, line: int, written: WrittenPath, way: _Way) -> list[Mounted]:
        """Return the methods of a type that is handed over for a resource which answer the rest of the path."""
        text, rest = file.lines[line - 1], self._route.parts[way.end :]
        if not file.makes_several(line):
            return []
        answering = self._answering(file, line, written.span)
        if answering is None or self._graph.entity(answering).kind not in TYPE_KINDS:
            return []
        made = statement(file, line)
        named = [
            method_named(self._graph, answering, name)
            for name in actions(file.words, self._route.method, rest)
            if is_made(made, name)
        ]
        own = [one for one in named if one is not None] or ([answering] if named else [])
        return [Mounted(way.begins, way.lines, text, 1, one, way.spelt) for one in own]

    def _named_types(
        self, words: RouteWords, around: int, parts: Sequence[str], begins: int
    ) -> Iterator[int]:
        """Yield the types that a path above one mounts: it, or where it says their names, those that fit."""
        if words.type_token not in parts:
            yield around
            return
        given = self._route.parts[begins + parts.index(words.type_token)].lower()
        for one in (around, *subtypes(self._graph, around)):
            if self._graph.name_of(one).removesuffix(words.type_suffix).lower() == given:
                yield one

    def _methods(self, around: int, way: _Way) -> Iterator[Mounted]:
        """Yield the methods of a type that say the rest of the path."""
        rest = self._route.parts[way.end :]
        for one in self._members(around):
            entity = self._graph.entity(one)
            home = self._files.at(entity.path) if entity.kind in FUNCTION_KINDS else None
            if home is None:
                continue
            self.work.spend(entity.name_line - entity.start_line + 1)
            if self.work.is_too_much:
                return
            marks = [mark for mark in self._marks.above(home, entity) if is_routing(mark.name)]
            if any(mark.is_rooted(home.words) for mark in marks):
                continue
            paths = [(parts, mark) for mark in marks for parts in mark.paths]
            if marks and not paths:
                paths = [([], marks[-1])]
            said = " ".join(mark.name if mark.name.upper() in METHODS else mark.text for mark in marks)
            fit = said_fit(said, self._route.method)
            for parts, mark in paths:
                if len(parts) == len(rest) and self._is_next(way, parts):
                    on = way.on(entity.path, mark.line, parts)
                    yield Mounted(on.begins, on.lines, mark.first, fit, one, on.spelt)

    def _members(self, around: int) -> Iterator[int]:
        """Yield the methods of a type, those that it inherits or that another file declares of it too."""
        graph = self._graph
        yield from graph.members(around)
        yield from inherited(graph, around)
        language = languages.load(graph.entity(around).language)
        if language.open_types:
            name = graph.qualified_of(around)
            for one in graph.named(graph.name_of(around)):
                if one != around and graph.qualified_of(one) == name and graph.entity(one).kind in TYPE_KINDS:
                    yield from graph.members(one)

    def _routes(self, file: RouteFile, lines: Iterable[int], way: _Way) -> Iterator[Mounted]:
        """Yield what some lines of a file answer the rest of the path with, but for what stands below other paths."""
        after = 0
        for line in lines:
            if line < after or not self._lines.tells(file, line):
                continue
            self.work.spend()
            if self.work.is_too_much:
                return
            text = file.lines[line - 1]
            if len(way.lines) < _MOST_STEPS:
                for spread in SPREAD.finditer(text):
                    if spread["sign"] == "*" and file.language != "python":
                        continue
                    for other, others in self._lines.named(file, spread["name"], line):
                        yield from self._routes(other, others, way.on(file.path, line))
            paths = file.paths_on(line)
            taken = "" if any(written.parts for written in paths) else file.kept_in(line)
            if taken and PLAIN_GROUP.search(text):
                own = self._lines.calls_of(file, taken, file.begins(line))
                yield from self._routes(file, (one for one in own if one > line), way)
            for written in paths:
                after = max(after, file.past(line, written))
                yield from self._on(file, line, written, way)

    def _on(self, file: RouteFile, line: int, written: WrittenPath, way: _Way) -> Iterator[Mounted]:
        """Yield what answers the rest of the path with one that is written on a line, or below it."""
        has_more = way.end < len(self._route.parts)
        if not self._is_next(way, written.parts) or (has_more and not written.parts):
            return
        answering = self._answering(file, line, written.span)
        is_end = way.end + len(written.parts) == len(self._route.parts)
        if written.parts and (answering is None or not is_end or file.makes_several(line)):
            found = [*self._below(file, line, written, way)]
            yield from found
            if not found and answering is None:
                self._begin(file, line, written, way)
        elif answering is not None and is_end:
            yield from self._mounted(file, line, written, way, answering)

    def _begin(self, file: RouteFile, line: int, written: WrittenPath, way: _Way) -> None:
        """Keep how far the path is written, on a line below which nothing was found."""
        text, on = file.lines[line - 1], way.on(file.path, line, written.parts)
        if not on.begins and said_fit(text, self._route.method) and not asks_for(text):
            self._begun[on.lines] = Begun(on.lines, text, on.end, on.spelt)

    def _mounted(
        self, file: RouteFile, line: int, written: WrittenPath, way: _Way, answering: int
    ) -> Iterator[Mounted]:
        """Yield what answers the path with one that is written on a line, if it may."""
        text, on = file.lines[line - 1], way.on(file.path, line, written.parts)
        given = self._route.parts[way.end : on.end]
        if not is_typed_so(written.parts, given, self._graph.entity(answering).signature):
            return
        before = file.lines[line - 2] if text.lstrip()[:1] in "\"'`" and line > 1 else ""
        fit = said_fit(before + text, self._route.method)
        yield Mounted(on.begins, on.lines, text, fit, answering, on.spelt)


def _rank(path: str) -> tuple[int, str]:
    return role_of(path), path
