"""What a trace says of channels: who handles what a function sends under a name, and who sends what it handles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from nsccn.contracts.channels.channels import Channels
from nsccn.contracts.channels.componentevents import ComponentEvents
from nsccn.contracts.channels.forms import NAME, SEVERAL_WORDS
from nsccn.contracts.channels.mailboxes import Mailboxes
from nsccn.contracts.channels.names import Channel
from nsccn.contracts.channels.signals import Signals
from nsccn.contracts.fewerlines import with_lines
from nsccn.contracts.told import Told
from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.channels.channels import End, Link
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_MOST_SHOWN: Final = 5
_MOST_APART: Final = 8
"""Links that are said in lines of their own."""
_MOST_READ: Final = 80
"""Files that are read for a search."""
_CLASSES: Final = frozenset({"class", "struct"})


def handled_by(index: RepoIndex, graph: CodeGraph, entity: int, within: range | None = None) -> Told:
    """Say who handles what a function sends, or some lines of what has them."""
    if within is None and graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS:
        return Told()
    sender = with_lines(graph.entity(entity), within)
    links = [end for one in _ways(index, graph) for end in one.sent(sender)]
    notes = tuple(
        f"L{one.line} sends `{one.channel.name}`, which is handled {_said(graph, one.others)}."
        for one in links
    )
    return Told(notes, data=_data(graph, links, "sends"))


def sent_by(index: RepoIndex, graph: CodeGraph, entity: int, within: range | None = None) -> Told:
    """Say who sends what a function handles, or some lines of what has them."""
    if graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS | FILE_KINDS | _CLASSES:
        return Told()
    handler = with_lines(graph.entity(entity), within)
    links = [end for one in _ways(index, graph) for end in one.received(handler)]
    notes = tuple(
        f"It handles `{one.channel.name}` ({encode_path(one.path)}:{one.line}), which is sent "
        f"{_said(graph, one.others)}."
        for one in links
    )
    if len(links) > _MOST_APART:
        many = "; ".join(f"`{one.channel.name}` L{one.line} by {_briefly(graph, one)}" for one in links)
        notes = (f"It handles what is sent: {many}.",)
    return Told(notes, data=_data(graph, links, "handles"), is_used=bool(notes))


def _ways(index: RepoIndex, graph: CodeGraph) -> tuple[Channels, Signals, Mailboxes, ComponentEvents]:
    """Return what finds the ends of what is sent."""
    return (
        Channels(index, graph),
        Signals(index, graph),
        Mailboxes(index, graph),
        ComponentEvents(index, graph),
    )


def said_of_channel(index: RepoIndex, text: str) -> list[str]:
    """Say who sends and who handles under a name that is all of a search, or under what a constant of it stands for.

    Nothing where either is not known.
    """
    channels = Channels(index, most_files=_MOST_READ)
    is_name = NAME.fullmatch(text) and SEVERAL_WORDS.search(text)
    sent, handled = channels.ends_of(Channel(text)) if is_name else ([], [])
    name = f"`{text}`"
    if not sent and (channel := channels.named_by(text)):
        sent, handled = channels.ends_of(channel)
        name += f" is `{channel.text}`, which" if channel.text else ""
    table = index.snapshot.entities
    if not sent:
        return []
    return [f"{name} is sent {_said(table, sent)}, and handled {_said(table, handled)}."]


def registered_as(index: RepoIndex, text: str) -> list[int]:
    """Return the functions that are registered under a name that code sends for them by."""
    if not (NAME.fullmatch(text) and SEVERAL_WORDS.search(text)):
        return []
    return Channels(index, most_files=_MOST_READ).registered(Channel(text))


def _said(table: EntityTable, others: Sequence[End]) -> str:
    """Name the other ends: `by A (L1,4), B (L7), in C (src/c.ts:9)`."""
    found: dict[tuple[bool, int, str], list[int]] = {}
    for end in sorted(others, key=lambda one: one.is_inside):
        found.setdefault((end.is_inside, end.entity, end.path), []).append(end.line)
    shown, before = [], None
    for (is_inside, entity, path), lines in found.items():
        place = "L" if table.path_of(entity) == path else f"{encode_path(path)}:"
        way = "" if is_inside is before else "in " if is_inside else "by "
        before = is_inside
        shown.append(
            f"{way}{table.id_of(entity)} ({place}{first_few([*dict.fromkeys(lines)], _MOST_SHOWN, separator=',')})"
        )
    return first_few(shown, _MOST_SHOWN)


def _briefly(table: EntityTable, link: Link) -> str:
    """Name those who send by their names in this file, and by their lines in others."""
    lines: dict[str, list[int]] = {}
    for end in link.others:
        is_here = end.path == link.path
        name = f"{table.name_of(end.entity)} L" if is_here else f"{encode_path(end.path)}:"
        lines.setdefault(name, []).append(end.line)
    said = [
        f"{name}{first_few([*dict.fromkeys(at)], _MOST_SHOWN, separator=',')}" for name, at in lines.items()
    ]
    return first_few(said, _MOST_SHOWN)


def _data(graph: CodeGraph, links: list[Link], key: str) -> dict[str, Any]:
    if not links:
        return {}
    said = [
        {
            "channel": one.channel.name,
            "file": one.path,
            "line": one.line,
            "ends": [
                {"id": graph.id_of(end.entity), "file": end.path, "line": end.line, "inside": end.is_inside}
                for end in one.others
            ],
        }
        for one in links
    ]
    return {key: said}
