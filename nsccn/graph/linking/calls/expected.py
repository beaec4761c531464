"""Methods that code expects of an object of which it does not tell the type.

A method calls on its own object what only subtypes have, or the types that take its module in; a block in the body of a
type runs for an object of another; and a variable has the name of the type that it holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES
from nsccn.graph.linking.calls.guesses import GUESS, OF_TYPES, Guesses
from nsccn.graph.linking.calls.receivers import ABSTRACT, BELOW, NEXT, OWN
from nsccn.graph.meaning.types.onlydeclared import is_only_declared
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, PARENT, Value
from nsccn.graph.notation.marks import BLOCK
from nsccn.graph.notation.objectnames import type_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.receivers import Virtual
    from nsccn.graph.meaning.infer import Infer

HANDED_ON: Final = 0.8
"""Probability that a type hands on to an instance what only such a one has."""
_OF_HOST: Final = 0.8
"""Probability, shared by the candidates, that one of them is what a module calls that it does not have."""


class Candidates(NamedTuple):
    """Methods that may be meant, and how likely it is that one of them is."""

    methods: Sequence[int] = ()
    likely: float = 0.0


class Expected:
    """Finds the methods that calls on objects of unknown type, or on their own object, expect there."""

    def __init__(self, infer: Infer, guesses: Guesses) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._guesses = guesses

    def is_left_to_subtypes(self, member: Value | None) -> bool:
        """Whether an object has a member from its subtypes: its type has none, or a value that they may replace.

        What a method assigns is kept by each object, so that nothing below stands in its place; elsewhere than in
        Python so is what the body of the type says.
        """
        if member is None:
            return True
        symbols, entity = self._symbols, member.entity
        language = symbols.language(symbols.slot[entity])
        is_shared = language is not None and language.untyped_objects
        if member.tag != ENTITY or symbols.kind(entity) != "attr" or not is_shared:
            return False
        is_kept = symbols.table.implicit[entity] and not is_only_declared(symbols, entity)
        return not symbols.is_property(entity) and not is_kept

    def of_subtypes(self, scope: int, name: str, *, is_read: bool = False) -> Virtual | None:
        """Return what is said of an own object by calling a method that its type does not have: a subtype may have it.

        What takes in a module is one, too. The same for a property that is read.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.virtual_methods or not symbols.is_function(scope):
            return None
        around = symbols.class_around(scope)
        if around < 0 or name in language.common_functions:
            return None
        if name in language.common_methods and not self._is_of_instance(scope):
            return None  # types have it, too
        named = self._first(name, language, is_read=is_read)
        return (named, around, OWN | ABSTRACT) if named >= 0 else None

    def below(self, receiver: Value, name: str, *, is_read: bool = False) -> Virtual | None:
        """Return what is said of an object by calling a method that its type lacks: it is of a subtype that has it.

        The same for a property that is read.
        """
        symbols = self._symbols
        if receiver.tag != INSTANCE or not symbols.is_type(receiver.entity):
            return None
        language = symbols.language(symbols.slot[receiver.entity])
        if language is None or not (language.virtual_methods and language.untyped_objects):
            return None
        is_common = name in (language.common_attributes if is_read else language.common_methods)
        if is_common and self._infer.hierarchy.has_foreign_base(receiver.entity, name):
            return None  # that may have it
        named = self._first(name, language, is_read=is_read)
        return (named, receiver.entity, BELOW) if named >= 0 else None

    def of_next(self, scope: int, parent: int, name: str) -> Virtual | None:
        """Return what is said by calling a method of `super`: a subtype may inherit it from a type beside this one."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not (language.virtual_methods and language.untyped_objects):
            return None
        named = next(self._methods(name, language), -1)
        return (named, parent, NEXT) if named >= 0 else None

    def made(self, scope: int, base: str, receiver: Value | None, name: str) -> tuple[Value | None, int]:
        """Return the object and its method that runs where a module from outside made another one of that."""
        symbols, nothing = self._symbols, (None, -1)
        language = symbols.language(symbols.slot[scope])
        lent = language.lent_methods.items() if language is not None else ()
        own = next((one for one, made in lent if name in made), "")
        held = (receiver if base else self._infer.evaluate(scope, "self")) if own else None
        if held is None or held.tag != INSTANCE or not symbols.is_type(held.entity):
            return nothing
        if self._infer.hierarchy.has_foreign_base(held.entity):
            return nothing
        found = self._instance_method(held.entity, own)
        return (held, found) if found >= 0 else nothing

    def of_instance(self, scope: int, base: str, receiver: Value | None, name: str) -> int:
        """Return the method of its instances that a type is asked for whose base may hand that on; -1 for none.

        `InvoiceMailer.sent(order)` runs `sent` of a new `InvoiceMailer`, `PackJob.perform_later(order)` its `perform`
        (so do `super` in a `perform_later` of its own, and `PackJob.set(wait: 5).perform_later(order)`), and
        `Cart::add($item)` what the type has which its `getFacadeAccessor` names.
        """
        symbols = self._symbols
        receiver = receiver or self._told(scope, base, name)
        if receiver is None or receiver.tag not in (ENTITY, PARENT) or not symbols.is_type(receiver.entity):
            return -1
        language = symbols.language(symbols.slot[receiver.entity])
        if language is None or not self._may_hand_on(receiver.entity, name, language):
            return -1
        if receiver.tag == PARENT and name not in language.job_methods:
            return -1
        if (behind := self._infer.facades.behind(receiver.entity, language)) >= 0:
            return self._instance_method(behind, name)
        if not (language.own_methods or name in language.job_methods):
            return -1
        return self._instance_method(receiver.entity, language.job_methods.get(name, name))

    def _told(self, scope: int, base: str, name: str) -> Value | None:
        """Return the type that is told before how it runs, or what with, or that of a job which runs itself.

        `PackJob.set(wait: 5).perform_later`, `InvoiceMailer.with(order:).sent`.
        """
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None:
            return None
        is_job = name in language.job_methods
        if not is_job and not language.type_settings:
            return None
        if not base and is_job:
            around = self._symbols.class_around(scope) if language.implicit_self else -1
            return Value(ENTITY, self._symbols.same(around)) if around >= 0 else None
        settings = language.job_settings if is_job else language.type_settings
        told, _, method = base.rpartition(".")
        is_told = bool(told) and method.endswith("()") and method[:-2] in settings
        return self._infer.evaluate(scope, told) if is_told else None

    def _may_hand_on(self, cls: int, name: str, language: Language) -> bool:
        """Whether a type has a base from outside, or what makes it a job, where it is asked to run one."""
        if self._infer.hierarchy.has_foreign_base(cls):
            return True
        if name not in language.job_methods:
            return False
        parts = (part for one in self._infer.hierarchy.order(cls) for part in self._symbols.parts(one))
        return any(map(self._takes_in, parts)) or self._is_written_by_macros(cls)

    def _takes_in(self, cls: int) -> bool:
        """Whether the body of a type takes in a module from outside: `include Sidekiq::Job`."""
        symbols, slot = self._symbols, self._symbols.slot[cls]
        stated = symbols.file(slot).taken_in.get(cls - symbols.first[slot], ())
        return any(self._infer.evaluate(cls, name) is None for name in stated)

    def _is_written_by_macros(self, cls: int) -> bool:
        """Whether macros may write functions of a module, as its file uses them: `use Oban.Worker`."""
        slot = self._symbols.slot[cls]
        strategy = self._symbols.strategy(slot)
        return strategy is not None and any(
            strategy.hands_on(star.module) for star in self._symbols.stars(slot)
        )

    def is_apart(self, slot: int, name: str) -> bool:
        """Whether a method hands on to what runs later, where nobody waits for it."""
        language = self._symbols.language(slot)
        return language is not None and name in language.job_methods and name not in language.prompt_jobs

    def _instance_method(self, cls: int, name: str) -> int:
        """Return the method of that name which the instances of a type have, -1 for none."""
        found = self._infer.hierarchy.called_or_read(cls, name, called=True, of_type=False)
        meant = self._symbols.preferred(found) if found else -1
        return meant if found and self._symbols.is_function(meant) else -1

    def of_others(self, slot: int, scope: int, name: str, *, in_block: bool) -> Candidates:
        """Return the few methods that a bare call may mean: in a block in the body of a class, or in a module."""
        symbols = self._symbols
        language = symbols.language(slot)
        if language is None or not language.own_methods or name in language.common_functions:
            return Candidates()
        around = symbols.class_around(scope)
        if around < 0 or not self._is_for_others(scope, around, name, language, in_block=in_block):
            return Candidates()
        if not in_block and self._infer.hierarchy.class_member(around, name):
            return Candidates()  # it reads its own: `attr_reader :name`
        is_of_type = self._is_of_type(scope)
        found = [
            one for one in self._guesses.reach.methods(slot, name) if self._is_of_type(one) == is_of_type
        ]
        if not 0 < len(found) <= MOST_CANDIDATES:
            return Candidates()
        return Candidates(found, GUESS if in_block else _OF_HOST)

    def lent(self, slot: int, scope: int, name: str, count: int) -> list[int]:
        """Return the methods that a bare call may mean outside of types, in a file whose code runs on an object.

        One is that object's, where it lends it, and hides those of the modules that lend theirs to all such files.
        """
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        language = symbols.language(slot)
        if (
            strategy is None
            or language is None
            or not language.own_methods
            or symbols.class_around(scope) >= 0
        ):
            return []
        own = self._infer.evaluate(scope, "self")
        found = self._infer.typed.attribute(own, name, called=True) if own is not None else None
        if own is not None and found is not None and found.tag == ENTITY:
            homes = (symbols.slot[own.entity], symbols.slot[found.entity])
            if any(strategy.lends(slot, home, name) for home in homes):
                return [found.entity] if symbols.is_function(found.entity) else []
        lending = strategy.lending(slot)
        if not lending or name in language.common_functions or name in language.common_methods:
            return []
        methods = [
            one
            for one in symbols.functions_named(name)
            if symbols.slot[one] in lending and symbols.kind(symbols.parent(one)) == "module"
        ]
        return self._guesses.taking(slot, list(filter(self._is_of_instance, methods)), max(count, 0))

    def _is_for_others(
        self, scope: int, around: int, name: str, language: Language, *, in_block: bool
    ) -> bool:
        """Whether code stands in a block in the body of a class, or in a method of a module.

        What built-in types have, the host of a module may have from one.
        """
        symbols = self._symbols
        is_module = symbols.kind(around) == "module"
        if in_block:
            return not is_module and not self._infer.hierarchy.has_foreign_base(around)
        return is_module and symbols.is_function(scope) and name not in language.common_methods

    def _is_of_instance(self, method: int) -> bool:
        return OF_TYPES.isdisjoint(self._symbols.definitions[method].modifiers)

    def _is_of_type(self, method: int) -> bool:
        """Whether a method runs on a type: on its own, or on those that take in the module that it stands in."""
        return not self._is_of_instance(method) or self._infer.hierarchy.is_for_types(method)

    def of_named_type(self, slot: int, scope: int, base: str, name: str) -> Candidates | None:
        """Return the methods of that name of the types after which an object is named.

        None where such a type has an attribute of that name, which is read.
        """
        symbols = self._symbols
        language = symbols.language(slot)
        if language is None or not language.named_objects:
            return Candidates()
        in_reach = self._guesses.reach.methods(slot, name)
        held = base.rpartition(".")[2].partition(BLOCK)[0].removesuffix("()")
        called = self._type_called(held) if in_reach else ""
        is_common = name in language.common_methods
        if is_common and called.endswith("s"):
            return Candidates()  # mostly a collection, which has it
        types = self._types_named(slot, scope, called, is_common=is_common) if called else []
        of_type = None if base.endswith("()") else False  # what a call gives may be a type
        members = [
            self._infer.hierarchy.called_or_read(one, name, called=True, of_type=of_type) for one in types
        ]
        found = {one[-1] for one in members if one}
        if found and self._guesses.is_elsewhere(scope, base):
            return Candidates()
        if found and not any(map(symbols.is_function, found)):
            return None
        if types and not found and all(map(self._infer.hierarchy.has_foreign_base, types)):
            return None  # that may have it
        return Candidates(sorted(found.intersection(in_reach)), GUESS)

    def _type_called(self, held: str) -> str:
        """Return the name of the type after which an object is called, in the way that is usual before all others."""
        usual, symbols = type_name(held), self._symbols
        if any(map(symbols.is_type, symbols.table.named(usual))):
            return usual
        return symbols.types_by_other_names.get(held, usual)

    def _types_named(self, slot: int, scope: int, name: str, *, is_common: bool) -> list[int]:
        """Return the type that a name means in a scope, else all types in reach that have it; a module is no object's.

        For a method that objects of all kinds have, it must be the one meant, and not that of the object around.
        """
        symbols = self._symbols
        named = [
            one for one in symbols.table.named(name) if symbols.is_type(one) and symbols.kind(one) != "module"
        ]
        meant = self._infer.named_type(scope, name) if named else None
        if meant is not None and symbols.kind(meant) == "module":
            meant = None
        if is_common and meant == symbols.same(symbols.class_around(scope)):
            return []
        if meant is not None or is_common:
            return [meant] if meant is not None else []
        return sorted({symbols.same(one) for one in named if self._guesses.reach.has(slot, one)})

    def _first(self, name: str, language: Language, *, is_read: bool) -> int:
        """Return one of the methods, or of the properties, of a name; -1 where there is none."""
        is_property = self._symbols.is_property
        return next((one for one in self._methods(name, language) if not is_read or is_property(one)), -1)

    def _methods(self, name: str, language: Language) -> Iterator[int]:
        symbols = self._symbols
        return (
            one
            for one in symbols.functions_named(name)
            if symbols.kind(one) == "method" and symbols.language(symbols.slot[one]) is language
        )
