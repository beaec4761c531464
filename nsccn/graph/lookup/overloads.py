"""Definitions of one name in one place, which only numbers tell apart: overloads, or a prototype and its body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.text import clip

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.entitytable import EntityTable

NUMBER: Final = regex(r"#\d+\Z")
"""Ends the id of all but the first of several definitions of one name in one place."""
_MOST_SIGNATURE: Final = 40
"""Tokens of a signature that tell an overload."""


def without_number(name: str) -> str:
    """Return an id, or a qualified name, without the number of an overload.

    >>> without_number("method:cart.py:Cart.add#2")
    'method:cart.py:Cart.add'
    """
    return NUMBER.sub("", name)


def told_apart(table: EntityTable, entities: list[int], ids: list[str]) -> list[str]:
    """Tell overloads of one name by their signatures, since their ids say nothing; empty where they are no such."""
    if not are_overloads(table, entities):
        return []
    signatures = [clip(table.entity(entity).signature, _MOST_SIGNATURE) for entity in entities]
    return [f"{name} ({signature})" for name, signature in zip(short_ids(ids), signatures, strict=True)]


def short_ids(ids: Sequence[str]) -> list[str]:
    """Return the ids of overloads, all but the first without what they have in common: `#2`."""
    bare = without_number(ids[0]) if ids else ""
    return [*ids[:1], *(one.removeprefix(bare) for one in ids[1:])]


def are_overloads(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether entities are definitions of one name in one place, which only numbers tell apart."""
    return len({without_number(table.id_of(entity)) for entity in entities}) == 1


def are_beside(table: EntityTable, entities: Sequence[int]) -> bool:
    """Tell whether entities have one name in one place, be they overloads or a field and a method."""
    places = {(table.path_of(one), without_number(table.qualified_of(one))) for one in entities}
    return len(places) == 1


def alike(table: EntityTable, entity: int) -> list[int]:
    """Return the definitions of one name in one place: overloads, and the definition with the body."""
    name = without_number(table.qualified_of(entity))
    return [
        other
        for other in table.entities_of(table.path_of(entity))
        if without_number(table.qualified_of(other)) == name and table.kind[other] == table.kind[entity]
    ]


def without_overloads(ids: Iterable[str]) -> list[str]:
    """Return ids without the numbers of overloads, each once: the name alone means them all."""
    return list(dict.fromkeys(without_number(one) for one in ids))
