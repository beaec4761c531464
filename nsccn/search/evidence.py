"""What the index, the graph and the history answer to one query, before anything is weighed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.arrays import ranges
from nsccn.search.fuse import rank
from nsccn.search.kinship import kin
from nsccn.search.lexical import FILE_SCORING
from nsccn.search.plaintypes import plain_types
from nsccn.search.scores import Blocks, Scores, normalised
from nsccn.search.terms import STOP_WORDS, WORD
from nsccn.search.zones import breadth, together
from nsccn.text import subtokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.history import Remembered
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.mentions import Mentions
    from nsccn.search.messages import MessageHit
    from nsccn.search.zones import Zones

MOST_BEST: Final = 300
"""So many entities are told by how well they fit."""
MOST_ENTRIES: Final = 4_000_000
"""A query whose words stand in more entities, added up, is compared with those of some files only."""
MOST_ENTITIES: Final = 200_000
_MOST_FILES: Final = 1_000


@dataclass(frozen=True)
class Evidence:
    """All that speaks for entities and files; what is filtered out has no score."""

    lexical: LexicalIndex
    graph: EntityTable
    zones: Zones
    said: tuple[dict[str, float], dict[str, float], dict[str, float]]
    """The terms of title, prose and code, and what each counts."""
    weight_of: Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]
    """What any score of entities counts, by their files' roles and their kinds; 0 for what is filtered out."""
    file_weight: NDArray[np.float64]
    mentions: Mentions
    messages: Sequence[MessageHit]
    remembered: Remembered | None
    """What past commits say; None without a history."""

    @cached_property
    def query(self) -> dict[int, float]:
        """The query's terms that the index holds, weighted."""
        return self.lexical.known(together(self.said))

    @cached_property
    def zone_queries(self) -> tuple[dict[int, float], ...]:
        """The same for title, prose and code by themselves."""
        return tuple(self.lexical.known(weights) for weights in self.said)

    @property
    def breadth(self) -> float:
        """The title's share of what the query says: 1 for a phrase, little for a long report."""
        return breadth(self.zone_queries)

    @cached_property
    def whole_files(self) -> NDArray[np.float64]:
        """BM25 of each file as one document."""
        return self.lexical.files.scores(self.query, FILE_SCORING)

    @cached_property
    def paths(self) -> NDArray[np.float64]:
        """How well the path of each file fits."""
        return self.lexical.path_scores(self.query)

    @cached_property
    def scope(self) -> NDArray[np.integer[Any]] | None:
        """The entities to look at, ascending; None for all.

        Where the words of a query stand in very many, they are those of the files that fit it best.
        """
        if self.lexical.text.entry_count(self.query) <= MOST_ENTRIES:
            return None
        fit = normalised(self.whole_files) + normalised(self.paths) + self._named
        best = np.array(rank(fit * self.file_weight, _MOST_FILES), np.int64)
        first, after = self.lexical.extents(best).T
        fitting = np.flatnonzero(np.cumsum(after - first) <= MOST_ENTITIES)
        fitting = fitting[np.argsort(first[fitting])]
        return ranges(first[fitting], (after - first)[fitting])

    @property
    def _named(self) -> NDArray[np.float64]:
        """How surely the query means each file or something in it; 1 at most."""
        pointed = [(one.file, one.weight) for one in self.mentions.found]
        pointed += [(int(self.lexical.file_of[hit.entity]), hit.share) for hit in self.messages]
        named = np.zeros(len(self.file_weight) + 1)  # the last stands for what lies in no file
        for file, weight in pointed:
            named[file] += weight
        return np.minimum(named[:-1], 1.0)

    @cached_property
    def every_zone(self) -> Blocks:
        """BM25 over weighted fields for title, prose and code, of all entities."""
        return Blocks(self.lexical.text, self.zone_queries, self.scope)

    def every_text(self, entities: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Return the same of some entities for the whole query."""
        return in_all(self.every_zone.at(entities))

    @cached_property
    def text(self) -> Scores:
        """BM25 over weighted fields for the whole query, of what is not filtered out."""
        every = Scores.joined((block.documents, in_all(block.scores)) for block in self.every_zone.blocks)
        return every.weighted(self.weight_of)

    @cached_property
    def best(self) -> dict[int, float]:
        """The entities that fit the whole query best, the best first, and how well."""
        return self.text.best(MOST_BEST)

    @cached_property
    def title(self) -> Scores:
        """The same for the title alone."""
        every = Scores.joined((block.documents, block.scores[0]) for block in self.every_zone.blocks)
        return every.weighted(self.weight_of)

    @cached_property
    def names(self) -> Scores:
        """BM25 over names alone, of what is not filtered out."""
        return Scores.of(self.lexical.names, self.query, self.scope).weighted(self.weight_of)

    @cached_property
    def kin(self) -> dict[int, float]:
        """Terms that mean what words of the title mean, with what they count."""
        return kin(self.lexical, self.said[0])

    @cached_property
    def plain_types(self) -> dict[int, float]:
        """The types that one capitalized word of a sentence names, and how surely."""
        return plain_types(self.zones, self.graph, self.lexical.roles)

    @cached_property
    def title_words(self) -> frozenset[str]:
        """The words of the title as they stand, stop words left out."""
        return frozenset(word for word in WORD.findall(self.zones.title) if word.lower() not in STOP_WORDS)

    @cached_property
    def folded_title_words(self) -> frozenset[str]:
        """The words of the title and two or three neighbours as one, lower-case and without separators."""
        words = ["".join(subtokens(word)) for word in WORD.findall(self.zones.title)]
        runs = {
            "".join(words[at : at + length])
            for length in (1, 2, 3)
            for at in range(len(words) - length + 1)
            if STOP_WORDS.isdisjoint(words[at : at + length])
        }
        return frozenset(runs)


def in_all(zones: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Return what title, prose and code give together."""
    title, prose, code = zones
    return title + prose + code
