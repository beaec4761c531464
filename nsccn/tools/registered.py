"""Under which paths of URLs a function answers, and on which lines that is said: the way from it to the outermost part.

    @router.get("/{id}")            carts.GET("/:id", show)             class Carts:  @Get(":id") show()
    router = APIRouter(prefix="/carts")     carts := api.Group("/carts")        @Controller("carts") above it
    app.include_router(carts.router, prefix="/api")         api := r.Group("/api")

Where a part of it is written is looked for at the router that is called, at the block around, at who imports the
router's module or calls the function that makes it; what is said nowhere there, the path goes without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.routes import METHODS, spelt_by
from nsccn.tools.routefiles import RouteFile, RouteFiles
from nsccn.tools.routehandlers import chained_calls, inside_call, is_routing
from nsccn.tools.routemounts import marks_above
from nsccn.tools.routeresources import named_by_convention
from nsccn.tools.routetexts import WrittenPath, asks_for, methods_said
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_CALLED_ON: Final = re.compile(r"([A-Za-z_$][\w$]*)\s*(?:\??\.|->)\s*\w+\s*(?:<[^<>()]*>)?\([^()]*\Z")
_VALUE_OF: Final = re.compile(r"=\s*(?:await\s+)?&?([A-Za-z_$][\w$]*)\s*(?:\??\.|->)")
_PREFIX_NAMED: Final = re.compile(r"prefix\s*[=:]\s*([A-Za-z_]\w*)\b(?!\s*[.(])")
_KEYED: Final = re.compile(r"(\w+)[\"']?\s*(?:=>|[=:])\s*\w?\Z")
_PREFIX_CALL: Final = re.compile(r"\bprefix\(\s*\Z")
_PREFIX_OPTION: Final = re.compile(r"\bprefix[\"']?\s*(?:=>|[:=])\s*[\"'](?P<path>[^\"'\s]*)[\"']")
_APPLICATION: Final = re.compile(r"app|engine|server|express|fastify|\bmux\b|\bhttp\b", re.IGNORECASE)
"""In the name or the type of what routes are given to that stand below no others."""
_PREFIX_KEY: Final = re.compile(r"prefix|path", re.IGNORECASE)
_MODULE_NAMED: Final = re.compile(r"[\"']((?:\w+\.)+\w+)[\"']")
_MOUNTING: Final = re.compile(
    r"\b(?:use|include\w*|register\w*|mount|routes?|nest|merge|append|configure|extend)\s*\("
)
"""Hands a router on with no path of its own."""
_NAMELESS: Final = frozenset({"__init__", "index", "mod"})
_INVOKED: Final = frozenset({"__invoke", "__call__", "call", "handle", "invoke"})
"""Methods by which a type answers that is handed over alone."""
_MOST_REFERENCES: Final = 12
"""Lines that hand over a function; one that is handed over more often is no handler."""
_MOST_NAMING: Final = 60
"""Files that have the name of a method; one that more have tells nothing."""
_MOST_STEPS: Final = 7
_MOST_FOUND: Final = 6
_MOST_LINES: Final = 400
"""In a file that name what routes are mounted by."""
_MOST_WORK: Final = 600
_MOST_ABOVE: Final = 4
_MOST_OPTIONS: Final = 20
_LONGEST: Final = 1000
_MOST_BLOCK: Final = 3000


class Registered(NamedTuple):
    """A path for which something answers."""

    method: str
    """Empty for any, or where it is not known."""
    parts: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    """Where they are written, the outermost first."""
    name: str = ""
    """By which the framework's helpers spell it."""
    is_whole: bool = True
    """Whether it is known that nothing stands before it."""


def registrations(index: RepoIndex, graph: CodeGraph, answering: int) -> list[Registered]:
    """Return for which paths a function is said to answer; nothing for one that is no handler."""
    entity = graph.entity(answering)
    if not entity.path or role_of(entity.path) is Role.TEST:
        return []
    if entity.kind in FUNCTION_KINDS | TYPE_KINDS:
        found = [*_Ways(index, graph).of(entity)]
        if not found:
            found = [
                Registered(row.method, row.parts, ((row.path, row.line),), row.helper)
                for row in named_by_convention(index, graph, answering)
            ]
    else:
        found = []
    if not found and (spelt := spelt_by(entity.path, entity.name, is_file=entity.parent < 0)):
        found = [Registered(spelt.method, spelt.parts, ((entity.path, entity.name_line),))]
    return list({(one.method, one.parts): one for one in found}.values())[:_MOST_FOUND]


