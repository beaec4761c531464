"""Edges of calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.linking.calls.askedstate import ASKED, AskedState
from nsccn.graph.linking.calls.closedwrappers import is_of_wrapper
from nsccn.graph.linking.calls.constness import Constness
from nsccn.graph.linking.calls.expected import HANDED_ON, Expected
from nsccn.graph.linking.calls.extendedcalls import ExtendedCalls
from nsccn.graph.linking.calls.guessedcalls import GuessedCalls
from nsccn.graph.linking.calls.macros import Macros
from nsccn.graph.linking.calls.outcomes import CallTarget, Outcome, shared
from nsccn.graph.linking.calls.receivers import ABSTRACT
from nsccn.graph.linking.calls.repeatedimports import RepeatedImports
from nsccn.graph.linking.calls.typecalls import TypeCalls
from nsccn.graph.linking.overloads.impls import Impls
from nsccn.graph.linking.overloads.overloadshares import shares_of_overloads
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    EITHER,
    ENTITY,
    INSTANCE,
    KEYED,
    PARENT,
    Value,
    share_of,
)
from nsccn.graph.notation.arguments import GIVEN, given_labels, given_types, read_arguments
from nsccn.graph.notation.counts import takes_count
from nsccn.graph.notation.expression import PATH
from nsccn.graph.notation.marks import FATES, HANDLES, IN_BLOCK, OF_EACH, initializers

if TYPE_CHECKING:
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.linking.calls.chains import Chains
    from nsccn.graph.linking.calls.guesses import Guesses
    from nsccn.graph.linking.calls.outward import Outward
    from nsccn.graph.linking.calls.receivers import Receivers, Virtual
    from nsccn.graph.linking.edgetable import EdgeTable
    from nsccn.graph.linking.errors.errors import ErrorSites, Place
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.linking.uses.usage import Usage
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference

_NAMED: Final = ("direct", "override")
"""The ways of a call that names what it calls."""


class Calls:
    """Links the calls of one file after another."""

    def __init__(
        self,
        infer: Infer,
        callees: Callees,
        edges: EdgeTable,
        errors: ErrorSites,
        receivers: Receivers,
        guesses: Guesses,
        overloads: Overloads,
        usage: Usage,
        chains: Chains,
        outward: Outward,
    ) -> None:
        self._chains = chains
        self._outward = outward
        self._usage = usage
        self._receivers = receivers
        self._errors = errors
        self._symbols = infer.symbols
        self._infer = infer
        self._callees = callees
        self._edges = edges
        self._guesses = guesses
        self._asked = AskedState(infer)
        self._expected = Expected(infer, guesses)
        self._overloads = overloads
        self._guessed = GuessedCalls(infer, guesses, overloads, self._expected, usage)
        self._constness = Constness(infer)
        self._impls = Impls(infer, overloads.arguments)
        self._imports = RepeatedImports(infer, callees)
        self._macros = Macros(infer.symbols)
        self._type_calls = TypeCalls(infer)
        self._extended = ExtendedCalls(infer, overloads)
        self._outcomes: dict[tuple[object, ...], Outcome] = {}

    def forget(self) -> None:
        """Drop the answers about the calls of a file; called between files, so that memory stays bounded."""
        self._outcomes.clear()

    def link(
        self, slot: int, scope: int, reference: Reference, places: Sequence[Place]
    ) -> Sequence[CallTarget]:
        """Add the edges of equal calls in one scope, made at several places; return what they run."""
        is_itself = self._guesses.gives_itself(scope, reference.target.rpartition(".")[0])
        targets = [
            target
            for receiver, at in self._chains.by_holder(scope, reference.target, places)
            for target in self._link(slot, scope, reference, None if is_itself else receiver, at)
        ]
        return list(dict.fromkeys(targets)) if len(targets) > 1 else targets

    def _link(
        self,
        slot: int,
        scope: int,
        reference: Reference,
        receiver: Value | None,
        places: Sequence[Place],
    ) -> Sequence[CallTarget]:
        """Add the edges of equal calls on the same object."""
        name = reference.target.rpartition(".")[2].removeprefix(PATH)
        may_tell = GIVEN in reference.detail and self._overloads.may_tell(name)
        given = read_arguments(reference.detail) if may_tell else ()
        home = scope if given else self._infer.home(scope, reference.target)
        way = reference.detail if reference.detail in (IN_BLOCK, OF_EACH) else ""
        types = given_types(reference.detail)
        labels = given_labels(reference.detail)
        asked = (reference.target, reference.arguments, reference.kind, given, way, types, labels)
        key = (home, receiver, *asked)
        found = self._outcomes.get(key)
        if found is None:
            told = receiver or self._guesses.added.given(slot, home, reference.target)
            found = self._outcome(slot, home, reference, told, given)
            if not (found.targets or found.virtual or found.state):
                held = reference.target.rpartition(".")[0]
                found = replace(found, outward=self._outward.type_of(home, held, name))
            if self._infer.modules.repeated(slot):
                found = self._imports.added(slot, home, reference, found)
            self._outcomes[key] = found
        if reference.detail == HANDLES:
            for target, probability, _ in found.targets:
                self._errors.add_calls(scope, target, places, probability, HANDLES)
            return ()
        if found.is_unresolved:
            lines = (line for line, _ in places)
            self._edges.add_unresolved(scope, reference.target, reference.arguments, lines)
        base = scope - reference.scope
        for source in [base + one for one in initializers(reference.detail)] or (scope,):
            self._add(source, reference, found, places)
        return () if found.is_open else found.targets

    def _add(self, source: int, reference: Reference, found: Outcome, places: Sequence[Place]) -> None:
        """Add the edges of equal calls that a function, or what runs the code around them, makes."""
        lines = [line for line, _ in places]
        if found.virtual is not None:
            for virtual in self._alike(found.virtual, found.targets):
                self._receivers.add(source, virtual, lines)
        if found.outward >= 0:
            name = reference.target.rpartition(".")[2]
            self._outward.note(source, found.outward, name, reference.arguments, min(lines))
        if found.used >= 0 and self._symbols.class_around(source) != found.used:
            self._edges.add_lines(source, "USES_TYPE", found.used, lines)
        if found.expected is not None:
            self._usage.note(source, found.expected, min(lines))
        if found.state is not None and not self._is_known(source, found.state[1]):
            self._edges.add_lines(source, *found.state, lines)
        detail = reference.detail.partition(GIVEN)[0]
        fate = detail if detail in FATES else ""
        is_later = reference.detail.startswith("closure")
        for target, probability, way in found.targets:
            if target == source and self._callees.makes_constants(target):
                continue  # a constant is made with its type
            via = "indirect" if is_later and way in _NAMED else way
            self._edges.add_lines(source, "CALLS", target, lines, probability=probability, via=via)
            if not found.is_apart:
                self._errors.add_calls(source, target, places, probability, fate)

    def _alike(self, virtual: Virtual, targets: Sequence[CallTarget]) -> Iterator[Virtual]:
        """Yield what overrides may stand for: of overloads that may be meant, each."""
        symbols, (method, receiver, mark) = self._symbols, virtual
        yield virtual
        if len(targets) > 1:
            name, parent = symbols.table.names[method], symbols.parent(method)
            for other in dict.fromkeys(target.entity for target in targets):
                is_overload = symbols.table.names[other] == name and symbols.parent(other) == parent
                if other != method and is_overload and symbols.is_function(other):
                    yield other, receiver, mark

    def _is_known(self, source: int, entity: int) -> bool:
        """Whether what a function does with a field, or with itself, needs no edge."""
        return source == entity or self._edges.changes(source, entity)

    def _outcome(
        self, slot: int, scope: int, reference: Reference, receiver: Value | None, given: Sequence[str]
    ) -> Outcome:
        base, _, name = reference.target.rpartition(".")
        value = self._value(slot, scope, reference, receiver)
        if self._macros.is_called(slot, reference):
            macro = self._macros.meant(slot, reference.target, value)
            return Outcome([CallTarget(macro.entity, 1.0, "direct")] if macro is not None else [])
        if value is not None and reference.arguments > 0 and self._infer.extensions.is_given(scope, value):
            given, reference = given[1:], replace(reference, arguments=reference.arguments - 1)
        value, is_extended = self._extended.meant(scope, reference.target, receiver, value, reference)
        if value is not None and is_extended:
            receiver = None
            if self._infer.extensions.takes_object(value.entity):
                given = (base, *given) if given or not reference.arguments else ()
                reference = replace(reference, arguments=max(reference.arguments, 0) + 1)
        called = value
        if value is not None and value.tag == ENTITY and reference.kind == "call":
            value = self._callees.beside(value, reference.arguments)
        if value is None and receiver is not None and receiver.tag == EITHER:
            return self._of_either(receiver, name, reference)
        if value is None and reference.detail == IN_BLOCK:
            value = self._of_instance(scope, name)
        runs = self._callees.runs(value, reference)
        if runs and given and self._is_told(slot, name):
            return self._chosen(scope, runs, given)
        if value is None and (lent := self._lent(scope, base, receiver, name)) is not None:
            return lent
        if value is None and (handed := self._expected.of_instance(scope, base, receiver, name)) >= 0:
            is_apart = self._expected.is_apart(slot, name)
            return Outcome([CallTarget(handed, HANDED_ON, "indirect")], is_apart=is_apart)
        if not runs and (state := self._asked.state(scope, receiver, value, name)) is not None:
            if state[0] == ASKED:
                return self._accessed(state, reference)
            return Outcome(state=state, virtual=self._over_made(scope, base, receiver, name))
        if not runs:
            untold = self._untold(slot, scope, reference, receiver, value, is_extended=is_extended)
            if untold is not None:
                return untold
        if len(runs) == 1 and self._overloads.is_copy(scope, runs[0][0], given):
            return Outcome([CallTarget(self._symbols.class_around(runs[0][0]), 1.0, "direct")])
        overloaded, targets = self._overloaded(scope, runs, reference, given, receiver)
        is_unresolved = (
            value is None
            and receiver is not None
            and bool(self._symbols.functions_named(name))
            and not self._guesses.leaves(receiver, name)
        )
        method = self._named(value, runs, overloaded) if targets else -1
        if value is not called:
            return Outcome(targets)  # nothing overrides what stands beside a type
        virtual = self._virtual(slot, scope, reference.target, receiver, value, method)
        if (used := self._type_calls.used(receiver, value)) >= 0:
            run = self._type_calls.run(receiver, value)
            targets += [CallTarget(run, HANDED_ON, "indirect")] if run >= 0 else []
        return Outcome(targets, virtual, not targets and is_unresolved, used=used)

    def _untold(
        self,
        slot: int,
        scope: int,
        reference: Reference,
        receiver: Value | None,
        value: Value | None,
        *,
        is_extended: bool,
    ) -> Outcome | None:
        """Return what a call may run for which nothing is found; None where nothing else can be meant."""
        base, dot, name = reference.target.rpartition(".")
        if reference.detail == OF_EACH:
            return None
        if not dot:
            return self._guessed.of_function(slot, scope, name, reference) if value is None else None
        if value is None and not is_extended:
            is_open = receiver is None or self._guesses.added.is_extensible(receiver)
            own = self._guesses.added.of(slot, scope, base, name) if is_open else []
            own = own or self._guesses.added.of_wrapper(slot, scope, base, name)
            if own := self._guessed.labelled(own, reference):
                return Outcome([CallTarget(one, 1 / len(own), "direct") for one in own])
            if receiver is not None and receiver.tag in (COLLECTION, KEYED):
                return self._guessed.of_collection(slot, scope, base, name, reference)
        if receiver is None:
            return None if is_extended else self._guessed.of_object(slot, scope, base, name, reference)
        if value is not None:
            return None
        if self._guesses.is_untold(receiver):
            return self._guessed.of_object(slot, scope, base, name, reference, is_kept=True)
        if self._guesses.is_unknown(receiver):
            named = self._expected.of_named_type(slot, scope, base, name)
            if named is not None and named.methods:
                return shared(named)
        if receiver.tag == INSTANCE:
            found = self._guessed.of_bases(slot, scope, receiver.entity, name, reference)
            virtual = self._expected.below(receiver, name) if found is not None else None
            return replace(found, virtual=virtual) if found is not None else None
        return self._of_held(slot, scope, reference, receiver) if receiver.tag == ENTITY else None

    def _of_held(self, slot: int, scope: int, reference: Reference, receiver: Value) -> Outcome | None:
        """Return what files add to the type from elsewhere of what a property or a variable holds."""
        base, _, name = reference.target.rpartition(".")
        beyond = self._guessed.extending_beyond(slot, scope, base, name, reference.arguments)
        if beyond is not None and beyond.targets:
            return beyond
        if not self._guesses.added.is_extensible(receiver):
            return None
        if not self._guesses.is_beyond(receiver):
            is_guessed = self._guesses.added.may_be_any(receiver)
            return self._guessed.of_object(slot, scope, base, name, reference) if is_guessed else None
        candidates = self._guesses.added.candidates(slot, scope, base, name)
        return self._guessed.fitting(slot, name, candidates, reference)

    def _value(self, slot: int, scope: int, reference: Reference, receiver: Value | None) -> Value | None:
        """Return what a name that is called means, whatever extends what stands before it."""
        base, dot, name = reference.target.rpartition(".")
        if dot and self._infer.is_of_bound(scope, base, name):
            return None
        if dot and receiver is None and self._infer.holder(scope, base, name) is not None:
            return None  # another overload would give what has the name
        value = (
            self._callees.member(scope, reference.target, receiver, name)
            if dot
            else self._callees.bare(scope, name, called=reference.kind == "call")
        )
        if not dot and value is not None and not self._may_be_of_file(slot, value, reference.arguments):
            return None
        if dot and value is not None and is_of_wrapper(self._infer, scope, base, name, value):
            return None
        if reference.kind == "new" and dot and self._is_of_types(slot):
            made = self._infer.typed.types.named(scope, reference.target)
            value = Value(ENTITY, made) if made is not None else value
        return value

    def _may_be_of_file(self, slot: int, value: Value, count: int) -> bool:
        """Whether a bare call with so many arguments may mean a function of another file, which no name ties to it."""
        symbols, function = self._symbols, value.entity
        if value.tag != ENTITY or symbols.kind(function) != "func" or symbols.slot[function] == slot:
            return True
        language = symbols.language(slot)
        is_counted = language is not None and language.own_methods and language.counted_guesses
        return not is_counted or takes_count(symbols.definitions[function], count)

    def _overloaded(
        self,
        scope: int,
        runs: Sequence[tuple[int, str]],
        reference: Reference,
        given: Sequence[str],
        receiver: Value | None,
    ) -> tuple[dict[int, Sequence[int]], list[CallTarget]]:
        """Return the overloads that may be meant of each thing that a call runs, and what it calls in all."""
        base, labels = reference.target.rpartition(".")[0], given_labels(reference.detail)
        holder = receiver.entity if receiver is not None and receiver.tag == INSTANCE else -1
        overloaded: dict[int, Sequence[int]] = {
            target: self._overloads.own(scope, self._constness.alike(scope, base, fitting), given)
            for target, way in runs
            for fitting in (
                self._overloads.meant(
                    scope,
                    target,
                    given,
                    reference.arguments,
                    given_types(reference.detail),
                    target if way == "indirect" else scope,  # constructors run those of bases
                    labels,
                    holder,
                )
                or (target,),
            )
        }
        if reference.target == "self":
            others = partial(self._callees.other_constructors, scope, count=reference.arguments)
            overloaded = {target: others(found) for target, found in overloaded.items()}
        targets = [
            CallTarget(entity, self._callees.share(entity) * likely * share, via)
            for target, via in runs
            for one, share in shares_of_overloads(overloaded[target], scope)
            for entity, likely in self._infer.bodies.weighed(scope, one)
        ]
        targets = [
            target
            for target in targets
            if self._callees.takes(target.entity, reference.arguments)
            and self._overloads.labelled.is_taken(target.entity, labels, reference.arguments)
        ]
        return overloaded, targets

    def _lent(self, scope: int, base: str, receiver: Value | None, name: str) -> Outcome | None:
        """Return what a method runs that a module from outside makes of one of the object's own."""
        held, own = self._expected.made(scope, base, receiver, name)
        if held is None:
            return None
        virtual = self._receivers.virtual(scope, base or "self", held, own, is_named=False)
        return Outcome([CallTarget(own, 1.0, "dunder")], virtual)

    def _is_told(self, slot: int, name: str) -> bool:
        """Whether what a function of that name is given tells which of several blocks has it."""
        language = self._symbols.language(slot)
        return language is not None and name in language.told_functions

    def _chosen(self, scope: int, runs: Sequence[tuple[int, str]], given: Sequence[str]) -> Outcome:
        """Return those methods of several blocks that take what they are given, all with the same probability."""
        meant = [
            CallTarget(one, 1 / len(fitting), via)
            for target, via in runs
            for fitting in (self._impls.fitting(scope, self._impls.beside(target), given),)
            for one in fitting
        ]
        return Outcome(meant)

    def _is_of_types(self, slot: int) -> bool:
        """Whether properties may have the names of types, and hide them where no type is meant."""
        language = self._symbols.language(slot)
        return language is not None and language.arities

    def _accessed(self, state: tuple[str, int], reference: Reference) -> Outcome:
        """Return the function of a property that another language reads or sets by a method."""
        runs = self._callees.runs(Value(ENTITY, state[1]), reference)
        return Outcome([CallTarget(one, 1.0, via) for one, via in runs[:1]])

    def _virtual(
        self, slot: int, scope: int, target: str, receiver: Value | None, value: Value | None, method: int
    ) -> Virtual | None:
        """Return what may be called as well as the method that a call names; -1 where it names none."""
        base, dot, name = target.rpartition(".")
        if receiver is not None and receiver.tag == PARENT:
            return self._expected.of_next(scope, receiver.entity, name)
        if not dot and value is not None and self._is_of_self(slot, value):
            base, receiver = "self", self._infer.evaluate(scope, "self")
        if base == "self" and self._expected.is_left_to_subtypes(value):
            return self._expected.of_subtypes(scope, name)
        if value is None and dot and receiver is not None:
            return self._expected.below(receiver, name)
        if method < 0 or receiver is None or value is None:
            return None
        holder = self._infer.typed.beyond.holder(receiver, value.entity)
        return self._receivers.virtual(scope, base, holder, method)

    def _over_made(self, scope: int, base: str, receiver: Value | None, name: str) -> Virtual | None:
        """Return what may override a method that an annotation makes, where a base declares that method too."""
        if receiver is None or receiver.tag != INSTANCE or not self._symbols.is_type(receiver.entity):
            return None
        declared = self._infer.hierarchy.class_member(receiver.entity, name, functions=True)
        virtual = self._receivers.virtual(scope, base, receiver, declared[0]) if declared else None
        return (virtual[0], virtual[1], virtual[2] & ~ABSTRACT) if virtual is not None else None

    def _named(
        self, value: Value | None, runs: Sequence[tuple[int, str]], overloaded: Mapping[int, Sequence[int]]
    ) -> int:
        """Return the method that a call names, -1 where that is none.

        Of overloads it is the one that it means, which overrides then stand for.
        """
        if value is None or value.tag != ENTITY:
            return -1
        is_one = len(runs) == 1 and runs[0][1] == "direct" and self._symbols.is_function(value.entity)
        return overloaded[runs[0][0]][0] if is_one else value.entity

    def _of_either(self, receiver: Value, name: str, reference: Reference) -> Outcome:
        """Return the methods of the types of which an object may be, each with the same probability."""
        found = self._infer.typed.attributes(receiver, name, called=True)
        targets = [
            CallTarget(run, share_of(found), via)
            for one in found
            for run, via in self._callees.runs(one, reference)
        ]
        return Outcome(targets, is_unresolved=not targets and bool(self._symbols.functions_named(name)))

    def _of_instance(self, scope: int, name: str) -> Value | None:
        """Return the method of that name which the instances of the type around have."""
        around = self._symbols.class_around(scope)
        return (
            self._infer.typed.attribute(Value(INSTANCE, around), name, called=True) if around >= 0 else None
        )

    def _is_of_self(self, slot: int, value: Value) -> bool:
        """Whether a bare name at the place of a callee is a method of the object around."""
        language = self._symbols.language(slot)
        implicit = language is not None and language.implicit_self and value.tag == ENTITY
        return implicit and self._symbols.kind(value.entity) == "method"
