"""The tests of what a pack shows, which are not shown themselves: who changes the code will extend them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from math import log2
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.text import subtokens

if TYPE_CHECKING:
    from nsccn.select.context import Context

_BEST: Final = 8
"""So many functions have their tests named."""
_STEPS: Final = 2
"""From a test to what it tests: a fixture, or what the product itself calls, may lie between."""
_MOST: Final = 3
_OF_TESTS: Final = frozenset({"test", "tests", "spec"})


def tests(context: Context, shown: Mapping[int, float]) -> list[int]:
    """Return the tests of the best functions, one of each file: of files that are called alike, then of the nearest.

    `shown` are units, each with its relevance.
    """
    graph = context.graph
    functions = [unit for unit in shown if graph.kinds[graph.kind[unit]] in FUNCTION_KINDS]
    best = _ordered(functions, shown)[:_BEST]
    nearest: dict[int, int] = {}
    for unit in _leading_to(context, {unit: shown[unit] for unit in best}):
        nearest.setdefault(int(graph.file[unit]), unit)
    alike = _called_alike(context, {int(graph.file[unit]) for unit in best})
    slots = list(dict.fromkeys((*alike, *nearest)))[:_MOST]
    return [nearest.get(slot, graph.files[slot].first) for slot in slots]


def _leading_to(context: Context, weights: Mapping[int, float]) -> list[int]:
    """Return the tests from which calls lead to weighted units, nearest first."""
    offsets, callers = context.graph.adjacency(("CALLS",), "in")
    found: dict[int, float] = {}
    reached = dict(weights)
    for _ in range(_STEPS):
        before: dict[int, float] = {}
        for unit, weight in reached.items():
            calling = callers[offsets[unit] : offsets[unit + 1]].tolist()
            for caller in calling:
                before[caller] = before.get(caller, 0.0) + weight / log2(1 + len(calling)) / 2
        are_tests = context.roles(np.array([*before], np.int64)) == Role.TEST
        for unit in compress(before, are_tests.tolist()):
            found[unit] = found.get(unit, 0.0) + before[unit]
        reached = {unit: before[unit] for unit in compress(before, (~are_tests).tolist())}
    return _ordered(found, found)


def _ordered(units: Iterable[int], weights: Mapping[int, float]) -> list[int]:
    return sorted(units, key=lambda unit: (-weights[unit], unit))


def _called_alike(context: Context, slots: Iterable[int]) -> list[int]:
    """Return the files of tests whose names have the words of one of some files, and none but `test` besides."""
    paths = context.graph.paths
    wanted = {_words(paths[slot]) for slot in slots} - {frozenset()}
    of_tests = np.flatnonzero(np.array(context.lexical.roles) == Role.TEST).tolist()
    return [slot for slot in of_tests if _words(paths[slot]) in wanted]


def _words(path: str) -> frozenset[str]:
    name = path.rpartition("/")[2].partition(".")[0]
    return frozenset(subtokens(name)) - _OF_TESTS
