"""What a trace says of channels: who handles what a function sends under a name, and who sends what it handles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS
from nsccn.tools.channels import Channels
from nsccn.tools.views import first_few

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tools.channels import End, Link

_MOST_SHOWN: Final = 5
_WAYS: Final = ((False, "by "), (True, "in "))
_CLASSES: Final = frozenset({"class", "struct"})


class ChannelNotes(NamedTuple):
    """What is said of channels, in sentences and as data."""

    notes: tuple[str, ...] = ()
    data: dict[str, Any] = {}  # noqa: RUF012


def handled_by(index: RepoIndex, graph: CodeGraph, entity: int) -> ChannelNotes:
    """Say who handles what a function sends."""
    if graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS:
        return ChannelNotes()
    links = Channels(index, graph).sent(graph.entity(entity))
    notes = tuple(
        f"L{one.line} sends `{one.channel.name}`, which is handled {_ends(graph, one)}." for one in links
    )
    return ChannelNotes(notes, _data(graph, links, "sends"))


def sent_by(index: RepoIndex, graph: CodeGraph, entity: int) -> ChannelNotes:
    """Say who sends what a function handles."""
    if graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS | FILE_KINDS | _CLASSES:
        return ChannelNotes()
    links = Channels(index, graph).received(graph.entity(entity))
    notes = tuple(
        f"It handles `{one.channel.name}` ({encode_path(one.path)}:{one.line}), which is sent {_ends(graph, one)}."
        for one in links
    )
    return ChannelNotes(notes, _data(graph, links, "handles"))


def _ends(graph: CodeGraph, link: Link) -> str:
    """Name the other ends: `by A (L1), B (L7), in C (L9)`."""

    def said(end: End) -> str:
        own = graph.path_of(end.entity) == end.path
        return f"{graph.id_of(end.entity)} ({'L' if own else encode_path(end.path) + ':'}{end.line})"

    ends = sorted(link.others, key=lambda one: one.is_inside)
    before = {
        next((n for n, one in enumerate(ends) if one.is_inside is inside), -1): word for inside, word in _WAYS
    }
    shown = [before.get(number, "") + said(end) for number, end in enumerate(ends)]
    return first_few(shown, _MOST_SHOWN)


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
