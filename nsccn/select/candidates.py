"""Which units are considered for a pack: what search finds, what the task names, and what lies near both."""

from __future__ import annotations

from itertools import compress, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FILE_KINDS
from nsccn.search.mentions import PATH
from nsccn.select.units import units_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from nsccn.select.context import Context
    from nsccn.select.signals import Units

_NEAR: Final = 120
_FILES: Final = 20
"""So many of the best files are considered with their remaining text too."""
_CLASSES: Final = 40
_OF_NAMED_FILE: Final = 120
"""So many units of a file that the task names are considered, the first ones."""
_CENTRAL: Final = 60


def gather(context: Context) -> Units:
    """Return the units to choose from, in the order of the snapshot."""
    found = np.array(sorted(set(_found(context))), dtype=np.int64)
    return found[_are_wanted(context, found)]


def central(context: Context) -> dict[int, float]:
    """Return the main files, as units in their order, and how much each is called and imported, in (0, 1].

    They are what is shown where a task leads nowhere: source code if there is any.
    """
    graph, roles = context.graph, context.lexical.roles
    filled = [entry for entry in graph.files if entry.lines]
    firsts = np.array([entry.first for entry in filled], dtype=np.int64)
    wanted = list(compress(filled, _are_wanted(context, firsts)))
    code = [entry for entry in wanted if graph.kinds[graph.kind[entry.first]] == "module"]
    files = [entry for entry in code if roles[entry.slot] == Role.SOURCE] or code or wanted or filled
    offsets, _ = graph.adjacency(("CALLS", "IMPORTS", "INHERITS"), "in")
    uses = {
        entry.first: 1 + int(offsets[entry.first + entry.entity_count] - offsets[entry.first])
        for entry in files
    }
    best = sorted(uses, key=lambda unit: (-uses[unit], unit))[:_CENTRAL]
    return {unit: uses[unit] / uses[best[0]] for unit in sorted(best)}


def _found(context: Context) -> Iterator[int]:
    graph = context.graph
    yield from context.hits
    yield from context.named
    yield from context.callers
    yield from context.similar
    yield from _in_named_files(context)
    leading = sorted(context.hits, key=lambda unit: context.hits[unit][0])
    parents = (int(graph.parent[unit]) for unit in leading[:_CLASSES])
    yield from units_of(graph, (parent for parent in parents if parent >= 0))
    slots = dict.fromkeys((*context.mentions.files, *(int(graph.file[unit]) for unit in leading)))
    yield from (graph.files[slot].first for slot in list(slots)[:_FILES])
    yield from (unit for unit in units_of(graph, context.nearby.scores.best(_NEAR)) if unit >= 0)


def _in_named_files(context: Context) -> Iterator[int]:
    graph = context.graph
    for slot in dict.fromkeys(one.file for one in context.mentions.found if one.kind == PATH):
        units = dict.fromkeys(units_of(graph, graph.entities_of(graph.paths[slot])))
        yield from islice((unit for unit in units if unit >= 0), _OF_NAMED_FILE)


def _are_wanted(context: Context, units: Units) -> NDArray[np.bool_]:
    is_shown = context.with_tests | (context.roles(units) != Role.TEST)
    wanted: NDArray[np.bool_] = (context.graph.file[units] >= 0) & is_shown
    return wanted


def is_file(context: Context, unit: int) -> bool:
    """Tell whether a unit is what remains of a file."""
    return context.graph.kinds[context.graph.kind[unit]] in FILE_KINDS
