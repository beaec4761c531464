"""Edges of attributes that are properties: reading one runs it, and so do assigning and deleting where it says so."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.calls.expected import Expected
from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES
from nsccn.graph.linking.calls.guesses import GUESS
from nsccn.graph.linking.calls.reach import is_given
from nsccn.graph.linking.uses.modulereads import ModuleReads
from nsccn.graph.linking.uses.state import add_read, stored_member
from nsccn.graph.linking.uses.uses import STANDS_IN
from nsccn.graph.meaning.types.onlydeclared import left_in_place
from nsccn.graph.meaning.values.value import COLLECTION, EITHER, ENTITY, INSTANCE, KEYED, Value, share_of
from nsccn.graph.notation.expression import IMPLIED, plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nsccn.graph.linking.calls.guesses import Guesses
    from nsccn.graph.linking.calls.receivers import Receivers, Virtual
    from nsccn.graph.linking.errors.errors import ErrorSites, Place
    from nsccn.graph.linking.flows.flows import Flows
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.uses.usage import Expectation, Usage

_VIA: Final = "property"
ACCESSORS: Final = {"assign": ("setter",), "augment": ("property", "setter"), "delete": ("deleter",)}
"""Form of an assignment -> modifiers of what it runs of a property; other forms read it."""
_IN_PLACE: Final = ("call", "item")
"""Forms of assignments that change what is held."""
_PLACES: Final = {"property": 0, "setter": 1, "deleter": 2}
"""Modifier -> the place of such a function where a property is made of some."""
CALLED: Final = "called"
"""Stands for an accessor where an attribute is called: reading it runs nothing, unless the object has none."""
_STANDS_IN_FOR_OWN: Final = 0.25
"""The same where a method reads one of its own object: it may well know who has put it there."""
_BY_LIBRARY: Final = 0.9
"""That a library runs a method for a property: it may have kept what that gave."""
_Access = tuple[int, "Virtual | None", str, float]
"""What runs, what overrides of it may run as well, the way in which it runs, and how likely; -1 for overrides alone."""


class Members:
    """Links the attributes that one file after another reads and writes."""

    def __init__(
        self,
        links: Links,
        errors: ErrorSites,
        receivers: Receivers,
        guesses: Guesses,
        flows: Flows,
        usage: Usage,
        extension: Callable[[int, str, Value | None, str], Value | None],
    ) -> None:
        """`extension` gives what extends the type of the object that an expression in a scope gives."""
        self._extension = extension
        self._receivers = receivers
        self._guesses = guesses
        self._flows = flows
        self._usage = usage
        self._links = links
        self.of_modules = ModuleReads(links)
        self._expected = Expected(links.infer, guesses)
        self._errors = errors
        self._known: dict[tuple[int, str, str], tuple[_Access, ...]] = {}
        self._states: dict[tuple[int, str], int | None] = {}
        self._untold: dict[tuple[int, str, str], Expectation | None] = {}

    def forget(self) -> None:
        """Drop the answers about the attributes of a file."""
        self._known.clear()
        self._states.clear()
        self._untold.clear()

    @cached_property
    def _run_names(self) -> frozenset[str]:
        """The names of all that runs something when it is read."""
        return self._links.symbols.property_names | self._links.symbols.bean_properties

    @cached_property
    def _described(self) -> frozenset[str]:
        """The names of attributes in the bodies of classes, where something else says what runs when one is read."""
        symbols = self._links.symbols
        is_any = symbols.has_property_makers or any(
            symbols.functions_named(name) for name in symbols.spoken.reading_methods
        )
        return symbols.attribute_names if is_any else frozenset()

    @cached_property
    def _accessed(self) -> tuple[bool, bool, bool]:
        """Whether any type has a method that runs where members are missing, assigned or deleted."""
        symbols = self._links.symbols
        read, written, deleted = (
            any(map(symbols.functions_named, names)) for names in symbols.spoken.access_methods
        )
        return read, written, deleted

    def read(self, scope: int, target: str, places: Sequence[Place], *, last: str = "property") -> None:
        """Add the calls of the properties that an expression reads; `last` says what is done with its last name."""
        symbols = self._links.symbols
        if symbols.spoken.names_own_members:
            self._read_own(scope, target, places, last)
        if "." not in target:
            return
        names, attributes, assigned = self._run_names, self._described, symbols.assigned_names
        fields = symbols.attribute_names if self._reads_fields(scope) else frozenset()
        steps, is_any = target.split("."), self._keeps_records(scope)
        self.of_modules.read(scope, steps, places, is_whole=last == "property")
        for at in range(1, len(steps) - (not last)):
            name = plain_name(steps[at])
            if name != steps[at] and steps[at].endswith(")") and self._guesses.extensions.read(scope, name):
                continue  # a function is called, and no property that extends a type read
            accessor = last if at == len(steps) - 1 else "property"
            is_run = accessor != CALLED and (name in names or name in attributes)
            if is_run or is_any or self._accessed[0]:
                self._access(scope, ".".join(steps[:at]), name, accessor, places)
            if accessor != CALLED and (name in fields or (not is_run and name in assigned)):
                self._read_state(scope, ".".join(steps[:at]), name, places)

    def _read_own(self, scope: int, target: str, places: Sequence[Place], last: str) -> None:
        """Add the call of the property that an expression begins with, where its object need not be named."""
        root, is_more, _ = target.partition(".")
        name = root.removesuffix("[]")
        is_named = "(" not in root and name != "self"
        if is_named and (is_more or last) and name in self._run_names:
            self._access_own(scope, name, "property" if is_more else last, places, target.split(".")[1:2])

    def write_own(self, scope: int, name: str, form: str, place: Place) -> None:
        """Add the calls that assigning to a bare name makes, where that is a property of the object around."""
        if self._links.symbols.spoken.names_own_members and self._is_accessed(scope, name):
            for accessor in self._accessors_of(scope, f"self.{name}", form):
                self._access_own(scope, name, accessor, (place,))

    def _accessors_of(self, scope: int, target: str, form: str) -> tuple[str, ...]:
        """Return the modifiers of what an assignment of some form runs of a property."""
        links = self._links
        language = links.symbols.language(links.symbols.slot[scope])
        if form not in _IN_PLACE or language is None or not language.held_values:
            return ACCESSORS.get(form, ())
        held = links.infer.evaluate(scope, target)
        is_object = held is not None and held.tag == INSTANCE and links.symbols.kind(held.entity) == "class"
        return () if is_object else ACCESSORS["assign"]

    def _is_accessed(self, scope: int, name: str) -> bool:
        """Whether something of a name runs a function where it is assigned: a property, or what only has a setter."""
        symbols = self._links.symbols
        if name in self._run_names:
            return True
        language = symbols.language(symbols.slot[scope])
        return language is not None and language.separate_setters and bool(symbols.functions_named(name))

    def _access_own(
        self, scope: int, name: str, accessor: str, places: Sequence[Place], behind: Sequence[str] = ()
    ) -> None:
        """Add the calls that a bare name makes; `behind` has the step that follows it, where one does."""
        links = self._links
        language = links.symbols.language(links.symbols.slot[scope])
        if language is None or not language.implicit_self or accessor == CALLED:
            return
        value = links.infer.scopes.name(scope, name)
        bean = links.infer.roots.of_bean(scope, name, value, _PLACES[accessor])
        if bean is not None:
            self._run(scope, bean, None, _VIA, 1.0, places)
            return
        if not isinstance(value, Value) or value.tag != ENTITY:
            return
        if behind and self._is_of_type(value.entity, name, behind[0]):
            return
        receiver = Value(INSTANCE, links.symbols.class_around(value.entity))
        for entity, virtual, via, likely in self._of_member(scope, "self", receiver, value, accessor):
            self._run(scope, entity, virtual, via, likely, places)

    def _is_of_type(self, entity: int, name: str, step: str) -> bool:
        """Whether a name that a property has means the type of that name, of which the property is: by its member."""
        links = self._links
        if links.symbols.definitions[entity].returns.rstrip("?") != name:
            return False
        held = links.infer.typed.returned.by(entity)
        plain = plain_name(step)
        found = links.infer.hierarchy.class_member(held.entity, plain) if held is not None else ()
        if not found:
            return True
        is_constant = links.symbols.kind(links.symbols.parent(found[0])) == "enum"
        return is_constant or bool(links.symbols.table.static[found[0]]) or links.symbols.is_type(found[0])

    def _read_state(self, scope: int, base: str, name: str, places: Sequence[Place]) -> None:
        """Add the edge of reading an attribute that the methods of another file write; see `link_state_read`."""
        links = self._links
        home = links.infer.home(scope, base)
        key = (home, f"{base}.{name}")
        if key not in self._states:
            self._states[key] = self._stored(home, base, name)
        entity = self._states[key]
        symbols = links.symbols
        if entity is None or not symbols.is_function(scope):
            return
        if symbols.table.implicit[entity] and symbols.slot[entity] == symbols.slot[scope]:
            return
        add_read(links, scope, entity, [line for line, _ in places])

    def _stored(self, scope: int, base: str, name: str) -> int | None:
        """Return the attribute that a read of it is told of: what methods begin, or the field of an object."""
        links, symbols = self._links, self._links.symbols
        stored = stored_member(links.infer, scope, base, name)
        if stored is None or symbols.table.implicit[stored]:
            return stored
        receiver = links.infer.holder(scope, base, name) if self._reads_fields(scope) else None
        is_field = receiver is not None and receiver.tag == INSTANCE and symbols.kind(stored) == "attr"
        return stored if is_field and base != "self" else None

    def _keeps_records(self, scope: int) -> bool:
        """Whether any property of an object may run a method of it, by a library that keeps such objects."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and bool(language.record_accessors)

    def _reads_fields(self, scope: int) -> bool:
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and language.read_fields

    def write(self, scope: int, target: str, form: str, place: Place) -> None:
        """Add the calls that assigning to an expression, or deleting it, makes."""
        base, dot, name = target.rpartition(".")
        if not dot:
            return
        accessors = self._accessors_of(scope, target, form)
        self.read(scope, target, (place,), last="" if form in ACCESSORS else "property")
        is_known = self._is_accessed(scope, name) or name in self._described or self._keeps_records(scope)
        for accessor in accessors:
            if is_known or self._accessed[_PLACES[accessor]]:
                self._access(scope, base, name, accessor, (place,))

    def _access(self, scope: int, base: str, name: str, accessor: str, places: Sequence[Place]) -> None:
        links = self._links
        home = links.infer.home(scope, base)
        key = (home, f"{base}.{name}", accessor)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._accessors(home, base, name, accessor)
        if expected := self._untold.get(key):
            self._usage.note(scope, expected, places[0][0], is_read=True)
        for entity, virtual, via, likely in found:
            self._run(scope, entity, virtual, via, likely, places)
            if accessor == "setter" and is_given(links.symbols, entity):
                links.edges.add(scope, "MUTATES", entity, places[0][0], probability=likely)
            if accessor == CALLED and not self._is_call_access(scope):
                self._flows.run_result(scope, entity, places[0][0])

    def _is_call_access(self, scope: int) -> bool:
        """Whether what stands in for a method that an object lacks is itself the call."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        return language is not None and bool(language.call_access)

    def _run(
        self,
        scope: int,
        entity: int,
        virtual: Virtual | None,
        via: str,
        likely: float,
        places: Sequence[Place],
    ) -> None:
        """Add the call of an accessor, and of what overrides it."""
        links = self._links
        lines = [line for line, _ in places]
        if virtual is not None:
            self._receivers.add(scope, virtual, lines)
        if entity < 0:
            return
        links.edges.add_lines(scope, "CALLS", entity, lines, via=via, probability=likely)
        makes_property = via == _VIA
        if len(links.symbols.definitions[entity].decorators) > makes_property:
            self._flows.run(scope, entity, lines[0])
        self._errors.add_calls(scope, entity, places, likely)

    def _accessors(self, scope: int, base: str, name: str, accessor: str) -> tuple[_Access, ...]:
        links = self._links
        if base == IMPLIED:
            return self._of_type_left_out(scope, name) if accessor == "property" else ()
        receiver = links.infer.holder(scope, base, name)
        if receiver is None:
            extending = self._of_extension(scope, base, name, accessor)
            extending = extending or self._added(scope, base, None, name, accessor)
            return extending or (self._guessed(scope, base, name) if accessor == "property" else ())
        place = _PLACES.get(accessor, 0)
        of_bean = links.infer.typed.accessors.of_bean
        if accessor != CALLED and (bean := of_bean(scope, receiver, name, place)) is not None:
            return ((bean, self._receivers.virtual(scope, base, receiver, bean, is_named=False), _VIA, 1.0),)
        if (kept := links.infer.typed.record_properties.run_by(receiver, name, accessor)) >= 0:
            return ((kept, self._receivers.virtual(scope, base, receiver, kept), _VIA, _BY_LIBRARY),)
        value = links.infer.typed.attribute(receiver, name, called=accessor == CALLED)
        if value is None and receiver.tag == EITHER:
            return self._of_either(scope, base, receiver, name, accessor)
        if value is None and accessor == "property" and self._guesses.is_untold(receiver):
            return self._guessed(scope, base, name)
        if value is None:
            value = self._extension(scope, base, receiver, name)
        if value is None and (added := self._added(scope, base, receiver, name, accessor)):
            return added
        found = self._of_member(scope, base, receiver, value, accessor) if value is not None else ()
        if base == "self" and accessor == "property":
            found = (*found, *self._of_subtypes(scope, name, value))
        elif accessor == "property" and value is None:
            below = self._expected.below(receiver, name, is_read=True)
            found = ((-1, below, _VIA, 1.0),) if below is not None else ()
        every = links.infer.typed.accessors.reading_any(receiver) if not place else None
        if every is not None and every != scope:
            found = (*found, (every, None, "dunder", STANDS_IN))  # objects may change what they are of
        run = self._of_object(scope, base, receiver, name, accessor)
        if run is None:
            return found
        virtual = self._receivers.virtual(scope, base, receiver, run, is_named=False)
        stands_in = _STANDS_IN_FOR_OWN if base == "self" else STANDS_IN
        return (*found, (run, virtual, "dunder", 1.0 if place else stands_in))

    def _of_type_left_out(self, scope: int, name: str) -> tuple[_Access, ...]:
        """Return the few properties of types themselves that a name behind a mere dot may mean: `.font(.heading)`.

        None where a type keeps something under that name, which reading it does not run.
        """
        symbols = self._links.symbols
        kept = (one for one in symbols.table.named(name) if symbols.kind(one) == "attr")
        if any(symbols.table.static[one] for one in kept):
            return ()
        in_reach = self._guesses.reach.methods(symbols.slot[scope], name)
        found = self._guesses.making([one for one in in_reach if symbols.is_property(one)], name)
        if len(found) > MOST_CANDIDATES:
            return ()
        return tuple((one, None, _VIA, GUESS / len(found)) for one in found)

    def _of_extension(self, scope: int, base: str, name: str, accessor: str) -> tuple[_Access, ...]:
        """Return what a property runs that extends the declared type of an object from outside."""
        value = self._extension(scope, base, None, name) if accessor == "property" else None
        if value is None or not self._links.symbols.is_property(value.entity):
            return ()
        return ((value.entity, None, _VIA, 1.0),)

    def _added(
        self, scope: int, base: str, receiver: Value | None, name: str, accessor: str
    ) -> tuple[_Access, ...]:
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
        return tuple((one, None, _VIA, likely / len(found)) for one in found)

    def _of_either(
        self, scope: int, base: str, receiver: Value, name: str, accessor: str
    ) -> tuple[_Access, ...]:
        """Return what an attribute runs of the types of which an object may be, each with the same probability."""
        meant = self._links.infer.typed.attributes(receiver, name)
        return tuple(
            (entity, None, via, likely * share_of(meant))
            for one in meant
            for entity, _, via, likely in self._of_member(scope, base, receiver, one, accessor)
        )

    def _of_subtypes(self, scope: int, name: str, value: Value | None) -> tuple[_Access, ...]:
        """Return that subtypes may have a property of that name, where the type itself leaves it to them."""
        is_left = self._expected.is_left_to_subtypes(value)
        virtual = self._expected.of_subtypes(scope, name, is_read=True) if is_left else None
        return () if virtual is None else ((-1, virtual, _VIA, 1.0),)

    def _guessed(self, scope: int, base: str, name: str) -> tuple[_Access, ...]:
        """Return the properties that may be meant where nothing tells the object, but nothing else has the name."""
        symbols = self._links.symbols
        slot = symbols.slot[scope]
        language = symbols.language(slot)
        if read := self._guesses.extensions.read(scope, name):
            return tuple((one, None, _VIA, GUESS / len(read)) for one in read)
        if language is None or not language.untyped_objects or language.listed_members:
            return ()
        self._untold[scope, f"{base}.{name}", "property"] = self._usage.expected(scope, base, name)
        is_common = name in language.common_attributes
        if is_common or not all(map(symbols.is_property, symbols.table.named(name))):
            return ()
        found = self._guesses.candidates(slot, scope, base, name) or ()
        return tuple((one, None, _VIA, self._guesses.share(slot, name, found, base=base)) for one in found)

    def _of_object(self, scope: int, base: str, receiver: Value, name: str, accessor: str) -> int | None:
        """Return the method of an object that stands in for a member, or takes what is assigned to any."""
        links, accessors = self._links, self._links.infer.typed.accessors
        of_self = base == "self"
        if place := _PLACES.get(accessor, 0):
            return accessors.changing(receiver, name, place, of_self=of_self)
        if of_self and links.symbols.table.names[scope] in links.symbols.spoken.access_methods[0]:
            return None  # it would call itself without end
        if accessor == CALLED and self._is_call_access(scope):
            return accessors.missing_method(receiver, name, of_self=of_self)
        return accessors.missing(receiver, name, of_self=of_self)

    def _of_member(
        self, scope: int, base: str, receiver: Value, value: Value, accessor: str
    ) -> tuple[_Access, ...]:
        """Return what an attribute runs that an object has."""
        links = self._links
        if value.tag != ENTITY or accessor == CALLED:
            return ()
        if (
            receiver.tag == INSTANCE
            and links.symbols.table.names[value.entity] in links.symbols.property_names
        ):
            value = Value(ENTITY, left_in_place(links.infer.hierarchy, receiver.entity, value.entity))
        made = links.infer.typed.accessors.made(value.entity, _PLACES[accessor])
        if made is not None:
            return ((made, None, _VIA, 1.0),)
        if accessor == "setter" and self._has_setter_beside(value):
            beside = self._others(value, accessor)
            return tuple(
                (one, self._receivers.virtual(scope, base, receiver, one), _VIA, 1.0) for one in beside
            )
        if not links.symbols.is_property(value.entity):
            runs = links.infer.typed.accessors.described(value.entity, written=accessor == "setter")
            return () if runs is None or accessor == "deleter" else ((runs, None, "dunder", 1.0),)
        if not links.symbols.is_function(value.entity):
            run_by = links.infer.typed.accessors.accessor(value.entity, _PLACES[accessor])
            return ((run_by, None, _VIA, 1.0),) if run_by is not None else ()
        found = (value.entity,) if accessor == "property" else self._others(value, accessor)
        run = self._descriptors(value.entity) if accessor == "property" else ()
        return (
            *((one, self._receivers.virtual(scope, base, receiver, one), _VIA, 1.0) for one in found),
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
