"""Types that a file opens again only to put other types into them: `class Cart; module Pricing ... end; end`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

_TYPES: Final = TYPE_KINDS | {"module"}
_BASE: Final = " < "


def without_opened(table: EntityTable, entities: Sequence[int]) -> list[int]:
    """Return those of several types of one name that are more than the place of others."""
    return [one for one in entities if not _is_opened(table, one)]


def _is_opened(table: EntityTable, entity: int) -> bool:
    path = table.path_of(entity)
    if not path or not _is_type(table, entity) or _BASE in table.signature_of(entity):
        return False
    members = [one for one in table.entities_of(path) if table.parent[one] == entity]
    is_place = bool(members) and all(_is_type(table, one) for one in members)
    return is_place and languages.load(table.language_of(entity)).open_types


def _is_type(table: EntityTable, entity: int) -> bool:
    return table.kinds[table.kind[entity]] in _TYPES
