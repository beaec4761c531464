"""Which units are considered for a pack: what search finds, what the task names, and what lies near both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.search.roles import Role
from nsccn.select.units import FILES, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.select.context import Context
    from nsccn.select.signals import Units

_NEAR: Final = 120
_FILES: Final = 20
"""So many of the best files are considered with their remaining text too."""
_CLASSES: Final = 40
_CENTRAL: Final = 60


def gather(context: Context) -> Units:
    """Return the units to choose from, in the order of the snapshot."""
    found = {unit for unit in _found(context) if _is_wanted(context, unit)}
    return np.array(sorted(found), dtype=np.int64)


def central(context: Context) -> Units:
    """Return the units that are most called and imported: what to show where a task leads nowhere."""
    graph = context.graph
    offsets, _ = graph.adjacency(("CALLS", "IMPORTS", "INHERITS"), "in")
    found: dict[int, None] = {}
    for index in np.argsort(-np.diff(offsets), kind="stable")[: 8 * _CENTRAL].tolist():
        unit = unit_of(graph, index)
        if unit >= 0 and _is_wanted(context, unit):
            found.setdefault(unit)
    for file in graph.files[:_CENTRAL]:
        if _is_wanted(context, file.first):
            found.setdefault(file.first)
    return np.array(sorted(list(found)[:_CENTRAL]), dtype=np.int64)


def _found(context: Context) -> Iterator[int]:
    graph = context.graph
    yield from context.hits
    yield from context.named
    yield from context.callers
    leading = sorted(context.hits, key=lambda unit: context.hits[unit][0])
    for unit in leading[:_CLASSES]:
        if (parent := int(graph.parent[unit])) >= 0:
            yield unit_of(graph, parent)
    slots = dict.fromkeys((*context.mentions.files, *(int(graph.file[unit]) for unit in leading)))
    yield from (graph.files[slot].first for slot in list(slots)[:_FILES])
    near = context.nearby.scores
    for index in np.argsort(-near, kind="stable")[:_NEAR].tolist():
        if near[index] > 0 and (unit := unit_of(graph, index)) >= 0:
            yield unit


def _is_wanted(context: Context, unit: int) -> bool:
    slot = int(context.graph.file[unit])
    return slot >= 0 and (context.with_tests or context.lexical.roles[slot] != Role.TEST)


def is_file(context: Context, unit: int) -> bool:
    """Tell whether a unit is what remains of a file."""
    return context.graph.kinds[context.graph.kind[unit]] in FILES
