"""The shortest path between two entities, over edges of every kind."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from nsccn.tracing.aside import are_aside
from nsccn.tracing.directions import WAYS, is_escape
from nsccn.tracing.lineage import within
from nsccn.tracing.traversal import shortest_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph


def path_between(
    graph: CodeGraph, starts: Sequence[int], goals: Sequence[int]
) -> tuple[list[int] | None, bool]:
    """Return the edges of a path, None where there is none, and whether it leads from a goal to a start.

    It passes what is aside only where an end is, or where no other path is found: a test joins whatever it tests.
    """
    first, last = _ends(graph, starts), _ends(graph, goals)
    rounds = (False,) if are_aside(graph, np.array([starts[0], goals[0]])).any() else (True, False)
    for within_source in rounds:
        for kinds in WAYS:
            for backwards in (False, True):
                ends = (last, first) if backwards else (first, last)
                numbers = shortest_path(graph, *ends, kinds, within_source=within_source)
                if numbers is not None and not _goes_astray(graph, numbers):
                    return numbers, backwards
    return None, False


def _goes_astray(graph: CodeGraph, numbers: Sequence[int]) -> bool:
    """Whether a path goes along an escaping error after anything else: it only joins what calls the same function.

    Any two parts of a program do somewhere. What one calls that an error escapes to is worth a word.
    """
    escapes = [is_escape(graph, edge) for edge in graph.edges(np.array(numbers, np.intp))]
    return any(escape and not before for before, escape in pairwise(escapes))


def _ends(graph: CodeGraph, entities: Sequence[int]) -> list[int]:
    """Return what stands for an end: the entities and the code inside them, not its attributes."""
    inside = (member for entity in entities for member in within(graph, entity))
    return [*entities, *(member for member in inside if not graph.is_data(member))]
