"""The semantic stream: what the query does not say, taken from what it finds.

No model and no download: the terms that the best lexical hits share beyond the query are added to it with a
small weight (pseudo-relevance feedback), so that an entity is found that uses the repository's own word for
what the query describes. It knows no synonyms that the repository does not know, and it follows the lexical
stream when that is wrong; its weight in the fusion is small for that reason.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.search.scores import Scores

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from nsccn.search.lexical import LexicalIndex

FEEDBACK_ENTITIES: Final = 10
_LEAST_SHARING: Final = 3
_ADDED_TERMS: Final = 12
_ADDED_SHARE: Final = 0.4
"""The strongest added term counts this share of the query's strongest."""


def related_terms(
    lexical: LexicalIndex, query: Mapping[int, float], matches: Mapping[int, float]
) -> dict[int, float]:
    """Return the terms that the best matches share beyond the query, with weights on the query's scale.

    The best come first among the matches, each with its score.
    """
    chosen = dict(islice(matches.items(), FEEDBACK_ENTITIES))
    if len(chosen) < _LEAST_SHARING or not query:
        return {}
    terms = [lexical.characteristic_terms(entity) for entity in chosen]
    found, place = np.unique(np.concatenate(terms), return_inverse=True)
    best = np.array(list(chosen.values()))
    strength = np.repeat(best / best[0], [len(own) for own in terms])
    gathered = np.bincount(place, strength, len(found))
    holders = np.bincount(place, minlength=len(found))
    shared = {
        term: total
        for term, total, count in zip(found.tolist(), gathered.tolist(), holders.tolist(), strict=True)
        if count >= _LEAST_SHARING and term not in query
    }
    values = lexical.text.by_rarity(shared)
    strongest = sorted(values, key=lambda term: (-values[term], term))[:_ADDED_TERMS]
    if not strongest:
        return {}
    scale = _ADDED_SHARE * max(query.values()) / values[strongest[0]]
    return {term: values[term] * scale for term in strongest}


def related_scores(
    lexical: LexicalIndex,
    query: Mapping[int, float],
    score_of: Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]],
    matches: Mapping[int, float],
    candidates: NDArray[np.integer[Any]] | None = None,
) -> Scores:
    """Return how well entities that hold related terms fit these and the query; nothing if there are none.

    Args:
        lexical: the index.
        query: weighted terms.
        score_of: returns how well entities fit the query.
        matches: entities from which related terms may be taken, the best first, with their scores.
        candidates: the entities to look at, ascending; None for all.
    """
    added = related_terms(lexical, query, matches)
    found = Scores.of(lexical.text, added, candidates)
    return Scores(found.entities, score_of(found.entities) + found.values)
