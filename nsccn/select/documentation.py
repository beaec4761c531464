"""Long documentation inside a definition: the part that code can be shown without."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from nsccn.skeleton.window import COMMENT

if TYPE_CHECKING:
    from nsccn.select.units import Ranges

_LEAST: Final = 4
"""Lines that are worth leaving out."""
_LEAST_ALONE: Final = 6
"""Lines of a comment between the members of a type that is about no one of its fields."""
_SEARCHED: Final = 80
_QUOTES: Final = ('"""', "'''")


def without_documentation(lines: Sequence[str], own: Ranges, doc: str) -> Ranges:
    """Return a unit's lines without its documentation after the first paragraph, where that is long."""
    paragraph = doc.split("\n\n", 1)
    found = _find(lines, own, paragraph[0].split("\n")) if len(paragraph) > 1 else None
    if found is None:
        return own
    start, first_after = found
    last = _end(lines, start, first_after, own[-1][1])
    if last - first_after + 1 < _LEAST:
        return own
    return _without(own, first_after, last)


def without_comments(lines: Sequence[str], own: Ranges, declared: int, needed: Collection[int]) -> Ranges:
    """Return the lines of a type or a file less long comments below its declaration with no line that is needed."""
    kept = own
    for start, end in own:
        for is_said, run in groupby(range(start, end + 1), lambda number: _is_said(lines[number - 1])):
            numbers = [*run]
            while numbers and not lines[numbers[-1] - 1].strip():
                numbers.pop()
            is_free = is_said and len(numbers) >= _LEAST_ALONE and numbers[0] > declared
            if is_free and not any(map(numbers.__contains__, needed)):
                kept = _without(kept, numbers[0], numbers[-1])
    return kept


def _is_said(line: str) -> bool:
    return not line.strip() or COMMENT.match(line) is not None


def _find(lines: Sequence[str], own: Ranges, paragraph: Sequence[str]) -> tuple[int, int] | None:
    """Return the line on which a paragraph begins and the one after its end."""
    numbers = [number for start, end in own for number in range(start, end + 1)][:_SEARCHED]
    for number in numbers:
        stretch = lines[number - 1 : number - 1 + len(paragraph)]
        if len(stretch) == len(paragraph) and all(
            p.strip() in line for p, line in zip(paragraph, stretch, strict=True)
        ):
            return number, number + len(paragraph)
    return None


def _end(lines: Sequence[str], start: int, after: int, limit: int) -> int:
    """Return the last line of a documentation whose mark of the end is left standing."""
    head = "\n".join(lines[max(start - 2, 0) : start])
    quote = next((quote for quote in _QUOTES if quote in head), None)
    for number in range(after, limit + 1):
        line = lines[number - 1]
        if quote in line if quote else not COMMENT.match(line):
            return number - 1
    return after - 1


def _without(own: Ranges, first: int, last: int) -> Ranges:
    kept: list[tuple[int, int]] = []
    for start, end in own:
        kept.extend(
            part for part in ((start, min(end, first - 1)), (max(start, last + 1), end)) if part[0] <= part[1]
        )
    return tuple(kept)
