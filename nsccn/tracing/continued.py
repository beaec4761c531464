"""What a trace shows beyond what was shown of it before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.tracing.trace import Trace


def beyond(wider: Trace, before: Trace) -> Trace:
    """Return what a trace with room for more has that the same one with less had not: its other edges."""
    known = {step.number for step in before.steps}
    steps = tuple(step for step in wider.steps if step.number not in known)
    return replace(wider, steps=steps, shown=frozenset(before.distances))
