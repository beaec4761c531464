"""Stretches of a file in which a name is known to be of a type, because the code has asked.

In such a stretch the name counts as a variable of its own, which is declared to be of that type, for example
`item@block:3`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import BLOCK

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_SEEN: Final = frozenset({"call", "new", "value", "member", "operate"})
_GIVES: Final = frozenset({"assign", "declare", "loop", "with"})


class _Stretch(NamedTuple):
    start: int
    end: int
    name: str
    scope: int
    annotation: str
    line: int


class Narrowed:
    """What a file narrows."""

    def __init__(self, reader: Reader, assigned: Sequence[AssignmentRow]) -> None:
        """A name that gets another value in a stretch is no longer known from there on."""
        self._stretches: dict[str, list[tuple[int, int, str]]] = {}
        found = sorted(_stretches(reader))
        names = self.names = frozenset(stretch.name for stretch in found)
        self._roots = {name.partition(".")[0] for name in names}
        given = sorted((row[6], row[1]) for row in assigned if row[1] in names and row[4] in _GIVES)
        self._declared: list[AssignmentRow] = []
        for number, stretch in enumerate(found):
            ends = (byte for byte, name in given if name == stretch.name and stretch.start <= byte)
            end = min(stretch.end, next(ends, stretch.end))
            variable = f"{stretch.name.replace('.', '_')}{BLOCK}:{number}"
            self._stretches.setdefault(stretch.name, []).append((stretch.start, end, variable))
            self._declared.append(
                (stretch.scope, variable, "", stretch.annotation, "declare", stretch.line, stretch.start)
            )

    def assignments(self, rows: Sequence[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments in the names that hold where they stand, with the declarations of these."""
        if not self._stretches:
            return list(rows)
        changed = [
            (
                row[0],
                self._renamed(row[1], row[6]) if "." in row[1] else row[1],
                self._renamed(row[2], row[6]),
                *row[3:],
            )
            for row in rows
        ]
        return [*changed, *self._declared]

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [
            (*row[:2], self._renamed(row[2], row[4]), *row[3:]) if row[0] in _SEEN else row for row in rows
        ]

    def _renamed(self, target: str, byte: int) -> str:
        if target.partition(".")[0].removesuffix("[]") not in self._roots:
            return target
        name = ""
        for step in target.split("."):
            name = f"{name}.{step}" if name else step
            stretches = self._stretches.get(name.removesuffix("[]"))
            if stretches is not None:
                place = bisect_right(stretches, (byte, len(target) + (1 << 62), ""))
                for start, end, variable in reversed(stretches[:place]):
                    if start <= byte < end:
                        return variable + target[len(name.removesuffix("[]")) :]
            if step.endswith((")", "]")):
                break
        return target


def _stretches(reader: Reader) -> Iterator[_Stretch]:
    """Yield what a file narrows; in `body`, or behind the whole, to the end of what is around."""
    for whole, parts in reader.found.get("narrow", ()):
        named, start = parts["target"][0], whole.start_byte
        scope = reader.scope(start)
        name = reader.expression(named, scope)
        annotation = _annotation(reader, parts)
        if name == UNKNOWN or "(" in name or "[" in name or not annotation:
            continue
        if "body" in parts:
            body = parts["body"][0]
            yield _Stretch(
                body.start_byte, body.end_byte, name, scope, annotation, reader.line(body.start_byte)
            )
        elif whole.parent is not None:
            end = whole.end_byte
            yield _Stretch(end, whole.parent.end_byte, name, scope, annotation, reader.line(start))


def _annotation(reader: Reader, parts: Parts) -> str:
    """Return the type that is asked for; of several the code may mean any, and what was known before says as much."""
    node: Node = parts["type"][0]
    text = reader.data[node.start_byte : node.end_byte].decode("utf-8", "replace")
    return "" if text.startswith("(") or "|" in text else text
