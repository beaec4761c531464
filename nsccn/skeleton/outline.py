"""The definitions of a file as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from nsccn.graph.model import SourceRange
from nsccn.skeleton.rows import Row

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts

IMPLICIT = "implicit"


class OutlineItem(msgspec.Struct, frozen=True):
    """A definition with those inside it."""

    ordinal: int
    """Its place among the definitions of the facts."""
    kind: str
    name: str
    qualified_name: str
    range: SourceRange
    name_line: int
    children: tuple[OutlineItem, ...]


def outline(facts: FileFacts, *, implicit: bool = False) -> tuple[OutlineItem, ...]:
    """Return the definitions of a file in source order, without the file itself.

    `implicit` asks for the attributes, too, that only assignments in methods declare.
    """
    inside: dict[int, list[int]] = {}
    shown = [
        ordinal
        for ordinal, item in enumerate(facts.definitions)
        if ordinal and (implicit or IMPLICIT not in item.modifiers)
    ]
    definitions = facts.definitions
    shown.sort(key=lambda ordinal: (definitions[ordinal].full_range.start_byte, ordinal))
    for ordinal in shown:
        inside.setdefault(max(definitions[ordinal].parent, 0), []).append(ordinal)

    def item_of(ordinal: int) -> OutlineItem:
        item = definitions[ordinal]
        children = tuple(item_of(child) for child in inside.get(ordinal, ()))
        return OutlineItem(
            ordinal, item.kind, item.name, item.qualified_name, item.full_range, item.name_line, children
        )

    return tuple(item_of(ordinal) for ordinal in inside.get(0, ()))


def name_rows(facts: FileFacts) -> list[Row]:
    """Return an outline as text: a row for each definition, indented under the one around it."""
    return list(_rows(outline(facts), 0))


def _rows(items: tuple[OutlineItem, ...], depth: int) -> Iterator[Row]:
    for item in items:
        yield Row(item.name_line, f"{'  ' * depth}{item.kind} {item.name}")
        yield from _rows(item.children, depth + 1)
