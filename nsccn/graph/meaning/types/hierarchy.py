"""The members of types, those that they inherit included."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.meaning.types.companions import is_object
from nsccn.graph.meaning.types.inheritance import Inheritance
from nsccn.graph.notation.accessornames import GETTER, RECORD, SETTER, field_of, is_made
from nsccn.graph.notation.expression import PRIVATE

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Asking


_MOST_MEMBERS: Final = 16_000
"""Questions for a member whose answers are kept."""

_FOR_TYPES: Final = "ClassMethods"
"""What Ruby calls a module whose methods are for the types that take in the module around."""


class Hierarchy(Inheritance):
    """Types and their members, as far as they are in the repository."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        named: Callable[[int, str], int | None],
        imported: Callable[[int, str], int | None],
        given: Callable[[int, str], int | None],
    ) -> None:
        """Make a hierarchy of what `Inheritance` is made of."""
        super().__init__(symbols, asking, named, imported, given)
        self._class_members: dict[
            tuple[int, str, bool | None, int], tuple[tuple[int, ...], tuple[int, ...]]
        ] = {}
        """What members were found, and in which order of types: an order that was cut short is not the whole."""
        self.self_types: dict[int, list[int]] = {}
        """Type -> the types of all that it is mixed into, whose members are its own; they are none of its bases."""

    @cached_property
    def _are_any_explicit(self) -> bool:
        """Whether types may have members that only their bases name."""
        stated = map(languages.known, set(self.symbols.table.languages))
        return any(language is not None and language.explicit_modifier for language in stated)

    def forget(self) -> None:
        """Drop the orders and what was found by them; called, like `Asking.forget`, when bases become known."""
        super().forget()
        self._class_members.clear()

    def class_member(
        self, cls: int, name: str, *, functions: bool | None = None, skip: int = 0
    ) -> tuple[int, ...]:
        """Return the members of that name on the first class of the resolution order that has them."""
        order, key = self.seen(cls) if self.self_types else self.order(cls), (cls, name, functions, skip)
        known = self._class_members.get(key)
        if known is None or known[0] != order:
            if len(self._class_members) >= _MOST_MEMBERS:
                self._class_members.clear()
            found = self._first_member(order[skip:], name, functions)
            found = () if found and self._is_of_base_elsewhere(cls, found[0]) else found
            known = self._class_members[key] = order, found
        return known[1]

    def seen(self, cls: int) -> tuple[int, ...]:
        """Return the types whose members an object of a type has in the code of that: its order and its self types."""
        order = self.order(cls)
        stated = self.self_types.get(cls)
        if not stated:
            return order
        return tuple(dict.fromkeys((*order, *(one for base in stated for one in self.order(base)))))

    def _is_of_base_elsewhere(self, cls: int, member: int) -> bool:
        """Whether a class has from a base elsewhere what is only declared by an interface: one that is whole has it."""
        symbols, owner = self.symbols, self.symbols.parent(member)
        if (
            not symbols.table.declared[member]
            or symbols.kind(owner) != "interface"
            or symbols.kind(cls) != "class"
        ):
            return False
        is_whole = "abstract" not in symbols.definitions[cls].modifiers and not self.shapes_beside(cls)
        return is_whole and self.has_foreign_base(cls)

    def _first_member(
        self,
        order: Sequence[int],
        name: str,
        functions: bool | None,  # noqa: FBT001
    ) -> tuple[int, ...]:
        """Return the members of that name on the first of some types that has them."""
        hollow: tuple[int, ...] = ()
        for base in order:
            found = wanted(self.symbols, self.symbols.member(base, name), functions=functions)
            if not found:
                continue
            named = self.named_by_type(found) if self._are_any_explicit else found
            if named and not self.is_hollow(named):
                return named
            hollow = hollow or named or found
        return hollow

    def of_side(self, members: tuple[int, ...], *, of_type: bool) -> tuple[int, ...]:
        """Return those among members of one name that are the type's own, or else those of its instances.

        A type may have both where its instances have their members from an object of its own.
        """
        language = self.symbols.language(self.symbols.slot[members[0]]) if len(members) > 1 else None
        if language is None or not (
            language.instance_members or language.type_objects or language.companion_objects
        ):
            return members
        definitions = self.symbols.definitions
        own = {
            one
            for one in members
            if "static" in definitions[one].modifiers or definitions[one].kind == "func"
        }
        return tuple(one for one in members if (one in own) == of_type) or members

    def named_by_type(self, members: tuple[int, ...]) -> tuple[int, ...]:
        """Return the members of a type but for those which only its bases name."""
        if not members or (language := self.symbols.language(self.symbols.slot[members[0]])) is None:
            return members
        modifier, definitions = language.explicit_modifier, self.symbols.definitions
        if not modifier:
            return members
        return tuple(one for one in members if modifier not in definitions[one].modifiers)

    def is_hollow(self, members: tuple[int, ...]) -> bool:
        """Whether members are only declared, for those who read types, and something else runs."""
        symbols, declared = self.symbols, self.symbols.table.declared
        if not declared[members[0]] or not all(declared[member] for member in members):
            return False
        language = symbols.language(symbols.slot[members[0]])
        return language is not None and language.hollow_declarations

    def not_hidden(self, cls: int, found: int) -> int:
        """Return the property that an attribute of a subclass, which only assignments declare, does not hide."""
        symbols = self.symbols
        if not symbols.table.implicit[found] or symbols.table.names[found] not in symbols.property_names:
            return found
        name = symbols.table.names[found]
        for base in self.order(cls):
            for member in symbols.member(base, name):
                if symbols.is_property(member):
                    return member
        return found

    def called_or_read(
        self, cls: int, name: str, *, called: bool, skip: int = 0, of_type: bool | None = None
    ) -> tuple[int, ...]:
        """Return the members of that name, of those kinds first that a call, or a read, means.

        `of_type` says whether they are wanted of the type itself or of an instance, None for either.
        """
        language = self.symbols.language(self.symbols.slot[cls])
        if language is not None and language.own_methods:
            data = self.class_member(cls, name, functions=False, skip=skip)
            if called and data and self.symbols.table.implicit[data[0]]:
                data = ()  # `@total` is no method, and asked of no other object
            return data if data and not called else self._methods(cls, name, skip, of_type=of_type) or data
        if language is not None and language.separate_methods:
            found = self.class_member(cls, name, functions=called, skip=skip)
            if found:
                return self._made_before(cls, name, found) if called and not skip else found
        if language is not None and language.argument_labels and not called:
            data = self.class_member(cls, name, functions=False, skip=skip)
            if data:
                return data  # a method has its labels in its name
        if language is not None and language.companion_objects and of_type is False:
            return self.of_instances(cls, name)
        found = self.class_member(cls, name, skip=skip)
        if of_type is False and found and language is not None and language.instance_members:
            found = found if any(map(self._is_of_instances, found)) else self._below_static(cls, name, skip)
        return found or self.read_by(cls, name) if called else found

    def _is_of_instances(self, member: int) -> bool:
        """Whether objects have a member; a private one means itself, and `this` of an attached one may be either."""
        symbols, table = self.symbols, self.symbols.table
        if not table.static[member] or table.names[member].startswith(PRIVATE):
            return True
        written, around = symbols.definitions[member], symbols.definitions[symbols.parent(member)]
        return written.full_range.start_byte >= around.full_range.end_byte

    def _below_static(self, cls: int, name: str, skip: int) -> tuple[int, ...]:
        """Return the members of a base by a name that a class itself has for its own, and for no instance."""
        for base in self.order(cls)[skip:]:
            if found := tuple(filter(self._is_of_instances, self.symbols.member(base, name))):
                return found
        return ()

    def of_instances(self, cls: int, name: str) -> tuple[int, ...]:
        """Return the members of that name that the instances of a type have, not those of the object beside it."""
        symbols = self.symbols
        if is_object(symbols, cls):
            return self.class_member(cls, name)
        for base in self.seen(cls) if self.self_types else self.order(cls):
            found = symbols.member(base, name)
            if own := tuple(one for one in found if not is_object(symbols, symbols.parent(one))):
                return own
        return ()

    def above(self, cls: int, name: str, *, called: bool) -> tuple[int, ...]:
        """Return the members that `super` means; what an interface leaves open to a class, nothing runs by that."""
        found, symbols = self.called_or_read(cls, name, called=called, skip=1), self.symbols
        is_left_open = bool(found) and symbols.kind(symbols.parent(found[0])) == "interface"
        return () if is_left_open and symbols.table.declared[found[0]] else found

    def _made_before(self, cls: int, name: str, found: tuple[int, ...]) -> tuple[int, ...]:
        """Return what a call means where an annotation makes a method that implements, or overrides, what was found.

        That is the field which the method gives, and nothing where it sets one; all that was found where some of it
        takes other arguments, for these are not told apart here.
        """
        symbols, made = self.symbols, self.behind(cls, name)
        if made is None or any(len(symbols.table.parameters(one)) != int(made[0] == SETTER) for one in found):
            return found
        owner, holder = (symbols.same(symbols.parent(one)) for one in (found[0], made[1]))
        order = self.order(cls)
        if symbols.kind(owner) != "interface" and order.index(owner) <= order.index(holder):
            return found
        return self.read_by(cls, name)

    def read_by(self, cls: int, name: str) -> tuple[int, ...]:
        """Return the field that a method gives which an annotation makes."""
        field = self.behind(cls, name)
        return (field[1],) if field is not None and field[0] != SETTER else ()

    def behind(self, cls: int, name: str) -> tuple[str, int] | None:
        """Return the field that a method gives or sets which an annotation, or a record, makes, and its prefix."""
        language = self.symbols.language(self.symbols.slot[cls])
        if language is None or not language.made_accessors:
            return None
        if RECORD in self.symbols.definitions[cls].modifiers:
            return next(((GETTER, one) for one in self.class_member(cls, name, functions=False)), None)
        named = field_of(name)
        if named is None:
            return None
        prefix, field = named
        for base in self.order(cls):
            for member in self.symbols.member(base, field):
                annotations = (
                    *self.symbols.definitions[member].decorators,
                    *self.symbols.definitions[base].decorators,
                )
                if self.symbols.kind(member) == "attr" and is_made(
                    prefix, annotations, language.made_accessors
                ):
                    return prefix, member
        return None

    def property_behind(self, cls: int, name: str) -> tuple[str, int] | None:
        """Return the property that another language reads or sets by a method of this name, and its prefix."""
        named = field_of(name)
        for member in self.class_member(cls, named[1]) if named is not None else ():
            if named is not None and (
                self.symbols.kind(member) == "attr" or self.symbols.is_property(member)
            ):
                return named[0], member
        return None

    def _methods(self, cls: int, name: str, skip: int, *, of_type: bool | None) -> tuple[int, ...]:
        either: tuple[int, ...] = ()
        for base in self.order(cls)[skip:]:
            found = wanted(self.symbols, self.symbols.member(base, name), functions=True)
            found = tuple(
                method for method in found if of_type is None or self._is_of_type(method) in (of_type, None)
            )
            if of_type and len(found) > 1:
                found = tuple(filter(self._is_of_type, found)) or found
            if found and of_type is not None and not self._is_on_side(found[-1], of_type=of_type):
                either = either or found
            elif found:
                return found if not either or self.is_for_types(found[-1]) == of_type else either
        return either

    def _is_on_side(self, method: int, *, of_type: bool) -> bool:
        """Whether a method is surely one of a type, or of its instances."""
        return self._is_of_type(method) is not None or self.is_for_types(method) == of_type

    def _is_of_type(self, method: int) -> bool | None:
        """Whether a method is called on its type; None for one of a module, which may be taken in as either."""
        symbols = self.symbols
        if not {"classmethod", "static"}.isdisjoint(symbols.definitions[method].modifiers):
            return True
        owner = symbols.owners.get(method, symbols.parent(method))
        return None if symbols.kind(owner) == "module" else False

    def is_for_types(self, method: int) -> bool:
        """Whether a method stands in what a module gives to the types themselves that take it in."""
        symbols = self.symbols
        owner = symbols.owners.get(method, symbols.parent(method))
        return symbols.table.names[owner] == _FOR_TYPES


def wanted(symbols: Symbols, found: tuple[int, ...], *, functions: bool | None) -> tuple[int, ...]:
    """Return the functions among entities, or all others, properties among these; None for all."""
    if functions is None or not found:
        return found
    return tuple(
        entity
        for entity in found
        if (symbols.is_function(entity) and not symbols.is_property(entity)) == functions
    )


def named_without_self(symbols: Symbols, members: tuple[int, ...], *, aliases: bool) -> tuple[int, ...]:
    """Return those of the members of a type that have a name without `Self`, unlike what a block says: `Self::Item`.

    `aliases`: other names for types need none either.
    """
    return tuple(
        one
        for one in members
        if symbols.kind(one) != "type" or (aliases and symbols.definitions[one].returns)
    )
