"""Attributes of a repository's own that say a path or a method, read as those of ASP.NET that they stand for.

class V3Attribute : VersionedAttribute { V3Attribute(string of = "[controller]") : base(3, of) {} }
class VersionedAttribute : IRouteTemplateProvider {                               [V3] class CartController
    VersionedAttribute(int version, string of) { Template = $"api/v{version}/{of}"; }    -> api/v3/cart
}
class GetByIdAttribute { HttpMethods => new[] { "GET" }; Template => "{id:int}"; }        [GetById] Cart Find(int id)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.contracts.routes.heirs import parts_that_tell
from nsccn.contracts.routes.marks import Mark, marks_above
from nsccn.graph import languages
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex
from nsccn.tracing.lineage import subtypes

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.contracts.routes.files import RouteFile, RouteFiles
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

_PROVIDER: Final = "IRouteTemplateProvider"
_TEMPLATE: Final = regex(r"\bTemplate\b[^;=]*=>?\s*(?P<made>\$?)\"(?P<text>[^\"]*)\"")
_METHODS: Final = regex(r"\bHttpMethods\b[^;=]*=>?(?P<said>[^;]*);")
_BASE: Final = regex(r"\bclass\s+\w+\s*(?:\([^()]*\))?\s*:\s*(?P<name>\w+)")
_CONSTANT: Final = regex(r"\bconst\s+string\s+(\w+)\s*=\s*\"([^\"]*)\"")
_PARAMETER: Final = regex(r"(?P<name>\w+)\s*(?:=\s*(?P<value>\"[^\"]*\"|[\w.]+)\s*)?\Z")
_LITERAL: Final = regex(r"\"(?P<text>[^\"]*)\"\Z|(?P<number>\d+)\Z")
_PLACE: Final = regex(r"\{(\w+)\}")
_OF_FRAMEWORK: Final = regex(rf"Route|Http(?P<method>{'|'.join(map(str.capitalize, METHODS))})")
_MOST_STEPS: Final = 4
_MOST_USERS: Final = 400


class _Said(NamedTuple):
    """What an attribute says."""

    method: str
    template: str | None


class OwnMarks:
    """The attributes of one repository."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, files: RouteFiles) -> None:
        self._index, self._graph, self._files = index, graph, files

    def above(self, file: RouteFile, entity: Entity) -> list[Mark]:
        """Return what stands above a definition, each as the mark of the framework that it stands for."""
        return [self._read(file, mark) for mark in marks_above(file.lines, entity)]

    def types(self, route: Route) -> Iterator[tuple[RouteFile, int, Mark]]:
        """Yield the types that may answer a path by such an attribute above them, each with its file."""
        for one in self._marked(route):
            entity = self._graph.entity(one)
            file = self._files.at(entity.path)
            for mark in marks_above(file.lines, entity) if file else ():
                read = self._read(file, mark) if file else mark
                if file and read is not mark:
                    yield file, one, read

    def _marked(self, route: Route) -> list[int]:
        """Return the types with such an attribute that have a part of a path in their names, or in their files."""
        graph, snapshot = self._graph, self._index.snapshot
        kinds = [one for path in self._declaring() for one in graph.entities_of(path) if self._is_mark(one)]
        kinds = [*dict.fromkeys(kinds), *(below for one in kinds for below in subtypes(graph, one))]
        if not kinds:
            return []
        words = (re.findall(r"\w+", part) for part in parts_that_tell(route.parts))
        slots = set[int]().union(*(snapshot.lexical.files_with_all(one) for one in words))
        holding = {snapshot.entities.paths[slot] for slot in slots}
        makers = [own for one in kinds for own in (one, *graph.members(one)) if self._is_maker(one, own)]
        edges = graph.edges_of(np.array(makers), outgoing=False)
        places = {
            (edge.evidence.path, line)
            for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True)
            for line in graph.lines(number)
        }
        users = {graph.at_line(path, line) for path, line in places if len(places) <= _MOST_USERS}
        return [
            one
            for one in sorted(users)
            if graph.entity(one).kind in TYPE_KINDS
            and (graph.path_of(one) in holding or self._is_named(one, route))
        ]

    def _declaring(self) -> list[str]:
        """Return the files that declare attributes which say a path."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        words = (_PROVIDER, "RouteAttribute", *(f"Http{method.capitalize()}Attribute" for method in METHODS))
        slots = set[int]().union(*map(lexical.files_with, words))
        return sorted(path for slot in slots if role_of(path := paths[slot]) is Role.SOURCE)

    def _is_mark(self, one: int) -> bool:
        entity = self._graph.entity(one)
        suffix = self._suffix(entity.language) if entity.kind in TYPE_KINDS else ""
        return bool(suffix) and entity.name.endswith(suffix)

    def _is_maker(self, type_: int, own: int) -> bool:
        return own == type_ or self._graph.name_of(own) == self._graph.name_of(type_)

    def _is_named(self, one: int, route: Route) -> bool:
        words = languages.load(self._graph.entity(one).language).routes
        return self._graph.name_of(one).removesuffix(words.type_suffix).lower() in map(str.lower, route.parts)

    def _suffix(self, language: str) -> str:
        known = languages.known(language)
        return known.routes.mark_suffix if known is not None else ""

    def _read(self, file: RouteFile, mark: Mark) -> Mark:
        suffix = self._suffix(file.language)
        if not suffix or _OF_FRAMEWORK.fullmatch(mark.name):
            return mark
        said = self._said(mark.name.rpartition(".")[2] + suffix, _positional(mark.text), suffix)
        if said is None or (said.template is None and not said.method):
            return mark
        name = f"Http{said.method.capitalize()}" if said.method else "Route"
        text = f"[{name}]" if said.template is None else f'[{name}("{said.template}")]'
        return mark._replace(name=name, text=text)

    def _said(self, name: str, given: Sequence[str], suffix: str, steps: int = 0) -> _Said | None:
        """Return what an attribute says that is given some arguments; None for one of a library."""
        if known := _OF_FRAMEWORK.fullmatch(name.removesuffix(suffix)):
            return _Said(known["method"] or "", next(iter(given), None))
        types = [one for one in self._graph.named(name) if self._is_mark(one)]
        home = self._files.at(self._graph.path_of(types[0])) if len(types) == 1 else None
        if home is None or steps > _MOST_STEPS:
            return None
        entity = self._graph.entity(types[0])
        text = "\n".join(home.lines[entity.name_line - 1 : entity.end_line])
        made = re.search(rf"\b{name}\s*\(([^()]*)\)\s*(?::\s*\w+\(([^()]*)\))?", text)
        values = _values(made[1] if made else "", given, dict(_CONSTANT.findall(text)))
        methods = [one for one in METHODS if (found := _METHODS.search(text)) and f'"{one}"' in found["said"]]
        method = methods[0] if len(methods) == 1 else ""
        if template := _TEMPLATE.search(text):
            return _Said(method, _filled(template["text"], values) if template["made"] else template["text"])
        base = _BASE.search(text)
        handed = [_value(one, values) for one in (made[2] or "").split(",")] if made and made[2] else []
        below = self._said(base["name"], handed, suffix, steps + 1) if base else None
        return below._replace(method=method or below.method) if below else _Said(method, None)


def _positional(text: str) -> list[str]:
    """Return the texts that a mark is given by no name."""
    inside = text.partition("(")[2].rpartition(")")[0]
    return [
        found["text"] or found["number"]
        for one in inside.split(",")
        if (found := _LITERAL.match(one.strip()))
    ]


def _values(parameters: str, given: Sequence[str], constants: Mapping[str, str]) -> dict[str, str]:
    """Return the values of the parameters of a constructor, as far as they are known."""
    found = dict[str, str]()
    for place, one in enumerate(parameters.split(",")):
        if named := _PARAMETER.search(one.strip()):
            default = named["value"] or ""
            value = given[place] if place < len(given) else _value(default, constants)
            if value or default:
                found[named["name"]] = value
    return found


def _value(written: str, known: Mapping[str, str]) -> str:
    literal = _LITERAL.match(written.strip())
    return (literal["text"] or literal["number"] or "") if literal else known.get(written.strip(), "")


def _filled(template: str, values: Mapping[str, str]) -> str | None:
    """Return a template with values in their places; None where one is not known."""
    is_known = all(name in values for name in _PLACE.findall(template))
    return _PLACE.sub(lambda place: values[place[1]], template) if is_known else None
