"""The semantic stream: what the query does not say, taken from what it finds.

No model and no download: the terms that the best lexical hits share beyond the query are added to it with a
small weight (pseudo-relevance feedback), so that an entity is found that uses the repository's own word for
what the query describes. It knows no synonyms that the repository does not know, and it follows the lexical
stream when that is wrong; its weight in the fusion is small for that reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.search.fuse import rank

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.scores import Scores

_FEEDBACK_ENTITIES: Final = 10
_LEAST_SHARING: Final = 3
_ADDED_TERMS: Final = 12
_ADDED_SHARE: Final = 0.4
"""The strongest added term counts this share of the query's strongest."""


def related_terms(lexical: LexicalIndex, query: Mapping[int, float], matches: Scores) -> dict[int, float]:
    """Return the terms that the best matches share beyond the query, with weights on the query's scale."""
    places = rank(matches.values, _FEEDBACK_ENTITIES)
    if len(places) < _LEAST_SHARING or not query:
        return {}
    terms = [lexical.characteristic_terms(entity) for entity in matches.entities[places].tolist()]
    found, place = np.unique(np.concatenate(terms), return_inverse=True)
    best = matches.values[places]
    strength = np.repeat(best / best[0], [len(own) for own in terms])
    gathered = np.bincount(place, strength, len(found))
    holders = np.bincount(place, minlength=len(found))
    values = {
        int(term): float(total) * lexical.text.idf(int(term))
        for term, total, count in zip(found, gathered, holders, strict=True)
        if count >= _LEAST_SHARING and int(term) not in query
    }
    chosen = sorted(values, key=lambda term: (-values[term], term))[:_ADDED_TERMS]
    if not chosen:
        return {}
    scale = _ADDED_SHARE * max(query.values()) / values[chosen[0]]
    return {term: values[term] * scale for term in chosen}


def related_scores(
    lexical: LexicalIndex, query: Mapping[int, float], scores: NDArray[np.float64], matches: Scores
) -> NDArray[np.float64]:
    """Return for each entity how well it fits the query and its related terms; zeros if there are none.

    Args:
        lexical: the index.
        query: weighted terms.
        scores: what `lexical.text.scores` says of them.
        matches: the same, for those entities from which related terms may be taken.
    """
    added = related_terms(lexical, query, matches)
    if not added:
        return np.zeros(len(lexical))
    return scores + lexical.text.scores(added)
