"""What the index, the graph and the history answer to one query, before anything is weighed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nsccn.arrays import ranges
from nsccn.graph.edges import EDGE_NUMBER
from nsccn.search.kinship import kin
from nsccn.search.scores import Scores
from nsccn.search.terms import STOP_WORDS, WORD
from nsccn.search.zones import breadth, together
from nsccn.text import subtokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.search.history import Remembered
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.mentions import Mentions
    from nsccn.search.messages import MessageHit
    from nsccn.search.zones import Zones


@dataclass(frozen=True)
class Evidence:
    """All that speaks for entities and files; what is filtered out has no score."""

    lexical: LexicalIndex
    graph: CodeGraph
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
    def every_zone(self) -> list[NDArray[np.float64]]:
        """BM25 over weighted fields for each zone, of all entities."""
        return [self.lexical.text.scores(weights) for weights in self.zone_queries]

    @cached_property
    def every_text(self) -> NDArray[np.float64]:
        """The same for the whole query."""
        title, prose, code = self.every_zone
        return title + prose + code

    @cached_property
    def text(self) -> Scores:
        """BM25 over weighted fields of what is not filtered out."""
        return Scores.of(self.every_text).weighted(self.weight_of)

    @cached_property
    def title(self) -> Scores:
        """The same for the title alone."""
        return Scores.of(self.every_zone[0]).weighted(self.weight_of)

    @cached_property
    def every_name(self) -> NDArray[np.float64]:
        """BM25 over names alone, of all entities."""
        return self.lexical.names.scores(self.query)

    @cached_property
    def names(self) -> Scores:
        """The same of what is not filtered out."""
        return Scores.of(self.every_name).weighted(self.weight_of)

    @cached_property
    def calls(self) -> Scores:
        """Of each entity what the names of those that it calls score, added up."""
        offsets, kinds, callers = self.graph.neighbours("in")
        named = np.flatnonzero(self.every_name)
        starts, ends = offsets[named].astype(np.int64), offsets[named + 1].astype(np.int64)
        sizes: NDArray[np.int64] = ends - starts
        edges = ranges(starts, sizes)
        scores = np.repeat(self.every_name[named], sizes)
        is_call = kinds[edges] == EDGE_NUMBER["CALLS"]
        totals: NDArray[np.float64] = np.bincount(
            callers[edges][is_call], scores[is_call], len(self.graph)
        ).astype(np.float64)
        return Scores.of(totals).weighted(self.weight_of)

    @cached_property
    def kin(self) -> dict[int, float]:
        """Terms that mean what words of the title mean, with what they count."""
        return kin(self.lexical, self.said[0])

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
