"""The words that the best matches share beyond the task's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.search.scores import Scores as Matches
from nsccn.search.semantic import related_scores
from nsccn.select.signals import Signal, normalised

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score texts by BM25 for the task with its related words, against the best candidate."""
    scores = context.lexical.text.scores(context.terms)
    return normalised(related_scores(context.lexical, context.terms, scores, Matches.of(scores))[candidates])


SIGNAL = Signal("semantic_sim", "it speaks as the best matches do", score)
