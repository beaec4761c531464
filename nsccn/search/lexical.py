"""The search index: which entity holds which term how often, in arrays that load without being parsed.

A term counts in an entity's own text once, in the name of what encloses it three times and in its own name
eight times. Names and paths have lists of their own besides.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.arrays import StringTable, begins_run
from nsccn.search.corpus import Corpus
from nsccn.search.messages import MessageIndex
from nsccn.search.parts import FILE_NAME_COUNT, FieldWeights, joined, part_of, spliced
from nsccn.search.postings import FIELDS, Postings, Scoring
from nsccn.search.terms import telling_term, telling_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from nsccn.graph.change.splice import Splice
    from nsccn.graph.model import FileFacts
    from nsccn.search.scores import Scores

PREFIX: Final = "lexical."

FILE_SCORING: Final = Scoring(k1=1.5, b=0.5)
"""Of whole files as documents."""
FIELD_WEIGHTS: Final = FieldWeights()
PART_POSTINGS: Final = 500_000
"""So many words of entities are sorted at once, in the processor's cache; a repository with more has parts."""

_MOST_REMEMBERED: Final = 10_000
_COMMONEST_SHARE: Final = 0.05
_LEAST_DOCUMENTS: Final = 3


def build(
    files: Iterable[tuple[str, int, FileFacts]],
    weights: FieldWeights = FIELD_WEIGHTS,
    part_postings: int = PART_POSTINGS,
) -> dict[str, NDArray[Any]]:
    """Build the index of all files: (path, number of the first entity, facts) each, in ascending order.

    The entities of a file follow those of the file before. Facts are let go of before the next are asked for.
    """
    parts = []
    corpus = Corpus()
    for path, first, facts in files:
        corpus.add(path, first, facts)
        if corpus.postings >= part_postings:
            parts.append(part_of(corpus, weights))
            corpus = Corpus()
    if corpus.firsts or not parts:
        parts.append(part_of(corpus, weights))
    return _named(joined(parts))


def splice(
    arrays: Mapping[str, NDArray[Any]], change: Splice, fresh: Iterable[tuple[str, int, FileFacts]]
) -> dict[str, NDArray[Any]]:
    """Bring the index up to date: the arrays are those that `build` would return for all files.

    Args:
        arrays: the index of the old files, which stays as it is.
        change: which files are kept, with their paths as well as their content.
        fresh: path, number of the first entity and facts of the new files that are not, in ascending order.
    """
    return _named(spliced(_ours(arrays), change, _ours(build(fresh))))


