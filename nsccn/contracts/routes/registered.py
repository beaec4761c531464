"""Under which paths of URLs a function answers, and on which lines that is said: the way from it to the outermost part.

    @router.get("/{id}")            carts.GET("/:id", show)             class Carts:  @Get(":id") show()
    router = APIRouter(prefix="/carts")     carts := api.Group("/carts")        @Controller("carts") above it
    app.include_router(carts.router, prefix="/api")         api := r.Group("/api")

What stands before the part that is written beside the function, `routesabove` finds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.contracts.callarguments import called_around
from nsccn.contracts.routes.above import LOADS, RoutesAbove
from nsccn.contracts.routes.configured import configured
from nsccn.contracts.routes.endpointtypes import said_of_itself
from nsccn.contracts.routes.inherited import heirs
from nsccn.contracts.routes.mapped import mapped_to
from nsccn.contracts.routes.markedclients import asks_others, is_request
from nsccn.contracts.routes.members import written_as
from nsccn.contracts.routes.names import names_of, statement
from nsccn.contracts.routes.ofpages import spelt_for
from nsccn.contracts.routes.ownmarks import OwnMarks
from nsccn.contracts.routes.prefixes import Way, below_all
from nsccn.contracts.routes.receivers import called_on
from nsccn.contracts.routes.resources import is_made, named_by_convention
from nsccn.contracts.routes.routingwords import is_routing, makes_handler
from nsccn.contracts.routes.texts import asks_for, methods_said, without_defaults
from nsccn.graph import languages
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.marks import Mark
    from nsccn.contracts.routes.texts import WrittenPath
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_EMPTY: Final = Way((), ())
_DETAIL: Final = regex(r"@action\(.*\bdetail\s*=\s*(?:(True)|False)|@(?:(detail)|list)_route\b")
"""Marks an action of a type; one of each object has a group."""
_URL_PATH: Final = regex(r"\burl_path\s*=\s*[\"']([^\"']+)[\"']")
_OF_ROOT: Final = regex(
    rf"(?:.*\W)?(?:(?:Http)?(?:{'|'.join(METHODS)}|Any|All)(?:Mapping)?|Route|RequestMapping|Path)",
    re.IGNORECASE,
)
"""Decorators of frameworks that without a path mean what stands above them, or `/`."""
_INVOKED: Final = frozenset({"__invoke", "__call__", "call", "handle", "invoke"})
"""Methods by which a type answers that is handed over alone."""
_MOST_REFERENCES: Final = 12
"""Lines that hand over a function; one that is handed over more often is no handler."""
_MOST_OF_TYPE: Final = 400
"""The same of a type: each route names it that it answers with one of its methods."""
_MOST_NAMING: Final = 60
"""Files that have the name of a method; one that more have tells nothing."""
_MOST_FOUND: Final = 6
_MOST_ABOVE: Final = 4


class Registered(NamedTuple):
    """A path for which something answers."""

    method: str
    """Empty for any, or where it is not known."""
    parts: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    """Where they are written, the outermost first."""
    name: str = ""
    """Of the helpers that spell it, as Rails makes them."""
    names: tuple[str, ...] = ()
    """By which helpers spell it that are given one."""
    is_whole: bool = True
    """Whether it is known that nothing stands before it."""


def registrations(
    index: RepoIndex, graph: CodeGraph, answering: int, files: RouteFiles, most: int = _MOST_FOUND
) -> list[Registered]:
    """Return for which paths a function is said to answer; nothing for one that is no handler."""
    entity = graph.entity(answering)
    if not entity.path or role_of(entity.path) is Role.TEST:
        return []
    if entity.kind in FUNCTION_KINDS | TYPE_KINDS:
        ways = _Ways(index, graph, files)
        found = ways.named(entity, [*ways.of(entity)])
        if not found:
            found = [
                Registered(row.method, row.parts, ((row.path, row.line),), row.helper)
                for row in named_by_convention(index, graph, answering)
            ]
        if not found and entity.kind in FUNCTION_KINDS:
            found = _configured(index, graph, answering)
        if not found:
            found = [
                Registered(one.method, one.parts, ((entity.path, one.line),), is_whole=False)
                for one in said_of_itself(graph, files, answering)
            ]
    else:
        found = []
    if not found and (spelt := spelt_for(files, entity)):
        found = [Registered(spelt.method, spelt.parts, ((entity.path, entity.name_line),))]
    return list({(one.method, one.parts): one for one in found}.values())[:most]


def _shorter(way: Way, entity: Entity) -> Iterator[Way]:
    """Yield a path, and what is left of it where the function has defaults for its last parts."""
    yield way
    for parts in without_defaults(way.parts, entity.signature):
        yield way._replace(parts=tuple(parts))


def _configured(index: RepoIndex, graph: CodeGraph, answering: int) -> list[Registered]:
    """Return for which paths a function answers as files of configuration say, by the name of its type."""
    owner = graph.owner_of(answering)
    if owner < 0 or graph.entity(owner).kind not in TYPE_KINDS:
        return []
    return [
        Registered(one.row.method, one.row.parts, ((one.row.path, one.row.line),), names=(one.name,))
        for one in configured(index, graph, graph.name_of(owner))
        if one.answering == answering
    ]


def resource_registrations(
    index: RepoIndex, graph: CodeGraph, answering: int, files: RouteFiles
) -> list[Registered]:
    """Return for which paths a type is given to a router that makes several routes of each: those of all things."""
    ways, entity = _Ways(index, graph, files), graph.entity(answering)
    return ways.named(entity, [*ways.resources(entity)][:_MOST_FOUND])


class _Ways:
    def __init__(self, index: RepoIndex, graph: CodeGraph, files: RouteFiles) -> None:
        self._index, self._graph = index, graph
        self._above = RoutesAbove(index, graph, files)
        self._marks = OwnMarks(index, graph, files)

    def of(self, entity: Entity) -> Iterator[Registered]:
        """Yield the paths of a function."""
        file = self._above.files.at(entity.path)
        if file is None:
            return
        above = "\n".join(file.lines[entity.start_line - 1 : entity.name_line])
        is_marked = entity.kind in FUNCTION_KINDS and re.search(r"(?:^|\s)(?:@|#?\[)", above) is not None
        marked = [*self._marked(file, entity)] if is_marked else []
        yield from marked or self._given(entity)

    def named(self, entity: Entity, found: Sequence[Registered]) -> list[Registered]:
        """Add the names to the paths of a function."""
        files = self._above.files
        return [
            one._replace(names=names_of(self._graph, files, entity, one.lines, one.parts)) for one in found
        ]

    def _marked(self, file: RouteFile, entity: Entity) -> Iterator[Registered]:
        """Yield what the decorators of a function say, with those of its type."""
        marks = [
            mark
            for mark in self._marks.above(file, entity)
            if is_routing(mark.name)
            and ("(" in mark.text or file.language != "python")  # `@require_POST` names no path
        ]
        if not marks or any(is_request(mark, file.language) for mark in marks):
            return  # as Retrofit asks
        said = [mark for mark in marks if mark.name.upper() in METHODS]
        methods = {
            method for mark in marks for method in methods_said(mark.name if mark in said else mark.text)
        }
        if not said and (detail := next((mark for mark in marks if _DETAIL.search(mark.text)), None)):
            yield from self._beside(file, entity, detail, sorted(methods) or ["GET"])
            return
        own = [
            mark
            for mark in marks
            if methods_said(mark.name.rpartition(".")[2]) or "mapping" in mark.name.lower()
        ][-1:]
        told = ((way, mark) for mark in marks for way in self._told(file, mark))
        paths = [(one, mark) for way, mark in told for one in _shorter(way, entity)]
        for way, mark in paths or [(Way((), ((file.path, mark.line),)), mark) for mark in own]:
            on, _, _ = mark.name.rpartition(".")
            ways = (
                [*self._above.of(file, mark.line, on.rpartition(".")[2], way)]
                if on
                else [*self._in_type(entity, way, marks, is_rooted=mark.is_rooted(file.words))]
            )
            for one in ways:
                is_root = _OF_ROOT.fullmatch(mark.name) and not file.words.type_token
                if not (one.parts or is_root or mark.paths):
                    continue  # what a decorator of one's own, or a convention, stands for, nobody says here
                for method in sorted(methods) or [""]:
                    yield Registered(method, one.parts, one.lines, is_whole=one.is_whole)

    def _beside(
        self, file: RouteFile, entity: Entity, mark: Mark, methods: Sequence[str]
    ) -> Iterator[Registered]:
        """Yield the paths of what a type answers beside its actions: `@action(detail=True)`."""
        said = _URL_PATH.search(mark.text)
        of_each = any(map(any, _DETAIL.findall(mark.text)))
        tail: tuple[str, ...] = ("{id}",) if of_each else ()
        tail += tuple(part for part in (said[1] if said else entity.name).split("/") if part)
        own = (file.path, mark.line)
        for path, line in self._references(self._graph.owner_of(entity.index)):
            home = self._above.files.at(path)
            for written in home.paths_on(line) if home and home.makes_several(line) else ():
                way = Way((*written.parts, *tail), ((path, line), own))
                for one in self._above.of(home, line, called_on(home, line, written), way) if home else ():
                    for method in methods:
                        yield Registered(method, one.parts, one.lines, is_whole=one.is_whole)

    def _in_type(
        self, entity: Entity, way: Way, written: Sequence[Mark], *, is_rooted: bool
    ) -> Iterator[Way]:
        owner = self._graph.owner_of(entity.index)
        if owner < 0 or self._graph.entity(owner).kind not in TYPE_KINDS:
            listed = self._above.listed(entity, way)
            yield from listed or [*self._above.calling(entity, way)] or [way]  # a scope may be given it
            return
        if is_rooted:
            yield way
            return
        types = (owner, *heirs(self._graph, entity.index, owner))
        told = [self._above_type(entity, one, way) for one in types]
        found = [one for ways in told for one in ways or ()]
        if found or told[0] is None:
            yield from found
            return
        file = self._above.files.at(entity.path)
        is_part = file is not None and any(mark.name in {*file.words.prefixes, *METHODS} for mark in written)
        yield way._replace(is_whole=not is_part)  # as what a resource hands on

    def _above_type(self, entity: Entity, type_: int, way: Way) -> list[Way] | None:
        """Return the paths above a type for one of its methods, None where it asks others for them."""
        graph, own = self._graph, self._graph.name_of(type_)
        for one in (type_, *bases(graph, type_)):
            around = graph.entity(one)
            home = self._above.files.at(around.path) if around.path else None
            marks = self._marks.above(home, around) if home else []
            if home is None or not marks:
                continue
            if asks_others(marks):
                return None
            routing = [mark for mark in marks if is_routing(mark.name)]
            found = [above for mark in routing for above in self._told(home, mark, way)]
            said = next((mark for mark in marks if mark.name in home.words.prefixes), None)
            if not found and not said:
                continue
            told = [
                above._replace(
                    parts=tuple(self._told_part(home, part, own, entity.name) for part in above.parts)
                )
                for above in found or [way]
            ]
            return [self._below_all(entity, home, said, one) for one in told] if said else told
        return []

    def _below_all(self, entity: Entity, home: RouteFile, said: Mark, way: Way) -> Way:
        """Put before the path of a method what stands before all, and the version that it has."""
        files = self._above.files
        file = files.at(entity.path)
        marks = self._marks.above(file, entity) if file else []
        return below_all(self._index, files, home, marks, said, way)

    def _told(self, file: RouteFile, mark: Mark, below: Way = _EMPTY) -> Iterator[Way]:
        """Yield the paths that a decorator says, each before what lies below."""
        for written in mark.written:
            yield self._above.below(file, mark.line, mark.text, written, below)
        if mark.constant:
            yield self._above.below_name(file, mark.line, mark.constant, [], below)

    def _told_part(self, file: RouteFile, part: str, type_: str, method: str) -> str:
        """Return a part of a path, with the name that stands for the type's or the method's."""
        if part == file.words.type_token:
            return type_.removesuffix(file.words.type_suffix).lower()
        return method.removesuffix("Async").lower() if part == "[action]" else part

    def _given(self, entity: Entity) -> Iterator[Registered]:
        """Yield the paths that a router is given with a function, or with its type."""
        owner = self._graph.owner_of(entity.index)
        types = [owner] if owner >= 0 and self._graph.entity(owner).kind in TYPE_KINDS else []
        wanted = {entity.index, *types}
        places = [place for one in wanted for place in self._references(one)]
        if len(places) > 4 * _MOST_REFERENCES:
            places = [place for place in places if self._is_of_several(*place)]
        found = [*self._at(places, entity, types)]
        if (
            not found
            and types
            and entity.index not in types
            and not self._graph.incoming(entity.index, ("CALLS",))
        ):
            found = [*self._at([*self._named_member(entity)], entity, types)]
        yield from found

    def _at(
        self, places: Sequence[tuple[str, int]], entity: Entity, types: Sequence[int]
    ) -> Iterator[Registered]:
        for path, line in [*dict.fromkeys(places)][: 4 * _MOST_REFERENCES]:
            file = self._above.files.at(path)
            if file is None or line > len(file.lines) or role_of(path) is Role.TEST:
                continue
            for number in range(line, max(line - _MOST_ABOVE, 0), -1):
                own = [*self._on(file, number, entity, types)]
                for method, written, parts in own:
                    text = file.lines[number - 1]
                    is_whole = not text[written.span[1] :].lstrip().startswith("+")
                    way = self._above.below(file, number, text, written, Way(parts, (), is_whole))
                    way = self._above.linked(file, number, written, way)
                    for one in self._above.of(file, number, called_on(file, number, written), way):
                        yield Registered(method, one.parts, one.lines, is_whole=one.is_whole)
                if own:
                    break

    def resources(self, entity: Entity) -> Iterator[Registered]:
        """Yield the paths that a router is given with a type of which it makes several routes."""
        for path, line in self._references(entity.index)[: 4 * _MOST_REFERENCES]:
            file = self._above.files.at(path)
            if file is None or role_of(path) is Role.TEST:
                continue
            for number in range(line, max(line - _MOST_ABOVE, 0), -1):
                for written in file.paths_on(number) if file.makes_several(number) else ():
                    if file.handed.over(file.lines, number, written.span, "") == entity.index:
                        way = self._above.below(file, number, file.lines[number - 1], written, _EMPTY)
                        for one in self._above.of(file, number, called_on(file, number, written), way):
                            yield Registered("", one.parts, one.lines, is_whole=one.is_whole)

    def _is_of_several(self, path: str, line: int) -> bool:
        """Whether a type may be named there for the paths of a resource, and not for one of its methods alone."""
        file = self._above.files.at(path)
        lines = range(line, max(line - _MOST_ABOVE, 0), -1)
        return file is not None and any(file.makes_several(one) for one in lines if one <= len(file.lines))

    def _named_member(self, entity: Entity) -> Iterator[tuple[str, int]]:
        """Yield the lines that name a method of something, or in a text behind its type, and do not call it."""
        type_ = self._graph.name_of(self._graph.owner_of(entity.index))
        files_with = self._index.snapshot.lexical.files_with
        slots = files_with(entity.name)
        if named := written_as(entity, type_):
            slots = slots & files_with(type_)
            several = languages.load(entity.language).routes.several
            drawn = set[int]().union(*map(files_with, several)) & files_with(type_)
            yield from self._lines_naming(drawn, [type_], named, 4 * _MOST_NAMING)
        else:
            named = re.compile(rf"[\w$)]\s*\??\.\s*{re.escape(entity.name)}(?![\w$(.])")
        yield from self._lines_naming(slots, [entity.name], named, _MOST_NAMING)

    def _lines_naming(
        self, slots: AbstractSet[int], names: Sequence[str], named: re.Pattern[str], most: int
    ) -> Iterator[tuple[str, int]]:
        """Yield the lines with one of some names that fit a pattern, unless too many files have these."""
        snapshot = self._index.snapshot
        code = slots - snapshot.entities.text_files
        for path in sorted(snapshot.entities.paths[slot] for slot in code) if len(code) <= most else ():
            file = self._above.files.at(path)
            for number in file.lines_with(names) if file else ():
                if file and named.search(file.lines[number - 1]):
                    yield path, number

    def _references(self, one: int) -> list[tuple[str, int]]:
        graph = self._graph
        edges = graph.edges_of(np.array([one]), outgoing=False)
        kinds = ("REFERENCES", "IMPORTS", *(["CALLS"] if makes_handler(graph.entity(one)) else []))
        found = (
            [
                (edge.evidence.path, line)
                for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
                if edge.kind in kinds
                for line in graph.lines(number)
                if edge.kind != "IMPORTS" or self._loads(edge.evidence.path, line)
            ]
            if len(edges) <= 20 * _MOST_REFERENCES
            else []
        )
        is_type = graph.entity(one).kind in TYPE_KINDS
        return sorted(found) if len(found) <= (_MOST_OF_TYPE if is_type else 4 * _MOST_REFERENCES) else []

    def _loads(self, path: str, line: int) -> bool:
        """Whether a line imports something when it is wanted, as for a path that is shown."""
        file = self._above.files.at(path)
        return file is not None and line <= len(file.lines) and LOADS.search(file.lines[line - 1]) is not None

    def _on(
        self, file: RouteFile, line: int, entity: Entity, types: Sequence[int]
    ) -> Iterator[tuple[str, WrittenPath, tuple[str, ...]]]:
        """Yield the paths on a line that are for a function: method, path, and what stands behind it."""
        text = file.lines[line - 1]
        if asks_for(text):
            return
        for written in file.paths_on(line):
            called = "".join(called_around(text, written.span[0])[:1])
            said = methods_said(mapped_to(text, written.span) or f"{called}(") or methods_said(
                file.call_around(line, written)
            )
            if file.makes_several(line):
                made = statement(file, file.table_head(line) or line)
                answering = file.handed.over(file.lines, line, written.span, "")
                for key, action in file.words.actions.items() if answering in types else ():
                    method, *rest = key.split()
                    if action == entity.name and is_made(made, action):
                        yield method, written, tuple("{id}" if part == "*" else part for part in rest)
                continue
            for method in ("", *sorted(said or METHODS)):
                answering = file.handed.over(file.lines, line, written.span, method)
                if answering == entity.index or (answering in types and entity.name in _INVOKED):
                    known = [method] if method else sorted(said) or [""]
                    yield from ((one, written, ()) for one in known)
                    break
