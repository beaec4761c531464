"""Inverted lists in arrays, and the scores that are read from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
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
_LITTLE: Final = 0.25
"""What a term counts that stands 0 times in a document, in its imports alone: an answer where there is no other."""
Numbers = np.ndarray[Any, np.dtype[np.float64]]
Documents = np.ndarray[Any, np.dtype[np.integer[Any]]]
Parts = Callable[[Numbers, Numbers, Documents], Numbers]


class Block(NamedTuple):
    """Documents, ascending, and their scores for each of some queries; some may have 0."""

    documents: Documents
    scores: list[Numbers]


class _Portion(NamedTuple):
    """The entries of some terms, one term after the other."""

    terms: Documents
    """Their places among all that are asked for."""
    sizes: Documents
    """How many entries each of them has."""
    documents: NDArray[np.int32]
    counts: NDArray[np.uint16]


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
        return _standing(documents, self.entries(term)[0])[1]

    def idfs(self, terms: Sequence[int], scoring: Scoring = FIELDS) -> Numbers:
        """Return how rare each of some terms is."""
        frequencies, total = self._frequencies(terms).astype(np.float64), len(self.lengths)
        if not scoring.okapi_idf:
            return inverse_frequencies(frequencies, total)
        found = okapi_frequencies(frequencies, total)
        return np.where(found >= 0, found, scoring.epsilon * self._mean_okapi_idf)

    def entry_count(self, terms: Iterable[int]) -> int:
        """Return in how many documents some terms stand, added up."""
        return int(self._frequencies([*terms]).sum())

    def _frequencies(self, terms: Sequence[int]) -> NDArray[np.uint32]:
        """Return how many documents hold each of some terms."""
        numbers = np.array(terms, np.intp)
        return self.offsets.take(numbers + 1) - self.offsets.take(numbers)

    def by_rarity(self, weights: Mapping[int, float], scoring: Scoring = FIELDS) -> dict[int, float]:
        """Return what each of some weighted terms counts when rare ones count more."""
        counted = self.idfs([*weights], scoring) * np.array([*weights.values()])
        return dict(zip(weights, counted.tolist(), strict=True))

    def scores(self, weights: Mapping[int, float], scoring: Scoring = FIELDS) -> Numbers:
        """Return the BM25 score of every document for weighted terms."""
        total = np.zeros(len(self.lengths))
        factors = self._factors(weights, scoring)
        norms_of = self._norms_of(scoring, self.entry_count(factors))
        column = np.array([*factors.values()])
        for portion in self._portions([*factors]):
            documents, counts = portion.documents.astype(np.intp), _weighed(portion.counts)
            factor = column[portion.terms].repeat(portion.sizes)
            total += totals(documents, factor * counts / (counts + norms_of(documents)), len(total))
        return total

    def scores_of(
        self, documents: Documents, queries: Sequence[Mapping[int, float]], scoring: Scoring = FIELDS
    ) -> list[Numbers]:
        """Return for each of some queries the BM25 scores of some documents, which ascend, for weighted terms."""
        found = [np.zeros(len(documents)) for _ in queries]
        norms = length_norms(self.lengths[documents], scoring, self._mean_length)
        every_factor = [self._factors(weights, scoring) for weights in queries]
        terms = [*dict.fromkeys(chain.from_iterable(every_factor))]
        columns = [np.array([factors.get(term, 0.0) for term in terms]) for factors in every_factor]
        for places, of_terms, counts in self._entries_among(documents, terms):
            over = counts + norms[places]
            for total, column in zip(found, columns, strict=True):
                np.add.at(total, places, column[of_terms] * counts / over)
        return found

    def _entries_among(
        self, documents: Documents, terms: Sequence[int]
    ) -> Iterator[tuple[Documents, Documents, Numbers]]:
        """Yield which of some documents hold terms: places of the documents, places of the terms, and counts."""
        is_chosen = np.zeros(len(self.lengths), np.bool_)  # a byte each stays in the processor's cache
        is_chosen[documents] = True
        place_of = np.empty(len(self.lengths), np.intp)  # of which no page is touched where nothing is chosen
        place_of[documents] = np.arange(len(documents))
        for portion in self._portions(terms):
            entries = np.flatnonzero(is_chosen.take(portion.documents))
            sizes = np.diff(entries.searchsorted(np.cumsum(portion.sizes)), prepend=0)
            places = place_of.take(portion.documents.take(entries))
            yield places, portion.terms.repeat(sizes), _weighed(portion.counts.take(entries))

    def _portions(self, terms: Sequence[int]) -> Iterator[_Portion]:
        """Yield the entries of so many terms at once that what is made of them stays in the processor's cache."""
        starts, ends = self.offsets[terms].tolist(), self.offsets[1:][terms].tolist()
        first, size = 0, 0
        for place, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
            size += end - start
            if size >= _ENTRIES or place == len(terms):
                spans = [*map(slice, starts[first:place], ends[first:place])]
                yield _Portion(
                    np.arange(first, place),
                    np.subtract(ends[first:place], starts[first:place]),
                    np.concatenate([self.documents[span] for span in spans]),
                    np.concatenate([self.counts[span] for span in spans]),
                )
                first, size = place, 0

    def _factors(self, weights: Mapping[int, float], scoring: Scoring) -> dict[int, float]:
        """Return what each of some weighted terms is multiplied by."""
        return {term: weight * (scoring.k1 + 1) for term, weight in self.by_rarity(weights, scoring).items()}

    def blocks(
        self,
        queries: Sequence[Mapping[int, float]],
        among: Documents | None = None,
        scoring: Scoring = FIELDS,
    ) -> Iterator[Block]:
        """Yield the BM25 scores of all documents that hold a weighted term of one of some queries.

        `among` are the documents to look at, ascending; None for all.
        """
        if among is not None:
            if len(among):
                yield Block(among, self.scores_of(among, queries, scoring))
            return
        factors = [self._factors(weights, scoring) for weights in queries]
        norms_of = self._norms_of(scoring, self.entry_count(chain.from_iterable(queries)))

        def parts(factor: Numbers, counts: Numbers, documents: Documents) -> Numbers:
            factor *= counts
            counts += norms_of(documents)
            factor /= counts
            return factor

        yield from self._blocks(factors, parts)

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
            counts = _weighed(np.concatenate([self.counts[span] for span in spans]))
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
        frequencies = frequencies[frequencies > 0].astype(np.float64)
        return float(okapi_frequencies(frequencies, len(self.lengths)).mean())