def _named(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {PREFIX + name: arrays[name] for name in sorted(arrays)}


def _ours(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    return {name.removeprefix(PREFIX): arrays[name] for name in arrays if name.startswith(PREFIX)}


class LexicalIndex:
    """Answers which entities and files hold given terms, and how well they fit them."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._arrays = _ours(arrays)
        self._numbers: dict[str, int | None] = {}
        self.terms = StringTable(self._arrays["terms_blob"], self._arrays["terms_offsets"])
        self.firsts: NDArray[np.int32] = self._arrays["firsts"]
        """The first entity of each file; files are numbered in this order."""
        self.roles: NDArray[np.uint8] = self._arrays["roles"]
        self.text = self._read("text")
        self.names = self._read("name")
        self.files = self._read("file")
        self.paths = self._read("path")
        self.messages = MessageIndex(self._arrays)

    def _read(self, name: str) -> Postings:
        offsets, documents, counts, lengths = (
            self._arrays[f"{name}_{part}"] for part in ("offsets", "documents", "counts", "lengths")
        )
        return Postings(offsets, documents, counts, lengths)

    def __len__(self) -> int:
        return len(self.text.lengths)

    def extents(self, slots: NDArray[np.integer[Any]]) -> NDArray[np.int32]:
        """Return for each of some files its first entity, and the one after its last."""
        bounds = np.append(self.firsts, np.int32(len(self)))
        return np.stack((bounds[slots], bounds[slots + 1]), axis=1)

    @cached_property
    def file_of(self) -> NDArray[np.int32]:
        """The file of each entity."""
        sizes = np.diff(np.append(self.firsts, len(self)))
        return np.repeat(np.arange(len(self.firsts), dtype=np.int32), sizes)

    def term(self, name: str) -> int | None:
        """Return the number of a term."""
        if name not in self._numbers:
            if len(self._numbers) >= _MOST_REMEMBERED:
                self._numbers.clear()
            self._numbers[name] = self.terms.find(name)
        return self._numbers[name]

    def files_with(self, word: str) -> set[int]:
        """Return the files that hold a word, and maybe some with words like it."""
        held = [self._files_with_term(term) for term in telling_terms(word)]
        return set(np.flatnonzero(np.logical_and.reduce(held)).tolist()) if held else set()

    def _files_with_term(self, name: str) -> NDArray[np.bool_]:
        """Say of each file whether it holds a term: to sort the many places of a common one takes longer."""
        is_held, number = np.zeros(len(self.firsts), np.bool_), self.term(name)
        if number is not None:
            is_held[self.file_of[self.text.entries(number)[0]]] = True
        return is_held

    def files_with_all(self, words: Iterable[str]) -> set[int]:
        """Return the files that hold all of some words, none without any; numbers and single letters do not count."""
        held = [self.files_with(word) for word in words if telling_term(word)]
        return set.intersection(*held) if held else set()

    def known(self, weights: Mapping[str, float]) -> dict[int, float]:
        """Return the terms that the index holds, by number."""
        numbered = ((self.term(name), weight) for name, weight in weights.items())
        return {term: weight for term, weight in numbered if term is not None}

    def scores(self, weights: Mapping[str, float], scoring: Scoring = FIELDS) -> NDArray[np.float64]:
        """Return for each entity how well it fits weighted terms: BM25 over its weighted fields."""
        return self.text.scores(self.known(weights), scoring)

    def path_scores(self, weights: Mapping[int, float]) -> NDArray[np.float64]:
        """Return for each file how well its path fits: its name in full, the folders by half."""
        return self.paths.sums(
            self.paths.by_rarity(weights),
            lambda factor, counts, _: factor * np.minimum(counts, FILE_NAME_COUNT) / FILE_NAME_COUNT,
        )

    def best_of_files(self, scores: Scores, number: int) -> NDArray[np.float64]:
        """Return for each file the scores of its best entities, the best in the first of `number` rows."""
        found = np.zeros((number, len(self.firsts)))
        if not len(scores.entities):
            return found
        files = self.file_of[scores.entities]
        starts = _starts(files)
        slots = files[starts]
        left, starts, sizes = _best_of_each(scores.values, starts, np.diff(starts, append=len(files)), number)
        file_of = np.repeat(np.arange(len(slots)), sizes)
        for row in found:
            best = np.maximum.reduceat(left, starts)
            row[slots] = best
            is_best = np.flatnonzero(left == best[file_of])
            left[is_best[_starts(file_of[is_best])]] = 0
        return found

    def characteristic_terms(self, entity: int) -> NDArray[np.int32]:
        """Return the terms of an entity that are neither common nor unique."""
        start, end = self._arrays["forward_offsets"][entity : entity + 2].tolist()
        terms: NDArray[np.int32] = self._arrays["forward_terms"][start:end]
        frequencies = self.text.offsets[terms + 1] - self.text.offsets[terms]
        commonest = max(_COMMONEST_SHARE * len(self), 2 * _LEAST_DOCUMENTS)
        return terms[(frequencies >= _LEAST_DOCUMENTS) & (frequencies <= commonest)]


def _best_of_each(
    values: NDArray[np.float64],
    starts: NDArray[np.integer[Any]],
    sizes: NDArray[np.integer[Any]],
    number: int,
) -> tuple[NDArray[np.float64], NDArray[np.integer[Any]], NDArray[np.integer[Any]]]:
    """Return few values of each of some groups, the `number` highest among them, with starts and sizes.

    Of so many stretches of a group each has a value that reaches the least of their maxima.
    """
    stretches = starts[:, None] + sizes[:, None] * np.arange(number) // number
    floors = np.maximum.reduceat(values, stretches.ravel()).reshape(-1, number).min(axis=1)
    floors[sizes < number] = 0.0
    is_kept = values >= np.repeat(floors, sizes)
    kept = np.add.reduceat(is_kept, starts, dtype=np.int64)
    return values[is_kept], np.cumsum(kept) - kept, kept


def _starts(groups: NDArray[Any]) -> NDArray[np.integer[Any]]:
    """Return where each run of equal numbers begins."""
    return np.flatnonzero(begins_run(groups))
