"""Who receives what a function sends under a name, and who sends what it receives: the text says it, and no edge does.

    bus.emit("order.paid", order)     ->     bus.on("order.paid", mailer.onPaid)     @OnEvent("order.paid")

Both must name the channel by the same text, or by the same constant, and by forms of one kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.channels.buses import is_of_platform, meeting
from nsccn.contracts.channels.forms import COMMAND, CONTROL, TASK
from nsccn.contracts.channels.handlers import Handlers
from nsccn.contracts.channels.names import Channel, ChannelNames
from nsccn.contracts.channels.queues import is_of_worker, lines_that_add, queues_added_to
from nsccn.contracts.channels.sites import MOST_FILES, ChannelSites
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.contracts.channels.handlers import Handler
    from nsccn.contracts.channels.texts import Site
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_LINES: Final = 600
_MOST_CHANNELS: Final = 8
_MOST_SITES: Final = 40
_MOST_COMPARED: Final = 120
"""Places of a channel that are compared with one another."""


class Link(NamedTuple):
    """A place where something is sent or received, and those at the other end."""

    channel: Channel
    path: str
    line: int
    others: tuple[End, ...]


class End(NamedTuple):
    """A place at the other end, and the function that sends or handles."""

    path: str
    line: int
    entity: int
    is_inside: bool = False
    """Whether that is only done inside of the function, by one without a name."""


class Channels:
    """What is sent and received in a repository, found when it is asked for."""

    def __init__(
        self, index: RepoIndex, graph: CodeGraph | None = None, most_files: int = MOST_FILES
    ) -> None:
        self._names = ChannelNames(index, graph)
        self._table = self._names.table
        self._sites = ChannelSites(self._names, most_files)
        self._handlers = Handlers(self._names)

    def sent(self, entity: Entity) -> list[Link]:
        """Return what a function sends and who handles it."""
        file = self._names.file(entity.path)
        if file is None:
            return []
        last = min(entity.end_line, entity.start_line + _MOST_LINES)
        sites = [one for one in file.between(entity.start_line, last) if one.form.sends]
        found = self._linked(sites, entity)
        told = {one.line for one in found}
        adding = [one for one in sites if one.line not in told]
        return found + self._linked(queues_added_to(file, adding), entity)

    def received(self, entity: Entity) -> list[Link]:
        """Return what a function handles and who sends it."""
        file = self._names.file(entity.path)
        if file is None:
            return []
        last = min(entity.end_line, entity.start_line + _MOST_LINES)
        own = [one for one in file.between(entity.start_line, last) if not one.form.sends]
        sites = [*own, *self._above_type(entity), *self._handlers.handed(entity)]
        sites = [
            one
            for one in sites
            if any(
                handler.is_told
                and entity.index in (handler.entity, self._marked_around(one, handler, entity))
                for handler in self._handlers.of(one)
            )
        ]
        found = self._linked(sites, entity)
        implied = self._implied(entity)
        return found + ([implied] if implied else [])

    def _marked_around(self, site: Site, handler: Handler, entity: Entity) -> int:
        """Return the type around what handles, where the mark stands above that; -1 where it does not."""
        is_above = site.is_mark and entity.start_line <= site.line <= entity.name_line
        return self._names.owner(handler.entity) if is_above else -1

    def _above_type(self, entity: Entity) -> list[Site]:
        """Return the marks above the type around a method: what they receive, marked methods of it handle."""
        table, file, around = self._table, self._names.file(entity.path), self._names.owner(entity.index)
        if file is None or around < 0 or table.kinds[table.kind[around]] not in TYPE_KINDS:
            return []
        above = file.between(int(table.start_line[around]), int(table.name_line[around]))
        return [one for one in above if one.is_mark and not one.form.sends]

    def named_by(self, expression: str) -> Channel | None:
        """Return what a constant stands for, by its qualified name."""
        return self._names.constant(expression)

    def registered(self, channel: Channel) -> list[int]:
        """Return the functions that what stands above them registers under a name: `@app.task(name="mail.sweep")`."""
        sites = [one for one in self._sites.of(channel)[:_MOST_COMPARED] if role_of(one.path) is Role.SOURCE]
        marks = (one for one in sites if one.is_mark and not one.form.sends)
        return sorted({handler.entity for one in marks for handler in self._handlers.of(one)})

    def ends_of(self, channel: Channel) -> tuple[list[End], list[End]]:
        """Return who sends and who handles under a name, where both are known."""
        text = channel.text
        sites = [one for one in self._sites.of(channel) if role_of(one.path) is Role.SOURCE]
        receiving = [(one, self._owner(one)) for one in sites[:_MOST_COMPARED] if not one.form.sends]
        sent, handled = dict[End, None](), dict[End, None]()
        for site in sites[:_MOST_COMPARED] if receiving else ():
            if site.form.sends and not (site.form.is_plain and is_of_platform(text)):
                met = meeting(site, self._owner(site), receiving, text)
                ends = [
                    end
                    for (one, _), is_met in zip(receiving, met, strict=True)
                    if is_met
                    for end in self._end(one)
                ]
                handled.update(dict.fromkeys(ends))
                sent.update(dict.fromkeys(self._end(site) if ends else ()))
        return [*sent], [*handled]

    def _end(self, site: Site) -> list[End]:
        """Return who sends at a place, or handles what is received there."""
        if site.form.sends:
            file = self._names.file(site.path) if is_of_worker(site) else None
            lines = (file and lines_that_add(file, site)) or [site.line]
            return [End(site.path, line, self._handlers.around(site.path, line)) for line in lines]
        return [End(site.path, site.line, one.entity, not one.is_named) for one in self._handlers.of(site)]

    def _linked(self, sites: Iterable[Site], entity: Entity) -> list[Link]:
        found: dict[tuple[Channel, str], Link] = {}
        for site in sites:
            if len(found) >= _MOST_CHANNELS:
                break
            channel = self._names.channel(site.given, site.path)
            if channel is None or (channel, site.path) in found:
                continue
            if site.form.is_plain and is_of_platform(channel.text):
                continue
            found[channel, site.path] = Link(channel, site.path, site.line, self._ends(site, channel, entity))
        return [one for one in found.values() if one.others]

    def _ends(self, site: Site, channel: Channel, entity: Entity) -> tuple[End, ...]:
        """Return the ends of a channel across from a place."""
        is_aside = role_of(entity.path) is not Role.SOURCE
        found = dict[End, None]()
        for other in self._across(site, channel):
            if role_of(other.path) is not Role.SOURCE and not is_aside:
                continue
            found.update(
                dict.fromkeys(end for end in self._end(other) if end.entity not in (-1, entity.index))
            )
        if site.form.sends:
            for one in self._implying(site, channel):
                found[End(one.path, one.name_line, one.index)] = None
        return tuple(sorted(found, key=lambda one: (role_of(one.path), one.path, one.line)))[:_MOST_SITES]

    def _across(self, site: Site, channel: Channel) -> list[Site]:
        """Return the places that receive what is sent at one, or that send what is received there."""
        sites = self._sites.of(channel)[:_MOST_COMPARED]
        receiving = [(one, self._owner(one)) for one in sites if not one.form.sends]
        if site.form.sends:
            met = meeting(site, self._owner(site), receiving, channel.text)
            return [other for (other, _), is_met in zip(receiving, met, strict=True) if is_met]
        return [
            other
            for other in sites
            if other.form.sends
            and any(
                is_met and (one.path, one.given.place) == (site.path, site.given.place)
                for (one, _), is_met in zip(
                    receiving, meeting(other, self._owner(other), receiving, channel.text), strict=True
                )
            )
        ]

    def _owner(self, site: Site) -> str:
        """Return the name of the type around a place."""
        graph = self._table
        around = self._handlers.around(site.path, site.line)
        while around >= 0 and graph.kinds[graph.kind[around]] not in TYPE_KINDS:
            around = self._names.owner(around)
        return graph.name_of(around) if around >= 0 else ""

    # -- what is sent for by its own name

    def _implying(self, site: Site, channel: Channel) -> Iterator[Entity]:
        """Yield the functions that are sent for by their own names."""
        if not site.form.kinds & {"ask", "task", "command"} or not channel.text:
            return
        *around, name = channel.text.split(".")
        for one in self._table.named(name):
            entity = self._table.entity(one)
            if entity.kind in FUNCTION_KINDS and site.form.kinds & {_implied_kind(self._names, entity)}:
                path = entity.path.rpartition(".")[0].split("/")
                if not around or path[-len(around) :] == around:
                    yield entity

    def _implied(self, entity: Entity) -> Link | None:
        """Return who sends for a function by its own name."""
        kind = _implied_kind(self._names, entity)
        if not kind:
            return None
        text = entity.name
        found = dict[End, None]()
        if kind == "task":
            stem = entity.path.rpartition(".")[0].split("/")
            texts = [".".join([*stem[number:], text]) for number in range(len(stem))]
        else:
            texts = [text]
        for path in texts:
            for other in self._sites.of(Channel(path)):
                is_aside = role_of(entity.path) is not Role.SOURCE
                is_own = other.form.sends and (is_aside or role_of(other.path) is Role.SOURCE)
                if kind in other.form.kinds and is_own:
                    found[End(other.path, other.line, self._handlers.around(other.path, other.line))] = None
                    text = path
        return (
            Link(Channel(text), entity.path, entity.name_line, tuple(found)[:_MOST_SITES]) if found else None
        )


def _implied_kind(names: ChannelNames, entity: Entity) -> str:
    """Return the kind of what a function is sent for by its own name; empty where it is not."""
    if entity.kind not in FUNCTION_KINDS or not entity.path.endswith((".rs", ".py")):
        return ""
    file = names.file(entity.path)
    above = "\n".join(file.lines[entity.start_line - 1 : entity.name_line]) if file else ""
    if entity.path.endswith(".rs"):
        return "ask" if COMMAND.search(above) else ""
    kind = "task" if TASK.search(above) else "command" if CONTROL.search(above) else ""
    return kind if "name=" not in above else ""
