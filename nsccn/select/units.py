"""What is shown as one: which entity stands for another, and which lines are an entity's own.

A function holds all that is defined inside it; a very long one is what remains of it without the functions in it, a
class what remains without its methods, a file what remains without its definitions and its licence. So every other
line of a file belongs to exactly one unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.select.licence import licence_lines
from nsccn.skeleton.window import comment_start

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Stretches of lines, both ends included, in order."""

_SHELL: Final = re.compile(r"\s*(?:\w+\s*[({\[]|(?P<closed>[)}\]]+[,;]?))\s*")
_PARTS: Final = frozenset({"attr"})
_LONG: Final = 100
"""Lines of a function from which on the functions that it defines are units of their own,"""
_LEAST_ALONE: Final = 10
"""those with so many lines at least."""
_NOWHERE: Final = frozenset({"config", "error"})
_NOBODY: Final = -1


def unit_of(graph: CodeGraph, index: int) -> int:
    """Return the entity as part of which an entity is shown, -1 for what lies in no file."""
    kinds = graph.kinds
    if graph.file[index] < 0 or kinds[graph.kind[index]] in _NOWHERE:
        return -1
    unit = current = index
    while (parent := int(graph.parent[current])) >= 0:
        is_inside = kinds[graph.kind[parent]] in FUNCTION_KINDS and not _stands_alone(graph, unit, parent)
        if kinds[graph.kind[unit]] in _PARTS or is_inside:
            unit = parent
        current = parent
    return unit


def _stands_alone(graph: CodeGraph, unit: int, parent: int) -> bool:
    """Whether a function is shown apart from the one that it is defined in: an excerpt of that could not hold it."""
    is_function = graph.kinds[graph.kind[unit]] in FUNCTION_KINDS
    return is_function and _length(graph, unit) >= _LEAST_ALONE and _length(graph, parent) >= _LONG


def _length(graph: CodeGraph, index: int) -> int:
    return int(graph.end_line[index]) - int(graph.start_line[index]) + 1


class FileUnits:
    """Whose each line of one file is."""

    def __init__(self, graph: CodeGraph, path: str, lines: Sequence[str]) -> None:
        indexes = graph.entities_of(path)
        owners = np.full(len(lines), indexes.start, dtype=np.int64)
        for index in indexes[1:]:
            if unit_of(graph, index) == index:
                start, end = int(graph.start_line[index]), int(graph.end_line[index])
                owners[comment_start(lines, start) - 1 : end] = index
        self.licence = frozenset(licence_lines(lines))
        """The lines that state the file's licence."""
        for number in self.licence:
            if owners[number - 1] == indexes.start:
                owners[number - 1] = _NOBODY
        for number in _shells(lines, owners.tolist(), indexes.start):
            owners[number - 1] = _NOBODY
        starts = np.flatnonzero(np.diff(owners, prepend=_NOBODY - 1))
        ends = np.append(starts, len(lines))[1:]
        self._lines = lines
        self._runs: dict[int, list[tuple[int, int]]] = {}
        for owner, start, end in zip(owners[starts].tolist(), starts.tolist(), ends.tolist(), strict=True):
            self._runs.setdefault(owner, []).append((start + 1, end))

    def own(self, unit: int) -> Ranges:
        """Return the lines of a unit that belong to no other, without blank ends."""
        trimmed = (trimmed_range(start, end, self._lines) for start, end in self._runs.get(unit, ()))
        return tuple((start, end) for start, end in trimmed if start <= end)


def _shells(lines: Sequence[str], owners: Sequence[int], file: int) -> Iterator[int]:
    """Yield the lines of a file that only open or close a group of definitions: `const (`, `)`."""
    for number, line in enumerate(lines, 1):
        if owners[number - 1] == file and (shell := _SHELL.fullmatch(line)):
            beside = number - 1 if shell["closed"] else number + 1
            if 1 <= beside <= len(lines) and owners[beside - 1] not in (file, _NOBODY):
                yield number


def trimmed_range(start: int, end: int, lines: Sequence[str]) -> tuple[int, int]:
    """Return a range without blank lines at its ends; its end comes before its start where all are blank."""
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return start, end
