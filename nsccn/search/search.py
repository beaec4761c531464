"""From a query to ranked entities: streams of different evidence, merged by Reciprocal Rank Fusion."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from nsccn.errors import InvalidArgument
from nsccn.search.exact import exact_matches
from nsccn.search.explain import Explainer
from nsccn.search.fuse import fuse, rank
from nsccn.search.mentions import mentions
from nsccn.search.proximity import nearby
from nsccn.search.roles import WEIGHT, Role, speaks_of_tests
from nsccn.search.semantic import related_scores
from nsccn.search.signals import Evidence, entity_scores, file_scores, normalised
from nsccn.search.zones import Zones, decompose, term_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.search.proximity import Nearby
    from nsccn.settings import Settings
    from nsccn.snapshot import Snapshot

STREAM_WEIGHTS: Final = {
    "signals": 3.0,
    "words": 1.0,
    "mentions": 0.3,
    "related words": 0.3,
    "graph": 0.3,
}
"""Of the ranked streams; a stream that is empty for a query does not count."""
EXACT_WEIGHT: Final = 3 * sum(STREAM_WEIGHTS.values())
"""Enough to put what the whole query names above everything else."""

KIND_WEIGHT: Final = {"attr": 0.6, "var": 0.6, "config": 0.7, "error": 0.7, "module": 0.9}
"""Definitions that do something come before data and before what is left of a file."""

_STREAM_LENGTH: Final = 200
_SEEDS: Final = 20


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


@dataclass(frozen=True, slots=True)
class Hit:
    """One answer, and why it is one."""

    entity: Entity
    score: float
    """In [0, 1]."""
    contributions: tuple[tuple[str, float], ...]
    """What each stream gave, largest first; their sum is the score."""
    _explainer: Explainer = field(repr=False, compare=False)

    @property
    def why(self) -> str:
        """The strongest reasons in a few words, for example `name "route", doc "radix"`."""
        return self._explainer.why(self.entity, dict(self.contributions))


def search(snapshot: Snapshot, query: Query, settings: Settings) -> list[Hit]:
    """Return the entities that answer a query, best first; none when nothing in the repository matches."""
    if query.limit < 1:
        raise InvalidArgument(f"limit is {query.limit}; give 1 or more.")
    graph = snapshot.graph
    if not len(graph):
        return []
    zones = decompose(query.text)
    evidence = _gather(snapshot, query, zones)
    streams, near = _streams(evidence, query.text)
    weights = {**STREAM_WEIGHTS, "exact": EXACT_WEIGHT}
    fused = fuse(streams, k=settings.rrf_k, weights=weights, limit=query.limit)
    explainer = Explainer(evidence, zones, near)
    return [Hit(graph.entity(one.item), one.score, one.contributions, explainer) for one in fused]


def _gather(snapshot: Snapshot, query: Query, zones: Zones) -> Evidence:
    lexical, graph = snapshot.lexical, snapshot.graph
    terms = lexical.known(term_weights(zones))
    only_title = Zones(zones.title)
    title = terms if zones == only_title else lexical.known(term_weights(only_title))
    file_weight = _file_weights(snapshot, query, about_tests=speaks_of_tests(zones.title))
    entity_weight = _entity_weights(graph, query, file_weight)
    found = mentions(query.text, graph)
    allowed = [hit for hit in lexical.messages.find(query.text) if entity_weight[hit.entity] > 0]
    return Evidence(
        lexical=lexical,
        graph=graph,
        query=terms,
        title=title,
        text=_padded(lexical.text.scores(terms), graph) * entity_weight,
        names=_padded(lexical.names.scores(terms), graph) * entity_weight,
        entity_weight=entity_weight,
        file_weight=file_weight,
        mentions=found,
        messages=allowed,
    )


def _padded(scores: NDArray[np.float64], graph: CodeGraph) -> NDArray[np.float64]:
    """Append zeros for the entities that lie in no file."""
    return np.concatenate((scores, np.zeros(len(graph) - len(scores))))


def _file_weights(snapshot: Snapshot, query: Query, *, about_tests: bool) -> NDArray[np.float64]:
    by_role = np.array([WEIGHT[role] for role in Role])
    if query.include_tests is False:
        by_role[Role.TEST] = 0.0
    elif query.include_tests or about_tests:
        by_role[Role.TEST] = 1.0
    weights: NDArray[np.float64] = by_role[snapshot.lexical.roles]
    if query.language is not None:
        weights *= np.array([file.language == query.language for file in snapshot.graph.files], bool)
    if query.path is not None:
        weights *= np.fromiter(map(_path_filter(query.path), snapshot.graph.paths), bool)
    return weights


def _path_filter(glob: str) -> Callable[[str], bool]:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines([glob]).match_file


def _entity_weights(graph: CodeGraph, query: Query, file_weight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each entity's scores count; 0 for those that the query's filters leave out."""
    outside = float(query.path is None and query.language is None)
    of_file = np.append(file_weight, outside)
    of_kind = np.array([KIND_WEIGHT.get(kind, 1.0) for kind in graph.kinds])
    if query.kind is not None:
        of_kind *= np.array([kind == query.kind for kind in graph.kinds], bool)
    weights: NDArray[np.float64] = of_file[graph.file] * of_kind[graph.kind]
    return weights


def _streams(evidence: Evidence, text: str) -> tuple[dict[str, list[int]], Nearby]:
    graph, weight = evidence.graph, evidence.entity_weight
    signals = entity_scores(evidence, file_scores(evidence))
    related = _padded(
        related_scores(evidence.lexical, evidence.query, evidence.text[: len(evidence.lexical)]), graph
    )
    mentioned = np.zeros(len(graph))
    for entity, share in evidence.mentions.entities.items():
        mentioned[entity] = share
    streams = {
        "exact": [entity for entity in exact_matches(text, graph, evidence.lexical) if weight[entity] > 0],
        "signals": rank(signals, _STREAM_LENGTH),
        "words": rank(evidence.text, _STREAM_LENGTH),
        "mentions": rank(mentioned * weight, _STREAM_LENGTH),
        "related words": rank(related * weight, _STREAM_LENGTH),
    }
    seeds = {entity: float(share) for entity, share in _seeds(signals)}
    near = nearby(graph, seeds)
    streams["graph"] = rank(near.scores * weight, _STREAM_LENGTH)
    return streams, near


def _seeds(signals: NDArray[np.float64]) -> list[tuple[int, float]]:
    share = normalised(signals)
    return [(entity, float(share[entity])) for entity in rank(signals, _SEEDS)]
