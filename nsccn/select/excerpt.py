"""Which lines of a long stretch of code to show when there is no room for all."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex
from nsccn.search.quotations import shares_held
from nsccn.search.terms import WORD, document_terms
from nsccn.select.units import trimmed_range
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.select.units import Ranges

_AROUND_NAMED: Final = 4
"""Lines shown on either side of one that the task points at,"""
_PER_LINE_AROUND: Final = 175
"""where these are too many, and on either side of one that matches, one for each so many tokens, and one at least."""
_BESIDE: Final = {1: 0.1, 2: 0.05}
"""What a match counts for the lines so far from it."""
_CALLS: Final = 0.15
"""What a line that calls something has ahead, as a share of the best match: fixes are made there."""
_CALL: Final = regex(r"\w\(")
_SAYS: Final = 0.2
"""What a comment is behind."""
_COMMENT: Final = regex(r"\s*(?://|/?\*|--|#(?!\s*(?:if|el|end|def|undef|inc|pragma)))")
_INNER: Final = (1.0, -0.8)
"""What a line has ahead by its place p in [0, 1], `p - 0.8 p²`: the ends of a function are changed less often."""
_RULE: Final = regex(
    r"\s*(?:(?:#|//|--)(?:\s*[^\w\s]{2,}+[\W_]*|\s*([-=*~_+])\1{3,}+.*)"
    r"|/\*(?:[\W_]*|\s*([-=*~_+])\2{3,}+.*)\*/\s*)"
)
"""A comment that only separates: punctuation alone, or a title that begins with a drawn line."""
_WORDLESS: Final = regex(r"\s*(?://+|/\*+|\*+/?|--|#+)\s*")
"""A comment that says nothing, as those do between paragraphs and at the ends of a block."""


class Excerpt(NamedTuple):
    """Some lines of a unit."""

    ranges: Ranges
    captured: float
    """The share, in [0, 1], of what matches the task in the whole unit."""


class Matcher:
    """Tells how well lines match the words of a task."""

    def __init__(self, words: Mapping[str, float], literals: Collection[str] = ()) -> None:
        """A literal that the task quotes counts like the word that tells most."""
        self._words, self._literals = words, literals
        self._most = max(words.values(), default=1.0)
        self._known: dict[str, dict[str, float]] = {}

    def scores(self, lines: Sequence[str]) -> list[float]:
        """Return the weight of the task's words, and of what it quotes, in each of the lines of a unit.

        A word counts once in a line, and the less the more of the lines have it: it tells less which are meant.
        """
        found = [self._found(line) for line in lines]
        frequencies = Counter(chain.from_iterable(found))
        scores = [sum(weight / sqrt(frequencies[term]) for term, weight in one.items()) for one in found]
        for place, share in shares_held(lines, self._literals).items():
            scores[place] += share * self._most
        return scores

    def _found(self, line: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for word in WORD.findall(line):
            weights = self._known.get(word)
            if weights is None:
                weights = {term: self._words[term] for term in document_terms(word) if term in self._words}
                self._known[word] = weights
            found.update(weights)
        return found


def excerpts(
    lines: Sequence[str],
    own: Ranges,
    matcher: Matcher,
    limits: Sequence[int],
    pointed_at: Collection[int] = (),
    declared_at: int = 0,
) -> list[Excerpt]:
    """Return the line that declares a unit and what surrounds its best lines, for each limit in tokens.

    Lines that are pointed at are the best, and one counts as much as all that matches. Comments ahead of the
    declaration are shown where one is pointed at, or where all else is.
    """
    whole = [number for start, end in own for number in range(start, end + 1)]
    numbers = [number for number in whole if not _RULE.fullmatch(lines[number - 1])] or whole
    texts = [lines[number - 1] for number in numbers]
    matches = matcher.scores(texts)
    costs = [count_tokens(f"{number}|{text}\n") for number, text in zip(numbers, texts, strict=True)]
    named = [place for place, number in enumerate(numbers) if number in pointed_at]
    head = bisect_left(numbers, declared_at) % len(numbers)
    likely = _likelihoods(texts[head:], matches[head:])
    telling = [place for place in range(head, len(numbers)) if texts[place].strip()]
    best = sorted(telling, key=lambda place: (-likely[place - head], place))
    first = [(head, head), *((place - _AROUND_NAMED, place + _AROUND_NAMED) for place in named)]
    most = sum(matches) or 1.0
    for place in named:
        matches[place] += most
    total = sum(matches)
    found = []
    for limit in limits:
        around = max(limit // _PER_LINE_AROUND, 1)
        then = [(place - around, place + around) for place in named]
        then += [(max(place - around, head), place + around) for place in best]
        shown = _within(limit, costs, [*first, *then, (0, head)])
        captured = sum(matches[place] for place in shown) / total if total else len(shown) / len(numbers)
        filled = [numbers[place] for place in sorted(shown)]
        found.append(Excerpt(_without_blank_ends(_ranges(filled), lines), captured))
    return found


def _likelihoods(texts: Sequence[str], matches: Sequence[float]) -> list[float]:
    """Return how likely each line is to be the one that the task is about: only their order means something."""
    most, count = max(matches) or 1.0, len(texts)
    likely = []
    for place, text in enumerate(texts):
        beside = sum(
            weight * matches[other]
            for distance, weight in _BESIDE.items()
            for other in (place - distance, place + distance)
            if 0 <= other < count
        )
        depth = place / count
        likely.append(
            (matches[place] + beside) / most
            + (-_SAYS if _COMMENT.match(text) else _CALLS * bool(_CALL.search(text)))
            + _INNER[0] * depth
            + _INNER[1] * depth**2
        )
    return likely


def _without_blank_ends(ranges: Ranges, lines: Sequence[str]) -> Ranges:
    """Leave out lines at the ends of ranges that are blank, or comments without a word."""
    found = []
    for first, last in ranges:
        start, end = trimmed_range(first, last, lines)
        while start <= end and _WORDLESS.fullmatch(lines[start - 1]):
            start, end = trimmed_range(start + 1, end, lines)
        while end >= start and _WORDLESS.fullmatch(lines[end - 1]):
            start, end = trimmed_range(start, end - 1, lines)
        if start <= end:
            found.append((start, end))
    return tuple(found)


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