def _weighed(counts: NDArray[np.uint16]) -> Numbers:
    """Return counts as they are weighed."""
    return np.maximum(counts, _LITTLE, dtype=np.float64)


def _standing(documents: Documents, held: NDArray[np.int32]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return where some documents stand among those that are held, which ascend, and whether they do."""
    if not len(held):
        return np.zeros(len(documents), np.intp), np.zeros(len(documents), np.bool_)
    # Other types would have all that is listed converted.
    places = np.minimum(held.searchsorted(documents.astype(held.dtype)), len(held) - 1)
    return places, held[places] == documents


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


def inverse_frequencies(frequencies: Numbers, total: int) -> Numbers:
    """Return ln(1 + (N - df + .5) / (df + .5))."""
    return np.log(1 + (total - frequencies + 0.5) / (frequencies + 0.5))


def okapi_frequencies(frequencies: Numbers, total: int) -> Numbers:
    """Return ln((N - df + .5) / (df + .5))."""
    return np.log(total - frequencies + 0.5) - np.log(frequencies + 0.5)


def length_norms(lengths: NDArray[np.integer[Any]], scoring: Scoring, mean: float) -> NDArray[np.float64]:
    """Return the part of BM25's denominator that depends on the document alone; `mean` is the mean length of all."""
    norms: NDArray[np.float64] = lengths / np.float64(mean or 1.0)
    norms *= scoring.k1 * scoring.b
    norms += scoring.k1 * (1 - scoring.b)
    return norms
