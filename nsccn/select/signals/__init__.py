"""The signals: each one reason for a unit to be relevant, in a file of its own.

A module of this package is a signal if it defines `SIGNAL`; its default weight stands in `weights.toml` under
the same name. Scores lie in [0, 1], one for each candidate.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from nsccn.select.context import Context

Units: TypeAlias = NDArray[np.int64]
"""Candidates, by index of their entity, ascending."""
Scores: TypeAlias = NDArray[np.float64]


class Signal(NamedTuple):
    """One reason to rank."""

    name: str
    doc: str
    """A sentence for `--explain` and the documentation."""
    score: Callable[[Units, Context], Scores]


@cache
def signals() -> tuple[Signal, ...]:
    """Return every signal of this package, in the order of their names."""
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return tuple(
        sorted((module.SIGNAL for module in modules if hasattr(module, "SIGNAL")), key=lambda one: one.name)
    )


def normalised(scores: Scores) -> Scores:
    """Divide by the highest score, if there is one."""
    highest = float(scores.max(initial=0.0))
    return np.clip(scores / highest, 0.0, 1.0) if highest > 0 else np.zeros(len(scores))
