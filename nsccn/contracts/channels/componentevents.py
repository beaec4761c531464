"""Who handles what a component of Vue or Svelte emits: the elements that run the component say it.

emit("saved", id), this.$emit("saved")   ->   <CartRow @saved="keep" />, v-on:saved="keep($event)"      in Vue
dispatch("saved", id)                    ->   <CartRow on:saved={keep} />                               in Svelte
"""

from __future__ import annotations

import re
from posixpath import basename, splitext
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.channels.channels import End, Link
from nsccn.contracts.channels.names import Channel
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_EMITS: Final = {
    ".vue": regex(r"(?<![\w$])\$?emit\(\s*([\"'`])(?P<name>[\w:.-]+)\1"),
    ".svelte": regex(r"(?<![\w$.])dispatch\(\s*([\"'`])(?P<name>[\w:.-]+)\1"),
}
_ATTRIBUTES: Final = {
    ".vue": r"(?:\"[^\"]*\"|'[^']*'|[^>\"']){0,2000}+",
    ".svelte": r"(?:\"[^\"]*\"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}|[^>\"'{]){0,2000}+",
}
"""What stands between the name of an element and its end: bounded, since a text may begin many that never end."""
_HANDLES: Final = {
    ".vue": regex(
        r"(?<![\w-])(?:@|v-on:)(?P<name>[\w:-]+)(?:\.[\w.-]+)?\s*=\s*(?:\"(?P<code>[^\"]*)\"|'(?P<other>[^']*)')"
    ),
    ".svelte": regex(
        r"(?<![\w-])on:(?P<name>[\w:-]+)(?:\|\w+)*\s*=\s*[\"']?\{(?P<code>(?:[^{}]|\{(?P<other>[^{}]*)\})*)\}"
    ),
}
_CAPITAL: Final = regex(r"(?<=[a-z0-9])(?=[A-Z])")
_NAMED: Final = regex(r"(?<![\w$.])[A-Za-z_$][\w$]*")
_MOST_FILES: Final = 60
_MOST_ENDS: Final = 40
_MOST_FOLDERS: Final = 4


class _Handling(NamedTuple):
    """An event that an element of a component has handled."""

    written: str
    line: int
    code: str


class ComponentEvents:
    """What components emit, by the edges between those that import one another."""

    def __init__(self, index: RepoIndex, graph: CodeGraph) -> None:
        self._index = index
        self._graph = graph

    def sent(self, entity: Entity) -> list[Link]:
        """Return what a function emits and who handles it."""
        found = dict[str, Link]()
        for event, line in self._emitted(entity.path):
            if entity.start_line <= line <= entity.end_line and event not in found:
                ends = tuple(self._handlers(entity.path, event))[:_MOST_ENDS]
                found[event] = Link(Channel(event), entity.path, line, ends)
        return [one for one in found.values() if one.others]

    def received(self, entity: Entity) -> list[Link]:
        """Return what a function handles and who emits it."""
        found = dict[tuple[str, str], Link]()
        is_any = entity.kind in FUNCTION_KINDS and splitext(entity.path)[1] in _EMITS
        for child in self._joined(entity.path, outgoing=True) if is_any else ():
            for one in self._handled(entity.path, child):
                if entity.name in _NAMED.findall(one.code):
                    ends = tuple(
                        End(child, line, self._graph.at_line(child, line))
                        for event, line in self._emitted(child)
                        if _spelt(event) == _spelt(one.written)
                    )
                    link = Link(Channel(one.written), entity.path, one.line, ends)
                    found.setdefault((child, one.written), link)
        return [one for one in found.values() if one.others]

    def _handlers(self, child: str, event: str) -> Iterator[End]:
        """Yield who handles an event of a component."""
        for path in self._joined(child, outgoing=False):
            functions = {
                self._graph.name_of(one): one
                for one in self._graph.entities_of(path)
                if self._graph.kinds[self._graph.kind[one]] in FUNCTION_KINDS
            }
            for handling in self._handled(path, child):
                if _spelt(handling.written) == _spelt(event):
                    named = [functions[one] for one in _NAMED.findall(handling.code) if one in functions]
                    file = self._graph.entities_of(path)[0]
                    yield End(path, handling.line, *((named[0],) if named else (file, True)))

    def _joined(self, path: str, *, outgoing: bool) -> list[str]:
        """Return the components that a file imports, or those that import it."""
        graph, ending = self._graph, splitext(path)[1]
        asked, own = graph.outgoing if outgoing else graph.incoming, graph.entities_of(path)[:1]
        edges = (edge for one in own for edge in asked(one, ("IMPORTS",)))
        paths = (graph.path_of(edge.target if outgoing else edge.source) for edge in edges)
        return sorted({one for one in paths if one.endswith(ending) and one != path})[:_MOST_FILES]

    def _handled(self, path: str, child: str) -> list[_Handling]:
        """Return the events of a component that a file handles where it runs it."""
        text, ending = self._index.text_if_any(path), splitext(path)[1]
        tags = "|".join(map(re.escape, sorted(_tags(text, child))))
        element = re.compile(rf"<(?:{tags})(?=[\s/>]){_ATTRIBUTES[ending]}>")
        return [
            _Handling(
                on["name"],
                text.count("\n", 0, found.start() + on.start()) + 1,
                on["code"] if on["code"] is not None else on["other"] or "",
            )
            for found in element.finditer(text)
            for on in _HANDLES[ending].finditer(found[0])
        ]

    def _emitted(self, path: str) -> list[tuple[str, int]]:
        """Return the events that a component emits, with their lines."""
        emits = _EMITS.get(splitext(path)[1])
        if emits is None:
            return []
        text = self._index.text_if_any(path)
        return [(one["name"], text.count("\n", 0, one.start()) + 1) for one in emits.finditer(text)]


def _tags(text: str, component: str) -> set[str]:
    """Return the names that the elements of a component may have in a text: those of folders may stand before its own.

    >>> sorted(_tags('import Row from "../cart/CartRow.vue"', "cart/CartRow.vue"))
    ['CartCartRow', 'CartRow', 'Row', 'cart-cart-row', 'cart-row', 'row']
    >>> sorted(_tags("", "cart/index.vue"))
    ['Cart', 'cart']
    """
    file = basename(component)
    parts = [re.sub(r"\W", "", one[:1].upper() + one[1:]) for one in splitext(component)[0].split("/")]
    parts = parts[:-1] if parts[-1] == "Index" else parts
    named = re.findall(rf"\bimport\s+(\w+)\s+from\s+[\"'][^\"'\n]*/{re.escape(file)}[\"']", text)
    named += ["".join(parts[-count:]) for count in range(1, min(len(parts), _MOST_FOLDERS) + 1)]
    return {spelt for one in named for spelt in (one, _spelt(one))}


def _spelt(name: str) -> str:
    """Return a name as markup may write it, too: `logged-in` of `loggedIn`."""
    return _CAPITAL.sub("-", name).lower()
