"""What values hold and give: members of instances, variables, annotations, results of calls, aliases."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.meaning.names.secondnames import SecondNames
from nsccn.graph.meaning.types.accessors import Accessors
from nsccn.graph.meaning.types.annotations import Annotations
from nsccn.graph.meaning.types.askedbases import AskedBases
from nsccn.graph.meaning.types.blocks import Blocks
from nsccn.graph.meaning.types.companions import called_objects, has_companions, is_made_by_call
from nsccn.graph.meaning.types.generics import Generics
from nsccn.graph.meaning.types.lenttraits import lent_function
from nsccn.graph.meaning.types.namedtypes import NamedTypes
from nsccn.graph.meaning.types.onlydeclared import left_in_place
from nsccn.graph.meaning.types.outsidebases import OutsideBases
from nsccn.graph.meaning.values.addedmembers import AddedMembers
from nsccn.graph.meaning.values.beyond import Beyond
from nsccn.graph.meaning.values.recordproperties import RecordProperties
from nsccn.graph.meaning.values.records import Records
from nsccn.graph.meaning.values.replaced import Replaced
from nsccn.graph.meaning.values.returned import Returned
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    EITHER,
    ENTITY,
    GIVER,
    INSTANCE,
    KEYED,
    MADE,
    MODULE,
    PARENT,
    SHAPE,
    Shadowed,
    Value,
)
from nsccn.graph.meaning.values.variables import Variables
from nsccn.graph.meaning.values.writtenobjects import WrittenObjects
from nsccn.graph.model import HANDED, IMPLEMENTING
from nsccn.graph.notation.expression import ABOVE

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Asking
    from nsccn.graph.meaning.names.modules import Modules
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_LONGEST_CHAIN: Final = 12
"""Variables that hold one another, after which the content counts as unknown."""


class Typed:
    """Follows values through what the text says of their types."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        modules: Modules,
        scopes: Scopes,
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._modules = modules
        self._scopes = scopes
        self._evaluate = evaluate
        self.annotations = Annotations(
            symbols,
            asking,
            scopes,
            evaluate,
            self._type_of,
            self.called,
            self.held,
            hierarchy.class_member,
        )
        self._variables = Variables(symbols, asking, hierarchy, evaluate, self.annotations)
        self.variable = self._variables.of
        self.blocks = Blocks(symbols, asking, self.annotations)
        self.accessors = Accessors(symbols, hierarchy, evaluate, self.variable, self.attribute)
        self.added = AddedMembers(symbols, asking, hierarchy, evaluate, self.attribute)
        self.generics = Generics(symbols, hierarchy, self.annotations.of, self.annotations.variables)
        self.returned = Returned(
            symbols, asking, hierarchy, scopes, evaluate, self.annotations.of, self.generics
        )
        self._written = WrittenObjects(
            symbols, asking, scopes, evaluate, self.annotations, self.returned, self.attribute, self.content
        )
        self.types: NamedTypes = NamedTypes(symbols, modules, scopes, self.returned, evaluate, self.content)
        self.records = Records(symbols, hierarchy, self.returned, self.variable)
        self.record_properties = RecordProperties(symbols, hierarchy, self.returned)
        self.outside_bases = OutsideBases(symbols, hierarchy, self.annotations.of, self.generics)
        self.asked_bases = AskedBases(symbols, asking, hierarchy, self.annotations.of, self.attribute)
        self.beyond = Beyond(symbols, asking, hierarchy, self.returned, self.annotations.of)
        decorated = Replaced(symbols, asking, hierarchy, evaluate, self.called)
        self.replaced, self.made_of = decorated.by, decorated.made
        self.second_names = SecondNames(symbols, asking, evaluate)

    def _type_named(self, scope: int, name: str) -> int | None:
        return self.types.of(self._evaluate(scope, name))

    def _type_of(self, value: Value | Shadowed | None) -> int | None:
        return self.types.of(value)

    def attribute(self, value: Value, name: str, *, called: bool = False) -> Value | None:
        """Return what `value.name` means."""
        found = self._member(value, name, called=called)
        return self._in_namespace(value.entity, name) if found is None and value.tag == ENTITY else found

    def _in_namespace(self, entity: int, name: str) -> Value | None:
        """Return a member of the namespace or module that has the name of something else beside it."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or symbols.kind(entity) == "module":
            return None
        if not (language.merged_namespaces or (language.module_paths and symbols.is_function(entity))):
            return None
        around, own_name = symbols.parent(entity), symbols.table.names[entity]
        for one in symbols.member(around, own_name):
            found = symbols.member(one, name) if symbols.kind(one) == "module" else ()
            if found:
                return Value(ENTITY, symbols.preferred(found))
        return self._in_module_file(around, own_name, name) if language.module_paths else None

    def _in_module_file(self, around: int, module: str, name: str) -> Value | None:
        """Return a member of a module that is a file of its own: `mod cart;` beside `fn cart()`."""
        imported = self._symbols.bindings(around).get(module)
        found = self._modules.imported(self._symbols.slot[around], imported) if imported else None
        return self._modules.member(found, name) if found is not None and found.tag == MODULE else None

    def _member(self, value: Value, name: str, *, called: bool) -> Value | None:
        if value.tag == MODULE:
            return self._modules.member(value, name) or self._mixed_in(value, name)
        if value.tag in (GIVER, KEYED):
            return None
        if value.tag == COLLECTION:
            return self.records.function(value, name) or self._of_slice(value, name)
        if value.tag == MADE:
            return self._written.member(value, name)
        if value.tag == SHAPE:
            return self._written.field(value, name, called=called)
        if value.tag == EITHER:
            meant = self.attributes(value, name, called=called)
            return meant[0] if len(meant) == 1 else None
        if (own := self._own_kind(value, name)) is not None:
            return own
        if value.tag == PARENT:
            found_members = self._hierarchy.above(value.entity, name, called=called)
        elif self._symbols.is_type(value.entity):
            found_members = self._hierarchy.called_or_read(
                value.entity, name, called=called, of_type=value.tag == ENTITY
            )
        else:
            return self._member_of_other(value, name)
        if value.tag == INSTANCE and value.held is not None and self._gives_way(value.entity, found_members):
            of_held = self.attribute(value.held, name, called=called)
            if of_held is not None or not found_members:
                return of_held
        if (
            not found_members
            and value.tag == INSTANCE
            and (held := self.underlying(value)) not in (None, value)
        ):
            return self.attribute(held, name, called=called)
        if not found_members and value.tag == INSTANCE and (beyond := self.beyond.of(value)) is not None:
            return self.attribute(beyond, name, called=called)
        if not found_members and value.tag == INSTANCE and (kept := self.records.other_side(value, name)):
            return kept
        if not found_members and (of_base := self._of_base(value, name)) is not None:
            return of_base
        if not found_members and called and (scope := self.records.scope(value.entity, name)) is not None:
            return scope
        if not found_members and value.tag == INSTANCE and name.isdigit():
            return self._numbered(value, name)
        if not found_members:
            aliased = self.types.behind_alias(value.entity) if value.tag == ENTITY else None
            if aliased is not None:
                return self.attribute(aliased, name, called=called)
            taken = self.added.taken_by(self._hierarchy.order(value.entity), name)
            return taken or lent_function(self._symbols, self._type_named, value, name)
        if (before := self.added.taken_before(value, name, found_members[0])) is not None:
            return before
        of_side = self._hierarchy.of_side(found_members, of_type=value.tag == ENTITY)
        found = self._symbols.preferred(self.blocks.fitting(value, of_side), called=called)
        found = left_in_place(self._hierarchy, value.entity, found) if called else found
        return Value(ENTITY, self._hierarchy.not_hidden(value.entity, found))

    def _of_base(self, value: Value, name: str) -> Value | None:
        return self.outside_bases.of(value, name) or self.asked_bases.of(value, name)

    def _mixed_in(self, module: Value, name: str) -> Value | None:
        """Return the member that what a module offers takes in with all of another object: `{ mixins: [sized] }`."""
        symbols, slot = self._symbols, module.slots[0]
        language = symbols.language(slot)
        if language is None or not language.mixins or not language.default_export:
            return None
        offered = symbols.member(symbols.first[slot], language.default_export)
        return self.added.taken_by(offered, name)

    def _gives_way(self, bound: int, members: tuple[int, ...]) -> bool:
        """Whether another bound may declare what is meant: a trait has no such member, or by another trait alone."""
        symbols = self._symbols
        is_trait = symbols.kind(bound) == "trait"
        return not members or (
            is_trait and all(IMPLEMENTING in symbols.definitions[one].modifiers for one in members)
        )

    def _of_slice(self, collection: Value, name: str) -> Value | None:
        """Return the method that a block gives collections of a type: `impl Sum for [Cart]`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[collection.entity])
        if language is None or not language.own_type or not symbols.is_type(collection.entity):
            return None
        methods = self._hierarchy.class_member(collection.entity, name, functions=True)
        found = tuple(one for one in methods if self.blocks.is_of_slice(one))
        return Value(ENTITY, symbols.preferred(found)) if found else None

    def attributes(self, value: Value, name: str, *, called: bool = False) -> list[Value]:
        """Return what `value.name` may mean of the alternatives; those that lack the member do not count."""
        found = (self.attribute(one, name, called=called) for one in value.alternatives)
        return list(dict.fromkeys(one for one in found if one is not None))

    def is_generic(self, cls: int) -> bool:
        """Whether a type has parameters that are types."""
        return bool(self.generics.variables(cls))

    def is_a(self, cls: int, base: int) -> bool:
        """Whether the instances of a type are those of another, too."""
        return base in self._hierarchy.order(cls)

    def _own_kind(self, value: Value, name: str) -> Value | None:
        """Return the type of an object, or what has the members of a type's instances, where a member gives it."""
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None or not name or not self._symbols.is_type(value.entity):
            return None
        if value.tag == INSTANCE and name == language.own_class:
            return Value(ENTITY, value.entity)
        if value.tag == ENTITY and name == language.type_itself:
            return value
        if language.implemented and language.implemented in (name, value.written):
            return replace(value, written=name)
        if value.tag == ENTITY and name == ABOVE and language.outer_object:
            return value if self._symbols.kind(value.entity) == "interface" else Value(PARENT, value.entity)
        steps = (language.instance_members, language.outer_object, *language.type_objects)
        if value.tag == ENTITY and name in steps:
            return Value(INSTANCE, value.entity)
        return None

    def _numbered(self, value: Value, number: str) -> Value | None:
        """Return what a member of an object holds that has a number for a name."""
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None:
            return None
        stated, bound = self._symbols.values(value.entity, number), self.generics.made_for(value)
        held = [self.annotations.of(scope, item.annotation, language, bound) for scope, item in stated]
        return held[0] if len(held) == 1 else None

    def _member_of_other(self, value: Value, name: str) -> Value | None:
        found = self._symbols.member(value.entity, name)
        if found:
            return Value(ENTITY, self._symbols.preferred(found))
        if self._symbols.kind(value.entity) in ("var", "attr"):
            held = self.content(value)
            if held is None and self._is_variant(value):
                held = Value(INSTANCE, self._symbols.parent(value.entity))
            if held is not None and (of_held := self.attribute(held, name)) is not None:
                return of_held
        elif self._is_handed(value.entity) and (held := self.variable(value.entity)) is not None:
            return self.attribute(held, name)
        added = self.added.of(value.entity, name) or self._written.beside(value.entity, name)
        if added is None and self._symbols.is_function(value.entity):
            made = self.replaced(value.entity)
            added = self.attribute(made, name) if made is not None else None
        return added or self._modules.declared_member(value.entity, name)

    def _is_handed(self, entity: int) -> bool:
        """Whether a function goes by the name of a variable, which is given what a call makes with it."""
        return self._symbols.is_function(entity) and HANDED in self._symbols.definitions[entity].modifiers

    def content(self, value: Value) -> Value | None:
        """Return what a variable holds, followed through other variables; None where that is unknown or a circle."""
        at: Value | None = value
        for _ in range(_LONGEST_CHAIN):
            if at is None or at.tag != ENTITY or self._symbols.kind(at.entity) not in ("var", "attr"):
                return at
            at = self.variable(at.entity)
        return None

    def meant(self, value: Value) -> Value | None:
        """Return what a call of a value runs, where a module stands for what it offers by default."""
        return self.content(self._modules.stands_for(value))

    def called(self, value: Value) -> Value | None:
        """Return what calling a value gives."""
        value = self._modules.stands_for(value)
        if value.tag == INSTANCE:
            calling = self.calling(value.entity)
            if calling is None and (held := self.underlying(value)) not in (None, value):
                return self.called(held)
            if calling is None and has_companions(self._symbols, value.entity):
                return value  # what a function takes in its next brackets
            return self.returned.to(value, calling) if calling is not None else None
        if value.tag == GIVER:
            return value.held
        if value.tag != ENTITY:
            return None
        if self._symbols.is_type(value.entity):
            if has_companions(self._symbols, value.entity):
                return self._of_object(value.entity)
            return Value(INSTANCE, value.entity)
        if self._symbols.is_function(value.entity):
            made = self.replaced(value.entity)
            return self.called(made) if made is not None else self.returned.by(value.entity)
        if self._is_variant(value):
            return Value(INSTANCE, self._symbols.parent(value.entity))
        held = self.second_names.of(value) or self.content(value)
        language = self._symbols.language(self._symbols.slot[value.entity])
        if held is not None and language is not None and language.separate_methods:
            return held
        if held is None or self._modules.stands_for(held) == value:  # `const shop = module.exports`
            return None
        return self.called(held)

    def _of_object(self, cls: int) -> Value | None:
        """Return what calling a type gives that may have an object beside it: what that gives, where it is known."""
        calls = called_objects(self._symbols, cls)
        given = {found for one in calls if (found := self.returned.by(one)) is not None}
        is_untold = not any(self._symbols.definitions[one].returns for one in calls)
        if is_made_by_call(self._symbols, cls) or (is_untold and not given):
            given.add(Value(INSTANCE, cls))
        return given.pop() if len(given) == 1 else None

    def calling(self, cls: int) -> int | None:
        """Return the method that runs when an object is called."""
        language = self._symbols.language(self._symbols.slot[cls])
        name = language.calling_method if language is not None else ""
        is_beside = has_companions(self._symbols, cls)
        members = self._hierarchy.of_instances if is_beside else self._hierarchy.class_member
        found = members(cls, name) if name else ()
        return found[0] if found else self._called_from_elsewhere(cls)

    def _called_from_elsewhere(self, cls: int) -> int | None:
        """Return the method that a base from elsewhere runs when an object is called."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is None:
            return None
        for name in language.calling_of_libraries:
            found = self._hierarchy.class_member(cls, name, functions=True)
            if found and self._hierarchy.has_foreign_base(cls, language.calling_method):
                return found[0]
        return None

    def _is_variant(self, value: Value) -> bool:
        """Whether a value is one of the variants of an enum."""
        if self._symbols.kind(value.entity) != "attr":
            return False
        parent = self._symbols.parent(value.entity)
        return parent >= 0 and self._symbols.kind(parent) == "enum"

    def underlying(self, value: Value | None) -> Value | None:
        """Return what a named type stands for: the collection of `type Sorted []Item`."""
        if value is None or value.tag != INSTANCE or self._symbols.kind(value.entity) != "type":
            return value
        return self.returned.by(value.entity) or value

    def runs_when_named(self, value: Value) -> bool:
        """Whether naming a value calls it: a method where no brackets are needed, a property where no object is."""
        if value.tag != ENTITY or not self._symbols.is_function(value.entity):
            return False
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None or not language.implicit_self:
            return language is not None and language.own_methods
        return language.own_methods or self._symbols.is_property(value.entity)

    def read_of(self, receiver: Value, value: Value) -> Value | None:
        """Return what reading a member of an object gives."""
        symbols = self._symbols
        is_attribute = value.tag == ENTITY and symbols.kind(value.entity) == "attr"
        if is_attribute and (kept := self.records.asked(receiver, value.entity)) is not None:
            return kept
        if is_attribute and receiver.tag == INSTANCE and (given := self.made_for(receiver, value.entity)):
            return given
        is_function = value.tag == ENTITY and symbols.is_function(value.entity)
        if is_function and symbols.is_property(value.entity):
            return self.returned.to(receiver, value.entity)
        if is_function and (related := self.records.related(receiver, value.entity)) is not None:
            return related
        return self.read(value)

    def held(self, value: Value, name: str) -> Value | None:
        """Return what a member of a value holds."""
        found = self.attribute(value, name)
        return self.read_of(value, found) if found is not None else None

    def made_for(self, receiver: Value, attribute: int) -> Value | None:
        """Return what an attribute holds by what the type of its object is made for, None where that says nothing."""
        declared = self._variables.declaration(attribute)
        stated = declared[1].annotation if declared is not None else self._of_parameter(attribute)
        return self.generics.of(receiver, attribute, stated) if stated else None

    def _of_parameter(self, attribute: int) -> str:
        """Return the declared type of the parameter that an attribute of a generic type holds: `self.cart = cart`."""
        symbols = self._symbols
        owner = symbols.same(symbols.parent(attribute))
        if not symbols.is_type(owner) or not self.is_generic(owner):
            return ""
        given = list(symbols.values(owner, symbols.table.names[attribute]))
        scope, name = (given[0][0], given[0][1].value) if len(given) == 1 else (-1, "")
        if scope < 0 or name not in symbols.definitions[scope].parameters:
            return ""
        stated = self._scopes.local_variables(symbols.slot[scope]).get(scope, {}).get(name, ())
        return stated[0].annotation if len(stated) == 1 else ""

    def read(self, value: Value) -> Value | None:
        """Reading a property calls it; reading a variable of known content gives the content."""
        if value.tag != ENTITY:
            return value
        if self._symbols.is_function(value.entity):
            if self._symbols.is_property(value.entity) or self.runs_when_named(value):
                return self.returned.by(value.entity)
        elif self._symbols.kind(value.entity) in ("var", "attr"):
            reading, held = self.accessors.described(value.entity), self.variable(value.entity)
            return self.returned.to_reader(held, reading) if reading is not None else held or value
        return value
