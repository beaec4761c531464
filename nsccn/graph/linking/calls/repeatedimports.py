"""What a call runs of a name that several imports give, in branches of which one runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.linking.calls.outcomes import CallTarget, Outcome

if TYPE_CHECKING:
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference

_FIRST: Final = 0.5
"""Probability that the first of a module's imports counts; the others share the rest."""
_IN_FUNCTION: Final = 0.7
"""Probability that a function runs what each of its own imports gives: mostly where it imports that."""


class RepeatedImports:
    """Adds what calls run where another import counts."""

    def __init__(self, infer: Infer, callees: Callees) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._callees = callees

    def added(self, slot: int, scope: int, reference: Reference, found: Outcome) -> Outcome:
        """Return what a call runs, with what it runs by other imports of the name that it begins with."""
        symbols, (name, _, member) = self._symbols, reference.target.partition(".")
        if "." in member or name not in self._infer.modules.repeated(slot):
            return found
        meant = self._infer.modules.alternatives(scope, name)
        if len(meant) < 2 or meant[0] != self._callees.bare(scope, name, called=True):
            return found
        is_own = any(symbols.is_function(at) and symbols.later(at, name) for at in symbols.around(scope))
        rest = (1 - _FIRST) / (len(meant) - 1)
        parts = [_IN_FUNCTION] * len(meant) if is_own else [_FIRST, *[rest] * (len(meant) - 1)]
        others = [
            self._infer.typed.attribute(one, member, called=True) if member else one for one in meant[1:]
        ]
        runs = [
            {one.entity: one.via for one in found.targets},
            *(dict(self._callees.runs(one, reference)) for one in others),
        ]
        likely = {one.entity: one.probability for one in found.targets}
        ways = {run: way for one in runs for run, way in one.items()}
        shares = {
            run: min(1.0, sum(part for part, one in zip(parts, runs, strict=True) if run in one))
            for run in ways
        }
        targets = [CallTarget(run, likely.get(run, 1.0) * shares[run], way) for run, way in ways.items()]
        return replace(found, targets=targets, is_unresolved=found.is_unresolved and not targets)
