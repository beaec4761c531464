"""What reading, calling, assigning or deleting an attribute runs: a property, or what stands in for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.calls.expected import Expected
from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES
from nsccn.graph.linking.calls.guesses import GUESS
from nsccn.graph.linking.uses.uses import STANDS_IN
from nsccn.graph.meaning.types.onlydeclared import left_in_place
from nsccn.graph.meaning.values.value import COLLECTION, EITHER, ENTITY, INSTANCE, KEYED, Value, share_of
from nsccn.graph.notation.expression import IMPLIED

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.linking.calls.guesses import Guesses
    from nsccn.graph.linking.calls.receivers import Receivers, Virtual
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.uses.usage import Expectation, Usage

VIA: Final = "property"
PLACES: Final = {"property": 0, "setter": 1, "deleter": 2}
"""Modifier -> the place of such a function where a property is made of some."""
CALLED: Final = "called"
"""Stands for an accessor where an attribute is called: reading it runs nothing, unless the object has none."""
_STANDS_IN_FOR_OWN: Final = 0.25
"""The same where a method reads one of its own object: it may well know who has put it there."""
_BY_LIBRARY: Final = 0.9
"""That a library runs a method for a property: it may have kept what that gave."""
Access = tuple[int, "Virtual | None", str, float]
"""What runs, what overrides of it may run as well, the way in which it runs, and how likely; -1 for overrides alone."""


class Accesses:
    """Finds what attributes run."""

    def __init__(
        self,
        links: Links,
        receivers: Receivers,
        guesses: Guesses,
        usage: Usage,
        extension: Callable[[int, str, Value | None, str], Value | None],
    ) -> None:
        """`extension` gives what extends the type of the object that an expression in a scope gives."""
        self._links = links
        self._receivers = receivers
        self._guesses = guesses
        self._usage = usage
        self._extension = extension
        self._expected = Expected(links.infer, guesses)
        self.untold: dict[tuple[int, str, str], Expectation | None] = {}
        """What is expected of objects of which nothing tells the type."""

    def forget(self) -> None:
        """Drop what is expected in a file."""
        self.untold.clear()

    def of(self, scope: int, base: str, name: str, accessor: str) -> tuple[Access, ...]:
        """Return what an attribute of what an expression gives runs: when it is read, called, assigned or deleted."""
        links = self._links
        if base == IMPLIED:
            return self._of_type_left_out(scope, name) if accessor == "property" else ()
        receiver = links.infer.holder(scope, base, name)
        if receiver is None:
            extending = self._of_extension(scope, base, name, accessor)
            extending = extending or self._added(scope, base, None, name, accessor)
            return extending or (self._guessed(scope, base, name) if accessor == "property" else ())
        place = PLACES.get(accessor, 0)
        of_bean = links.infer.typed.accessors.of_bean
        if accessor != CALLED and (bean := of_bean(scope, receiver, name, place)) is not None:
            return ((bean, self._receivers.virtual(scope, base, receiver, bean, is_named=False), VIA, 1.0),)
        if (kept := links.infer.typed.record_properties.run_by(receiver, name, accessor)) >= 0:
            return ((kept, self._receivers.virtual(scope, base, receiver, kept), VIA, _BY_LIBRARY),)
        value = links.infer.typed.attribute(receiver, name, called=accessor == CALLED)
        if value is None and receiver.tag == EITHER:
            return self._of_either(scope, base, receiver, name, accessor)
        if value is None and accessor == "property" and self._guesses.is_untold(receiver):
            return self._guessed(scope, base, name)
        if value is None:
            value = self._extension(scope, base, receiver, name)
        if value is None and (added := self._added(scope, base, receiver, name, accessor)):
            return added
        found = self.of_member(scope, base, receiver, value, accessor) if value is not None else ()
        if base == "self" and accessor == "property":
            found = (*found, *self._of_subtypes(scope, name, value))
        elif accessor == "property" and value is None:
            below = self._expected.below(receiver, name, is_read=True)
            found = ((-1, below, VIA, 1.0),) if below is not None else ()
        every = links.infer.typed.accessors.reading_any(receiver) if not place else None
        if every is not None and every != scope:
            found = (*found, (every, None, "dunder", STANDS_IN))  # objects may change what they are of
        run = self._of_object(scope, base, receiver, name, accessor)
        if run is None:
            return found
        virtual = self._receivers.virtual(scope, base, receiver, run, is_named=False)
        stands_in = _STANDS_IN_FOR_OWN if base == "self" else STANDS_IN
        return (*found, (run, virtual, "dunder", 1.0 if place else stands_in))

    def _of_type_left_out(self, scope: int, name: str) -> tuple[Access, ...]:
        """Return the few properties of types themselves that a name behind a mere dot may mean: `.font(.heading)`.

        None where a type keeps something under that name, which reading it does not run, or where by custom many types
        from elsewhere have it: `.main`.
        """
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[scope])
        if language is not None and name in language.own_objects:
            return ()
        kept = (one for one in symbols.table.named(name) if symbols.kind(one) == "attr")
        if any(symbols.table.static[one] for one in kept):
            return ()
        in_reach = self._guesses.reach.methods(symbols.slot[scope], name)
        found = self._guesses.making([one for one in in_reach if symbols.is_property(one)], name)
        if len(found) > MOST_CANDIDATES:
            return ()
        return tuple((one, None, VIA, GUESS / len(found)) for one in found)

    def _of_extension(self, scope: int, base: str, name: str, accessor: str) -> tuple[Access, ...]:
        """Return what a property runs that extends the declared type of an object from outside."""
        value = self._extension(scope, base, None, name) if accessor == "property" else None
        if value is None or not self._links.symbols.is_property(value.entity):
            return ()
        return ((value.entity, None, VIA, 1.0),)

    def _added(
        self, scope: int, base: str, receiver: Value | None, name: str, accessor: str
    ) -> tuple[Access, ...]:
        """Return the properties that a file adds to the type from elsewhere of an object, or to one above its own."""
        added, symbols = self._guesses.added, self._links.symbols
        slot = symbols.slot[scope]
        if accessor not in ("property", "setter"):
            return ()
        if receiver is not None and receiver.tag == INSTANCE:
            named, is_told = added.of_bases(slot, receiver.entity, name)
            few = named[:MOST_CANDIDATES] if is_told else ()  # else mostly its own, as that of a case
            found = [one for one in few if symbols.is_property(one)]
        elif receiver is None or added.is_extensible(receiver):
            found, is_told = added.properties(slot, scope, base, name)
        elif receiver.tag in (COLLECTION, KEYED):
            named, is_told = added.of_collection(slot, scope, base, name)
            found = [one for one in named if symbols.is_property(one)]
        else:
            return ()
        if accessor == "setter":
            found = [one for one in found if accessor in symbols.definitions[one].modifiers]
        likely = 1.0 if is_told else GUESS
        return tuple((one, None, VIA, likely / len(found)) for one in found)

    def _of_either(
        self, scope: int, base: str, receiver: Value, name: str, accessor: str
    ) -> tuple[Access, ...]:
        """Return what an attribute runs of the types of which an object may be, each with the same probability."""
        meant = self._links.infer.typed.attributes(receiver, name)
        return tuple(
            (entity, None, via, likely * share_of(meant))
            for one in meant
            for entity, _, via, likely in self.of_member(scope, base, receiver, one, accessor)
        )

    def _of_subtypes(self, scope: int, name: str, value: Value | None) -> tuple[Access, ...]:
        """Return that subtypes may have a property of that name, where the type itself leaves it to them."""
        is_left = self._expected.is_left_to_subtypes(value)
        virtual = self._expected.of_subtypes(scope, name, is_read=True) if is_left else None
        return () if virtual is None else ((-1, virtual, VIA, 1.0),)

    def _guessed(self, scope: int, base: str, name: str) -> tuple[Access, ...]:
        """Return the properties that may be meant where nothing tells the object, but nothing else has the name."""
        symbols = self._links.symbols
        slot = symbols.slot[scope]
        language = symbols.language(slot)
        if read := self._guesses.extensions.read(scope, name):
            return tuple((one, None, VIA, GUESS / len(read)) for one in read)
        if language is None or not language.untyped_objects or language.listed_members:
            return ()
        self.untold[scope, f"{base}.{name}", "property"] = self._usage.expected(scope, base, name)
        is_common = name in language.common_attributes
        if is_common or not all(map(symbols.is_property, symbols.table.named(name))):
            return ()
        found = self._guesses.candidates(slot, scope, base, name) or ()
        return tuple((one, None, VIA, self._guesses.share(slot, name, found, base=base)) for one in found)

    def _of_object(self, scope: int, base: str, receiver: Value, name: str, accessor: str) -> int | None:
        """Return the method of an object that stands in for a member, or takes what is assigned to any."""
        links, accessors = self._links, self._links.infer.typed.accessors
        of_self = base == "self"
        if place := PLACES.get(accessor, 0):
            return accessors.changing(receiver, name, place, of_self=of_self)
        if of_self and links.symbols.table.names[scope] in links.symbols.spoken.access_methods[0]:
            return None  # it would call itself without end
        if accessor == CALLED and self.is_call_access(scope):
            return accessors.missing_method(receiver, name, of_self=of_self)
        return accessors.missing(receiver, name, of_self=of_self)

    def of_member(
        self, scope: int, base: str, receiver: Value, value: Value, accessor: str
    ) -> tuple[Access, ...]:
        """Return what an attribute runs that an object has."""
        links = self._links
        if value.tag != ENTITY or accessor == CALLED:
            return ()
        if (
            receiver.tag == INSTANCE
            and links.symbols.table.names[value.entity] in links.symbols.property_names
        ):
            value = Value(ENTITY, left_in_place(links.infer.hierarchy, receiver.entity, value.entity))
        made = links.infer.typed.accessors.made(value.entity, PLACES[accessor])
        if made is not None:
            return ((made, None, VIA, 1.0),)
        if accessor == "setter" and self._has_setter_beside(value):
            beside = self._others(value, accessor)
            return tuple(
                (one, self._receivers.virtual(scope, base, receiver, one), VIA, 1.0) for one in beside
            )
        if not links.symbols.is_property(value.entity):
            runs = links.infer.typed.accessors.described(value.entity, written=accessor == "setter")
            return () if runs is None or accessor == "deleter" else ((runs, None, "dunder", 1.0),)
        if not links.symbols.is_function(value.entity):
            run_by = links.infer.typed.accessors.accessor(value.entity, PLACES[accessor])
            return ((run_by, None, VIA, 1.0),) if run_by is not None else ()
        found = (value.entity,) if accessor == "property" else self._others(value, accessor)
        run = self._descriptors(value.entity) if accessor == "property" else ()
        return (
            *((one, self._receivers.virtual(scope, base, receiver, one), VIA, 1.0) for one in found),
            *((one, None, "dunder", 1.0) for one in run),
        )

    def _has_setter_beside(self, value: Value) -> bool:
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[value.entity])
        return language is not None and language.separate_setters and not symbols.is_property(value.entity)

    def _descriptors(self, entity: int) -> tuple[int, ...]:
        """Return what the decorators that make a function a property run when it is read."""
        links = self._links
        language = links.symbols.language(links.symbols.slot[entity])
        if language is None or not language.reading or not links.symbols.functions_named(language.reading):
            return ()
        scope = links.symbols.parent(entity)
        types = [links.infer.named_type(scope, name) for name in links.symbols.definitions[entity].decorators]
        hierarchy = links.infer.hierarchy
        found = [hierarchy.class_member(one, language.reading) for one in types if one is not None]
        return tuple(members[-1] for members in found if members)

    def _others(self, getter: Value, accessor: str) -> tuple[int, ...]:
        """Return the setter or deleter of a property: they have its name and stand beside it."""
        symbols = self._links.symbols
        beside = symbols.member(symbols.parent(getter.entity), symbols.table.names[getter.entity])
        return tuple(item for item in beside if accessor in symbols.definitions[item].modifiers)

    def is_call_access(self, scope: int) -> bool:
        """Whether what stands in for a method that an object lacks is itself the call."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and bool(language.call_access)
