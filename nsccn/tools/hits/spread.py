"""The first hits of a report, spread over types and files: that whose words it has is seldom all that it is about."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.search import Hit

_FIRST: Final = 10
"""So many of the first hits are spread,"""
_OF_TYPE: Final = 2
"""of which so many are members of one type, which counts as one of them where it stands before."""
_OF_ANY_FILE: Final = 7
"""Of these so many may lie in one file;"""
_OF_FILE: Final = 2
"""in the places behind comes what lies in a file that has fewer hits so far."""


def spread(table: EntityTable, hits: Sequence[Hit]) -> list[Hit]:
    """Put behind the first hits further members of a type, and what files have besides definitions that are found.

    The last of the first hits are of files that have few before.
    """
    defining = {hit.entity.path for hit in hits if not hit.entity.is_file}
    members, of_file = Counter[int](), Counter[str]()
    first: list[Hit] = []
    for hit in hits:
        if len(first) == _FIRST:
            break
        owner = _owner(table, hit)
        is_more = owner >= 0 and members[owner] >= _OF_TYPE
        is_rest = hit.entity.kind == "module" and hit.entity.is_file and hit.entity.path in defining
        is_many = len(first) >= _OF_ANY_FILE and of_file[hit.entity.path] >= _OF_FILE
        if hit.says_all or not (is_rest or is_more or is_many):
            first.append(hit)
            of_file[hit.entity.path] += 1
            members[owner if owner >= 0 else hit.index] += 1
    chosen = {hit.index for hit in first}
    return [*first, *(hit for hit in hits if hit.index not in chosen)]


def _owner(table: EntityTable, hit: Hit) -> int:
    """Return the type that a hit is a member of, -1 without one."""
    owner = int(table.parent[hit.index]) if hit.index < len(table) else -1
    return owner if owner >= 0 and table.kinds[table.kind[owner]] in TYPE_KINDS else -1
