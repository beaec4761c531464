"""What a trace says of messages that are sent and handled by their type: who does, and of a type of the same name.

Services that share no code each declare what they tell one another: `Paid` of the shop is what `Paid` of the mailer is
read from. That is a likeness of names, and no edge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.linking.linkrows import PREFIX
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_MOST_SHOWN: Final = 5
_MOST_ALIKE: Final = 20
"""Types of one name."""


def said_of_messages(graph: CodeGraph, entity: int, *, upstream: bool) -> Iterator[str]:
    """Yield who sends and who handles the messages of a type, or those of the types that a function takes or sends."""
    messages, kind = _Messages(graph, entity), graph.kinds[graph.kind[entity]]
    if kind in TYPE_KINDS:
        said = [*filter(None, (messages.sent(entity), messages.handled(entity)))]
        beside = messages.sent_beside(entity) or messages.handled_beside(entity)
        if messages.handled(entity) or (said and beside):  # else what sends it may be no bus
            yield f"As a message it is {', and '.join(said)}{f'; {beside}' if beside else ''}."
    elif kind in FUNCTION_KINDS and upstream:
        for message, _ in messages.of("handled", "handler", entity):
            if beside := messages.sent_beside(message):
                yield f"It handles {graph.name_of(message)}; {beside}."
    elif kind in FUNCTION_KINDS:
        for message, line in messages.of("sent", "source", entity):
            if beside := messages.handled_beside(message):
                yield f"L{line} sends {graph.name_of(message)}; {beside}."


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
        """Say who handles those of a type."""
        return self._said("handled", "handler", message)

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
        shown = [
            f"{self._graph.id_of(one)} (L{line})"
            for one, line in sorted(ends)
            if self._is_aside or role_of(self._graph.path_of(one)) is Role.SOURCE
        ]
        return f"{relation} by {first_few(shown, _MOST_SHOWN)}" if shown else ""

    def _column(self, relation: str, name: str) -> Array:
        return self._graph.arrays[f"{PREFIX}{relation}.{name}"]
