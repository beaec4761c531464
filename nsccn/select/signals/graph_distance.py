"""How near the unit lies to what the task is about, along calls, imports and inheritance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nsccn.select.signals import Signal, normalised

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score the neighbourhood of the targets; what the task names is at distance 0."""
    near = normalised(context.nearby.scores[candidates])
    named = [context.named.get(unit, 0.0) for unit in candidates.tolist()]
    return np.maximum(near, np.array(named, dtype=np.float64))


SIGNAL = Signal("graph_distance", "it is linked to what the task is about", score)
