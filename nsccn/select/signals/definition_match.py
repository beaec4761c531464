"""The task names a symbol, and the unit defines it: a definition outranks its uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nsccn.search.mentions import NAME, QUALIFIED
from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score the definitions of named symbols by how surely they are meant."""
    defined: dict[int, float] = {}
    for one in context.mentions.found:
        if one.kind in (NAME, QUALIFIED) and one.entity >= 0:
            defined[one.entity] = max(one.weight, defined.get(one.entity, 0.0))
    by_unit = context.by_unit(defined)
    return np.array([by_unit.get(unit, 0.0) for unit in candidates.tolist()], dtype=np.float64)


SIGNAL = Signal("definition_match", "it defines a symbol that the task names", score)
