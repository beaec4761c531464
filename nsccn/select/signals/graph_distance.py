"""How near the unit lies to what the task is about, along calls, imports and inheritance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.select.signals import Signal, normalised

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units

_CALLER: Final = 0.4


def score(candidates: Units, context: Context) -> Scores:
    """Score the neighbourhood of the targets; what the task names is at distance 0."""
    near = normalised(context.nearby.scores.at(candidates))
    named = [max(context.named.get(unit, 0.0), _caller(context, unit)) for unit in candidates.tolist()]
    return np.maximum(near, np.array(named, dtype=np.float64))


def _caller(context: Context, unit: int) -> float:
    """Score a caller of a target. By proximity alone those of a much called one would be nowhere."""
    return _CALLER * context.targets[context.callers[unit]] if unit in context.callers else 0.0


SIGNAL = Signal("graph_distance", "it is linked to what the task is about", score)
