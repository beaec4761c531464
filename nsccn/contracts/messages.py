"""What a trace says of messages that are sent and handled by their type: who does, and of a type of the same name.

Services that share no code each declare what they tell one another: `Paid` of the shop is what `Paid` of the mailer is
read from. That is a likeness of names, and no edge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.told import Told, together
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.linking.linkrows import PREFIX
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tracing.lineage import bases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MOST_SHOWN: Final = 5
_NAME: Final = regex(r"\w+")
_MOST_ALIKE: Final = 20
"""Types of one name."""


def said_of_messages(index: RepoIndex, graph: CodeGraph, entity: int, *, upstream: bool) -> Told:
    """Say who sends and who handles the messages of a type, or those of the types that a function takes or sends."""
    return together(*_said(index, graph, entity, upstream=upstream))


def _said(index: RepoIndex, graph: CodeGraph, entity: int, *, upstream: bool) -> Iterator[Told]:
    messages, kind = _Messages(graph, entity), graph.kinds[graph.kind[entity]]
    if kind in TYPE_KINDS:
        ways = messages.sent(entity), messages.sent_within(index, entity), messages.handled(entity)
        said = [*filter(None, ways)]
        beside = messages.sent_beside(entity) or messages.handled_beside(entity)
        if messages.handled(entity) or (said and beside):  # else what sends it may be no bus
            yield Told((f"As a message it is {', and '.join(said)}{f'; {beside}' if beside else ''}.",))
    elif kind in FUNCTION_KINDS and upstream:
        for message, _ in messages.of("handled", "handler", entity):
            if within := messages.sent_within(index, message):
                yield Told((f"It handles {graph.name_of(message)}, which is {within}.",), is_used=True)
            elif beside := messages.sent_beside(message):
                yield Told((f"It handles {graph.name_of(message)}; {beside}.",))
    elif kind in FUNCTION_KINDS:
        for message, line in messages.of("sent", "source", entity):
            for carried in messages.carried(index, entity, message):
                within = f"{graph.name_of(carried)} within {graph.name_of(message)}"
                yield Told((f"L{line} sends {within}; it is {messages.handled(carried)}.",))
            if beside := messages.handled_beside(message):
                yield Told((f"L{line} sends {graph.name_of(message)}; {beside}.",))


class _Messages:
    """The rows of messages, without those of tests where a trace begins with what is none."""

    def __init__(self, graph: CodeGraph, start: int) -> None:
        self._graph = graph
        self._is_aside = role_of(graph.path_of(start)) is not Role.SOURCE

    def of(self, relation: str, end: str, entity: int) -> list[tuple[int, int]]:
        """Return the types of the messages that a function sends or handles, and on which line."""
        rows = np.flatnonzero(self._column(relation, end) == entity)
        columns = (self._column(relation, name)[rows].tolist() for name in ("message", "line"))
        return sorted(zip(*columns, strict=True))

    def sent(self, message: int) -> str:
        """Say who sends those of a type."""
        return self._said("sent", "source", message)

    def handled(self, message: int) -> str:
        """Say who handles those of a type, or, where they are sent and nobody does, of one that it inherits from."""
        above = bases(self._graph, message) if self.sent(message) else ()
        return next(filter(None, (self._said("handled", "handler", one) for one in (message, *above))), "")

    def sent_within(self, index: RepoIndex, message: int) -> str:
        """Say who sends those of a type within others: `bus.Send(new Envelope<Paid>(paid))`."""
        rows = zip(
            *(self._column("sent", name).tolist() for name in ("message", "source", "line")), strict=True
        )
        shown: dict[int, list[str]] = {}
        for envelope, source, line in sorted(rows):
            if self._is_shown(source) and message in self.carried(index, source, envelope):
                shown.setdefault(envelope, []).append(f"{self._graph.id_of(source)} (L{line})")
        said = (
            f"within {self._graph.name_of(envelope)} by {first_few(ends, _MOST_SHOWN)}"
            for envelope, ends in shown.items()
        )
        return f"sent {', and '.join(said)}" if shown else ""

    def carried(self, index: RepoIndex, source: int, envelope: int) -> list[int]:
        """Return the messages that somebody handles, of the types for which a function makes others to send them."""
        graph = self._graph
        if "<" not in graph.entity(envelope).signature:
            return []
        at = graph.entity(source)
        lines = index.text_if_any(at.path).split("\n")[at.start_line - 1 : at.end_line]
        made = re.compile(rf"\b{re.escape(graph.name_of(envelope))}\s*<(?P<types>[\w.,\s]*)>\s*\(")
        names = {name for found in made.finditer("\n".join(lines)) for name in _NAME.findall(found["types"])}
        handled = set(self._column("handled", "message").tolist())
        found = {name: [one for one in graph.named(name) if one in handled] for name in sorted(names)}
        return [named[0] for named in found.values() if len(named) == 1]

    def sent_beside(self, message: int) -> str:
        """Say who sends those of another type of the name, where none of the type itself are."""
        return self._beside(message, "sent", "source")

    def handled_beside(self, message: int) -> str:
        """Say who handles those of another type of the name, where nobody handles those of the type itself."""
        return self._beside(message, "handled", "handler")

    def _beside(self, message: int, relation: str, end: str) -> str:
        if self._said(relation, end, message):
            return ""
        graph, language = self._graph, self._graph.entity(message).language
        alike = [
            one
            for one in graph.named(graph.name_of(message))[:_MOST_ALIKE]
            if one != message
            and graph.kinds[graph.kind[one]] in TYPE_KINDS
            and graph.entity(one).language == language
        ]
        said = [
            f"another declaration of that name ({graph.id_of(one)}) is {self._said(relation, end, one)}"
            for one in alike
            if self._said(relation, end, one)
        ]
        return "; ".join(said[:_MOST_SHOWN])

    def _said(self, relation: str, end: str, message: int) -> str:
        rows = np.flatnonzero(self._column(relation, "message") == message)
        ends = zip(
            self._column(relation, end)[rows].tolist(),
            self._column(relation, "line")[rows].tolist(),
            strict=True,
        )
        shown = [f"{self._graph.id_of(one)} (L{line})" for one, line in sorted(ends) if self._is_shown(one)]
        return f"{relation} by {first_few(shown, _MOST_SHOWN)}" if shown else ""

    def _is_shown(self, one: int) -> bool:
        return self._is_aside or role_of(self._graph.path_of(one)) is Role.SOURCE

    def _column(self, relation: str, name: str) -> Array:
        return self._graph.arrays[f"{PREFIX}{relation}.{name}"]
