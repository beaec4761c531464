"""From a query to ranked entities: streams of different evidence, merged by Reciprocal Rank Fusion."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import numpy as np

from nsccn.errors import InvalidArgument
from nsccn.search.breakdown import Breakdown, Weighed
from nsccn.search.compounds import with_parts
from nsccn.search.entitysignals import candidates, entity_signals
from nsccn.search.evidence import Evidence
from nsccn.search.exact import holders, may_lie_outside, named_outright
from nsccn.search.explain import IN_TEXT, READS, Explainer
from nsccn.search.filesignals import file_signals
from nsccn.search.filters import entity_weights, file_weights
from nsccn.search.fuse import Fused, fuse, rank
from nsccn.search.mentions import mentions
from nsccn.search.messages import MessageHit
from nsccn.search.roles import roles_meant
from nsccn.search.scores import Scores
from nsccn.search.semantic import related_scores
from nsccn.search.terms import WORD
from nsccn.search.weights import Weights, default_weights, weighted_sum
from nsccn.search.zones import commit_weights, decompose, readable, zone_weights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.search.history import History
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.vectors import Vectors
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot

_EXACT: Final = 3.0
"""Times the weight of all other streams together: what the whole query names, or else holds, comes above all else."""

_FOR_PHRASES: Final = 6
"""The power of the title's share that the stream of files counts by: all in a phrase, little in a long report."""

_OF_CHANGE: Final = 0.5
"""The title's share at most where the title tells a change: what is changed are functions, as in a report."""
_FILES_OF_CHANGE: Final = 0.9
"""The same for the stream of files: such functions lie together oftener than what a phrase asks for."""

_ENOUGH: Final = 50
"""Matches from which on no others are looked for by related words alone: that took half of a short question."""
_STREAM_LENGTH: Final = 200
_STREAM_FILES: Final = 60


class Query(msgspec.Struct, frozen=True):
    """What is looked for."""

    text: str
    limit: int = 10
    kind: str | None = None
    """Only entities of this kind."""
    path: str | None = None
    """Only files that this glob matches, in `.gitignore` syntax."""
    language: str | None = None
    include_tests: bool | None = None
    """True: tests count like the rest; False: no tests; None: held back unless the text speaks of tests."""
    root: str = ""
    """Where the repository lies: a traceback names files below it, and its packages by their names."""
    asked_for: tuple[MessageHit, ...] = ()
    """Who asks for wordings that the text is, or quotes, and so words them."""


@dataclass(frozen=True)
class Hit:
    """One answer, and why it is one."""

    index: int
    """The number of the entity."""
    score: float
    """In [0, 1]."""
    contributions: tuple[tuple[str, float], ...]
    """What each stream gave, largest first; their sum is the score."""
    _graph: EntityTable = field(repr=False, compare=False)
    _explainer: Explainer = field(repr=False, compare=False)
    _weighed: Weighed = field(repr=False, compare=False)

    @cached_property
    def entity(self) -> Entity:
        """What was found."""
        return self._graph.entity(self.index)

    @property
    def says_all(self) -> bool:
        """Whether it is what the whole query names, or words as a message."""
        return "exact" in dict(self.contributions)

    @property
    def breakdown(self) -> Breakdown:
        """What each stream gave, and each signal of the entity and of its file."""
        return self._weighed.of(self.index, self.contributions)

    @property
    def weights(self) -> Mapping[str, float]:
        """The terms of the query, and how much each tells."""
        return self._explainer.weights

    @property
    def literals(self) -> tuple[str, ...]:
        """What the query quotes that has no word of two letters, as `'%'`: the terms do not find it."""
        return self._explainer.literals

    @property
    def why(self) -> str:
        """The strongest reasons in a few words, for example `name "route", doc "radix"`."""
        return self._explainer.why(self.entity, dict(self.contributions))

    @property
    def quoted(self) -> str:
        """The wording in it that is looked for; empty without one."""
        return self._explainer.quoted(self.entity)

    @property
    def is_in_text(self) -> bool:
        """Whether nothing but its text says what is looked for."""
        return self.why.startswith((IN_TEXT, READS))

    @property
    def is_within(self) -> bool:
        """Whether its text says what is looked for, and neither its name nor its signature does."""
        return self.why.startswith((IN_TEXT, 'doc "')) and f'{IN_TEXT} "' in self.why


@dataclass(frozen=True, slots=True)
class FileHit:
    """One file as an answer, and why it is one."""

    path: str
    language: str
    score: float
    """In [0, 1]."""
    best: Hit | None
    """The best of its entities; None where only the file as a whole answers."""
    contributions: tuple[tuple[str, float], ...]
    """What each ranking of files gave, largest first; their sum is the score."""
    signals: tuple[tuple[str, float], ...]
    """Of its place in the ranking by `signals`."""


