"""Inverted lists in arrays, and the scores that are read from them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


_AT_ONCE: Final = 1 << 16
"""Documents whose scores are added up at once: so few that they stay in the processor's cache."""
Numbers = np.ndarray[Any, np.dtype[np.float64]]


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

    def idf(self, term: int, scoring: Scoring = FIELDS) -> float:
        """Return how rare a term is."""
        frequency = int(self.offsets[term + 1]) - int(self.offsets[term])
        if not scoring.okapi_idf:
            return inverse_frequency(frequency, len(self.lengths))
        idf = math.log(len(self.lengths) - frequency + 0.5) - math.log(frequency + 0.5)
        return idf if idf >= 0 else scoring.epsilon * self._mean_okapi_idf

    def scores(self, weights: Mapping[int, float], scoring: Scoring = FIELDS) -> NDArray[np.float64]:
        """Return the BM25 score of every document for weighted terms."""
        norms = self._norms(scoring)
        factors = {
            term: weight * self.idf(term, scoring) * (scoring.k1 + 1) for term, weight in weights.items()
        }

        def parts(factor: Numbers, counts: Numbers, documents: NDArray[np.int32]) -> Numbers:
            return factor * counts / (counts + norms[documents])

        return self.sums(factors, parts)

    def sums(
        self, factors: Mapping[int, float], parts: Callable[[Numbers, Numbers, NDArray[np.int32]], Numbers]
    ) -> Numbers:
        """Return for every document what its terms add up to.

        `parts` gives what entries add, from the factors of their terms, their counts and their documents. The
        terms of a document are added up in the order of `factors`; of many documents some are done at once.
        """
        total = np.zeros(len(self.lengths))
        held = [(factor, *self.entries(term)) for term, factor in factors.items()]
        held = [entries for entries in held if len(entries[1])]
        if not held:
            return total
        limits = np.append(np.arange(0, len(total), _AT_ONCE, dtype=np.int32), np.int32(len(total)))
        bounds = np.array([documents.searchsorted(limits) for _, documents, _ in held])
        for block in range(len(limits) - 1):
            first, last = limits[block : block + 2]
            sizes = bounds[:, block + 1] - bounds[:, block]
            spans = [(held[term], slice(*bounds[term, block : block + 2])) for term in np.flatnonzero(sizes)]
            if not spans:
                continue
            documents = np.concatenate([documents[span] for (_, documents, _), span in spans])
            counts = np.concatenate([counts[span] for (_, _, counts), span in spans]).astype(np.float64)
            factor = np.repeat(np.array([factor for (factor, _, _), _ in spans]), sizes[sizes > 0])
            total[first:last] = np.bincount(documents - first, parts(factor, counts, documents), last - first)
        return total

    def _norms(self, scoring: Scoring) -> Numbers:
        if scoring not in self._known_norms:
            self._known_norms[scoring] = length_norms(self.lengths, scoring)
        return self._known_norms[scoring]

    @cached_property
    def _known_norms(self) -> dict[Scoring, Numbers]:
        return {}

    @cached_property
    def _mean_okapi_idf(self) -> float:
        frequencies = np.diff(self.offsets)
        frequencies = frequencies[frequencies > 0]
        return float(np.mean(np.log(len(self.lengths) - frequencies + 0.5) - np.log(frequencies + 0.5)))


def inverse_frequency(frequency: int, total: int) -> float:
    """Return ln(1 + (N - df + .5) / (df + .5))."""
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))


def length_norms(lengths: NDArray[np.integer[Any]], scoring: Scoring) -> NDArray[np.float64]:
    """Return the part of BM25's denominator that depends on the document alone."""
    mean = float(lengths.mean()) if len(lengths) else 0.0
    norms: NDArray[np.float64] = lengths / np.float64(mean or 1.0)
    norms *= scoring.k1 * scoring.b
    norms += scoring.k1 * (1 - scoring.b)
    return norms
