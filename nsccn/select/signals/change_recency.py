"""How lately the unit's file was changed, if the unit is linked to the task at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.walk.git import run_git
from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units

_COMMITS: Final = 60
_HALF_LIFE: Final = 15.0
"""Commits after which a change counts half."""
_SECONDS: Final = 2.0


def score(candidates: Units, context: Context) -> Scores:
    """Score by the number of commits since; without git, or away from the targets, nothing."""
    graph, near = context.graph, context.nearby.reached
    ages = _ages(context)
    recent = [
        0.5 ** (ages.get(graph.files[slot].path, np.inf) / _HALF_LIFE) for slot in graph.file[candidates]
    ]
    linked = [near.get(unit, 0.0) > 0 or unit in context.targets for unit in candidates.tolist()]
    return np.array(recent, dtype=np.float64) * linked


def _ages(context: Context) -> dict[str, int]:
    """Return how many commits ago each file was changed last; files untouched for long are missing."""
    arguments = (
        "log",
        "-n",
        str(_COMMITS),
        "--no-merges",
        "--format=%x01",
        "--name-only",
        "--no-renames",
        "--relative",
        "-z",
    )
    log = run_git(context.root, *arguments, timeout=_SECONDS)
    ages: dict[str, int] = {}
    for age, commit in enumerate((log or b"").split(b"\x01")[1:]):
        for name in commit.split(b"\0"):
            ages.setdefault(name.strip(b"\n").decode("utf-8", "surrogateescape"), age)
    return ages


SIGNAL = Signal("change_recency", "it was changed lately", score)