def search(
    snapshot: Snapshot,
    query: Query,
    settings: Settings,
    *,
    history: History | None = None,
    vectors: Vectors | None = None,
) -> list[Hit]:
    """Return the entities that answer a query, best first; none when nothing in the repository matches.

    `history` is what past commits say, `vectors` are those of a neural model.
    """
    return Question(snapshot, query, settings, history=history, vectors=vectors).entities()


def ranked_files(
    snapshot: Snapshot,
    query: Query,
    settings: Settings,
    *,
    history: History | None = None,
    vectors: Vectors | None = None,
) -> list[FileHit]:
    """Return the files that answer a query, best first: by their own signals, and by their best entities."""
    return Question(snapshot, query, settings, history=history, vectors=vectors).files()


class _Ranked(NamedTuple):
    fused: list[Fused]
    files: NDArray[np.float64]
    """The score of each file."""
    explainer: Explainer
    weighed: Weighed

    def hit(self, one: Fused, graph: EntityTable) -> Hit:
        return Hit(one.item, one.score, one.contributions, graph, self.explainer, self.weighed)


class _Chosen(NamedTuple):
    files: NDArray[np.float64]
    """The score of each file."""
    entities: NDArray[np.int64]
    """Those that may be answers."""
    signals: dict[str, NDArray[np.float64]]
    """Of these entities."""


class Question:
    """One query with all that speaks for its answers, so that it may be asked with one set of weights after another."""

    def __init__(
        self,
        snapshot: Snapshot,
        query: Query,
        settings: Settings,
        *,
        history: History | None = None,
        vectors: Vectors | None = None,
    ) -> None:
        """Gather the evidence; see `search`."""
        if query.limit < 1:
            raise InvalidArgument(f"limit is {query.limit}; give 1 or more.")
        self._query, self._settings, self._vectors = query, settings, vectors
        self._evidence = gather(snapshot, query, history)
        self._graph = self._evidence.graph
        self._last: tuple[Weights, _Ranked] | None = None
        self._choice: tuple[Mapping[str, float], _Chosen] | None = None

    def entities(self, weights: Weights | None = None) -> list[Hit]:
        """Return the entities that answer, best first; by the weights of `weights.json` unless others are given."""
        ranked = self._ranked(weights or default_weights())
        return [ranked.hit(one, self._graph) for one in ranked.fused[: self._query.limit]]

    def files(self, weights: Weights | None = None) -> list[FileHit]:
        """Return the files that answer, best first."""
        chosen = weights or default_weights()
        ranked, graph, query = self._ranked(chosen), self._graph, self._query
        leaders: dict[int, Fused] = {}
        for one in ranked.fused:
            leaders.setdefault(int(graph.file[one.item]), one)
        leaders.pop(-1, None)
        files = [slot for slot in rank(ranked.files, _STREAM_LENGTH) if query.kind is None or slot in leaders]
        streams = {"signals": files, "entities": list(leaders)}
        of_streams = {name: chosen.file_streams.get(name, 0.0) for name in streams}
        fused = fuse(streams, k=self._settings.rrf_k, weights=of_streams, limit=query.limit)
        return [
            FileHit(
                file.path,
                file.language,
                one.score,
                ranked.hit(leaders[one.item], graph) if one.item in leaders else None,
                one.contributions,
                ranked.weighed.of_file(one.item),
            )
            for file, one in ((graph.file_entry(one.item), one) for one in fused)
        ]

    def _ranked(self, weights: Weights) -> _Ranked:
        if self._last is None or self._last[0] is not weights:
            self._last = (weights, self._rank(weights))
        return self._last[1]

    def _rank(self, weights: Weights) -> _Ranked:
        evidence, graph = self._evidence, self._graph
        files, chosen, of_entities = self._chosen_by(weights.files)
        for_entities, for_files = _shares_of_title(evidence)
        weighed_with = weights.at(for_entities)
        own = weighted_sum(of_entities, weighed_with.entities, len(chosen))
        signals = Scores(chosen, own - own.min(initial=0.0) + np.finfo(np.float64).eps)
        streams = _streams(evidence, self._query.text, files, signals)
        if self._vectors is not None:
            streams["meaning"] = self._vectors.nearest(self._query.text, evidence.weight_of, _STREAM_LENGTH)
        of_streams = {name: weights.streams.get(name, 0.0) for name in streams}
        of_streams["exact"] = of_streams["holders"] = _EXACT * sum(weights.streams.values())
        of_streams["files"] = weights.streams.get("files", 0.0) * for_files**_FOR_PHRASES
        fused = fuse(streams, k=self._settings.rrf_k, weights=of_streams)
        weighed = Weighed(graph.file, chosen, of_entities, self._of_files, weighed_with)
        return _Ranked(fused, files, Explainer(evidence), weighed)

    def _chosen_by(self, weights: Mapping[str, float]) -> _Chosen:
        if self._choice is None or self._choice[0] is not weights:
            files = weighted_sum(self._of_files, weights, len(self._evidence.file_weight))
            chosen = candidates(self._evidence, files)
            self._choice = (weights, _Chosen(files, chosen, entity_signals(self._evidence, chosen, files)))
        return self._choice[1]

    @cached_property
    def _of_files(self) -> dict[str, NDArray[np.float64]]:
        return file_signals(self._evidence)


