"""The bases of types, the order in which their members are looked for, and the members found that way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.meaning.types.companions import is_object
from nsccn.graph.meaning.types.linearisation import breadth_first, merge
from nsccn.graph.model import ACTUAL, EXPECTED
from nsccn.graph.notation.accessornames import GETTER, RECORD, SETTER, field_of, is_made
from nsccn.graph.notation.expression import PRIVATE

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking


LONGEST_ORDER: Final = 256
"""Types of a resolution order; what a hierarchy holds beyond them is not looked at."""
_MOST_MEMBERS: Final = 16_000
"""Questions for a member whose answers are kept."""

_FOR_TYPES: Final = "ClassMethods"
"""What Ruby calls a module whose methods are for the types that take in the module around."""


class Hierarchy:
    """Types and what they inherit from, as far as it is in the repository."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        named: Callable[[int, str], int | None],
        imported: Callable[[int, str], int | None],
        given: Callable[[int, str], int | None],
    ) -> None:
        """Make a hierarchy of the types that expressions in a scope tell.

        Args:
            symbols: what the repository defines.
            asking: keeps the answers.
            named: gives the type that an expression names.
            imported: gives the type that a name is imported as.
            given: gives the type that a call of what an expression names gives.
        """
        self.symbols = symbols
        self._asking = asking
        self._named = named
        self._imported = imported
        self._given = given
        self._straight: dict[int, tuple[int, ...]] = {}
        """The orders of types whose bases form no circle, which are the same wherever they are asked for."""
        self._class_members: dict[
            tuple[int, str, bool | None, int], tuple[tuple[int, ...], tuple[int, ...]]
        ] = {}
        """What members were found, and in which order of types: an order that was cut short is not the whole."""
        self._orders: Answers[Hashable, tuple[int, ...]] = asking.answers(())
        self._bases: Answers[Hashable, tuple[int, ...]] = asking.answers(())
        self._foreign: Answers[Hashable, bool] = asking.answers(otherwise=False)
        self._constants: Answers[Hashable, bool] = asking.answers(otherwise=False)
        self.extra_bases: dict[int, list[int]] = {}
        """Type -> bases that are stated apart from it."""

    @cached_property
    def _are_any_explicit(self) -> bool:
        """Whether types may have members that only their bases name."""
        names = set(self.symbols.table.languages) - {languages.TEXT}
        return any(languages.load(name).explicit_modifier for name in names)

    def forget(self) -> None:
        """Drop the orders; called, like `Asking.forget`, when bases become known."""
        self._straight.clear()
        self._class_members.clear()

    def bases(self, cls: int) -> tuple[int, ...]:
        """Return the direct bases of a type that are in the repository."""
        return self._bases.get(cls, self._stated_bases, cls)

    def _stated_bases(self, cls: int) -> tuple[int, ...]:
        extra = [base for base in reversed(self.extra_bases.get(cls, ())) if base != cls]
        return tuple(dict.fromkeys([*extra, *self._own_bases(cls), *self.shapes_beside(cls)]))

    def shapes_beside(self, cls: int) -> tuple[int, ...]:
        """Return the interfaces of the name of a class that stand beside it: its instances have their members."""
        symbols = self.symbols
        language = symbols.language(symbols.slot[cls]) if symbols.kind(cls) == "class" else None
        if language is None or not language.merged_namespaces:
            return ()
        beside = symbols.member(symbols.parent(cls), symbols.table.names[cls])
        return tuple(one for one in beside if symbols.kind(one) == "interface") if len(beside) > 1 else ()

    def _own_bases(self, cls: int) -> list[int]:
        """Return the bases that a type names itself."""
        stated = (entity for part in self.symbols.parts(cls) for entity in self._named_bases(cls, part))
        found = [entity for entity in stated if entity is not None and entity != cls]
        if ACTUAL in self.symbols.definitions[cls].modifiers:
            found[:0] = self._expected(cls)
        return found

    def _named_bases(self, cls: int, part: int) -> Iterator[int | None]:
        """Yield what the bases that a declaration of a type states are in the repository.

        What a function is handed is no base where it is known to make a type that does not extend that.
        """
        symbols = self.symbols
        scope, language = self._scope_around(part), symbols.language(symbols.slot[part])
        is_extended = True
        for text in symbols.definitions[part].bases:
            name, made = text.replace("[]", "").removesuffix("()"), None
            entity = self._named(scope, name)
            if entity == cls:  # it takes the name of what it inherits from
                entity = self._imported(scope, name)
            elif entity is None and text.endswith("()"):
                entity = made = self._given(scope, name)
            if is_extended or (entity is not None and symbols.kind(entity) == "interface"):
                yield entity
            if made is not None and language is not None and language.mixins:
                is_extended = is_extended and self._may_extend_any(made)

    def _may_extend_any(self, made: int) -> bool:
        """Whether a type that a function makes may inherit from what the function is handed."""
        symbols, pending = self.symbols, [made]
        imported = symbols.bindings(symbols.first[symbols.slot[made]])
        for one in pending:
            scope = self._scope_around(one)
            given = {name for at in symbols.around(scope) for name in symbols.definitions[at].parameters}
            for name in (text.removesuffix("()") for text in symbols.definitions[one].bases):
                base = self._named(scope, name)
                if name in given or (base is None and name.partition(".")[0] not in imported):
                    return True
                if base is not None and base not in pending and symbols.is_function(symbols.parent(base)):
                    pending.append(base)
        return False

    def _scope_around(self, part: int) -> int:
        return max(self.symbols.parent(part), self.symbols.first[self.symbols.slot[part]])

    def _expected(self, cls: int) -> list[int]:
        """Return the declaration of a type, in the same package, that leaves it to platforms to define it."""
        symbols, packages = self.symbols, self.symbols.project.packages
        package, qualified = packages[symbols.slot[cls]], symbols.table.qualified[cls]
        return [
            one
            for one in symbols.table.named(symbols.table.names[cls])
            if symbols.is_type(one)
            and symbols.table.qualified[one] == qualified
            and packages[symbols.slot[one]] == package
            and EXPECTED in symbols.definitions[one].modifiers
        ][:1]

    def metaclass(self, cls: int) -> int | None:
        """Return the type in the repository of which a type is an instance: the lowest that it or a base names."""
        symbols = self.symbols
        found: int | None = None
        for one in self.order(cls):
            text = symbols.definitions[one].metaclass
            named = self._named(symbols.parent(one), text) if text else None
            if named is not None and (found is None or found in self.order(named)):
                found = named
        return found

    def has_foreign_base(self, cls: int, member: str = "") -> bool:
        """Whether a type inherits from one that is not in the repository, and may have any, or one, member from it."""
        return self._foreign.get((cls, member), self._has_foreign_base, cls, member)

    def _has_foreign_base(self, cls: int, member: str) -> bool:
        symbols = self.symbols
        for base in self.order(cls):
            language = symbols.language(symbols.slot[base])
            empty = set(language.empty_bases) if language is not None else set()
            if language is not None and member:
                empty.update(one for one, known in language.known_bases.items() if member not in known)
            stated = {
                name
                for part in symbols.parts(base)
                for text in symbols.definitions[part].bases
                if (name := text.replace("[]", "").removesuffix("()").rpartition(".")[2]) not in empty
            }
            is_apart = base in self.extra_bases or self.shapes_beside(base)
            own = set(self._own_bases(base)) if is_apart else self.bases(base)
            if len(stated) > len(own):
                return True  # what is stated apart from it stands for none of them
        return False

    def has_constants(self, cls: int) -> bool:
        """Whether what the body of a type assigns are its instances, since it inherits from `Enum` or the like."""
        return self._constants.get(cls, self._has_constants, cls)

    def _has_constants(self, cls: int) -> bool:
        symbols = self.symbols
        language = symbols.language(symbols.slot[cls])
        if language is None or not language.constant_bases:
            return False
        stated = ((base, text) for base in self.order(cls) for text in symbols.definitions[base].bases)
        return any(
            text.rpartition(".")[2] in language.constant_bases
            and self._named(self._scope_around(base), text) is None
            for base, text in stated
        )

    def is_kept(self, cls: int) -> bool:
        """Whether a library may keep the objects of a type, since that inherits from one of its own."""
        return self.symbols.is_type(cls) and self.has_foreign_base(cls)

    def order(self, cls: int) -> tuple[int, ...]:
        """Return the method resolution order: C3 where it exists, else breadth first; by depth what is embedded."""
        cls = self.symbols.same(cls)
        return self._orders.get(cls, self._order, cls)

    def _order(self, cls: int) -> tuple[int, ...]:
        """Order the bases before the type, without recursion, since a chain of them may be of any length."""
        found, is_circle = self._from_above(cls)
        orders = self._straight if not is_circle and not self._asking.cut else dict(self._straight)
        for entity in found:
            orders[entity] = self._linearised(entity, orders)
        return orders[cls]

    def _from_above(self, cls: int) -> tuple[list[int], bool]:
        """Return the type and its bases whose order is not known, bases first; and whether some form a circle."""
        found: list[int] = []
        seen, path, is_circle = {cls}, {cls}, False
        pending = [] if cls in self._straight else [(cls, iter(self.bases(cls)))]
        while pending:
            entity, bases = pending[-1]
            base = next(map(self.symbols.same, bases), None)
            if base is None:
                found.append(entity)
                path.discard(entity)
                pending.pop()
            elif base in path:
                is_circle = True
            elif base not in seen and base not in self._straight:
                seen.add(base)
                path.add(base)
                pending.append((base, iter(self.bases(base))))
        return found, is_circle

    def _linearised(self, cls: int, known: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Order one type after its bases; of a circle of bases, each sees what comes above where it was entered."""
        language = self.symbols.language(self.symbols.slot[cls])
        if language is not None and language.embedded_bases:
            return self._by_depth(cls)[:LONGEST_ORDER]
        bases = self.bases(cls)
        orders = [known.get(self.symbols.same(base), (base,)) for base in bases]
        if len(bases) == 1:
            return (cls, *(base for base in orders[0][: LONGEST_ORDER - 1] if base != cls))
        merged = merge([list(order) for order in orders] + [list(bases)])
        order = (cls, *merged) if merged is not None else breadth_first(cls, self.bases)
        return order[:LONGEST_ORDER]

    def _by_depth(self, cls: int) -> tuple[int, ...]:
        """Order what a type embeds by how deep it lies; what others say that it implements comes last."""
        embedded = breadth_first(
            cls, lambda one: self._own_bases(one) if one in self.extra_bases else self.bases(one)
        )
        return tuple(dict.fromkeys((*embedded, *breadth_first(cls, self.bases))))

    def class_member(
        self, cls: int, name: str, *, functions: bool | None = None, skip: int = 0
    ) -> tuple[int, ...]:
        """Return the members of that name on the first class of the resolution order that has them."""
        order, key = self.order(cls), (cls, name, functions, skip)
        known = self._class_members.get(key)
        if known is None or known[0] != order:
            if len(self._class_members) >= _MOST_MEMBERS:
                self._class_members.clear()
            known = self._class_members[key] = order, self._first_member(order[skip:], name, functions)
        return known[1]

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
        for base in self.order(cls):
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
