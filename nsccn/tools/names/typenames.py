"""Types that another name ends, as in `typedef struct cart_ { … } Cart;`: the name has no lines of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.entitytable import EntityTable

_NAME: Final = "type"
_TYPES: Final = TYPE_KINDS - {_NAME}
"""Types of their own, and no more names for one: a definition may end with several."""


def type_named(table: EntityTable, entity: int) -> int | None:
    """Return the type whose definition ends with this name for it; None for any other entity."""
    if table.kinds[table.kind[entity]] != _NAME:
        return None
    named = table.entity(entity)
    if named.signature != named.name:
        return None
    for one in _before(table, entity):
        if table.end_line[one] < named.start_line:
            return None
        if table.end_line[one] == named.start_line and table.kinds[table.kind[one]] in _TYPES:
            return one
    return None


def _before(table: EntityTable, entity: int) -> Iterator[int]:
    """Yield what stands before an entity in the same place, the nearest first."""
    around, first = int(table.parent[entity]), table.entities_of(table.path_of(entity)).start
    one = entity - 1
    while one > first:
        while one > first and table.parent[one] != around:
            one = int(table.parent[one])
        if one > first:
            yield one
        one -= 1


def first_line(table: EntityTable, entity: int) -> int:
    """Return the line on which an entity begins; a name for a type begins with the type."""
    named = type_named(table, entity)
    return int(table.start_line[entity if named is None else named])
