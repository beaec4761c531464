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
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.callarguments import called_around, chained_calls
from nsccn.contracts.routes.files import RouteFile, RouteFiles
from nsccn.contracts.routes.groups import is_linked
from nsccn.contracts.routes.heirs import files_that_route, is_named_for_routes, parts_that_tell
from nsccn.contracts.routes.inherited import inherited
from nsccn.contracts.routes.mapped import mapped_to
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
from nsccn.regexes import regex
from nsccn.tracing.lineage import subtypes

if TYPE_CHECKING:
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.languageroutes import RouteWords
    from nsccn.graph.model import Entity
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_NAME: Final = regex(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[\w$]+)*")
_CALLS: Final = regex(r"([\w$]+)\s*\(")
_MODULE: Final = regex(r"[\"'](\w+(?:\.\w+)+)[\"']")
_NAMED_FILE: Final = regex(r"[\"']/?([\w-]+(?:/[\w.-]+)*/[\w-]+\.\w+)[\"']")
_OWN_ROUTE: Final = regex(rf"[\"'`]/|\b(?:{'|'.join(METHODS).lower()})\(")
"""In what a call is given: what that names lies below another path, or answers, and is found on its own line."""
_IMPORTING: Final = frozenset({"import", "include", "include_once", "require", "require_once"})
_SPREAD: Final = regex(r"(?:^|[\s,\[(])(?P<sign>\*|\.\.\.)(?P<name>[A-Za-z_]\w*)")
"""A list of routes whose elements are those of another, too; by a star in Python alone, where that is no pointer."""
_MOST_FILES: Final = 400
"""More hold a word that tells little of a path, as `api`."""
_PLAIN_GROUP: Final = regex(r"(?:[Gg]roup|[Ww]ith|[Uu]se)\w*\((?!\s*[\"'`]/?\w)")
"""Makes a router of another without a path of its own: `r.Group("")`, `r.With(guard)`."""
_MOST_LETTERS: Final = 400
"""Of what a call is given that may be named; more is a function as it is written."""
_MOST_STEPS: Final = 4
_MOST_WORK: Final = 50_000
"""Lines that are read for a path, where a call counts for many; if there are more, nothing is told."""
_WORK_OF_CALL: Final = 100
_Lines = tuple[RouteFile, Iterable[int]]


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
    if mounts.is_too_much:
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
        self._work = 0
        self._telling: dict[str, dict[int, bool]] = {}
        self._marks = OwnMarks(index, graph, files)
        self.tails: list[int] = []
        self._begun: dict[tuple[tuple[str, int], ...], Begun] = {}

    @property
    def is_too_much(self) -> bool:
        """Whether not all was read."""
        return self._work > _MOST_WORK

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
            if file is None or self.is_too_much:
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
        self._work += _WORK_OF_CALL
        return None if self.is_too_much else file.handed.over(file.lines, line, span, self._route.method)

    def _below(self, file: RouteFile, line: int, written: WrittenPath, way: _Way) -> Iterator[Mounted]:
        """Yield what answers the rest of the path below one that is written on a line."""
        is_left = hands_on_whole(file, line, file.call(line, written.span))
        if is_left and not way.lines:
            return  # what is below has all of the path itself
        on = way.on(file.path, line, () if is_left else written.parts)
        around = file.handed.marked(file.lines, line)
        if around is not None and (mapped := mapped_to(file.lines[line - 1], written.span)):
            for other, lines in self._given_names(file, line, mapped):
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
            for home, lines in self._given(file, line, written.span):
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
            self._work += entity.name_line - entity.start_line + 1
            if self.is_too_much:
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
            if line < after or not self._tells(file, line):
                continue
            self._work += 1
            if self.is_too_much:
                return
            text = file.lines[line - 1]
            if len(way.lines) < _MOST_STEPS:
                for spread in _SPREAD.finditer(text):
                    if spread["sign"] == "*" and file.language != "python":
                        continue
                    for other, others in self._named(file, spread["name"], line):
                        yield from self._routes(other, others, way.on(file.path, line))
            paths = file.paths_on(line)
            taken = "" if any(written.parts for written in paths) else file.kept_in(line)
            if taken and _PLAIN_GROUP.search(text):
                own = self._calls_of(file, taken, file.begins(line))
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

    def _given(self, file: RouteFile, line: int, span: tuple[int, int]) -> Iterator[_Lines]:
        """Yield what lies below the path that a call is given on a line."""
        self._work += _WORK_OF_CALL
        if self.is_too_much or asks_for(file.lines[line - 1]):
            return
        call = file.call(line, span)
        if call is None:
            return
        given = [call, *chained_calls(file.lines, line, span)]
        for one in given:
            if one.last > one.first:
                yield file, self._unmounted(file, range(max(one.first, line) + 1, one.last + 1))
            is_below = one is not call and _OWN_ROUTE.search(one.text) and not _NAMED_FILE.search(one.text)
            if len(one.text) <= _MOST_LETTERS and not is_below:
                yield from self._given_names(file, line, one.text)
        if not call.text.strip() and (after := file.chained(call.last)) > call.last + 1:
            yield file, self._unmounted(file, range(call.last + 1, after))
        for function in file.functions(line, called_around(file.lines[line - 1], span[0])[1:]):
            yield from self._body(function)
        if taken := file.kept_in(line):
            yield file, self._calls_of(file, taken, file.begins(line))

    def _given_names(self, file: RouteFile, line: int, text: str) -> Iterator[_Lines]:
        """Yield what is named in a call: modules, files, functions that make routers, lists."""
        for name in _MODULE.findall(text):
            path = name.replace(".", "/")
            yield from self._files_like(rf"(?:.*/)?{path}(?:/(?:__init__|index))?\.\w+")
        for name in _NAMED_FILE.findall(text):
            yield from self._files_like(rf"(?:.*/)?{re.escape(name)}")
        names = dict.fromkeys(_NAME.findall(text))
        for name in names:
            yield from self._named(file, name, line)
        for function in file.functions(line, (re.split(r"\W+", name)[-1] for name in names)):
            yield from self._body(function)
        if any(name in _IMPORTING for name in names):
            for path in file.imported_on(line):
                yield from self._all_of(path)

    def _files_like(self, pattern: str) -> Iterator[_Lines]:
        self._work += _WORK_OF_CALL
        for path in filter(re.compile(pattern).fullmatch, self._index.snapshot.entities.paths):
            yield from self._all_of(path)

    def _body(self, function: Entity) -> Iterator[_Lines]:
        """Yield the lines of a function that makes a router, or is handed one."""
        file = self._files.at(function.path)
        if file is not None:
            yield file, self._unmounted(file, range(function.name_line + 1, function.end_line + 1))

    def _named(self, file: RouteFile, name: str, line: int) -> Iterator[_Lines]:
        """Yield what a name stands for: a list, the module that it is taken from, the calls of a router."""
        first, *members = re.findall(r"[\w$]+", name)
        for begin, end in file.values(first):
            if not begin <= line <= end:
                yield file, range(begin, end + 1)
        taken = [*file.imported(first)]
        router = None if taken else file.router(first, line)
        if router is not None:
            own = self._calls_of(file, first, router)
            yield file, self._unmounted(file, (one for one in own if one != line))
            for function in file.functions(router, _CALLS.findall(file.lines[router - 1])):
                yield from self._body(function)
        modules = [path for path, original in taken if _is_module(path, original)]
        for path in modules:
            yield from self._member(path, members[-1] if members else "")
        for path, original in () if modules else taken:
            yield from self._member(path, original)

    def _calls_of(self, file: RouteFile, name: str, router: int) -> Iterator[int]:
        """Yield the lines on which a variable is called that got its value on a line."""
        for line in file.calls(name):
            self._work += 1
            if self.is_too_much:
                return
            if line != router and file.router(name, line) == router:
                yield line

    def _member(self, path: str, name: str) -> Iterator[_Lines]:
        """Yield what a module has of a name: a variable, or all of it where it has none."""
        file = self._files.at(path)
        values = file.values(name) if file else ()
        if file is None or not values:
            yield from self._all_of(path)
            return
        for begin, end in values:
            yield file, range(begin, end + 1)
        yield file, self._unmounted(file, file.calls(name))

    def _all_of(self, path: str) -> Iterator[_Lines]:
        file = self._files.at(path)
        if file is not None:
            yield file, self._unmounted(file, range(1, len(file.lines) + 1))

    def _unmounted(self, file: RouteFile, lines: Iterable[int]) -> Iterator[int]:
        """Leave out the calls of a router that is kept with a path of its own: they are read below that."""
        telling = (line for line in lines if self._tells(file, line))
        return (line for line in telling if not any(map(file.is_mount, file.routers_on(line))))

    def _tells(self, file: RouteFile, line: int) -> bool:
        """Whether a line may write a path, or hand on what does."""
        known = self._telling.setdefault(file.path, {})
        if line not in known:
            text = file.lines[line - 1]
            is_group = _SPREAD.search(text) is not None or _PLAIN_GROUP.search(text) is not None
            known[line] = is_group or bool(file.paths_on(line))
        return known[line]


def _rank(path: str) -> tuple[int, str]:
    return role_of(path), path


def _is_module(path: str, name: str) -> bool:
    stem = basename(path).partition(".")[0]
    return name == (basename(dirname(path)) if stem in {"__init__", "index", "mod"} else stem)
