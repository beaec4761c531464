"""The words of the task in the name of the unit, and in the name of what encloses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.search.scores import Scores as Matches
from nsccn.select.signals import Signal, normalised

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score names by BM25, against the best candidate."""
    return normalised(Matches.of(context.lexical.names, context.terms).at(candidates))


SIGNAL = Signal("symbol_overlap", "its name shares words with the task", score)
