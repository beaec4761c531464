"""Inverted lists in arrays, and the scores that are read from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import begins_run

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ENTRIES: Final = 1 << 19
"""Entries that are added up at once."""
_DOCUMENTS: Final = 1 << 18
"""Documents whose scores are added up at once, where most of them may have one."""
_SPARSE: Final = 4
"""Where there are so many times as many numbers as items, those that occur are sorted out."""
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Documents = np.ndarray[Any, np.dtype[np.integer[Any]]]
Parts = Callable[[Numbers, Numbers, Documents], Numbers]


class Block(NamedTuple):
    """Documents, ascending, and their scores for each of some queries; some may have 0."""

    documents: Documents
    scores: list[Numbers]


class Scoring(NamedTuple):
    """The parameters of BM25."""

    k1: float = 1.0
    b: float = 0.5
    okapi_idf: bool = False
    """Use ln((N - df + .5) / (df + .5)), raised to `epsilon` times its mean where negative; else
    ln(1 + (N - df + .5) / (df + .5))."""
    epsilon: float = 0.25


FIELDS: Final = Scoring()
"""Of entities, whose counts are weighted by field."""
OKAPI: Final = Scoring(k1=1.5, b=0.75, okapi_idf=True)
"""The formula and parameters of rank-bm25's `BM25Okapi`."""


