"""Types that another name ends, as in `typedef struct cart_ { … } Cart;`: the name has no lines of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable


def type_named(table: EntityTable, entity: int) -> int | None:
    """Return the type whose definition ends with this name for it; None for any other entity."""
    named = table.entity(entity)
    if named.kind != "type" or named.signature != named.name:
        return None
    before = range(entity - 1, table.entities_of(named.path).start, -1)
    ending = (one for one in before if table.end_line[one] == named.start_line and _is_type(table, one))
    return next((one for one in ending if table.parent[one] == table.parent[entity]), None)


def _is_type(table: EntityTable, entity: int) -> bool:
    return table.kinds[table.kind[entity]] in TYPE_KINDS


def first_line(table: EntityTable, entity: int) -> int:
    """Return the line on which an entity begins; a name for a type begins with the type."""
    named = type_named(table, entity)
    return int(table.start_line[entity if named is None else named])
