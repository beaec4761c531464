"""What speaks for each entity that may be an answer: one array for each signal, parallel to the candidates."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.arrays import distinct, ranges
from nsccn.graph.kinds import CODE_KINDS, DATA_KINDS, FILE_KINDS, TYPE_KINDS
from nsccn.search import mentions as mentioned
from nsccn.search.evidence import MOST_BEST
from nsccn.search.fuse import rank
from nsccn.search.scores import Scores, normalised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.evidence import Evidence

_FILES: Final = 40
_FARTHEST: Final = 2.0
"""A file that scores less than the best by more than this counts as no worse."""
_LOG_UNIT: Final = 5.0
"""Logarithms of lines and numbers are divided by it, to be of the size of other signals."""
_MENTION: Final = {mentioned.QUALIFIED: "qualified", mentioned.NAME: "defined"}


def candidates(evidence: Evidence, files: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return what the best files hold of the query's words, the best by text, name and title, and what is named."""
    best = evidence.lexical.extents(np.array(rank(files, _FILES), np.int64))
    parts = [
        *(evidence.text.entities[slice(*bounds)] for bounds in evidence.text.entities.searchsorted(best)),
        *map(list, (evidence.best, evidence.names.best(MOST_BEST), evidence.title.best(MOST_BEST))),
        list(evidence.mentions.entities),
        [hit.entity for hit in evidence.messages],
        list(evidence.plain_types),
    ]
    found = distinct(np.concatenate([np.asarray(part, np.int64) for part in parts]))
    return found[evidence.weight_of(found) > 0]


def entity_signals(
    evidence: Evidence, chosen: NDArray[np.int64], files: NDArray[np.float64]
) -> dict[str, NDArray[np.float64]]:
    """Return every signal of the chosen entities, which ascend; `files` has the scores of all files."""
    graph = evidence.graph
    slots, weight = graph.file[chosen], evidence.weight_of(chosen)
    text = evidence.text.at(chosen)
    prose, code = (normalised(zone * weight) for zone in evidence.every_zone.at(chosen)[1:])
    return {
        "file": _of_file(slots, files),
        "text": text / (evidence.text.highest or 1.0),
        "prose": prose,
        "code": code,
        "names": evidence.names.at(chosen) / (evidence.names.highest or 1.0),
        "parent": normalised(evidence.every_text(graph.parent[chosen]) * weight),
        "length": np.log1p(_own_lines(evidence, chosen)) / _LOG_UNIT,
        **_in_file(slots, text),
        **_of_kind(graph, chosen),
        **_named(evidence, chosen),
        **_in_title(evidence, chosen),
        "plain type": np.log1p(Scores.of_items(evidence.plain_types).at(chosen)),
    }


def _own_lines(evidence: Evidence, chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many lines each entity has; what stands for a file has those that no function or type in it has."""
    graph = evidence.graph

    def lines(entities: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.maximum(graph.end_line[entities].astype(np.int64) - graph.start_line[entities] + 1, 0)

    found = lines(chosen)
    in_files = np.flatnonzero(graph.file[chosen] >= 0)
    first, after = evidence.lexical.extents(graph.file[chosen[in_files]]).astype(np.int64).T
    is_file = first == chosen[in_files]
    files, first, sizes = in_files[is_file], first[is_file], (after - first)[is_file]
    of_file, inside = np.repeat(files, sizes), ranges(first, sizes)
    is_code = np.array([kind in CODE_KINDS for kind in graph.kinds], np.bool_)
    at_top = is_code[graph.kind[inside]] & (graph.parent[inside] == chosen[of_file])
    np.subtract.at(found, of_file[at_top], lines(inside[at_top]))
    return np.maximum(found, 0)


def _of_file(slots: NDArray[np.integer[Any]], files: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how much less an entity's file answers than the best; what lies in no file has the score 0."""
    own: NDArray[np.float64] = np.append(files, 0.0)[slots]
    return np.maximum(own - float(files.max(initial=0.0)), -_FARTHEST)


def _in_file(slots: NDArray[np.integer[Any]], text: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Return how an entity's text compares with that of the other candidates of its file."""
    order = np.lexsort((np.arange(len(slots)), -text, slots))
    starts = np.flatnonzero(np.diff(slots[order], prepend=-2))
    sizes = np.diff(starts, append=len(slots))
    place, share, siblings = (np.empty(len(slots)) for _ in range(3))
    place[order] = np.arange(len(slots)) - np.repeat(starts, sizes)
    best = np.repeat(text[order][starts], sizes)
    share[order] = np.divide(text[order], best, out=np.zeros(len(slots)), where=best > 0)
    siblings[order] = np.repeat(sizes, sizes)
    return {
        "place in file": 1 / (1 + place),
        "share in file": share,
        "siblings": np.log1p(siblings) / _LOG_UNIT,
    }


def _of_kind(graph: EntityTable, chosen: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Return what each entity is."""
    kinds = graph.kind[chosen]

    def of(*wanted: str) -> NDArray[np.float64]:
        return np.array([kind in wanted for kind in graph.kinds], np.float64)[kinds]

    return {
        "type": of(*TYPE_KINDS),
        "method": of("method"),
        "data": of(*DATA_KINDS),
        "module": of(*FILE_KINDS),
        "unparsed": of("file"),
        "private": graph.is_private(chosen).astype(np.float64),
    }


def _named(evidence: Evidence, chosen: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Return how surely the query means an entity, by name, place or message."""
    sums: dict[str, defaultdict[int, float]] = {
        name: defaultdict(float) for name in (*_MENTION.values(), "message")
    }
    for one in evidence.mentions.found:
        if one.entity >= 0 and one.kind in _MENTION:
            sums[_MENTION[one.kind]][one.entity] += one.weight * (1 + np.log(one.times))
    for hit in evidence.messages:
        sums["message"][hit.entity] += (hit.words - 1) * hit.share
    return {name: np.log1p(Scores.of_items(items).at(chosen)) for name, items in sums.items()}


def _in_title(evidence: Evidence, chosen: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    """Return whether the title says an entity's name, or that of what encloses it, as they stand."""
    graph = evidence.graph
    named = Scores.of_items({entity: 1.0 for word in evidence.title_words for entity in graph.named(word)})
    return {"in title": named.at(chosen), "parent in title": named.at(graph.parent[chosen])}
