"""Which lines of a long stretch of code to show when there is no room for all."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.search.terms import WORD, document_terms
from nsccn.select.units import trimmed_range
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.select.units import Ranges

_AROUND: Final = 4
"""Lines shown on either side of a line that matches."""
_CLOSE: Final = 1
"""Where these are too long, lines shown on either side of one that the task points at."""
_HEAD: Final = 3
"""Lines shown of the beginning, in any case."""
_RULE: Final = re.compile(
    r"\s*(?:(?:#|//|--)(?:\s*[^\w\s]{2,}[\W_]*|\s*([-=*~_+])\1{3,}.*)|/\*(?:[\W_]*|\s*([-=*~_+])\2{3,}.*)\*/\s*)"
)
"""A comment that only separates: punctuation alone, or a title that begins with a drawn line."""


class Excerpt(NamedTuple):
    """Some lines of a unit."""

    ranges: Ranges
    captured: float
    """The share, in [0, 1], of what matches the task in the whole unit."""


class Matcher:
    """Tells how well lines match the words of a task."""

    def __init__(self, words: Mapping[str, float]) -> None:
        self._words = words
        self._known: dict[str, dict[str, float]] = {}

    def score(self, line: str) -> float:
        """Return the weight of the task's words in a line, each counted once."""
        found: dict[str, float] = {}
        for word in WORD.findall(line):
            weights = self._known.get(word)
            if weights is None:
                weights = {term: self._words[term] for term in document_terms(word) if term in self._words}
                self._known[word] = weights
            if weights:
                found.update(weights)
        return sum(found.values())


def excerpts(
    lines: Sequence[str],
    own: Ranges,
    matcher: Matcher,
    limits: Sequence[int],
    pointed_at: Collection[int] = (),
) -> list[Excerpt]:
    """Return the head of a unit and what surrounds its best lines, for each limit in tokens.

    Lines that are pointed at are the best, and one counts as much as all that matches.
    """
    whole = [number for start, end in own for number in range(start, end + 1)]
    numbers = [number for number in whole if not _RULE.fullmatch(lines[number - 1])] or whole
    scores = [matcher.score(lines[number - 1]) for number in numbers]
    most = sum(scores) or 1.0
    scores = [score + most * (number in pointed_at) for number, score in zip(numbers, scores, strict=True)]
    costs = [count_tokens(f"{number}|{lines[number - 1]}\n") for number in numbers]
    places = [place for place in range(len(numbers)) if scores[place] > 0]
    places.sort(key=lambda place: (-scores[place], place))
    windows = [(place - _AROUND, place + _AROUND) for place in places]
    named = [place for place in places if numbers[place] in pointed_at]
    windows[len(named) : len(named)] = [(place - _CLOSE, place + _CLOSE) for place in named]
    total = sum(scores)
    found = []
    for limit in limits:
        shown = _within(limit, costs, [(0, _HEAD), *windows])
        captured = sum(scores[place] for place in shown) / total if total else len(shown) / len(numbers)
        filled = [numbers[place] for place in sorted(shown)]
        found.append(Excerpt(_without_blank_ends(_ranges(filled), lines), captured))
    return found


def _without_blank_ends(ranges: Ranges, lines: Sequence[str]) -> Ranges:
    trimmed = (trimmed_range(start, end, lines) for start, end in ranges)
    return tuple((start, end) for start, end in trimmed if start <= end)


def _within(tokens: int, costs: Sequence[int], windows: Sequence[tuple[int, int]]) -> set[int]:
    """Take the places from first to last of each window, in their order, as long as they fit."""
    shown: set[int] = set()
    cheapest = min(costs)
    for first, last in windows:
        added = [place for place in range(max(first, 0), min(last + 1, len(costs))) if place not in shown]
        cost = sum(costs[place] for place in added)
        if cost <= tokens:
            shown.update(added)
            tokens -= cost
        if tokens < cheapest:
            break
    return shown


def _ranges(numbers: Sequence[int]) -> Ranges:
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)
