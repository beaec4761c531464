"""What is shown as one: which entity stands for another, and which lines are an entity's own.

A function holds all that is defined inside it; a very long one is what remains of it without the functions in it, a
class what remains without its methods, a file what remains without its definitions and its licence. So every other
line of a file belongs to exactly one unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from nsccn.graph.kinds import ENTITY_KINDS, FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.select.licence import licence_lines
from nsccn.skeleton.window import comment_start

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Stretches of lines, both ends included, in order."""

_SHELL: Final = regex(r"\s*(?:\w+\s*[({\[]|(?P<closed>[)}\]]+[,;]?))\s*")
_SAYS_NOTHING: Final = regex(
    r"[\s/*#.]*(?:\{?@inheritdoc\b\}?[\s/*#.]*|<inheritdoc\b[^>]*/>|@(?:author|since|version|copyright|license)\b.*)?",
    re.IGNORECASE,
)
"""A line of a comment that tells who wrote what is below, or that what it overrides has a comment."""
_LONG: Final = 100
"""Lines of a function from which on the functions that it defines are units of their own,"""
_LEAST_ALONE: Final = 10
"""those with so many lines at least."""
_ARE_FUNCTIONS: Final = np.array([kind in FUNCTION_KINDS for kind in ENTITY_KINDS])
_ARE_PARTS: Final = np.array([kind == "attr" for kind in ENTITY_KINDS])
_ARE_NOWHERE: Final = np.array([kind in ("config", "error") for kind in ENTITY_KINDS])
_NOBODY: Final = -1


def units_of(graph: CodeGraph, entities: Iterable[int]) -> list[int]:
    """Return for each entity the one as part of which it is shown, -1 for what lies in no file."""
    units = np.array([*entities], np.int64)
    is_nowhere = (graph.file.take(units) < 0) | _ARE_NOWHERE.take(graph.kind.take(units))
    parents = graph.parent.take(units)
    while (is_inside := parents >= 0).any():
        around = np.where(is_inside, parents, units)
        is_part = _ARE_PARTS.take(graph.kind.take(units))
        is_held = _ARE_FUNCTIONS.take(graph.kind.take(around)) & ~_stand_alone(graph, units, around)
        units = np.where(is_inside & (is_part | is_held), around, units)
        parents = np.where(is_inside, graph.parent.take(around), parents)
    found: list[int] = np.where(is_nowhere, -1, units).tolist()
    return found


def _stand_alone(graph: CodeGraph, units: Array, around: Array) -> Array:
    """Say which functions are shown apart from those around them: an excerpt of these could not hold them."""
    are_functions = _ARE_FUNCTIONS.take(graph.kind.take(units))
    alone: Array = (
        are_functions & (_lengths(graph, units) >= _LEAST_ALONE) & (_lengths(graph, around) >= _LONG)
    )
    return alone


def _lengths(graph: CodeGraph, entities: Array) -> Array:
    lengths: Array = graph.end_line.take(entities) - graph.start_line.take(entities) + 1
    return lengths


class FileUnits:
    """Whose each line of one file is."""

    def __init__(self, graph: CodeGraph, path: str, lines: Sequence[str]) -> None:
        indexes = graph.entities_of(path)
        owners = np.full(len(lines), indexes.start, dtype=np.int64)
        for index, unit in zip(indexes[1:], units_of(graph, indexes[1:]), strict=True):
            if unit == index:
                start, end = int(graph.start_line[index]), int(graph.end_line[index])
                said = comment_start(lines, start) - 1
                says_nothing = all(map(_SAYS_NOTHING.fullmatch, lines[said : start - 1]))
                owners[said : start - 1] = _NOBODY if says_nothing else index
                owners[start - 1 : end] = index
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
    """Return a range without blank lines at its ends; its end comes before its start where all are blank.

    The file may have become shorter since its range was told.
    """
    end = min(end, len(lines))
    while start <= end and not lines[start - 1].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return start, end