def gather(snapshot: Snapshot, query: Query, history: History | None = None) -> Evidence:
    """Return all that speaks for the answers to a query."""
    lexical, graph = snapshot.lexical, _looked_into(snapshot, query.text)
    zones = with_parts(decompose(query.text), lexical)
    said = frozenset(word.lower() for word in WORD.findall(zones.title))
    meant = roles_meant(zones.title)
    file_weight = file_weights(graph, lexical.roles, query, said, meant)
    weight_of = entity_weights(graph, lexical.roles, query, file_weight, meant)
    messages = [*lexical.messages.find(query.text), *query.asked_for]
    allowed = weight_of(np.array([hit.entity for hit in messages], np.int64)) > 0
    weights = zone_weights(zones)
    remembered = history.remembered(commit_weights(zones, weights), readable(query.text)) if history else None
    return Evidence(
        lexical=lexical,
        graph=graph,
        zones=zones,
        said=weights,
        weight_of=weight_of,
        file_weight=file_weight,
        mentions=mentions(query.text, graph, lexical.roles, query.root),
        messages=list(compress(messages, allowed)),
        remembered=remembered,
    )


def _shares_of_title(evidence: Evidence) -> tuple[float, float]:
    """Return the title's share that the weights of entities are mixed by, and the one for the stream of files."""
    share = evidence.breadth
    if not evidence.zones.tells_change:
        return share, share
    return min(share, _OF_CHANGE), min(share, _FILES_OF_CHANGE)


def _looked_into(snapshot: Snapshot, text: str) -> EntityTable:
    """Return what files define, which needs no linking; the whole graph where the text names something else."""
    return snapshot.all_entities if may_lie_outside(text, snapshot.entities) else snapshot.entities


def _streams(
    evidence: Evidence, text: str, files: NDArray[np.float64], signals: Scores
) -> dict[str, list[int]]:
    weight_of = evidence.weight_of
    graph, lexical = evidence.graph, evidence.lexical
    named = named_outright(text, evidence.messages, graph, lexical)
    exact = np.array(named, np.int64)
    is_inside = any(graph.file[entity] >= 0 for entity in named)
    held = np.array([] if is_inside else holders(text, lexical), np.int64)
    mentioned = Scores.of_items(evidence.mentions.entities).weighted(weight_of)
    return {
        "exact": exact[weight_of(exact) > 0].tolist(),
        "holders": list(Scores(held, signals.at(held)).best(_STREAM_LENGTH)),
        "signals": list(signals.best(_STREAM_LENGTH)),
        "words": list(evidence.best)[:_STREAM_LENGTH],
        "mentions": list(mentioned.best(_STREAM_LENGTH)),
        "related words": _by_related_words(evidence, signals),
        "files": _leaders(signals, lexical, files),
    }


def _by_related_words(evidence: Evidence, signals: Scores) -> list[int]:
    """Return the entities that fit the query and its related terms best; nothing where there are no such terms."""
    lexical = evidence.lexical
    candidates = signals.entities[: signals.entities.searchsorted(len(lexical))]  # all that has a text
    among = candidates if len(evidence.best) >= _ENOUGH else None
    related = related_scores(lexical, evidence.query, evidence.every_text, evidence.best, among)
    if not len(related.entities):
        return []
    best = related.weighted(evidence.weight_of).best(_STREAM_LENGTH)
    holds = related.at(np.array(list(evidence.best))) > 0
    without = {
        entity: score for (entity, score), held in zip(evidence.best.items(), holds, strict=True) if not held
    }
    return list(Scores.of_items(without | best).best(_STREAM_LENGTH))


def _leaders(signals: Scores, lexical: LexicalIndex, files: NDArray[np.float64]) -> list[int]:
    """Return the best entity of each of the best files, in the order of the files."""
    best = rank(files, _STREAM_FILES)
    bounds = signals.entities.searchsorted(lexical.extents(np.array(best, np.int64))).tolist()
    held = [(first, after) for first, after in bounds if first < after]
    leaders = [first + int(signals.values[first:after].argmax()) for first, after in held]
    found: list[int] = signals.entities[np.array(leaders, np.int64)].tolist()
    return found
