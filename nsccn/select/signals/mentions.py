"""The task points at the unit or its file: by path, line, frame of a traceback, or quoted message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.search.mentions import FRAME, PATH
from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units

_FILE_SHARE: Final = 0.4
"""What a unit has of a mention of its file."""
_LONG_MESSAGE: Final = 5
"""Words from which on a quoted message is taken for certain."""


def score(candidates: Units, context: Context) -> Scores:
    """Score what is pointed at, and by a smaller share what lies in the same file."""
    pointed: dict[int, float] = {}
    for one in context.mentions.found:
        if one.kind in (PATH, FRAME) and one.entity >= 0:
            pointed[one.entity] = max(one.weight, pointed.get(one.entity, 0.0))
    for hit in context.messages:
        certainty = min(1.0, hit.words / _LONG_MESSAGE) * hit.share
        pointed[hit.entity] = max(certainty, pointed.get(hit.entity, 0.0))
    by_unit, files = context.by_unit(pointed), context.mentions.files
    units = zip(candidates.tolist(), context.graph.file[candidates].tolist(), strict=True)
    scores = [max(by_unit.get(unit, 0.0), _FILE_SHARE * files.get(slot, 0.0)) for unit, slot in units]
    return np.array(scores, dtype=np.float64)


SIGNAL = Signal("mentions", "the task points at it or at its file", score)
