"""Edges of calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.linking.errors import CallSite
from nsccn.graph.linking.guesses import Guesses
from nsccn.graph.meaning.value import ENTITY, INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.edgetable import EdgeTable
    from nsccn.graph.linking.callees import Callees
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference

_GUESS: Final = 0.5
"""Probability, shared by the candidates, that one of them is meant when the receiver's type is unknown."""


class CallTarget(NamedTuple):
    """What a call may run."""

    entity: int
    probability: float
    via: str


class Calls:
    """Links the calls of one file after another."""

    def __init__(self, infer: Infer, callees: Callees, edges: EdgeTable, sites: list[CallSite]) -> None:
        """`sites` takes all resolved calls, for following errors."""
        self._sites = sites
        self._symbols = infer.symbols
        self._infer = infer
        self._callees = callees
        self._edges = edges
        self._guesses = Guesses(infer)
        self._targets: dict[tuple[int, str, int], list[CallTarget]] = {}
        self._unresolved: set[tuple[int, str, int]] = set()
        self.abstract: list[tuple[int, int, int]] = []
        """Target, source and line of each call through an instance of a method that leaves its work to subclasses."""

    def forget(self) -> None:
        """Drop the answers about the calls of a file; called between files, so that memory stays bounded."""
        self._targets.clear()
        self._unresolved.clear()
        self._guesses.forget()
        self.abstract.clear()

    def link(self, slot: int, scope: int, reference: Reference) -> None:
        """Add the edges of one call."""
        key = (scope, reference.target, reference.arguments)
        edges = self._targets.get(key)
        if edges is None:
            edges = self._targets[key] = self._call_targets(slot, scope, reference)
        if not edges:
            name = reference.target.rpartition(".")[2]
            if key in self._unresolved:
                self._edges.unresolved[name] += 1
        for target, probability, via in edges:
            self._call_edge(scope, reference, target, probability, via)

    def _call_targets(self, slot: int, scope: int, reference: Reference) -> list[CallTarget]:
        """Return what a call runs: entity, probability and way."""
        base, dot, name = reference.target.rpartition(".")
        receiver = self._infer.evaluate(scope, base) if dot else None
        value = (
            self._callees.member(scope, reference.target, receiver, name)
            if dot
            else self._callees.bare(scope, name, called=reference.kind == "call")
        )
        targets = self._callees.runs(value, reference)
        if not targets and dot and receiver is None:
            return self._guessed(slot, scope, reference, base, name)
        if value is None and receiver is not None and self._symbols.functions_named(name):
            self._unresolved.add((scope, reference.target, reference.arguments))
        if targets and value is not None and value.tag == ENTITY:
            self._note_abstract(scope, value.entity, receiver, reference)
        return [
            CallTarget(entity, 1 / len(meant), via)
            for target, via in targets
            for meant in (self._infer.visible.definitions_of(target),)
            for entity in meant
        ]

    def _guessed(self, slot: int, scope: int, reference: Reference, base: str, name: str) -> list[CallTarget]:
        candidates = self._guesses.candidates(slot, scope, base, name)
        if candidates is None:
            return []
        if not candidates:
            self._unresolved.add((scope, reference.target, reference.arguments))
        return [CallTarget(candidate, _GUESS / len(candidates), "direct") for candidate in candidates]

    def _call_edge(self, scope: int, reference: Reference, target: int, probability: float, via: str) -> None:
        self._edges.add(scope, "CALLS", target, reference.line, probability=probability, via=via)
        hands_on = reference.detail == "propagates"
        self._sites.append(CallSite(scope, target, reference.byte, reference.line, probability, hands_on))

    def _note_abstract(self, scope: int, entity: int, receiver: Value | None, reference: Reference) -> None:
        """Remember calls through an instance of a method that leaves its work to subclasses."""
        if receiver is None or receiver.tag != INSTANCE or not self._symbols.is_function(entity):
            return
        definition = self._symbols.definitions[entity]
        parent = self._symbols.parent(entity)
        if "abstract" in definition.modifiers or (
            parent >= 0 and self._symbols.kind(parent) in ("interface", "trait")
        ):
            self.abstract.append((entity, scope, reference.line))
