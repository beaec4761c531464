"""Some lines of what has more of them, as those that answer a path and have no name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from nsccn.graph.model import Entity


def with_lines(entity: Entity, lines: range | None) -> Entity:
    """Return an entity as if it had some of its lines alone, or as it is."""
    if lines is None:
        return entity
    first, last = lines[0], lines[-1]
    return msgspec.structs.replace(entity, start_line=first, name_line=first, end_line=last)
