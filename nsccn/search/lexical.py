"""The search index: which entity holds which term how often, in arrays that load without being parsed.

A term counts in an entity's own text once, in the name of what encloses it three times and in its own name
eight times. Names and paths have lists of their own besides.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable, pack_strings
from nsccn.search.corpus import Corpus
from nsccn.search.messages import MessageIndex
from nsccn.search.postings import FIELDS, Postings, Scoring, inverse_frequency, invert, length_norms
from nsccn.search.terms import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from nsccn.graph.model import FileFacts
    from nsccn.search.corpus import Expansion

PREFIX: Final = "lexical."

FILE_SCORING: Final = Scoring(k1=1.5, b=0.5)
"""Of whole files as documents."""
FILE_NAME_COUNT: Final = 2
FOLDER_COUNT: Final = 1


class FieldWeights(NamedTuple):
    """How often a term counts in each field."""

    name: int = 8
    owner: int = 3
    text: int = 1


FIELD_WEIGHTS: Final = FieldWeights()


def build(
    files: Iterable[tuple[str, int, FileFacts]], weights: FieldWeights = FIELD_WEIGHTS
) -> dict[str, NDArray[Any]]:
    """Build the index of all files: (path, number of the first entity, facts) each, in ascending order."""
    corpus = Corpus()
    for path, first, facts in files:
        corpus.add(path, first, facts)
    expansion = corpus.expand()
    entities = corpus.entity_count
    text = expansion.apply(corpus.own_text(), weights.text)
    names = expansion.apply(corpus.names(), weights.name)
    owners = expansion.apply(corpus.owners(), weights.owner)
    paths = (
        expansion.apply(corpus.file_names(), FILE_NAME_COUNT),
        expansion.apply(corpus.folders(), FOLDER_COUNT),
    )
    blob, offsets = pack_strings(expansion.names)
    terms = len(expansion.names)
    arrays = {
        "terms_blob": blob,
        "terms_offsets": offsets,
        "firsts": np.array(corpus.firsts, np.int32),
        "roles": np.array(corpus.roles, np.uint8),
        **_postings("text", (text, names, owners), terms, entities, lengths_of=(text,)),
        **_postings("name", (names, owners), terms, entities, lengths_of=(names, owners)),
        **_postings("path", paths, terms, len(corpus.firsts), lengths_of=paths),
    }
    arrays.update(_characteristic_terms(arrays, expansion, entities))
    return {PREFIX + key: array for key, array in arrays.items()} | corpus.messages.arrays()


_Triples = tuple["NDArray[np.int64]", ...]


def _postings(
    name: str, parts: tuple[_Triples, ...], terms: int, documents: int, *, lengths_of: tuple[_Triples, ...]
) -> dict[str, NDArray[Any]]:
    offsets, entries, counts = invert([(t, d, c) for t, d, c in parts], terms, documents)
    lengths = np.zeros(documents, np.int64)
    for _, document, count in lengths_of:
        lengths += np.bincount(document, count, documents).astype(np.int64)
    return {
        f"{name}_offsets": offsets,
        f"{name}_documents": entries,
        f"{name}_counts": counts,
        f"{name}_lengths": lengths,
    }


_MOST_REMEMBERED: Final = 10_000
_COMMONEST_SHARE: Final = 0.05
_LEAST_DOCUMENTS: Final = 3


def _characteristic_terms(
    arrays: Mapping[str, NDArray[Any]], expansion: Expansion, entities: int
) -> dict[str, NDArray[Any]]:
    """List for each entity its terms that are neither common nor unique, for feedback."""
    offsets, documents = arrays["text_offsets"], arrays["text_documents"]
    frequencies = np.diff(offsets)
    kept = (frequencies >= _LEAST_DOCUMENTS) & (
        frequencies <= max(_COMMONEST_SHARE * entities, 2 * _LEAST_DOCUMENTS)
    )
    plain = bisect_left(expansion.names, WHOLE), bisect_left(expansion.names, chr(ord(WHOLE) + 1))
    kept[plain[0] : plain[1]] = False
    chosen = np.repeat(kept, frequencies)
    terms = np.repeat(np.arange(len(frequencies)), frequencies)[chosen]
    keys = documents[chosen].astype(np.int64) * max(len(frequencies), 1) + terms
    keys.sort()
    starts = np.searchsorted(keys, np.arange(entities + 1) * max(len(frequencies), 1))
    return {"forward_offsets": starts, "forward_terms": (keys % max(len(frequencies), 1)).astype(np.int32)}


class LexicalIndex:
    """Answers which entities and files hold given terms, and how well they fit them."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._arrays = arrays
        self._numbers: dict[str, int | None] = {}
        self.terms = StringTable(arrays[PREFIX + "terms_blob"], arrays[PREFIX + "terms_offsets"])
        self.firsts: NDArray[np.int32] = arrays[PREFIX + "firsts"]
        """The first entity of each file; files are numbered in this order."""
        self.roles: NDArray[np.uint8] = arrays[PREFIX + "roles"]
        self.text = self._read("text")
        self.names = self._read("name")
        self.paths = self._read("path")
        self.messages = MessageIndex(arrays)

    def _read(self, name: str) -> Postings:
        offsets, documents, counts, lengths = (
            self._arrays[f"{PREFIX}{name}_{part}"] for part in ("offsets", "documents", "counts", "lengths")
        )
        return Postings(offsets, documents, counts, lengths)

    def __len__(self) -> int:
        return len(self.text.lengths)

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
            place = bisect_left(self.terms, name)
            self._numbers[name] = place if place < len(self.terms) and self.terms[place] == name else None
        return self._numbers[name]

    def known(self, weights: Mapping[str, float]) -> dict[int, float]:
        """Return the terms that the index holds, by number."""
        numbered = ((self.term(name), weight) for name, weight in weights.items())
        return {term: weight for term, weight in numbered if term is not None}

    def scores(self, weights: Mapping[str, float], scoring: Scoring = FIELDS) -> NDArray[np.float64]:
        """Return for each entity how well it fits weighted terms: BM25 over its weighted fields."""
        return self.text.scores(self.known(weights), scoring)

    def path_scores(self, weights: Mapping[int, float]) -> NDArray[np.float64]:
        """Return for each file how well its path fits: its name in full, the folders by half."""
        scores = np.zeros(len(self.firsts))
        for term, weight in weights.items():
            files, counts = self.paths.entries(term)
            scores[files] += (
                weight * self.paths.idf(term) * np.minimum(counts, FILE_NAME_COUNT) / FILE_NAME_COUNT
            )
        return scores

    def file_scores(self, weights: Mapping[int, float]) -> NDArray[np.float64]:
        """Return for each file how well it fits as one document."""
        scores = np.zeros(len(self.firsts))
        norms = self._file_norms
        for term, weight in weights.items():
            entities, counts = self.text.entries(term)
            if not len(entities):
                continue
            files = self.file_of[entities]
            starts = np.flatnonzero(np.diff(files, prepend=-1))
            totals = np.add.reduceat(counts.astype(np.float64), starts)
            holding = files[starts]
            factor = weight * inverse_frequency(len(holding), len(self.firsts)) * (FILE_SCORING.k1 + 1)
            scores[holding] += factor * totals / (totals + norms[holding])
        return scores

    @cached_property
    def _file_norms(self) -> NDArray[np.float64]:
        lengths = np.bincount(self.file_of, self.text.lengths, len(self.firsts)).astype(np.int64)
        return length_norms(lengths, FILE_SCORING)

    def best_of_files(self, scores: NDArray[np.float64], decay: float, number: int) -> NDArray[np.float64]:
        """Return for each file the sum of its best entities, each counting `decay` of the one before."""
        totals = np.zeros(len(self.firsts))
        held = np.flatnonzero(scores > 0)
        left, files = scores[held], self.file_of[held]
        share = 1.0
        for _ in range(number):
            if not len(left):
                break
            starts = np.flatnonzero(np.diff(files, prepend=-1))
            best = np.maximum.reduceat(left, starts)
            totals[files[starts]] += share * best
            share *= decay
            is_best = np.flatnonzero(left == np.repeat(best, np.diff(np.append(starts, len(left)))))
            first_best = is_best[np.diff(files[is_best], prepend=-1) != 0]
            left, files = np.delete(left, first_best), np.delete(files, first_best)
        return totals

    def characteristic_terms(self, entity: int) -> NDArray[np.int32]:
        """Return the terms of an entity that are neither common nor unique."""
        offsets = self._arrays[PREFIX + "forward_offsets"]
        terms: NDArray[np.int32] = self._arrays[PREFIX + "forward_terms"]
        return terms[int(offsets[entity]) : int(offsets[entity + 1])]