@dataclass(frozen=True)
class Postings:
    """For each term the documents that hold it, in ascending order, and its weighted count in each."""

    offsets: NDArray[np.uint32]
    """Term `t` has the entries `offsets[t]` to `offsets[t + 1]`."""
    documents: NDArray[np.int32]
    counts: NDArray[np.uint16]
    lengths: NDArray[np.uint32]
    """Number of terms of each document, unweighted."""

    def entries(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        """Return the documents of a term and its counts in them."""
        start, end = int(self.offsets[term]), int(self.offsets[term + 1])
        return self.documents[start:end], self.counts[start:end]

    def holds(self, term: int, documents: Documents) -> NDArray[np.bool_]:
        """Say of some documents whether they hold a term."""
        return self._places(term, documents)[1]

    def _places(self, term: int, documents: Documents) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return where some documents stand among those of a term, and whether they do."""
        held, _ = self.entries(term)
        if not len(held):
            return np.zeros(len(documents), np.intp), np.zeros(len(documents), np.bool_)
        # Other types would have all that is listed converted.
        places = np.minimum(held.searchsorted(documents.astype(held.dtype)), len(held) - 1)
        return places, held[places] == documents

    def idfs(self, terms: Sequence[int], scoring: Scoring = FIELDS) -> list[float]:
        """Return how rare each of some terms is."""
        return [self._idf(frequency, scoring) for frequency in self._frequencies(terms).tolist()]

    def _frequencies(self, terms: Sequence[int]) -> NDArray[np.uint32]:
        """Return how many documents hold each of some terms."""
        numbers = np.array(terms, np.intp)
        return self.offsets.take(numbers + 1) - self.offsets.take(numbers)

    def by_rarity(self, weights: Mapping[int, float], scoring: Scoring = FIELDS) -> dict[int, float]:
        """Return what each of some weighted terms counts when rare ones count more."""
        rarities = zip(weights.items(), self.idfs([*weights], scoring), strict=True)
        return {term: weight * idf for (term, weight), idf in rarities}

    def _idf(self, frequency: int, scoring: Scoring) -> float:
        if not scoring.okapi_idf:
            return inverse_frequency(frequency, len(self.lengths))
        idf = math.log(len(self.lengths) - frequency + 0.5) - math.log(frequency + 0.5)
        return idf if idf >= 0 else scoring.epsilon * self._mean_okapi_idf

    def scores(self, weights: Mapping[int, float], scoring: Scoring = FIELDS) -> Numbers:
        """Return the BM25 score of every document for weighted terms."""
        total = np.zeros(len(self.lengths))
        for documents, (scores,) in self.blocks([weights], scoring):
            total[documents] = scores
        return total

    def scores_of(
        self, documents: Documents, weights: Mapping[int, float], scoring: Scoring = FIELDS
    ) -> Numbers:
        """Return the BM25 scores of few documents for weighted terms."""
        total = np.zeros(len(documents))
        norms = length_norms(self.lengths[documents], scoring, self._mean_length)
        for term, weight in self.by_rarity(weights, scoring).items():
            places, holds = self._places(term, documents)
            held = np.flatnonzero(holds)
            counts = self.entries(term)[1][places[held]].astype(np.float64)
            total[held] += weight * (scoring.k1 + 1) * counts / (counts + norms[held])
        return total

    def blocks(self, queries: Sequence[Mapping[int, float]], scoring: Scoring = FIELDS) -> Iterator[Block]:
        """Yield the BM25 scores of all documents that hold a weighted term of one of some queries."""
        factors = [
            {term: weight * (scoring.k1 + 1) for term, weight in self.by_rarity(weights, scoring).items()}
            for weights in queries
        ]

        norms_of = self._norms_of(
            scoring, self._frequencies([term for terms in queries for term in terms]).sum()
        )

        def parts(factor: Numbers, counts: Numbers, documents: Documents) -> Numbers:
            factor *= counts
            counts += norms_of(documents)
            factor /= counts
            return factor

        return self._blocks(factors, parts)

    def sums(self, factors: Mapping[int, float], parts: Parts) -> Numbers:
        """Return for every document what its terms add up to."""
        total = np.zeros(len(self.lengths))
        for documents, (sums,) in self._blocks([factors], parts):
            total[documents] = sums
        return total

    def _blocks(self, queries: Sequence[Mapping[int, float]], parts: Parts) -> Iterator[Block]:
        """Yield for each query what the terms of documents add up to, in the order of the query's terms.

        `parts` gives what entries add, from the factors of their terms, their counts and their documents; it may
        write into factors and counts.
        """
        terms = [term for factors in queries for term in factors]
        every_factor = np.array([factor for factors in queries for factor in factors.values()])
        before = np.cumsum([0, *map(len, queries)]).tolist()
        starts, ends = self.offsets[terms].tolist(), self.offsets[1:][terms].tolist()
        if starts == ends:
            return
        limits = self._limits(sum(ends) - sum(starts))
        bounds = self._bounds(starts, ends, limits)
        for (first, last), froms, tos in zip(pairwise(limits), bounds[:-1], bounds[1:], strict=True):
            spans = [slice(start, end) for start, end in zip(froms, tos, strict=True) if start < end]
            if not spans:
                continue
            sizes = np.subtract(tos, froms)
            documents = np.concatenate([self.documents[span] for span in spans]).astype(np.intp)
            counts = np.concatenate([self.counts[span] for span in spans]).astype(np.float64)
            values = parts(np.repeat(every_factor, sizes), counts, documents)
            held, places = numbered(documents, first, last)
            cuts = [int(sizes[:end].sum()) for end in before]
            yield Block(held, [totals(places[at:to], values[at:to], len(held)) for at, to in pairwise(cuts)])

    def _limits(self, entries: int) -> list[int]:
        """Return where blocks begin, and the end: so many that what is made of one stays in the processor's cache."""
        size = len(self.lengths)
        number = max(entries // _ENTRIES, size // _DOCUMENTS if entries * _SPARSE > size else 0) + 1
        return [*range(0, size, -(-size // number) or 1), size]

    def _bounds(self, starts: list[int], ends: list[int], limits: list[int]) -> list[list[int]]:
        """Return for each limit where the entries of each term reach it."""
        inner = np.array(limits[1:-1], np.int32)
        if not len(inner):
            return [starts, ends]
        reached = [
            (self.documents[start:end].searchsorted(inner) + start).tolist()
            for start, end in zip(starts, ends, strict=True)
        ]
        return [starts, *map(list, zip(*reached, strict=True)), ends]

    def _norms_of(self, scoring: Scoring, entries: int) -> Callable[[Documents], Numbers]:
        """Return what gives the norms of documents: of all at once where enough entries ask for them."""
        if scoring not in self._known_norms:
            if entries < len(self.lengths):
                return lambda documents: length_norms(self.lengths[documents], scoring, self._mean_length)
            self._known_norms[scoring] = length_norms(self.lengths, scoring, self._mean_length)
        return self._known_norms[scoring].__getitem__

    @cached_property
    def _mean_length(self) -> float:
        return float(self.lengths.mean()) if len(self.lengths) else 0.0

    @cached_property
    def _known_norms(self) -> dict[Scoring, Numbers]:
        return {}

    @cached_property
    def _mean_okapi_idf(self) -> float:
        frequencies = np.diff(self.offsets)
        frequencies = frequencies[frequencies > 0]
        return float(np.mean(np.log(len(self.lengths) - frequencies + 0.5) - np.log(frequencies + 0.5)))


def numbered(items: Documents, first: int, last: int) -> tuple[Documents, Documents]:
    """Return distinct numbers from `first` to `last`, ascending, and the place of each item among them.

    They are the items where these are few; else all, which takes less than finding out which occur.
    """
    if len(items) * _SPARSE > last - first:
        return np.arange(first, last), items - first
    order = np.argsort(items, kind="stable")
    ordered = items[order]
    is_first = begins_run(ordered)
    places = np.empty(len(items), np.intp)
    places[order] = np.cumsum(is_first) - 1
    return ordered[is_first], places


def totals(places: Documents, values: Numbers, size: int) -> Numbers:
    """Return what the values at each of so many places add up to, in their order."""
    if not len(values):  # else they would be counted as whole numbers
        return np.zeros(size)
    return np.bincount(places, values, size).astype(np.float64, copy=False)


def inverse_frequency(frequency: int, total: int) -> float:
    """Return ln(1 + (N - df + .5) / (df + .5))."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def length_norms(lengths: NDArray[np.integer[Any]], scoring: Scoring, mean: float) -> NDArray[np.float64]:
    """Return the part of BM25's denominator that depends on the document alone; `mean` is the mean length of all."""
    norms: NDArray[np.float64] = lengths / np.float64(mean or 1.0)
    norms *= scoring.k1 * scoring.b
    norms += scoring.k1 * (1 - scoring.b)
    return norms
