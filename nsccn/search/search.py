"""From a query to ranked entities: streams of different evidence, merged by Reciprocal Rank Fusion."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from nsccn.errors import InvalidArgument
from nsccn.graph.ignore import IgnoreRules
from nsccn.search.exact import exact_matches
from nsccn.search.explain import Explainer
from nsccn.search.fuse import fuse, rank
from nsccn.search.mentions import mentions
from nsccn.search.proximity import nearby
from nsccn.search.roles import WEIGHT, Role, speaks_of_tests
from nsccn.search.scores import Scores
from nsccn.search.semantic import related_scores
from nsccn.search.signals import Evidence, entity_scores, file_scores
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
    weight_of = _entity_weights(graph, query, file_weight)
    messages = lexical.messages.find(query.text)
    allowed = weight_of(np.array([hit.entity for hit in messages], np.int64)) > 0
    scores = lexical.text.scores(terms)
    return Evidence(
        lexical=lexical,
        graph=graph,
        query=terms,
        title=title,
        every_text=scores,
        text=Scores.of(scores).weighted(weight_of),
        names=Scores.of(lexical.names.scores(terms)).weighted(weight_of),
        weight_of=weight_of,
        file_weight=file_weight,
        mentions=mentions(query.text, graph, lexical.roles),
        messages=list(compress(messages, allowed)),
    )


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
    """Return what says whether a pattern matches a file, or a directory that it lies in."""
    rules = IgnoreRules([glob])
    matched = {"": False}

    def is_below(directory: str) -> bool:
        """Decide from the top down, since a path may have more folders than functions can be nested."""
        parts = directory.split("/")
        for depth in range(1, len(parts) + 1):
            parent, current = "/".join(parts[: depth - 1]), "/".join(parts[:depth])
            if current not in matched:
                verdict = rules.verdict(current, is_directory=True)
                matched[current] = matched[parent] or verdict is True
        return matched[directory]

    def matches(path: str) -> bool:
        directory = path[: max(path.rfind("/"), 0)]
        below = matched[directory] if directory in matched else is_below(directory)
        return below or rules.verdict(path, is_directory=False) is True

    return matches


def _entity_weights(
    graph: CodeGraph, query: Query, file_weight: NDArray[np.float64]
) -> Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]:
    """Return what gives the weights of entities; 0 for those that the query's filters leave out."""
    outside = float(query.path is None and query.language is None)
    of_file = np.append(file_weight, outside)
    of_kind = np.array([KIND_WEIGHT.get(kind, 1.0) for kind in graph.kinds])
    if query.kind is not None:
        of_kind *= np.array([kind == query.kind for kind in graph.kinds], bool)

    def weight_of(entities: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        weights: NDArray[np.float64] = of_file[graph.file[entities]] * of_kind[graph.kind[entities]]
        return weights

    return weight_of


def _streams(evidence: Evidence, text: str) -> tuple[dict[str, list[int]], Nearby]:
    weight_of = evidence.weight_of
    signals = entity_scores(evidence, file_scores(evidence))
    related = related_scores(evidence.lexical, evidence.query, evidence.every_text, evidence.text)
    exact = np.array(exact_matches(text, evidence.graph, evidence.lexical), np.int64)
    ranked = {
        "signals": signals,
        "words": evidence.text,
        "mentions": Scores.of_items(evidence.mentions.entities).weighted(weight_of),
        "related words": Scores.of(related).weighted(weight_of),
    }
    streams: dict[str, list[int]] = {"exact": exact[weight_of(exact) > 0].tolist()}
    streams.update({name: scores.best(_STREAM_LENGTH) for name, scores in ranked.items()})
    near = nearby(evidence.graph, _seeds(signals))
    streams["graph"] = Scores.of_items(near.reached).weighted(weight_of).best(_STREAM_LENGTH)
    return streams, near


def _seeds(signals: Scores) -> dict[int, float]:
    places = rank(signals.values, _SEEDS)
    entities: list[int] = signals.entities[places].tolist()
    return dict(zip(entities, (signals.values[places] / signals.highest).tolist(), strict=True))
