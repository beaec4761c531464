"""Gathers the words of many files' facts into flat arrays, without a step per posting."""

from __future__ import annotations

from array import array
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nsccn.graph.model import MODULE_NAME
from nsccn.search import messages, roles
from nsccn.search.terms import document_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from nsccn.graph.model import FileFacts

_NAMELESS = frozenset({"__init__", "index", "mod", "lib", "main"})
"""Files of these names say nothing by it; their directory's name stands for them."""


class Occurrences(NamedTuple):
    """Words in documents: parallel arrays."""

    documents: NDArray[np.int64]
    words: NDArray[np.int64]
    counts: NDArray[np.int64]


class Expansion(NamedTuple):
    """The terms of each distinct word, and all terms in order."""

    offsets: NDArray[np.int64]
    terms: NDArray[np.int64]
    names: list[str]

    def apply(self, found: Occurrences, factor: int = 1) -> tuple[NDArray[np.int64], ...]:
        """Return (term, document, count) for every term of every occurring word."""
        first = self.offsets[found.words]
        number = self.offsets[found.words + 1] - first
        total = int(number.sum())
        position = np.arange(total) - np.repeat(np.cumsum(number) - number, number)
        terms = self.terms[np.repeat(first, number) + position]
        return terms, np.repeat(found.documents, number), np.repeat(found.counts, number) * factor


class _Numbering(defaultdict[str, int]):
    """Numbers strings in the order in which they are first asked for."""

    def __missing__(self, key: str) -> int:
        number = self[key] = len(self)
        return number


class Corpus:
    """What the facts of all files say in words."""

    def __init__(self) -> None:
        self.firsts: list[int] = []
        self.roles: list[int] = []
        self.messages = messages.Collector()
        self._entity_counts: list[int] = []
        self._words = _Numbering()
        self._file_words = array("q")
        self._file_word_counts: list[int] = []
        self._word_ids: list[bytes] = []
        self._counts: list[bytes] = []
        self._offsets: list[bytes] = []
        self._names = (array("q"), array("q"))
        self._owners = (array("q"), array("q"))
        self._stems = (array("q"), array("q"))
        self._folders = (array("q"), array("q"))

    def add(self, path: str, first: int, facts: FileFacts) -> None:
        """Take in one file, whose entities are numbered from `first` on."""
        terms = facts.terms
        self._file_words.extend(map(self._words.__getitem__, terms.words))
        self._file_word_counts.append(len(terms.words))
        self._word_ids.append(terms.word_ids)
        self._counts.append(terms.counts)
        self._offsets.append(terms.offsets)
        self._add_path(path, len(self.firsts), first, facts)
        self._add_names(first, facts)
        self.messages.add(first, facts.literals)
        self.roles.append(roles.role_of(path))
        self.firsts.append(first)
        self._entity_counts.append(len(facts.definitions))

    def _add_path(self, path: str, slot: int, first: int, facts: FileFacts) -> None:
        *folders, name = path.split("/")
        stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
        for target, words in ((self._stems, (name,)), (self._folders, folders)):
            for word in words:
                target[0].append(slot)
                target[1].append(self._words[word])
        if stem in _NAMELESS and folders:
            stem = folders[-1]
        field = self._owners if facts.definitions[0].name == MODULE_NAME else self._names
        field[0].append(first)
        field[1].append(self._words[stem])

    def _add_names(self, first: int, facts: FileFacts) -> None:
        words = self._words
        name_documents, name_words = self._names
        owner_documents, owner_words = self._owners
        for ordinal in range(1, len(facts.definitions)):
            definition = facts.definitions[ordinal]
            name_documents.append(first + ordinal)
            name_words.append(words[definition.name])
            owner = definition.qualified_name.rpartition(".")[0]
            if owner:
                owner_documents.append(first + ordinal)
                owner_words.append(words[owner.rpartition(".")[2]])

    @property
    def entity_count(self) -> int:
        """The number of entities that lie in files."""
        return max((f + n for f, n in zip(self.firsts, self._entity_counts, strict=True)), default=0)

    def own_text(self) -> Occurrences:
        """Return the words of each entity's own text."""
        if not self.firsts:
            return Occurrences(*(np.zeros(0, np.int64),) * 3)
        offsets = [np.frombuffer(data, "<u4") for data in self._offsets]
        words_before = np.cumsum([0, *self._file_word_counts])[:-1]
        postings_of_file = [len(data) // 4 for data in self._word_ids]
        entities = np.concatenate(
            [first + np.arange(max(len(o) - 1, 0)) for first, o in zip(self.firsts, offsets, strict=True)]
        )
        per_entity = np.concatenate([np.diff(o) for o in offsets])
        local = np.frombuffer(b"".join(self._word_ids), "<u4").astype(np.int64)
        local += np.repeat(words_before, postings_of_file)
        return Occurrences(
            np.repeat(entities.astype(np.int64), per_entity),
            np.frombuffer(self._file_words, np.int64)[local],
            np.frombuffer(b"".join(self._counts), "<u4").astype(np.int64),
        )

    def names(self) -> Occurrences:
        """Return the words of each entity's name."""
        return _once(self._names)

    def owners(self) -> Occurrences:
        """Return the words of the name of what encloses each entity."""
        return _once(self._owners)

    def file_names(self) -> Occurrences:
        """Return the words of each file's name, numbered by file."""
        return _once(self._stems)

    def folders(self) -> Occurrences:
        """Return the words of the folders that each file lies in."""
        return _once(self._folders)

    def expand(self) -> Expansion:
        """Split every distinct word into terms, each once; terms are numbered in sorted order."""
        numbers = _Numbering()
        lengths = array("q", [0])
        flat = array("q")
        for word in self._words:
            terms = document_terms(word)
            flat.extend(map(numbers.__getitem__, terms))
            lengths.append(len(terms))
        names: Sequence[str] = list(numbers)
        order = sorted(range(len(names)), key=names.__getitem__)
        rank = np.empty(len(names), np.int64)
        rank[order] = np.arange(len(names))
        flat_terms = rank[np.frombuffer(flat, np.int64)] if len(flat) else np.zeros(0, np.int64)
        return Expansion(np.cumsum(np.frombuffer(lengths, np.int64)), flat_terms, [names[i] for i in order])


def _once(field: tuple[array[int], array[int]]) -> Occurrences:
    documents, words = (np.array(column, np.int64) for column in field)
    return Occurrences(documents, words, np.ones(len(words), np.int64))
