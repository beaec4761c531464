"""Calls of which it is not known what they run: the few methods, or the function, that may be meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.dottednames import DOT
from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES
from nsccn.graph.linking.calls.guesses import GUESS, Guesses
from nsccn.graph.linking.calls.outcomes import CallTarget, Outcome, equally, shared
from nsccn.graph.notation.arguments import given_labels
from nsccn.graph.notation.expression import IMPLIED, PATH
from nsccn.graph.notation.marks import ANY, IN_BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.linking.calls.expected import Expected
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.linking.uses.usage import Usage
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference


_MOST_METHODS: Final = 32
"""Methods of a generic function beyond which none is told."""


class GuessedCalls:
    """Finds what calls may run whose object, or function, nothing tells."""

    def __init__(
        self, infer: Infer, guesses: Guesses, overloads: Overloads, expected: Expected, usage: Usage
    ) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._guesses = guesses
        self._overloads = overloads
        self._expected = expected
        self._usage = usage

    def of_object(
        self, slot: int, scope: int, base: str, name: str, reference: Reference, *, is_kept: bool = False
    ) -> Outcome:
        """Return the few methods that a call on an object may run of which nothing is known."""
        if base == IMPLIED and not self._guesses.may_make(name):
            return Outcome()  # a case, or what a type from elsewhere has
        named, count = self._expected.of_named_type(slot, scope, base, name), reference.arguments
        if named is None:
            return Outcome()
        if named.methods:
            return shared(named)
        candidates = self._guesses.candidates(slot, scope, base, name)
        if candidates is None:
            beyond = self.extending_beyond(slot, scope, base, name, count)
            if beyond is not None:
                return beyond
        candidates = self._guesses.extensions.added(scope, base, name, candidates)
        if candidates is None:
            return Outcome()
        expected = self._usage.expected(scope, base, name)
        candidates = self._with_bodies(self._taking(slot, candidates, reference))
        if base == IMPLIED:
            candidates = self._guesses.making(candidates, name)
        if candidates and is_kept:
            candidates = self._guesses.of_other(scope, candidates)
        if not candidates:
            return replace(equally(candidates, 0.0), expected=expected)
        share = self._guesses.share(slot, name, candidates, base=base)
        is_open = self._guesses.is_open(slot, share)
        asked = self._guesses.askable(scope, base, candidates)
        found = self._of_one_trait(asked) or equally(asked, share)
        return replace(found, is_open=is_open, expected=expected if asked else None)

    def _of_one_trait(self, methods: Sequence[int]) -> Outcome | None:
        """Return a trait's method with what it is for types from elsewhere, where nothing else may be meant."""
        trait = self._guesses.added.of_one_trait(methods) if len(methods) > 1 else []
        if not trait:
            return None
        if self._symbols.class_around(trait[0]) < 0:
            return equally(trait, GUESS)  # of the one type that has it
        share = GUESS / (len(methods) - 1)
        bodies = [CallTarget(one, share, "override") for one in methods if one not in trait]
        return Outcome([CallTarget(trait[0], GUESS, "direct"), *bodies])

    def extending_beyond(self, slot: int, scope: int, base: str, name: str, count: int) -> Outcome | None:
        """Return the functions that may extend the type from elsewhere of an object; None where none is declared."""
        stated = self._overloads.arguments.declared(scope, base)
        if not stated:
            return None
        found = self._guesses.taking(slot, self._guesses.extensions.of_others(scope, name, stated), count)
        return equally(found or None, GUESS / max(len(found), 1))

    def of_bases(self, slot: int, scope: int, cls: int, name: str, reference: Reference) -> Outcome | None:
        """Return what files add to types from elsewhere from which the type of an object inherits; None for nothing."""
        named, is_told = self._guesses.added.of_bases(slot, cls, name)
        added = [one for one in named if not self._symbols.is_property(one)]
        found = self._taking(slot, added or self._guesses.extensions.of_bases(scope, cls, name), reference)
        if not found:
            return None
        is_few = len(found) <= MOST_CANDIDATES
        return equally(found if is_few else [], (1.0 if is_told else GUESS) / len(found))

    def of_collection(
        self, slot: int, scope: int, base: str, name: str, reference: Reference
    ) -> Outcome | None:
        """Return what files add to the type from elsewhere that a collection is of; None for nothing."""
        found, is_told = self._guesses.added.of_collection(slot, scope, base, name)
        found = self.labelled([one for one in found if not self._symbols.is_property(one)], reference)
        return equally(found, (1.0 if is_told else GUESS) / len(found)) if found else None

    def fitting(self, slot: int, name: str, candidates: list[int] | None, reference: Reference) -> Outcome:
        """Return those of a few methods that may be meant, each as likely as the others."""
        if not candidates:
            return equally(candidates, 0.0)
        found = self._taking(slot, candidates, reference)
        return equally(found or None, self._guesses.share(slot, name, found) if found else 0.0)

    def of_function(self, slot: int, scope: int, name: str, reference: Reference) -> Outcome:
        """Return what a call of a bare name may run that nothing declares as far as the file sees."""
        language = self._symbols.language(slot)
        if name.endswith(ANY):
            return self._of_generic(slot, name.removesuffix(ANY))
        if name.startswith(PATH) and language is not None and language.included_names:
            return equally(self._guesses.unseen(slot, scope, name), GUESS)
        name, in_block = name.removeprefix(PATH), reference.detail == IN_BLOCK
        if lent := self._expected.lent(slot, scope, name, reference.arguments):
            return equally(lent, 1 / len(lent))
        found, likely = self._expected.of_others(slot, scope, name, in_block=in_block)
        if found:
            outcome = equally(found, self._guesses.share(slot, name, found, likely))
        else:
            outcome = equally(self._guesses.unseen(slot, scope, name), GUESS)
        return replace(outcome, virtual=self._expected.of_subtypes(scope, name))

    def _of_generic(self, slot: int, prefix: str) -> Outcome:
        """Return the methods of a generic function, each as likely as the others: functions whose names begin so.

        Other packages may have more of them.
        """
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        seen = {slot, *(strategy.peers(slot) if strategy is not None else ())}
        told = strategy.methods_of(slot, prefix.removesuffix(DOT)) if strategy is not None else None
        found = [
            one
            for one in symbols.table.beginning(prefix)
            if symbols.slot[one] in seen
            and symbols.kind(one) == "func"
            and symbols.parent(one) == symbols.first[symbols.slot[one]]
            and (told is None or symbols.table.names[one] in told)
        ]
        is_few = len(found) <= _MOST_METHODS
        return equally(found, GUESS / len(found)) if found and is_few else Outcome(is_unresolved=not is_few)

    def _with_bodies(self, methods: Iterable[int]) -> list[int]:
        """Return methods, each that is only declared by its body where it has one alone."""
        declared, bodies = self._symbols.table.declared, self._infer.bodies
        found = ((one, bodies.definitions_of(one) if declared[one] else ()) for one in methods)
        return list(dict.fromkeys(meant[0] if len(meant) == 1 else one for one, meant in found))

    def _taking(self, slot: int, candidates: list[int], reference: Reference) -> list[int]:
        """Return those methods that take what they are given, and its labels."""
        return self.labelled(self._guesses.taking(slot, candidates, reference.arguments), reference)

    def labelled(self, candidates: list[int], reference: Reference) -> list[int]:
        """Return those methods that take arguments by the labels of a call."""
        labels, count = given_labels(reference.detail), reference.arguments
        return [one for one in candidates if self._overloads.labelled.may_be_meant(one, labels, count)]