class _Way(NamedTuple):
    parts: tuple[str, ...]
    lines: tuple[tuple[str, int], ...]
    is_whole: bool = True

    def below(self, path: str, line: int, parts: Sequence[str] = ()) -> _Way:
        return self._replace(parts=(*parts, *self.parts), lines=((path, line), *self.lines))


class _Ways:
    def __init__(self, index: RepoIndex, graph: CodeGraph) -> None:
        self._index, self._graph = index, graph
        self._files = RouteFiles(index, graph)
        self._work = 0

    def of(self, entity: Entity) -> Iterator[Registered]:
        """Yield the paths of a function."""
        file = self._files.at(entity.path)
        if file is None:
            return
        above = "\n".join(file.lines[entity.start_line - 1 : entity.name_line])
        is_marked = entity.kind in FUNCTION_KINDS and re.search(r"(?:^|\s)(?:@|#?\[)", above) is not None
        marked = [*self._marked(file, entity)] if is_marked else []
        yield from marked or self._given(entity)

    def _marked(self, file: RouteFile, entity: Entity) -> Iterator[Registered]:
        """Yield what the decorators of a function say, with those of its type."""
        marks = [mark for mark in marks_above(file.lines, entity) if is_routing(mark.name)]
        if not marks or any(mark.name.isupper() and mark.paths for mark in marks):
            return  # as Retrofit asks
        said = [mark for mark in marks if mark.name.upper() in METHODS]
        methods = {
            method for mark in marks for method in methods_said(mark.name if mark in said else mark.text)
        }
        paths = [(parts, mark) for mark in marks for parts in mark.paths] or [([], marks[-1])]
        for parts, mark in paths:
            way = _Way(tuple(parts), ((file.path, mark.line),))
            on, _, _ = mark.name.rpartition(".")
            ways = (
                [*self._above(file, mark.line, on.rpartition(".")[2], way)]
                if on
                else [*self._in_type(entity, way, is_rooted=mark.is_rooted)]
            )
            for one in ways:
                for method in sorted(methods) or [""]:
                    yield Registered(method, one.parts, one.lines, is_whole=one.is_whole)

    def _in_type(self, entity: Entity, way: _Way, *, is_rooted: bool) -> Iterator[_Way]:
        owner = self._graph.owner_of(entity.index)
        if owner < 0 or is_rooted or self._graph.entity(owner).kind not in TYPE_KINDS:
            yield way
            return
        for one in (owner, *bases(self._graph, owner)):
            around = self._graph.entity(one)
            home = self._files.at(around.path) if around.path else None
            marks = marks_above(home.lines, around) if home else []
            if home is None or not marks:
                continue
            if any("client" in mark.name.lower() for mark in marks):
                return  # its methods ask
            routing = [mark for mark in marks if is_routing(mark.name) and mark.paths]
            own = self._graph.entity(owner).name
            for mark in routing:
                for parts in mark.paths:
                    told = [self._told_part(home, part, own, entity.name) for part in parts]
                    yield way.below(home.path, mark.line, told)._replace(
                        parts=(*told, *(self._told_part(home, part, own, entity.name) for part in way.parts))
                    )
            if routing:
                return
        yield way

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
            file = self._files.at(path)
            if file is None or line > len(file.lines) or role_of(path) is Role.TEST:
                continue
            for number in range(line, max(line - _MOST_ABOVE, 0), -1):
                own = [*self._on(file, number, entity, types)]
                for method, written, parts in own:
                    way = _Way((*written.parts, *parts), ((path, number),))
                    for one in self._above(file, number, _called_on(file, number, written), way):
                        yield Registered(method, one.parts, one.lines, is_whole=one.is_whole)
                if own:
                    break

    def _named_member(self, entity: Entity) -> Iterator[tuple[str, int]]:
        """Yield the lines that name a method of something, and do not call it."""
        snapshot = self._index.snapshot
        slots = snapshot.lexical.files_with(entity.name)
        named = re.compile(rf"[\w$)]\s*\??\.\s*{re.escape(entity.name)}(?![\w$(.])")
        code = slots - snapshot.entities.text_files
        for path in (
            sorted(snapshot.entities.paths[slot] for slot in code) if len(code) <= _MOST_NAMING else ()
        ):
            file = self._files.at(path)
            for number, text in enumerate(file.lines, 1) if file else ():
                if entity.name in text and named.search(text):
                    yield path, number

    def _references(self, one: int) -> list[tuple[str, int]]:
        graph = self._graph
        edges = graph.edges_of(np.array([one]), outgoing=False)
        found = (
            [
                (edge.evidence.path, line)
                for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
                if edge.kind == "REFERENCES"
                for line in graph.lines(number)
            ]
            if len(edges) <= 20 * _MOST_REFERENCES
            else []
        )
        return sorted(found) if len(found) <= 4 * _MOST_REFERENCES else []

    def _on(
        self, file: RouteFile, line: int, entity: Entity, types: Sequence[int]
    ) -> Iterator[tuple[str, WrittenPath, tuple[str, ...]]]:
        """Yield the paths on a line that are for a function: method, path, and what stands behind it."""
        text = file.lines[line - 1]
        if asks_for(text):
            return
        before = file.lines[line - 2] if text.lstrip()[:1] in ("'", '"', "`") and line > 1 else ""
        for written in file.paths_on(line):
            said = methods_said(before + text) or methods_said(" ".join(file.lines[line : line + 3]))
            if file.makes_several(line):
                answering = file.handed.over(file.lines, line, written.span, "")
                for key, action in file.words.actions.items() if answering in types else ():
                    method, *rest = key.split()
                    if action == entity.name:
                        yield method, written, tuple("{id}" if part == "*" else part for part in rest)
                continue
            for method in ("", *sorted(said or METHODS)):
                answering = file.handed.over(file.lines, line, written.span, method)
                if answering == entity.index or (answering in types and entity.name in _INVOKED):
                    known = method or (next(iter(said)) if len(said) == 1 else "")
                    yield known, written, ()
                    break

    def _above(self, file: RouteFile, line: int, name: str, way: _Way) -> Iterator[_Way]:
        """Yield the whole paths above one that is written on a line for what is called by a name."""
        self._work += 1
        if len(way.lines) > _MOST_STEPS or self._work > _MOST_WORK:
            yield way
            return
        around = self._block(file, line)
        taken = file.router(name, line) if name else None
        if taken == line:
            taken = None
        if taken is not None and (around is None or taken > around[0]):
            yield from self._kept(file, taken, name, way)
            return
        if around is not None:
            number, written = around
            yield from self._above(
                file, number, _called_on(file, number, written), way.below(file.path, number, written.parts)
            )
            return
        function = self._function(file, line) if name and self._is_given(file, line, name) else None
        if function is not None:
            given = rf"\b{re.escape(name)}\b[^,()]*"
            signature = re.search(
                given, " ".join(file.lines[function.start_line - 1 : function.name_line + 3])
            )
            is_first = signature is not None and _APPLICATION.search(signature[0]) is not None
            yield from [*self._calling(function, way)] or [way._replace(is_whole=way.is_whole and is_first)]
            return
        listed = next(
            (
                one
                for one, places in file.variables()
                for begin, end in places
                if begin <= line <= end and begin != line
            ),
            "",
        )
        if listed and (found := [*self._naming(file, listed, line, way)]):
            yield from found
            return
        yield from [*self._loading(file, way)] or [way]

    def _loading(self, file: RouteFile, way: _Way) -> Iterator[_Way]:
        """Yield the paths above those lines that load a file of routes by its own path."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        folder, _, name = "/".join(file.path.split("/")[-2:]).rpartition("/")
        if not folder:
            return
        slots = set.intersection(*map(lexical.files_with, re.findall(r"\w+", f"{folder}/{name}")))
        named = re.compile(
            rf"(?:\b\w+\s*(?P<key>:)[^:,()]*)?[\"'][^\"']*\b{re.escape(f'{folder}/{name}')}[\"']"
        )
        extension = file.path[file.path.rfind(".") :]
        for path in sorted(paths[slot] for slot in slots if paths[slot].endswith(extension))[
            :_MOST_REFERENCES
        ]:
            other = self._files.at(path) if path != file.path and role_of(path) is not Role.TEST else None
            for number, text in enumerate(other.lines[:_MOST_BLOCK], 1) if other else ():
                found = named.search(text[:_LONGEST]) if name in text else None
                if other is None or found is None or (path, number) in way.lines:
                    continue
                here = way._replace(is_whole=way.is_whole and not found["key"])
                for written in other.paths_on(number):
                    if written.span[1] <= found.start() and _PREFIX_CALL.search(text, 0, written.span[0]):
                        here = here.below(path, number, written.parts)
                yield from self._above(other, number, "", here)

    def _kept(self, file: RouteFile, taken: int, name: str, way: _Way) -> Iterator[_Way]:
        """Yield the paths above a router that a variable got on a line."""
        here = way
        for number in file.value_lines(taken):
            for written in file.paths_on(number):
                key = _KEYED.search(file.lines[number - 1], 0, written.span[0])
                if key and not _PREFIX_KEY.search(key[1]):
                    continue  # `openapi_url="/api.json"`
                if written.parts and "include" not in file.lines[number - 1]:
                    here = here.below(file.path, number, written.parts)
        on = _VALUE_OF.search(file.lines[taken - 1])
        if on and on[1] != name and file.router(on[1], taken) not in (None, taken):
            yield from self._above(file, taken, on[1], here)
            return
        if on and self._block(file, taken) is not None:
            yield from self._above(file, taken, "", here)
            return
        found = [*self._naming(file, name, taken, here)]
        function = self._function(file, taken)
        if not found and function is not None:
            found = [*self._calling(function, here)]
        yield from found or [here]

    def _naming(self, file: RouteFile, name: str, line: int, way: _Way) -> Iterator[_Way]:
        """Yield the paths above those lines that hand a router on by its name."""
        yield from self._mounting(
            file,
            rf"(?<![\w./\"'-]){re.escape(name)}\b(?![\"'/]|\s*(?:[.](?!\s*(?:urls|routes?|router|middleware)\b)|->|:?=(?!=)))",
            line,
            way,
        )
        graph = self._graph
        own = graph.entities_of(file.path)
        seen = set[tuple[str, int]]()
        edges = graph.edges_of(np.array(own[:1]), outgoing=False)
        importing = {graph.path_of(edge.source) for edge in graph.edges(edges) if edge.kind == "IMPORTS"}
        variables = [one for one in own if graph.name_of(one) == name and graph.entity(one).kind == "var"]
        for one in variables[:2]:
            importing |= {
                edge.evidence.path for edge in graph.incoming(one, ("IMPORTS", "REFERENCES", "READS"))
            }
        for path in sorted(importing - {file.path})[:_MOST_REFERENCES]:
            other = self._files.at(path)
            for alias in other.aliases(file.path, name) if other else ():
                if other and (path, 0) not in seen:
                    yield from self._mounting(other, rf"(?<![\w.]){alias}\b", 0, way)
            for number in other.importing(file.path) if other else ():
                if other and re.search(r"\b(?:require|import)\s*\(", other.lines[number - 1]):
                    yield from self._mounted(other, number, way)
        stem = file.path.rpartition(".")[0].split("/")
        stem = stem[:-1] if stem[-1] in _NAMELESS else stem
        if file.path.endswith(".py") and "url" in stem[-1]:
            for path in self._holding(stem[-2:]):
                other = self._files.at(path)
                for number, text in enumerate(other.lines, 1) if other else ():
                    for module in _MODULE_NAMED.findall(text) if "include" in text else ():
                        if other and stem[-module.count(".") - 1 :] == module.split("."):
                            yield from self._mounted(other, number, way)

    def _holding(self, words: Sequence[str]) -> list[str]:
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        slots = set.intersection(*map(lexical.files_with, [*words, "include"]))
        return sorted(paths[slot] for slot in slots if paths[slot].endswith(".py"))[:40]

    def _mounting(self, file: RouteFile, pattern: str, besides: int, way: _Way) -> Iterator[_Way]:
        named = re.compile(pattern)
        for number, text in enumerate(file.lines[:_MOST_BLOCK], 1):
            if number != besides and named.search(text) and number not in file.import_lines:
                yield from self._mounted(file, number, way)

    def _mounted(self, file: RouteFile, line: int, way: _Way) -> Iterator[_Way]:
        """Yield the paths above a line that hands a router on, if it does, with the path that it is given there."""
        self._work += 1
        if self._work > _MOST_WORK or (file.path, line) in way.lines or asks_for(file.lines[line - 1]):
            return
        for number in (line, line - 1, line - 2, line - 3, line + 1, line + 2):
            if not 1 <= number <= len(file.lines):
                continue
            for written in file.paths_on(number):
                call = inside_call(file.lines, number, written.span)
                if call is not None and call.first <= line <= call.last and (number == line or call.text):
                    yield from self._above(
                        file,
                        number,
                        _called_on(file, number, written),
                        way.below(file.path, number, written.parts),
                    )
                    return
        text = file.lines[line - 1]
        on = _called_on(file, line, None)
        if not _MOUNTING.search(text) or (
            on and file.router(on, line) is None and not self._is_given(file, line, on)
        ):
            return
        prefix = _PREFIX_NAMED.search(text)
        here = way
        for begin, end in file.values(prefix[1])[:1] if prefix else ():
            for number in range(begin, end + 1):
                for written in file.paths_on(number):
                    here = here.below(file.path, number, written.parts)
        yield from self._above(file, line, on, here)

    def _calling(self, function: Entity, way: _Way) -> Iterator[_Way]:
        """Yield the paths above those lines that call or hand over a function which makes routes."""
        graph = self._graph
        edges = graph.edges_of(np.array([function.index]), outgoing=False)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind not in {"CALLS", "REFERENCES"} or self._work > _MOST_WORK:
                continue
            if role_of(edge.evidence.path) is Role.TEST:
                continue
            file = self._files.at(edge.evidence.path)
            for line in graph.lines(number)[:2] if file else ():
                if file is None or line > len(file.lines):
                    continue
                kept = file.kept_in(line)
                if kept and not any(one.parts for one in file.paths_on(line)):
                    yield from self._naming(file, kept, line, way)
                    continue
                found = [*self._mounted(file, line, way)]
                given = re.search(
                    rf"\b{re.escape(function.name)}\s*\(\s*&?([A-Za-z_$][\w$]*)", file.lines[line - 1]
                )
                on = re.search(
                    rf"([A-Za-z_$][\w$]*)\s*\.\s*{re.escape(function.name)}\s*\(", file.lines[line - 1]
                )
                name = given or on
                if not found and name:
                    yield from self._above(file, line, name[1], way)
                yield from found

    def _is_given(self, file: RouteFile, line: int, name: str) -> bool:
        """Whether the function around a line is given something by a name."""
        function = self._function(file, line)
        return function is not None and name in re.findall(
            r"[\w$]+", " ".join(file.lines[function.start_line - 1 : function.name_line + 3])
        )

    def _function(self, file: RouteFile, line: int) -> Entity | None:
        one = file.scope(line)
        return self._graph.entity(one) if one >= 0 else None

    def _block(self, file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
        """Return the nearest path that is given to a call which encloses a line."""
        lines = file.lines
        least = _indent(lines[line - 1])
        for number in range(line - 1, max(line - _MOST_BLOCK, 0), -1):
            text = lines[number - 1]
            if not text.strip() or _indent(text) >= least:
                continue
            least = _indent(text)
            if text.lstrip()[0] in ")]}" and (option := self._option(file, number)):
                return option
            for written in file.paths_on(number):
                if written.parts and (
                    line < file.past(number, written) or _encloses(lines, number, written, line)
                ):
                    return number, written
            if not least:
                return None
        return None

    def _option(self, file: RouteFile, line: int) -> tuple[int, WrittenPath] | None:
        """Return the prefix among the options that a line closes and with which a block begins."""
        least = _indent(file.lines[line - 1])
        for number in range(line - 1, max(line - _MOST_OPTIONS, 0), -1):
            if file.lines[number - 1].strip() and _indent(file.lines[number - 1]) <= least:
                return None
            if found := _PREFIX_OPTION.search(file.lines[number - 1][:_LONGEST]):
                return number, WrittenPath([part for part in found["path"].split("/") if part], found.span())
        return None


def _called_on(file: RouteFile, line: int, written: WrittenPath | None) -> str:
    """Return the name of what is called with a path on a line."""
    text = file.lines[line - 1]
    before = text[: written.span[0]] if written else text[: text.find("(") + 1]
    if not before.strip() and line > 1:
        before = file.lines[line - 2]
    found = _CALLED_ON.search(before)
    return found[1] if found else ""


def _encloses(lines: Sequence[str], number: int, written: WrittenPath, line: int) -> bool:
    call = inside_call(lines, number, written.span)
    calls = [call, *chained_calls(lines, number, written.span)] if call else []
    return any(one.first <= line <= one.last and one.last > number for one in calls)


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
