"""Which function handles what a place receives: named, marked, or the one around a function without a name."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.contracts.channels.forms import SEVERAL_WORDS
from nsccn.contracts.channels.queues import METHOD, is_of_worker
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.contracts.channels.names import ChannelNames
    from nsccn.contracts.channels.texts import Site
    from nsccn.graph.model import Entity

_INLINE: Final = regex(r"=>|\b(?:function|func|fn|fun|lambda|do)\b|\A\{|\|[\w, ]*\|")
_CALLABLE: Final = regex(r"\A(?:[&$\[:]|array\b|[A-Za-z_][\w$]*(?:\Z|[.(:]))")
"""An argument that may be what handles."""
_NAMED: Final = regex(r"[A-Za-z_$][\w$]*")
_QUOTED: Final = regex(r"[\"'](?:[\w\\]+::)?([A-Za-z_]\w*)[\"']")
_TYPES: Final = frozenset(("class", "struct"))
_HANDLES: Final = regex(r"@(?:Rabbit|Kafka)Handler\b")
"""Marks the methods that handle what the mark above their type receives."""
_MOST_NAMING: Final = 60
"""Files that may hand over a function by its name."""


class Handler(NamedTuple):
    """What handles that which a place receives."""

    entity: int
    is_named: bool = False
    """Whether the place names it, or marks it; else it is what the place stands in."""
    is_told: bool = True
    """Whether nothing else is named that could not be found."""


class Handlers:
    """Who handles, and where functions are handed over to handle something."""

    def __init__(self, names: ChannelNames) -> None:
        self._names = names
        self._index, self._graph, self._table = names.index, names.graph, names.table
        self._known: dict[str, dict[str, list[int]]] = {}

    def of(self, site: Site) -> list[Handler]:
        """Return the functions that handle what a place receives."""
        if site.is_mark:
            return [Handler(one, is_named=True) for one in self._marked(site)]
        around = self.around(site.path, site.line)
        is_told = True
        for given in site.behind:
            if _INLINE.search(given[:300]):
                break
            if found := self._named(site, given, around):
                return [Handler(one, is_named=True) for one in found]
            is_told = is_told and not _CALLABLE.search(given)
        return [Handler(around, is_told=is_told)] if around >= 0 else []

    def _marked(self, site: Site) -> list[int]:
        """Return what a mark stands above, or before on its line; of a type the methods that are marked to handle."""
        graph, lines = self._table, self._lines(site.path)
        below = [
            one
            for one in graph.entities_of(site.path)
            if graph.start_line[one] <= site.line <= graph.name_line[one]
            and graph.kinds[graph.kind[one]] in FUNCTION_KINDS | _TYPES
            and (site.line < graph.name_line[one] or _is_before(site, lines, graph.name_of(one)))
        ]
        if not below or graph.kinds[graph.kind[below[-1]]] not in _TYPES:
            return below[-1:]
        inside = [
            one
            for one in graph.entities_of(site.path)
            if self._names.owner(one) == below[-1]
            and (
                any(map(_HANDLES.search, lines[graph.start_line[one] - 1 : graph.name_line[one]]))
                or (is_of_worker(site) and graph.name_of(one) == METHOD)
            )
        ]
        return inside or below[-1:]

    def _lines(self, path: str) -> list[str]:
        file = self._names.file(path)
        return file.lines if file else []

    def around(self, path: str, line: int) -> int:
        """Return the function around a line, or the file."""
        graph = self._table
        if not graph.entities_of(path):
            return -1
        found = graph.at_line(path, line)
        while graph.kinds[graph.kind[found]] in {"var", "attr"} and (owner := self._names.owner(found)) >= 0:
            found = owner
        return found

    def _named(self, site: Site, given: str, around: int) -> list[int]:
        """Return the functions that an argument names: by an edge, or else in this file."""
        graph = self._table
        names = [*_QUOTED.findall(given)] if site.path.endswith(".php") else _NAMED.findall(given)[-8:]
        if not names:
            return []
        linked = self._graph
        edges = linked.edges(linked.edges_of(np.array([around]), outgoing=True)) if linked else []
        found = {
            edge.target
            for edge in edges
            if edge.kind in {"REFERENCES", "CALLS"}
            and site.line <= edge.evidence.line <= site.last
            and graph.name_of(edge.target) in names
            and graph.kinds[graph.kind[edge.target]] in FUNCTION_KINDS
        }
        if found:
            return sorted(found)
        holder = self._names.owner(around)
        for name in reversed(names):
            known = self._functions(name)
            here = known.get(site.path, [])
            inside = [one for one in here if holder >= 0 and self._names.owner(one) == holder] or here
            if len(inside) == 1:
                return inside
            only = [one for alike in islice(known.values(), 2) for one in alike]
            if not here and len(only) == 1 and SEVERAL_WORDS.search(name.replace("_", ".")):
                return only
        return []

    def _functions(self, name: str) -> dict[str, list[int]]:
        """Return the functions of a name, by file."""
        if name not in self._known:
            graph, found = self._table, dict[str, list[int]]()
            for one in graph.named(name):
                if graph.kinds[graph.kind[one]] in FUNCTION_KINDS:
                    found.setdefault(graph.path_of(one), []).append(one)
            self._known[name] = found
        return self._known[name]

    def handed(self, entity: Entity) -> Iterator[Site]:
        """Yield the places that hand a function over to what receives."""
        graph = self._graph
        lines = graph.lines_using(entity.index, ("REFERENCES",)) if graph else ()
        places = dict.fromkeys(islice(lines, _MOST_NAMING))
        spelt = re.escape(entity.name)
        name = re.compile(rf"{spelt}(?<![\w$]{spelt})(?![\w$(])")
        paths = [entity.path]
        if entity.path.endswith(".php"):
            paths = [*dict.fromkeys([*paths, *self._handing(entity.name)])]
        for path in paths:
            file = self._names.file(path)
            for found in islice(name.finditer(file.text), _MOST_NAMING) if file else ():
                places[path, file.line(found.start()) if file else 0] = None
        seen = set[tuple[str, int]]()
        for path, line in [*places][:_MOST_NAMING]:
            file = self._names.file(path)
            if file is None:
                continue
            for site in file.between(max(line - 3, 1), line):
                key = path, site.given.place
                if not site.form.sends and site.last >= line and key not in seen:
                    seen.add(key)
                    yield site

    def _handing(self, name: str) -> list[str]:
        """Return the files of PHP that may hand over a function by its name."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        adding = lexical.files_with("add_action") | lexical.files_with("add_filter")
        held = lexical.files_with(name) & adding if adding else set()
        return sorted(paths[slot] for slot in held)[:_MOST_NAMING]


def _is_before(site: Site, lines: Sequence[str], name: str) -> bool:
    """Whether a mark stands before a name on its line, as `@OnEvent("paid") onPaid() {`."""
    line = lines[site.line - 1] if site.line <= len(lines) else ""
    written = line.find(site.given.text or site.given.constant.rpartition(".")[2])
    return written >= 0 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line[written:]) is not None
