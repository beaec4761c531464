"""Fields that the methods of a type set by their bare names, as those of reference classes in R: `total <<- total + 1`.

They are rows of the object around, `self.total`, like any other field that a method sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.model import VISIBLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow


def with_fields(rows: list[AssignmentRow], definitions: Sequence[Definition]) -> list[AssignmentRow]:
    """Return what a file assigns, with the object before the fields of types whose members have their names bare."""
    fields: dict[int, set[str]] = {}
    for item in definitions:
        if item.kind in DATA_KINDS and VISIBLE in definitions[max(item.parent, 0)].modifiers:
            fields.setdefault(item.parent, set()).add(item.name)
    if not fields:
        return rows
    outward = {(row[0], row[1]) for row in rows if row[4] == "global"}
    found: list[AssignmentRow] = []
    for row in rows:
        scope, target = row[:2]
        is_field = (scope, target) in outward and target in fields.get(_type_around(scope, definitions), ())
        if not is_field:
            found.append(row)
        elif row[4] != "global":
            found.append((scope, f"self.{target}", *row[2:]))
    return found


def _type_around(scope: int, definitions: Sequence[Definition]) -> int:
    """Return the type in whose methods a scope lies, 0 for none."""
    while scope > 0 and VISIBLE not in definitions[scope].modifiers:
        scope = definitions[scope].parent
    return max(scope, 0)
