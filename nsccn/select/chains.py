"""Which of the shown files import which, as chains: `database.ts -> base_client.ts -> connection_pool.ts`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

Chain: TypeAlias = tuple[str, ...]
_MOST_FILES: Final = 100
"""Of the files that a shown one imports so many are followed."""
_MOST_CHAINS: Final = 4
_LONGEST: Final = 5


def chains(graph: CodeGraph, slots: Sequence[int]) -> tuple[Chain, ...]:
    """Return how files lead to each other by imports, the best files first.

    Each import is said once, and none that would close a circle: what leads back, often for types alone, is
    left to the files themselves.
    """
    wanted = set(slots)
    ways = [way for slot in slots for way in _ways(graph, slot, wanted - {slot})]
    steps: dict[int, dict[int, None]] = {}
    for way in sorted(ways, key=len):
        if not _leads(steps, way[0], way[-1]) and not _leads(steps, way[-1], way[0]):
            for before, after in pairwise(way):
                if not _leads(steps, after, before):
                    steps.setdefault(before, {})[after] = None
    names = _short_names(graph, {*steps, *(after for found in steps.values() for after in found)})
    found: list[Chain] = []
    while steps and len(found) < _MOST_CHAINS:
        found.append(tuple(names[slot] for slot in _longest(steps, slots)))
    return tuple(found)


def _ways(graph: CodeGraph, start: int, wanted: set[int]) -> list[list[int]]:
    """Return the shortest ways by imports from a file to others: direct, or with one file between."""
    direct = _imports(graph, start)
    ways = {target: [start, target] for target in direct if target in wanted}
    for middle in direct[:_MOST_FILES]:
        if middle not in wanted:
            for target in _imports(graph, middle):
                if target in wanted:
                    ways.setdefault(target, [start, middle, target])
    return list(ways.values())


def _leads(steps: dict[int, dict[int, None]], start: int, end: int) -> bool:
    """Tell whether steps lead from a file to another, or the files are the same."""
    seen, level = {start}, [start]
    while level:
        level = [after for slot in level for after in steps.get(slot, ()) if after not in seen]
        seen.update(level)
    return end in seen


def _imports(graph: CodeGraph, slot: int) -> list[int]:
    """Return the files that a file imports from, in the order of the snapshot."""
    offsets, neighbours = graph.adjacency(("IMPORTS",), "out")
    entry = graph.files[slot]
    first, last = offsets[entry.first], offsets[entry.first + entry.entity_count]
    targets = np.unique(graph.file[neighbours[first:last]])
    return [int(target) for target in targets if target >= 0 and target != slot]


def _longest(steps: dict[int, dict[int, None]], order: Sequence[int]) -> list[int]:
    """Take a chain out of the steps: from where nothing leads to, on as long as there is a step."""
    led_to = {after for found in steps.values() for after in found}
    place = {slot: number for number, slot in enumerate(order)}
    heads = sorted(steps, key=lambda slot: (slot in led_to, place.get(slot, len(place)), slot))
    chain = [heads[0]]
    while len(chain) < _LONGEST and (found := steps.get(chain[-1])):
        after = max(found, key=lambda slot: (slot in steps, -place.get(slot, len(place)), -slot))
        del found[after]
        if not found:
            del steps[chain[-1]]
        chain.append(after)
    return chain


def _short_names(graph: CodeGraph, slots: Iterable[int]) -> dict[int, str]:
    """Return the shortest ends of paths that tell files apart."""
    parts = {slot: graph.paths[slot].split("/") for slot in slots}
    names = {}
    for slot, path in parts.items():
        length = 1
        while length < len(path) and any(
            other[-length:] == path[-length:] for place, other in parts.items() if place != slot
        ):
            length += 1
        names[slot] = "/".join(path[-length:])
    return names
