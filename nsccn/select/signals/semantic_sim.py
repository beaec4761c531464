"""The words that the best matches share beyond the task's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nsccn.search.scores import Scores as Matches
from nsccn.search.semantic import FEEDBACK_ENTITIES, related_scores
from nsccn.select.signals import Signal, normalised

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score texts by BM25 for the task with its related words, against the best candidate."""
    lexical = context.lexical
    scores = Matches.of(lexical.text, context.terms)
    related = related_scores(lexical, context.terms, scores.at, scores.best(FEEDBACK_ENTITIES))
    if not len(related.entities):
        return np.zeros(len(candidates))
    found = related.at(candidates)
    return normalised(np.where(found > 0, found, scores.at(candidates)))


SIGNAL = Signal("semantic_sim", "it speaks as the best matches do", score)
