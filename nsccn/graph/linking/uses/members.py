"""Edges of attributes that are properties: reading one runs it, and so do assigning and deleting where it says so."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.calls.reach import is_given
from nsccn.graph.linking.uses.accesses import CALLED, PLACES, VIA, Access, Accesses
from nsccn.graph.linking.uses.modulereads import ModuleReads
from nsccn.graph.linking.uses.state import add_read, stored_members
from nsccn.graph.meaning.values.value import EITHER, ENTITY, INSTANCE, Value, share_of
from nsccn.graph.notation.expression import plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nsccn.graph.linking.calls.guesses import Guesses
    from nsccn.graph.linking.calls.receivers import Receivers, Virtual
    from nsccn.graph.linking.errors.errors import ErrorSites, Place
    from nsccn.graph.linking.flows.flows import Flows
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.uses.usage import Usage

ACCESSORS: Final = {"assign": ("setter",), "augment": ("property", "setter"), "delete": ("deleter",)}
"""Form of an assignment -> modifiers of what it runs of a property; other forms read it."""
_IN_PLACE: Final = ("call", "item")
"""Forms of assignments that change what is held."""


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
        self._receivers = receivers
        self._guesses = guesses
        self._flows = flows
        self._usage = usage
        self._links = links
        self.of_modules = ModuleReads(links)
        self._accesses = Accesses(links, receivers, guesses, usage, extension)
        self._errors = errors
        self._known: dict[tuple[int, str, str], tuple[Access, ...]] = {}
        self._states: dict[tuple[int, str], tuple[int, ...]] = {}

    def forget(self) -> None:
        """Drop the answers about the attributes of a file."""
        self._known.clear()
        self._states.clear()
        self._accesses.forget()

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
        bean = links.infer.roots.of_bean(scope, name, value, PLACES[accessor])
        if bean is not None:
            self._run(scope, bean, None, VIA, 1.0, places)
            return
        if not isinstance(value, Value) or value.tag != ENTITY:
            return
        if behind and self._is_of_type(value.entity, name, behind[0]):
            return
        receiver = Value(INSTANCE, links.symbols.class_around(value.entity))
        for entity, virtual, via, likely in self._accesses.of_member(
            scope, "self", receiver, value, accessor
        ):
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
        symbols, stored = links.symbols, self._states[key]
        if not stored or not symbols.is_function(scope):
            return
        for entity in stored:
            if not (symbols.table.implicit[entity] and symbols.slot[entity] == symbols.slot[scope]):
                add_read(links, scope, entity, [line for line, _ in places], share_of(stored))

    def _stored(self, scope: int, base: str, name: str) -> tuple[int, ...]:
        """Return the attributes that a read is told of: what methods begin, or the field of an object."""
        links, symbols = self._links, self._links.symbols
        stored = stored_members(links.infer, scope, base, name)
        if all(symbols.table.implicit[one] for one in stored):
            return stored
        receiver = links.infer.holder(scope, base, name) if self._reads_fields(scope) else None
        is_object = receiver is not None and receiver.tag in (INSTANCE, EITHER) and base != "self"
        return tuple(
            one
            for one in stored
            if symbols.table.implicit[one] or (is_object and self._is_field_alone(one, name))
        )

    def _is_field_alone(self, entity: int, name: str) -> bool:
        """Whether a name of an object means a field, and no method that has it too, as types of Swift may."""
        symbols = self._links.symbols
        if symbols.kind(entity) != "attr":
            return False
        alike = symbols.member(symbols.parent(entity), name)
        called = f"{name}("
        return not any(
            symbols.is_function(one) and called in symbols.definitions[one].signature for one in alike
        )

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
            if is_known or self._accessed[PLACES[accessor]]:
                self._access(scope, base, name, accessor, (place,))

    def _access(self, scope: int, base: str, name: str, accessor: str, places: Sequence[Place]) -> None:
        links = self._links
        home = links.infer.home(scope, base)
        key = (home, f"{base}.{name}", accessor)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._accesses.of(home, base, name, accessor)
        if expected := self._accesses.untold.get(key):
            self._usage.note(scope, expected, places[0][0], is_read=True)
        for entity, virtual, via, likely in found:
            self._run(scope, entity, virtual, via, likely, places)
            if accessor == "setter" and is_given(links.symbols, entity):
                links.edges.add(scope, "MUTATES", entity, places[0][0], probability=likely)
            if accessor == CALLED and not self._accesses.is_call_access(scope):
                self._flows.run_result(scope, entity, places[0][0])

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
        makes_property = via == VIA
        if len(links.symbols.definitions[entity].decorators) > makes_property:
            self._flows.run(scope, entity, lines[0])
        self._errors.add_calls(scope, entity, places, likely)
