"""What a unit or its file is for: source before examples and documentation, tests only when asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nsccn.search.roles import WEIGHT, Role
from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score the role of each candidate's file."""
    by_role = np.array([WEIGHT[role] for role in Role], dtype=np.float64)
    if context.with_tests:
        by_role[Role.TEST] = 1.0
    scores: Scores = by_role[context.roles(candidates)]
    return scores


SIGNAL = Signal("file_role", "its file is source, or what the task speaks of", score)
