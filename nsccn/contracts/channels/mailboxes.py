"""Who handles a message that Elixir sends to a process, or an event of a page, and who sends it, by the text alone.

GenServer.cast(pid, {:add, item})          ->     def handle_cast({:add, item}, state)
send(self(), :tick), PubSub.broadcast(…)   ->     def handle_info(:tick, state)
phx-click="add", this.pushEvent("add")     ->     def handle_event("add", params, socket)
GenStateMachine.call(pid, :total)          ->     def handle_event({:call, from}, :total, state, data)
"""

from __future__ import annotations

import re
from posixpath import dirname
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.channels.channels import End, Link
from nsccn.contracts.channels.handlers import Handlers
from nsccn.contracts.channels.names import Channel, ChannelNames
from nsccn.contracts.channels.texts import arguments_from
from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.channels.texts import ChannelFile
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_CODE: Final = (".ex", ".exs")
_MARKUP: Final = (*_CODE, ".heex", ".leex", ".eex")
_HANDLES: Final = regex(
    r"^[ \t]*def[ \t]+handle_(?:"
    r"event\(\s*(?:\{\s*:(?P<asked>call)\s*,[^{}\n]*\}|:(?P<told>cast|info|internal))\s*,\s*\{?\s*:(?P<message>\w+[?!]?)"
    r"|(?P<kind>call|cast|info|continue|event)\(\s*(?:\{?\s*:(?P<tag>\w+[?!]?)|\"(?P<event>[^\"\n#]+)\"))",
    re.MULTILINE,
)
_SENDS: Final = regex(
    r"(?<![\w.:])(?<!def )(?<!defp )"
    r"(?:(?:GenServer|GenStateMachine|:gen_\w+)\.(?:(?:multi_)?(?P<call>call)|(?P<cast>a?b?cast))"
    r"|(?:Process\.|Kernel\.|:timer\.)?send(?:_after|_interval)?|(?:[A-Z][\w.]*\.)?\w{0,40}broadcast\w{0,40}!?)\("
)
_CONTINUES: Final = regex(r"\{\s*(?::next_event,\s*)?:(continue|internal),\s*\{?\s*:(\w+[?!]?)")
_PUSHES: Final = regex(
    r"(?:\bphx[-_][\w-]+(?:=|\"?:\s+)|\bJS\.push\(\s*|\|>\s*push\(\s*|\bpushEvent\(\s*|\bpushEventTo\([^,\"'\n]{1,80},\s*)([\"'])(?P<event>[^\"'\n#{}]+)\1"
)
_TAG: Final = regex(r"\{\s*:(\w+[?!]?)\s*[,}]|:(\w+[?!]?)\Z")
_OWN: Final = regex(r"self\(\)|__MODULE__\b")
_MODULE: Final = regex(r"(?:[A-Z]\w*\.)*([A-Z]\w*)\Z")
_PIPE: Final = "|>"
_WORD: Final = regex(r"[^\W\d]\w+")
_MOST_FILES: Final = 200
_MOST_HANDLING: Final = 3
"""Files that handle what nothing says whom it is sent to; more say nothing."""
_MOST_LISTENING: Final = 8
"""The same of what is sent to all who listen."""
_MOST_LINKS: Final = 60
_MOST_ENDS: Final = 40


class _Place(NamedTuple):
    """Where a message is sent or handled."""

    kind: str
    tag: str
    path: str
    line: int
    to: str = ""
    """The module that it is sent to, or `self`; empty where nothing says it."""


