"""Where search ranks the unit by its words, its names and its file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units

_HALF: Final = 8.0
"""The place that many ranks behind the first scores half as much."""


def score(candidates: Units, context: Context) -> Scores:
    """Score by place: the fused scores of search say which is better, not by how much."""
    places = [context.hits[unit][0] if unit in context.hits else np.inf for unit in candidates.tolist()]
    return _HALF / (_HALF - 1.0 + np.array(places, dtype=np.float64))


SIGNAL = Signal("lexical_sim", "search ranks it high", score)
