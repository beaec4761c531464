"""What a call may run, and how likely."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nsccn.graph.linking.calls.receivers import Virtual
from nsccn.graph.linking.uses.usage import Expectation

if TYPE_CHECKING:
    from nsccn.graph.linking.calls.expected import Candidates


class CallTarget(NamedTuple):
    """What a call may run."""

    entity: int
    probability: float
    via: str


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What is known of a call."""

    targets: Sequence[CallTarget] = ()
    virtual: Virtual | None = None
    """What overrides of the target may be called as well."""
    is_unresolved: bool = False
    is_open: bool = False
    """Whether the targets are guessed, and objects that are seen to come to the receiver may tell more."""
    expected: Expectation | None = None
    """What the code names of a receiver that nothing else tells."""
    state: tuple[str, int] | None = None
    """The field that a method reads or sets which no source shows, and the kind of the edge to it."""
    is_apart: bool = False
    """Whether what is called runs later and elsewhere, as a job does, so that its errors come to no caller."""
    outward: int = -1
    """The type from elsewhere of which the object is declared to be, by its number outside; types here may be below."""
    used: int = -1
    """The type that is asked for what it only inherits."""


def shared(candidates: Candidates) -> Outcome:
    """Return methods that share how likely it is that one of them is called."""
    return equally(candidates.methods, candidates.likely / len(candidates.methods))


def equally(candidates: Sequence[int] | None, share: float) -> Outcome:
    """Return what may be called, each function with the same probability."""
    if candidates is None:
        return Outcome()
    targets = [CallTarget(candidate, share, "direct") for candidate in candidates]
    return Outcome(targets, is_unresolved=not candidates)
