"""What the words and mentions of a query say about each file and each entity, as weighted sums.

A signal marked `n` is divided by its maximum, so that all of them are of one size. The weights were fitted on
issue texts; the optimum is flat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.search import mentions as mentioned
from nsccn.search.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.mentions import Mentions
    from nsccn.search.messages import MessageHit

FILE_WEIGHTS: Final = {
    "best entities": 1.0,  # n: the five best entities, each counting half of the one before
    "best entity": 0.1,  # n
    "whole file": 0.5,  # n: the file as one document
    "title": 0.3,  # n: the best entities for the title alone
    "path": 0.6,  # n
    "names": 0.2,  # n: the best entities by name alone
    "mentioned path": 0.8,
    "qualified names": 0.4,
    "defined names": 0.3,
    "frames": 0.3,
    "last frame": 0.3,
    "messages": 0.3,
}
_BEST_ENTITIES: Final = 5
ENTITY_WEIGHTS: Final = {
    "file": 1.0,  # the file's score, less that of the best file
    "text": 0.7,  # n
    "names": 0.2,  # n
    "length": 0.05,  # ln(1 + lines): long code gets asked about
    "mentioned": 0.3,
    "message": 0.3,
}


class Evidence(NamedTuple):
    """What the index and the graph answer to one query, weighted, and without what is filtered out."""

    lexical: LexicalIndex
    graph: CodeGraph
    query: Mapping[int, float]
    """The query's terms that the index holds, weighted."""
    title: Mapping[int, float]
    """The same for the title alone."""
    every_text: NDArray[np.float64]
    """BM25 over weighted fields, unweighted and of what is filtered out too."""
    text: Scores
    """BM25 over weighted fields."""
    names: Scores
    """The same over names alone."""
    weight_of: Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]
    """What any score of entities counts, by their files' roles and their kinds; 0 for what is filtered out."""
    file_weight: NDArray[np.float64]
    mentions: Mentions
    messages: Sequence[MessageHit]


def file_scores(evidence: Evidence) -> NDArray[np.float64]:
    """Return for each file how well it answers the query."""
    lexical = evidence.lexical
    best = lexical.best_of_files(evidence.text, _BEST_ENTITIES)
    title = best
    if evidence.title != evidence.query:
        scores = Scores.of(lexical.text.scores(evidence.title)).weighted(evidence.weight_of)
        title = lexical.best_of_files(scores, _BEST_ENTITIES)
    weight = evidence.file_weight
    signals = {
        "best entities": normalised(decayed(best, 0.5)),
        "best entity": normalised(best[0]),
        "whole file": normalised(lexical.file_scores(evidence.query) * weight),
        "title": normalised(decayed(title, 0.5)),
        "path": normalised(lexical.path_scores(evidence.query) * weight),
        "names": normalised(decayed(lexical.best_of_files(evidence.names, _BEST_ENTITIES), 0.7)),
        **{name: values * weight for name, values in _mention_signals(evidence, len(weight)).items()},
    }
    total = np.zeros(len(weight))
    for name, values in signals.items():
        total += FILE_WEIGHTS[name] * values
    return total


def _mention_signals(evidence: Evidence, files: int) -> dict[str, NDArray[np.float64]]:
    path, qualified, defined, frames, last, messages = (np.zeros(files) for _ in range(6))
    for one in evidence.mentions.found:
        if one.file < 0:
            continue
        if one.kind == mentioned.PATH:
            path[one.file] = max(path[one.file], one.weight)
        elif one.kind == mentioned.QUALIFIED:
            qualified[one.file] += one.weight
        elif one.kind == mentioned.NAME:
            defined[one.file] += one.weight
        else:
            frames[one.file] = max(frames[one.file], one.weight)
            last[one.file] = max(last[one.file], float(one.weight == 1.0))
    for hit in evidence.messages:
        messages[evidence.lexical.file_of[hit.entity]] += (hit.words - 1) * hit.share
    return {
        "mentioned path": path,
        "qualified names": np.log1p(qualified),
        "defined names": np.log1p(defined),
        "frames": frames,
        "last frame": last,
        "messages": np.log1p(messages),
    }


def decayed(best: NDArray[np.float64], decay: float) -> NDArray[np.float64]:
    """Return the sums of the rows, each counting `decay` of the one before."""
    total: NDArray[np.float64] = np.zeros(best.shape[1])
    share = 1.0
    for row in best:
        total += share * row
        share *= decay
    return total


def entity_scores(evidence: Evidence, files: NDArray[np.float64]) -> Scores:
    """Return for each entity that the query touches a positive score: its file's and its own."""
    graph = evidence.graph
    mentioned_entities = Scores.of_items(evidence.mentions.entities)
    messages: dict[int, float] = {}
    for hit in evidence.messages:
        messages[hit.entity] = messages.get(hit.entity, 0.0) + (hit.words - 1) * hit.share
    touched, text = _touched(evidence, mentioned_entities.entities)
    if not len(touched):
        return Scores(touched, np.zeros(0))
    slots = graph.file[touched]
    file_part = np.where(slots >= 0, files[slots], 0.0)
    lines = np.maximum(graph.end_line[touched] - graph.start_line[touched] + 1, 0)
    signals = {
        "file": file_part - file_part.max(),
        "text": text / (evidence.text.highest or 1.0),
        "names": evidence.names.every(len(graph))[touched] / (evidence.names.highest or 1.0),
        "length": np.log1p(lines),
        "mentioned": mentioned_entities.over(touched),
        "message": np.log1p(Scores.of_items(messages).over(touched)),
    }
    own = np.zeros(len(touched))
    for name, values in signals.items():
        own += ENTITY_WEIGHTS[name] * values
    return Scores(touched, own - own.min() + np.finfo(np.float64).eps)


def _touched(
    evidence: Evidence, others: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.integer[Any]], NDArray[np.float64]]:
    """Return the entities that hold words of the query, and those among the others that are not filtered out.

    With them go their scores for their text.
    """
    touched, text = evidence.text
    others = others[evidence.weight_of(others) > 0]
    places = np.searchsorted(touched, others)
    is_new = np.append(touched, -1)[places] != others
    return np.insert(touched, places[is_new], others[is_new]), np.insert(text, places[is_new], 0.0)


def normalised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide by the maximum, if there is one."""
    highest = float(values.max()) if len(values) else 0.0
    return values / highest if highest > 0 else values
