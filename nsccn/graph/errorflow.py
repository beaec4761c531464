"""Follows single errors through a stored graph: which of them a call lets pass, and which a handler around it catches.

The edges of a graph say that some error escapes to a caller. Here the rows that they were made from are read again, so
that an error which one caller lets through is not taken for another one that it catches.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable
from nsccn.graph.linking.linkrows import DETACHED, PREFIX
from nsccn.graph.propagation.escape import CATCHES, OVERRIDING

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_RAISED: Final = ("function", "error", "caught")
_CALLED: Final = ("caller", "callee", "caught")
Bits = int
"""A set of errors: bit `n` stands for the n-th error that is raised anywhere."""


class Passage(NamedTuple):
    """What becomes of the errors of a call."""

    caller: int
    passing: Bits
    caught: Bits


@dataclass
class Followed:
    """What was found on the way of some errors."""

    passages: dict[tuple[int, int], Passage] = field(default_factory=dict)
    """Callee and caller -> what becomes of the errors there."""


class ErrorFlow:
    """The errors of one graph."""

    def __init__(self, graph: CodeGraph) -> None:
        self._graph = graph
        arrays = graph.arrays
        self._rows = {("raise", name): arrays[f"{PREFIX}raise.{name}"] for name in _RAISED} | {
            ("call", name): np.concatenate([arrays[f"{PREFIX}call.{name}"], arrays[f"{OVERRIDING}.{name}"]])
            for name in _CALLED
        }

    def names(self, errors: Bits) -> tuple[int, ...]:
        """Return the entities of a set of errors, in the order of the graph."""
        return tuple(sorted(self._entities[number] for number in _numbers(errors)))

    def of(self, entities: Iterable[int]) -> Bits:
        """Return the set of errors that some entities are."""
        wanted = set(entities)
        return _bits(number for number, entity in enumerate(self._entities) if entity in wanted)

    def raised_in(self, functions: Iterable[int]) -> dict[int, Bits]:
        """Return what functions raise by themselves, do not catch, and pass on."""
        wanted = np.array(sorted(functions), np.int64)
        found: dict[int, Bits] = {}
        raising = self._rows["raise", "function"]
        for row in np.flatnonzero(np.isin(raising, wanted)).tolist():
            function, caught = int(raising[row]), int(self._rows["raise", "caught"][row])
            error = self._numbers[int(self._rows["raise", "error"][row])]
            if caught in self._detached:
                continue
            found[function] = found.get(function, 0) | ((1 << error) & ~self._catches[caught])
        return found

    def escaping(self, functions: Iterable[int]) -> tuple[dict[int, Bits], Followed]:
        """Return what escapes from functions and from all that they call, and the passages between these."""
        reached = self._below(functions)
        bits = dict.fromkeys(reached, 0) | self.raised_in(reached)
        starts = {function: found for function, found in bits.items() if found}
        followed = self.follow(starts, within=set(reached))
        for passage in followed.passages.values():
            bits[passage.caller] |= passage.passing
        return bits, followed

    def follow(
        self, starts: Mapping[int, Bits], depth: int | None = None, within: set[int] | None = None
    ) -> Followed:
        """Follow errors from functions through the callers that let them pass to those that catch them."""
        seen: dict[int, Bits] = {}
        found = Followed()
        pending = deque((function, errors, 0) for function, errors in sorted(starts.items()))
        while pending:
            function, errors, distance = pending.popleft()
            fresh = errors & ~seen.get(function, 0)
            if not fresh or (depth is not None and distance >= depth):
                continue
            seen[function] = seen.get(function, 0) | fresh
            for caller, caught in self._calls_of(function):
                if within is not None and caller not in within:
                    continue
                stopped = self._catches[caught] & fresh
                passed = fresh & ~stopped
                known = found.passages.get((function, caller), Passage(caller, 0, 0))
                found.passages[function, caller] = known._replace(
                    passing=known.passing | passed, caught=known.caught | stopped
                )
                if passed and caught not in self._detached:
                    pending.append((caller, passed, distance + 1))
        return found

    def _below(self, functions: Iterable[int]) -> list[int]:
        """Return functions and those from which an error escapes to them, through any number of others."""
        reached = dict.fromkeys(functions)
        pending = deque(reached)
        while pending:
            for edge in self._graph.incoming(pending.popleft(), ("PROPAGATES_ERROR", "HANDLES_ERROR")):
                if edge.kind == "PROPAGATES_ERROR" and edge.source not in reached:
                    reached[edge.source] = None
                    pending.append(edge.source)
        return sorted(reached)

    def _calls_of(self, function: int) -> Iterable[tuple[int, int]]:
        """Return who calls a function, and the number of the set of handlers around the call."""
        order, callees = self._by_callee
        begin, end = np.searchsorted(callees, np.array([function, function + 1], callees.dtype))
        rows = order[begin:end]
        return zip(
            self._rows["call", "caller"][rows].tolist(),
            self._rows["call", "caught"][rows].tolist(),
            strict=True,
        )

    @cached_property
    def _by_callee(self) -> tuple[Array, Array]:
        order = np.lexsort((self._rows["call", "caller"], self._rows["call", "callee"]))
        return order, self._rows["call", "callee"][order]

    @cached_property
    def _numbers(self) -> dict[int, int]:
        errors = np.unique(self._rows["raise", "error"])
        return {error: number for number, error in enumerate(errors.tolist())}

    @cached_property
    def _entities(self) -> list[int]:
        outside = StringTable(
            self._graph.arrays[f"{PREFIX}outside.blob"], self._graph.arrays[f"{PREFIX}outside.offsets"]
        )
        found = []
        for error in self._numbers:
            entity = error if error >= 0 else self._graph.index_of(outside[-1 - error])
            found.append(-1 if entity is None else entity)
        return found

    @cached_property
    def _catches(self) -> list[Bits]:
        offsets = self._graph.arrays[f"{CATCHES}.offsets"].tolist()
        errors = self._graph.arrays[f"{CATCHES}.errors"].tolist()
        return [
            _bits(self._numbers[error] for error in errors[begin:end]) for begin, end in pairwise(offsets)
        ]

    @cached_property
    def _detached(self) -> frozenset[int]:
        """The numbers of the sets of handlers in functions that their owner does not run."""
        errors = self._graph.arrays[f"{PREFIX}caught"]
        bounds = self._graph.arrays[f"{PREFIX}caught.offsets"]
        places = np.flatnonzero(errors == DETACHED)
        return frozenset((np.searchsorted(bounds, places, side="right") - 1).tolist())


def _bits(numbers: Iterable[int]) -> Bits:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


def _numbers(errors: Bits) -> Iterable[int]:
    number = 0
    while errors:
        if errors & 1:
            yield number
        errors >>= 1
        number += 1
