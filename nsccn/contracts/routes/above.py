"""What stands before a path of a URL: the way from a line with its end to the outermost part, by what mounts what.

It is looked for at the router that is called, at the block around, at who imports the router's module, calls the
function that makes it or loads its file; what is said nowhere there, the path goes without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.callarguments import bare, called_around, keys_around
from nsccn.contracts.routes.constants import Constant, constant, led_by
from nsccn.contracts.routes.groups import PREFIX_CALL, group_around, is_linked
from nsccn.contracts.routes.listings import lists_naming
from nsccn.contracts.routes.mapped import mapped_to, type_mapping
from nsccn.contracts.routes.receivers import called_on, given_for, head_of, place_of_parameter
from nsccn.contracts.routes.texts import WrittenPath, asks_for
from nsccn.contracts.routes.wholepaths import hands_on_whole
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.contracts.routes.prefixes import Way
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_REFERENCES: Final = 12
"""Lines that hand over a function; one that is handed over more often is no handler."""
_CHAINED: Final = regex(r"\A\s*(?:return\s+(?:new\s+)?)?[A-Z]\w*(?:::<[^<>()]*>)?(?:::\w+)?\([^()]*\)")
"""A router that is made where it is called, and kept by no name."""
_VALUE_OF: Final = regex(r"=\s*(?:await\s+)?&?([A-Za-z_$][\w$]*)\s*(?:\??\.|->)")
_PREFIX_NAMED: Final = regex(
    r"(?:prefix[\"']?\s*(?:[=:]|=>)|\b(?:use|route|mount)\()\s*(?P<name>(?:[A-Za-z_$][\w$]*\.)*[A-Za-z_$][\w$]*)\s*(?P<end>[,)}]|\Z)"
)
"""A prefix that a constant keeps; what a router is used with may be no path."""
_KEYED: Final = regex(r"(\w+)[\"']?\s*(?:=>|[=:])\s*\w?\Z")
_LIST: Final = regex(r"\A\s*\w+\s*(?::[^=]+)?=\s*\[")
_OWN_PREFIX: Final = "url_prefix"
"""The key by which a blueprint is given its prefix, or another where it is registered."""
_UNREAD_PREFIX: Final = regex(r"prefix[\"']?\s*(?:=(?!=)|:|=>)\s*(?!None\b|null\b|undefined\b)\w")
_APPLICATION: Final = regex(r"app|engine|server|express|fastify|\bmux\b|\bhttp\b", re.IGNORECASE)
"""In the name or the type of what routes are given to that stand below no others."""
_PREFIX_KEY: Final = regex(r"\w*prefix|(?:base_?)?path", re.IGNORECASE)
_EXPORTED: Final = regex(
    r"^(?:module\.)?exports?(?:\.\w+)?\s*(?:=|default\b)\s*(?:\w+\()?(?:async\s*)?(?:function\b|\()",
    re.MULTILINE,
)
"""A module that is a function without a name, as a plugin is."""
_MODULE_NAMED: Final = regex(r"[\"']((?:\w+\.)+\w+)[\"']")
_MOUNTING: Final = regex(
    r"\b(?:use|service|include\w*|register\w*|mount|routes?|nest|merge|append|configure|extend)\s*\(|\broutes!\s*\["
)
"""Hands a router on with no path of its own."""
_HANDED_ON: Final = (
    r"\b(?![\"'/]|!(?!=)|\s*(?:(?:[.]|::)(?!\s*(?:urls|routes|router|middleware)\b(?!\s*[.])|\s*route\b(?!\s*\())"
    r"|->|[:+]?=(?!=)|[+]\s*[\w.]+\())"
)
"""Behind a name by which something is handed on as a whole: nothing of it is called, and no call added to it."""
_PARAMETERS: Final = regex(r"\b(?:func|function|fn)\b[^()]*\(([^()]*)\)|\(([^()]*)\)\s*=>|\b(\w+)\s*=>")
"""Of a function that is written on a line: they have the names of others, and are none of these."""
_NAMELESS: Final = frozenset({"__init__", "index", "mod"})
_MOST_STEPS: Final = 7
_MOST_PASSED: Final = 4 * _MOST_STEPS
_MOST_WORK: Final = 600
_MOST_OPTIONS: Final = 20
_COMMENTS: Final = ("//", "#", "*", "/*")
_MOST_OPTIONS_BELOW: Final = 4
_MOST_LIST_ABOVE: Final = 4
LOADS: Final = regex(r"=>\s*\(?\s*import\(")
"""Hands a router on that is imported when it is wanted."""
_PART: Final = regex(r"(?<!\w)(?:APIRouter|Blueprint|Namespace|Router)\s*(?:<[^<>()]*>)?\(|\broutes!\s*\[")
"""Makes a router that answers nothing until an application mounts it."""
_LONGEST: Final = 1000
_MOST_BLOCK: Final = 3000


class RoutesAbove:
    """What stands before the paths of one answer; each file is read once."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, files: RouteFiles) -> None:
        self._index, self._graph = index, graph
        self.files = files
        self._work = 0
        self._open: set[tuple[str, int]] = set()
        """Where the routers got their values above which is being looked."""

    def of(self, file: RouteFile, line: int, name: str, way: Way) -> Iterator[Way]:
        """Yield the whole paths above one that is written on a line for what is called by a name."""
        self._work += 1
        if len(way.lines) > _MOST_STEPS or len(way.passed) > _MOST_PASSED or self._work > _MOST_WORK:
            yield way
            return
        asked = (file.path, line, name)
        if asked in way.passed:
            return  # `r.Handler = r.routes()`: a router that holds itself
        way = way._replace(passed=(*way.passed, asked))
        if mapping := type_mapping(self._graph, file, line):
            yield from [*self._mapping(file, mapping, way)] or [way]
            return
        around = group_around(file, line)
        taken = file.router(name, line) if name else None
        if name and taken is None:
            taken = file.attribute(name)
        if taken == line:
            taken = None
        if taken is not None and (around is None or taken > around[0]):
            yield from self._kept(file, taken, name, way)
            return
        if around is not None:
            number, written = around
            here = self.below(file, number, file.lines[number - 1], written, way)
            yield from self.of(file, number, called_on(file, number, written), here)
            return
        function = self._function(file, line) if name and self._is_given(file, line, name) else None
        made = None if name else self._function(file, line)
        if made is not None and _CHAINED.search(file.lines[file.chain_head(line) - 1]):
            yield from [*self.calling(made, way)] or [way]  # it returns the router
            return
        if function is not None:
            given = rf"\b{re.escape(name)}\b[^,()]*"
            signature = re.search(given, head_of(file, function))
            is_first = signature is not None and _APPLICATION.search(signature[0]) is not None
            if found := [*self.calling(function, way, name)] or [*self._elsewhere(file, name, way)]:
                yield from found
                return
            yield way._replace(is_whole=way.is_whole and is_first)
            return
        listed = next(
            (
                one
                for one, places in file.variables()
                for begin, end in places
                if begin <= line <= end and (begin != line or _LIST.search(file.lines[line - 1]))
            ),
            "",
        )
        if listed and (found := [*self._naming(file, listed, line, way)]):
            yield from found
            return
        yield from [*self._loading(file, way)] or [*self._elsewhere(file, name, way)] or [way]

    def linked(self, file: RouteFile, line: int, written: WrittenPath, way: Way) -> Way:
        """Put before a path those of the groups that it is linked to on a line: `r.Group("/carts").GET("", list)`."""
        text = file.lines[line - 1]
        for one in reversed(file.paths_on(line)):
            if is_linked(text, one.span, written.span):
                way = self.below(file, line, text, one, way)
        return way

    def _elsewhere(self, file: RouteFile, name: str, way: Way) -> Iterator[Way]:
        """Yield the paths above a router that another file has, or that the function is given which this one is."""
        if not name:
            return
        for path, original in file.imported(name):
            home = self.files.at(path)
            for begin, _ in home.values(original)[:1] if home else ():
                if home and home.kept_in(begin) == original and (path, begin) not in way.lines:
                    yield from self._kept(home, begin, original, way)
            return
        if _EXPORTED.search("\n".join(file.lines[:_MOST_BLOCK])):
            yield from [*self._imported(file, "default", way)] or [way._replace(is_whole=False)]

    def _loading(self, file: RouteFile, way: Way) -> Iterator[Way]:
        """Yield the paths above those lines that load a file of routes by its own path."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        folder, _, name = "/".join(file.path.split("/")[-2:]).rpartition("/")
        if not folder:
            return
        slots = lexical.files_with_all(re.findall(r"\w+", f"{folder}/{name}"))
        named = re.compile(
            rf"(?:\b(?P<key>\w+)\s*:[^:,()]*)?[\"'][^\"']*\b{re.escape(f'{folder}/{name}')}[\"']"
        )
        extension = file.path[file.path.rfind(".") :]
        holding = [paths[slot] for slot in slots if paths[slot].endswith(extension)]
        for path in sorted(holding, key=lambda one: (one.count("/"), one))[:_MOST_REFERENCES]:
            other = self.files.at(path) if path != file.path and role_of(path) is not Role.TEST else None
            for number in other.lines_with([name]) if other else ():
                text = other.lines[number - 1] if other and number <= _MOST_BLOCK else ""
                is_read = text and not text.lstrip().startswith(_COMMENTS)
                found = named.search(text[:_LONGEST]) if is_read else None
                if other is None or found is None or (path, number) in way.lines:
                    continue
                here = self._routed(other, number, found["key"] or "", way)
                for written in other.paths_on(number):
                    if written.span[1] <= found.start() and PREFIX_CALL.search(text, 0, written.span[0]):
                        here = here.below(path, number, written.parts)
                yield from self.of(other, number, "", here)

    def _routed(self, file: RouteFile, line: int, key: str, way: Way) -> Way:
        """Put before a path what a file of routes is loaded with by a key, as Laravel does it: `api:`."""
        around = "\n".join(file.lines[max(line - _MOST_OPTIONS, 0) : line + _MOST_OPTIONS])
        if not key or (key == "web" and "withRouting(" in around):
            return way
        if key != "api" or "withRouting(" not in around:
            return way._replace(is_whole=False)
        given = re.search(r"\bapiPrefix\s*:\s*[\"']([^\"'\s]*)[\"']", around)
        return way.below(file.path, line, [part for part in (given[1] if given else key).split("/") if part])

    def _kept(self, file: RouteFile, taken: int, name: str, way: Way) -> Iterator[Way]:
        """Yield the paths above a router that a variable got on a line; none where that leads back to it."""
        if (file.path, taken) not in self._open:
            self._open.add((file.path, taken))
            found = [*self._above_value(file, taken, name, way)]
            self._open.discard((file.path, taken))
            yield from found

    def _above_value(self, file: RouteFile, taken: int, name: str, way: Way) -> Iterator[Way]:
        here = way
        kept = file.lines[taken - 1]
        holds_others = _LIST.search(kept) or re.search(rf"=\s*{re.escape(name)}\s*\+", kept)
        for number in () if holds_others else file.value_lines(taken):
            for written in file.paths_on(number):
                key = _KEYED.search(file.lines[number - 1], 0, written.span[0])
                given = keys_around(file.lines[number - 1], written.span[0])
                if not all(map(_PREFIX_KEY.fullmatch, [*given, *(key.groups() if key else ())])):
                    continue  # `openapi_url="/api.json"`
                if written.parts and "include" not in file.lines[number - 1]:
                    here = self.below(file, number, file.lines[number - 1], written, here)
                    if key and key[1] == _OWN_PREFIX:
                        here = here._replace(replaced=len(here.parts) - len(way.parts))
        on = _VALUE_OF.search(file.lines[taken - 1])
        around = file.router(on[1], taken) if on and on[1] != name else None
        if on and around not in (None, taken) and around not in file.import_lines:
            yield from self.of(file, taken, on[1], here)
            return
        if on and group_around(file, taken) is not None:
            yield from self.of(file, taken, "", here)
            return
        found = [*self._naming(file, name, taken, here)]
        function = self._function(file, taken)
        if not found and function is not None:
            found = [*self.calling(function, here, on[1] if on else "")]
        if not found and _PART.search(" ".join(file.lines[number - 1] for number in file.value_lines(taken))):
            here = here._replace(is_whole=False)  # who mounts it is not found
        yield from found or [here]

    def _naming(self, file: RouteFile, name: str, line: int, way: Way) -> Iterator[Way]:
        """Yield the paths above those lines that hand a router on by its name."""
        yield from self._mounting(
            file,
            rf"(?<![\w./\"'-])(?<!::)(?<!fn ){re.escape(name)}{_HANDED_ON}",
            line,
            way,
        )
        yield from self._imported(file, name, way)

    def _mapping(self, file: RouteFile, name: str, way: Way) -> Iterator[Way]:
        """Yield the paths above those lines that map a path to a type of a file."""
        named = re.compile(rf"\b{re.escape(name)}\b")
        for path in (file.path, *self._importing(file, name)):
            if (other := self.files.at(path)) is None:
                continue
            for number in other.lines_with([name]):
                text, is_read = other.lines[number - 1], (path, number) in way.lines
                for written in () if is_read else other.paths_on(number):
                    if named.search(mapped_to(text, written.span)):
                        yield from self.of(other, number, "", self.below(other, number, text, written, way))

    def _importing(self, file: RouteFile, name: str) -> list[str]:
        """Return the files that import a file, or a variable of it by a name."""
        graph = self._graph
        own = graph.entities_of(file.path)
        edges = graph.edges_of(np.array(own[:1]), outgoing=False)
        importing = {graph.path_of(edge.source) for edge in graph.edges(edges) if edge.kind == "IMPORTS"}
        variables = [one for one in own if graph.name_of(one) == name and graph.entity(one).kind == "var"]
        for one in variables[:2]:
            importing |= {
                edge.evidence.path for edge in graph.incoming(one, ("IMPORTS", "REFERENCES", "READS"))
            }
        return sorted(importing - {file.path})[:_MOST_REFERENCES]

    def _imported(self, file: RouteFile, name: str, way: Way) -> Iterator[Way]:
        """Yield the paths above those lines of other files that hand on what one has of a name."""
        for path in self._importing(file, name):
            other = self.files.at(path)
            for alias in other.aliases(file.path, name) if other else ():
                if other:
                    yield from self._mounting(other, rf"(?<![\w.]){alias}{_HANDED_ON}", 0, way)
            for number in other.importing(file.path) if other else ():
                if other and re.search(r"\b(?:require|import)\s*\(", other.lines[number - 1]):
                    yield from self._mounted(other, number, way)
        stem = file.path.rpartition(".")[0].split("/")
        stem = stem[:-1] if stem[-1] in _NAMELESS else stem
        if file.path.endswith(".py") and "url" in stem[-1] and name == "urlpatterns":
            for path in self._holding(stem[-2:]):
                other = self.files.at(path)
                for number, text in enumerate(other.lines, 1) if other else ():
                    for module in _MODULE_NAMED.findall(text) if "include" in text else ():
                        if other and stem[-module.count(".") - 1 :] == module.split("."):
                            yield from self._mounted(other, number, way)

    def _holding(self, words: Sequence[str]) -> list[str]:
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        slots = lexical.files_with_all([*words, "include"])
        return sorted(paths[slot] for slot in slots if paths[slot].endswith(".py"))[:40]

    def _mounting(self, file: RouteFile, pattern: str, besides: int, way: Way) -> Iterator[Way]:
        named = re.compile(pattern)
        for number, text in enumerate(file.lines[:_MOST_BLOCK], 1):
            if number == besides or not named.search(text) or number in file.import_lines:
                continue
            if not named.search(bare(text[:_LONGEST])):
                continue  # a comment says it
            if not any(named.search(given) for given in map("".join, _PARAMETERS.findall(text[:_LONGEST]))):
                yield from self._mounted(file, number, way)

    def _mounted(self, file: RouteFile, line: int, way: Way) -> Iterator[Way]:
        """Yield the paths above a line that hands a router on, if it does, with the path that it is given there."""
        self._work += 1
        if self._work > _MOST_WORK or (file.path, line) in way.lines or asks_for(file.lines[line - 1]):
            return
        if role_of(file.path) is Role.TEST:
            return  # it mounts what it tests
        for number in (line, line - 1, line - 2, line - 3, line + 1, line + 2):
            if not 1 <= number <= len(file.lines):
                continue
            for written in file.paths_on(number):
                call = file.call(number, written.span)
                is_one = (
                    number == line or (call is not None and call.text) or LOADS.search(file.lines[line - 1])
                )
                if call is not None and call.first <= line <= call.last and is_one:
                    text = file.lines[number - 1]
                    key = _KEYED.search(text, 0, written.span[0])
                    here = way.without_own() if key and key[1] == _OWN_PREFIX else way
                    if hands_on_whole(file, number, call):
                        here = here.at(file.path, number)
                    else:
                        here = self.below(file, number, text, written, here)
                    yield from self.of(file, number, called_on(file, number, written), here)
                    return
        text = file.lines[line - 1]
        on = called_on(file, line, None)
        if not _MOUNTING.search(text) or (
            on and file.router(on, line) is None and not self._is_given(file, line, on)
        ):
            return
        yield from self.of(file, line, on, self._below_constant(file, line, way))

    def _below_constant(self, file: RouteFile, line: int, way: Way) -> Way:
        """Put before a path the prefix that is given by a name on a line, or below it in the same call."""
        for number in range(line, min(line + _MOST_OPTIONS_BELOW, len(file.lines)) + 1):
            text = file.lines[number - 1]
            prefix = _PREFIX_NAMED.search(text[:_LONGEST])
            if prefix is not None and "prefix" not in prefix[0] and prefix["end"] != ",":
                prefix = None  # `app.use(carts)`
            if prefix is not None:
                way = way.without_own() if _OWN_PREFIX in prefix[0] else way
                known = self._constant(file, number, prefix["name"])
                if known is not None:
                    return way.below(known.path, known.line, known.parts).at(file.path, number)
                is_path = "prefix" in prefix[0] or prefix["name"].rpartition(".")[2].isupper()
                return way.at(file.path, number)._replace(is_whole=False) if is_path else way
            if _UNREAD_PREFIX.search(text):
                return way.at(file.path, number)._replace(is_whole=False)
            if ")" in text and not text.rstrip().endswith("("):
                break
        return way

    def below(self, file: RouteFile, line: int, text: str, written: WrittenPath, way: Way) -> Way:
        """Put before a path the one in the text of a line, where a constant in it stands for a text with that."""
        led = led_by(text, written)
        if led is None:
            return way.below(file.path, line, written.parts)
        return self.below_name(file, line, *led, way)

    def below_name(self, file: RouteFile, line: int, name: str, parts: Sequence[str], way: Way) -> Way:
        """Put before a path some parts, and before them what a name stands for on a line."""
        known = self._constant(file, line, name) if name else None
        if known is None:
            return way.below(file.path, line, parts)._replace(is_whole=False)
        return way.below(known.path, known.line).below(file.path, line, (*known.parts, *parts))

    def _constant(self, file: RouteFile, line: int, name: str) -> Constant | None:
        """Return the path that a name stands for on a line; None for what the function around is given."""
        is_given = not name.isupper() and "." not in name and self._is_given(file, line, name)
        return None if is_given else constant(self._graph, self.files, file, name)

    def listed(self, function: Entity, way: Way) -> list[Way]:
        """Return the paths above the lists that name a function; none where none does."""
        found: list[Way] = []
        is_listed = False
        for file, line in lists_naming(self._index, self.files, function):
            above = "\n".join(file.lines[max(line - _MOST_LIST_ABOVE, 0) : line])
            around, kept = self._function(file, line), file.kept_in(line)
            is_listed = True
            if called_around(above, above.rfind("!")):
                found += self._mounted(file, line, way)
            elif kept:
                found += self._kept(file, file.begins(line), kept, way)
            elif around is not None:
                found += self.calling(around, way)
        return found or ([way._replace(is_whole=False)] if is_listed else [])

    def calling(self, function: Entity, way: Way, taken: str = "") -> Iterator[Way]:
        """Yield the paths above those lines that call or hand over a function which makes routes.

        It makes them of what it takes by a name; by the first where none is said.
        """
        graph = self._graph
        home = self.files.at(function.path) if taken else None
        place = place_of_parameter(head_of(home, function), taken) if home else 0
        edges = graph.edges_of(np.array([function.index]), outgoing=False)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind not in {"CALLS", "REFERENCES"} or self._work > _MOST_WORK:
                continue
            if role_of(edge.evidence.path) is Role.TEST:
                continue
            file = self.files.at(edge.evidence.path)
            for line in graph.lines(number)[:2] if file else ():
                if file is None or line > len(file.lines):
                    continue
                kept = file.kept_in(line)
                if kept and not any(one.parts for one in file.paths_on(line)):
                    yield from self._naming(file, kept, line, way)
                    continue
                found = [*self._mounted(file, line, way)]
                given = given_for(file.lines[line - 1], function.name, place)
                on = re.search(
                    rf"([A-Za-z_$][\w$]*)\s*\.\s*{re.escape(function.name)}\s*\(", file.lines[line - 1]
                )
                name = given or (on[1] if on else "")
                if not found and name:
                    yield from self.of(file, line, name, way)
                yield from found

    def _is_given(self, file: RouteFile, line: int, name: str) -> bool:
        """Whether the function around a line is given something by a name."""
        function = self._function(file, line)
        return function is not None and name in re.findall(r"[\w$]+", head_of(file, function))

    def _function(self, file: RouteFile, line: int) -> Entity | None:
        one = file.scope(line)
        return self._graph.entity(one) if one >= 0 else None
