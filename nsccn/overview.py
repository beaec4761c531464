"""Which entities to show of many files: the most central ones that fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.centrality import page_rank
from nsccn.graph.fileroles import role_of
from nsccn.graph.kinds import DATA_KINDS
from nsccn.search.roles import roles_of, weights_of_roles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import FileEntry

_LEAST_RANK: Final = 1e-12
_MOST_MISSES: Final = 100
"""After so many entities in turn that did not fit, no more are tried."""


def definitions(graph: CodeGraph, files: Sequence[FileEntry]) -> Array:
    """Return the functions and types of some files, in their order."""
    data = [number for number, kind in enumerate(graph.kinds) if kind in DATA_KINDS]
    inside = [np.arange(file.first + 1, file.first + file.entity_count) for file in files]
    entities = np.concatenate([*inside, np.zeros(0, np.int64)]).astype(np.int64)
    return entities[~np.isin(graph.kind[entities], data)]


def by_rank(graph: CodeGraph, entities: Array, preferred: Mapping[int, float] | None) -> list[int]:
    """Return entities by how central they are, tests and what is not the project's own behind its source.

    Args:
        graph: the graph.
        entities: those to order.
        preferred: what the question is about, with weights; then a file's role counts nothing.
    """
    rank = page_rank(graph, preferred)[entities]
    if not preferred:
        slots = np.unique(graph.file[entities])
        roles = np.zeros(graph.file_count, np.uint8)
        roles[slots] = [role_of(graph.paths[slot]) for slot in slots.tolist()]
        rank = rank * weights_of_roles()[roles_of(graph, roles, entities)]
    # What differs by less than a float can hold is alike; then outer entities and earlier ones come first.
    alike = np.round(rank / max(rank.max(initial=0), _LEAST_RANK), 9)
    nested = graph.parent[graph.parent[entities]] >= 0
    return [int(entity) for entity in entities[np.lexsort((entities, nested, -alike))]]


def choose(
    graph: CodeGraph,
    ordered: Sequence[int],
    room: int,
    cost: Callable[[int], int],
    file_cost: Callable[[int], int],
) -> set[int]:
    """Return the first entities that fit, each with those around it.

    Args:
        graph: the graph.
        ordered: entities, the best first.
        room: what all may cost together.
        cost: what an entity costs.
        file_cost: what a file costs of which anything is shown, by its slot.
    """
    chosen: set[int] = set()
    slots: set[int] = set()
    misses = 0
    for entity in ordered:
        if entity in chosen:
            continue
        slot = int(graph.file[entity])
        group = [member for member in _with_those_around(graph, entity) if member not in chosen]
        price = sum(map(cost, group)) + (0 if slot in slots else file_cost(slot))
        if price > room:
            misses += 1
            if misses == _MOST_MISSES:
                break
            continue
        misses = 0
        room -= price
        chosen.update(group)
        slots.add(slot)
    return chosen


def _with_those_around(graph: CodeGraph, entity: int) -> list[int]:
    found = []
    while graph.parent[entity] >= 0:
        found.append(entity)
        entity = int(graph.parent[entity])
    return found