class Mailboxes:
    """What processes and pages are sent, found when it is asked for."""

    def __init__(self, index: RepoIndex, graph: CodeGraph) -> None:
        self._index, self._names = index, ChannelNames(index, graph)
        self._handlers = Handlers(self._names)
        self._sent: dict[str, list[_Place]] = {}
        self._handled: dict[str, list[_Place]] = {}
        self._ends: dict[tuple[str, str], tuple[list[_Place], list[_Place]]] = {}

    def sent(self, entity: Entity) -> list[Link]:
        """Return what a function sends and who handles it."""
        found: dict[tuple[str, str], Link] = {}
        for one in self._within(self._sending(entity.path), entity):
            if (one.kind, one.tag) not in found:
                ends = self._said(self._received_from(one), entity)
                found[one.kind, one.tag] = Link(Channel(one.tag), one.path, one.line, ends)
        return [one for one in found.values() if one.others][:_MOST_LINKS]

    def received(self, entity: Entity) -> list[Link]:
        """Return what a function handles and who sends it."""
        found: dict[tuple[str, str], Link] = {}
        for one in self._within(self._handling(entity.path), entity):
            if (one.kind, one.tag) not in found:
                senders = [
                    other
                    for other in self._all(one.kind, one.tag)[0]
                    if any(handler.path == one.path for handler in self._received_from(other))
                ]
                found[one.kind, one.tag] = Link(
                    Channel(one.tag), one.path, one.line, self._said(senders, entity)
                )
        return [one for one in found.values() if one.others][:_MOST_LINKS]

    def _within(self, places: list[_Place], entity: Entity) -> Iterator[_Place]:
        return (one for one in places if entity.start_line <= one.line <= entity.end_line)

    def _said(self, places: list[_Place], entity: Entity) -> tuple[End, ...]:
        """Return the functions at the other end; those of tests only to tests."""
        is_aside = role_of(entity.path) is not Role.SOURCE
        ends = [
            End(one.path, one.line, self._handlers.around(one.path, one.line))
            for one in places
            if is_aside or role_of(one.path) is Role.SOURCE
        ]
        return tuple(one for one in ends if one.entity >= 0)[:_MOST_ENDS]

    def _received_from(self, sender: _Place) -> list[_Place]:
        """Return where a message is handled that is sent at a place, as far as that is told."""
        handling = self._all(sender.kind, sender.tag)[1]
        own = [one for one in handling if one.path == sender.path]
        if sender.to and sender.to != "self":
            defining = re.compile(rf"\bdefmodule\s+(?:\w+\.)*{re.escape(sender.to)}\b")
            return [one for one in handling if (file := self._file(one.path)) and defining.search(file.text)]
        if sender.to or (own and sender.kind != "info"):
            return own
        if sender.kind == "event" and sender.path.endswith(_MARKUP):
            shared = {one.path: _shared(one.path, sender.path) for one in handling}
            handling = [one for one in handling if shared[one.path] == max(shared.values())]
        most = _MOST_LISTENING if sender.kind == "info" else _MOST_HANDLING
        return handling if len({one.path for one in handling}) <= most else []

    def _all(self, kind: str, tag: str) -> tuple[list[_Place], list[_Place]]:
        """Return where a message is sent, and where it is handled."""
        key = kind, tag
        if key not in self._ends:
            paths = self._holding(tag, (*_MARKUP, *SCRIPTS_AND_COMPONENTS) if kind == "event" else _CODE)
            self._ends[key] = (
                [one for path in paths for one in self._sending(path) if (one.kind, one.tag) == key],
                [one for path in paths for one in self._handling(path) if (one.kind, one.tag) == key],
            )
        return self._ends[key]

    def _holding(self, tag: str, endings: tuple[str, ...]) -> list[str]:
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        words = _WORD.findall(tag)
        held = (paths[slot] for slot in lexical.files_with_all(words)) if words else ()
        return sorted(path for path in held if path.endswith(endings))[:_MOST_FILES]

    def _file(self, path: str) -> ChannelFile | None:
        return self._names.file(path)

    def _handling(self, path: str) -> list[_Place]:
        """Return what a file handles."""
        if path not in self._handled:
            file = self._file(path) if path.endswith(_CODE) else None
            self._handled[path] = [
                _Place(
                    one["asked"] or one["told"] or one["kind"],
                    one["message"] or one["tag"] or one["event"],
                    path,
                    file.line(one.start()),
                )
                for one in (_HANDLES.finditer(file.text) if file else ())
                if file and (one["message"] or bool(one["event"]) == (one["kind"] == "event"))
            ]
        return self._handled[path]

    def _sending(self, path: str) -> list[_Place]:
        """Return what a file sends."""
        if path not in self._sent:
            file = self._file(path) if path.endswith((*_MARKUP, *SCRIPTS_AND_COMPONENTS)) else None
            self._sent[path] = sorted(_sent(file), key=lambda one: one.line) if file else []
        return self._sent[path]


def _sent(file: ChannelFile) -> Iterator[_Place]:
    """Yield what a file sends."""
    for push in _PUSHES.finditer(file.text):
        yield _Place("event", push["event"], file.path, file.line(push.start("event")))
    if not file.path.endswith(_CODE):
        return
    for one in _CONTINUES.finditer(file.text):
        yield _Place(one[1], one[2], file.path, file.line(one.start(2)), "self")
    for call in _SENDS.finditer(file.text):
        kind = "call" if call["call"] else "cast" if call["cast"] else "info"
        _, places = arguments_from(file.text, call.end() - 1)
        given = [(begin, file.text[begin:end].strip()) for begin, end in places]
        is_piped = file.text.endswith(_PIPE, 0, _before(file.text, call.start()))
        module = _MODULE.match(given[0][1]) if given and kind != "info" else None
        to = "self" if given and _OWN.match(given[0][1]) else module[1] if module else ""
        for number, (begin, text) in enumerate(given):
            found = _TAG.match(text)
            if found and (number or is_piped or found[1]):
                yield _Place(kind, found[1] or found[2], file.path, file.line(begin), to)


def _before(text: str, place: int) -> int:
    """Return where the blanks before a place begin."""
    while text[place - 1 : place].isspace():
        place -= 1
    return place


def _shared(path: str, other: str) -> int:
    """Return how many leading folders two files share; one file more than any."""
    if path == other:
        return 1 << 10
    pairs = zip(dirname(path).split("/"), dirname(other).split("/"), strict=False)
    return next((depth for depth, (one, two) in enumerate(pairs) if one != two), 1 << 9)
