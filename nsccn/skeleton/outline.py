"""The definitions of a file as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from nsccn.graph.dottednames import as_written
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.languages import known
from nsccn.skeleton.rows import Row
from nsccn.skeleton.shown import is_shown

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts

IMPLICIT = "implicit"
_LONGEST_TYPE: Final = 40
DEEPEST: Final = 100
"""So many levels of definitions are shown inside one another; code made by programs can have thousands."""


class OutlineItem(msgspec.Struct, frozen=True):
    """A definition with those inside it."""

    ordinal: int
    """Its place among the definitions of the facts."""
    kind: str
    name: str
    qualified_name: str
    name_line: int
    children: tuple[OutlineItem, ...]
    type: str = ""
    """The declared type of what is read as a value."""

    @property
    def shown(self) -> str:
        """The name with what it is: a type says more than a kind, where it is short."""
        is_short = 0 < len(self.type) <= _LONGEST_TYPE
        return f"{self.name}: {self.type}" if is_short else f"{self.kind} {self.name}"


def outline(facts: FileFacts, *, implicit: bool = False) -> tuple[OutlineItem, ...]:
    """Return the definitions of a file in source order, without the file itself.

    `implicit` asks for the attributes, too, that only assignments in methods declare. What is loose is left out;
    what they declare belongs to what is around them. Definitions below `DEEPEST` levels of others stand side by side.
    """
    definitions = facts.definitions
    inside: dict[int, list[int]] = {}
    shown = [
        ordinal
        for ordinal, item in enumerate(facts.definitions)
        if ordinal and is_shown(item, facts) and (implicit or IMPLICIT not in item.modifiers)
    ]
    shown.sort(key=lambda ordinal: (definitions[ordinal].full_range.start_byte, ordinal))
    for ordinal in shown:
        around = definitions[ordinal].parent
        while around > 0 and not is_shown(definitions[around], facts):
            around = definitions[around].parent
        inside.setdefault(max(around, 0), []).append(ordinal)

    def item_of(ordinal: int, level: int) -> OutlineItem:
        item = definitions[ordinal]
        within: Sequence[int] = ()
        if level < DEEPEST:
            is_last = level == DEEPEST - 1
            within = list(_below(ordinal, inside)) if is_last else inside.get(ordinal, ())
        children = tuple(item_of(child, level + 1) for child in within)
        name, qualified = names_of(facts, ordinal)
        type_ = item.returns if item.kind in DATA_KINDS or "property" in item.modifiers else ""
        return OutlineItem(ordinal, item.kind, name, qualified, item.name_line, children, type_)

    return tuple(item_of(ordinal, 0) for ordinal in inside.get(0, ()))


def names_of(facts: FileFacts, ordinal: int) -> tuple[str, str]:
    """Return the name of a definition and its qualified name, as the source has them."""
    item = facts.definitions[ordinal]
    language = known(facts.language)
    if language is None or not language.dotted_names:
        return item.name, item.qualified_name
    return as_written(item.name), as_written(item.qualified_name)


def _below(ordinal: int, inside: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """Yield all definitions inside one, at any depth, each before those inside it."""
    pending = [*reversed(inside.get(ordinal, ()))]
    while pending:
        found = pending.pop()
        yield found
        pending.extend(reversed(inside.get(found, ())))


def name_rows(facts: FileFacts, ordinal: int = 0) -> list[Row]:
    """Return an outline as text: a row for each definition, indented under the one around it.

    `ordinal` is the definition that is outlined, the whole file for 0.
    """
    if not ordinal:
        return list(_rows(outline(facts), 0))
    top = facts.definitions[ordinal]
    found = next((item for item in _all(outline(facts)) if item.ordinal == ordinal), None)
    first = Row(top.name_line, f"{top.kind} {names_of(facts, ordinal)[1]}")
    return [first, *_rows(found.children if found else (), 1)]


def _all(items: tuple[OutlineItem, ...]) -> Iterator[OutlineItem]:
    for item in items:
        yield item
        yield from _all(item.children)


def _rows(items: tuple[OutlineItem, ...], depth: int) -> Iterator[Row]:
    for item in items:
        yield Row(item.name_line, f"{'  ' * depth}{item.shown}")
        yield from _rows(item.children, depth + 1)
