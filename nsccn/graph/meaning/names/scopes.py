"""What a bare name means in a scope: a local variable, a member of a type around, or a name of the file."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace

from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.meaning.names.arities import Arities
from nsccn.graph.meaning.names.calledvariables import CalledVariables
from nsccn.graph.meaning.names.innerfunctions import declared_in, stands_in
from nsccn.graph.meaning.names.localvariables import (
    local_variables,
    makes_itself,
    objects_of_variables,
    one_bound,
)
from nsccn.graph.meaning.names.typeparameters import TypeParameters
from nsccn.graph.meaning.types.companions import of_declaration
from nsccn.graph.meaning.types.hierarchy import Hierarchy, named_without_self, wanted
from nsccn.graph.meaning.values.value import ENTITY, SHADOWED, Shadowed, Value, of_entity
from nsccn.graph.model import VISIBLE, Assignment
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.expression import AROUND, PATH
from nsccn.graph.notation.marks import BLOCK, OF_OBJECT, ORDINAL

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.definitions.visible import Visible
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.modules import Modules
    from nsccn.graph.notation.writtenobjects import Members
    from nsccn.graph.packed import AssignmentRow

_OBJECTS: Final = frozenset({"self", "super", "Self", AROUND, "?", ""})
"""Names whose meaning always depends on what is around."""
_NAMESPACES: Final = "::"
"""Stands among the names of a file in which namespaces may bind names of other files."""
_MOST_LOCALS: Final = 128
"""Files whose local variables are kept at hand."""
_MOST_BOUND: Final = 64
"""Files whose bound names are."""


class _EveryName:
    """Contains every name: of inherited members that are named without their object, no file has a list."""

    def __contains__(self, _: object) -> bool:
        return True


class MemberOf(Protocol):
    """Gives a member of an object that need not be named."""

    def __call__(self, scope: int, name: str, held: str, *, called: bool) -> Value | None:
        """Return it: of what a variable holds, or else of what the function extends."""


_EVERY_NAME: Final = _EveryName()
_NO_NAME: Final = frozenset[str]()
_NO_MEMBERS: Final[Members] = {}


class Scopes:
    """Looks bare names up, from the inside outwards."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        modules: Modules,
        visible: Visible,
        assignments: Callable[[int], Iterable[AssignmentRow]],
        local_type: Callable[[int, list[Assignment], Language], Value | None],
        member_of: MemberOf,
    ) -> None:
        """`assignments` gives those of a file, `local_type` what a local variable holds by its own.

        `member_of` gives a member of an object that need not be named.
        """
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._modules = modules
        self._visible = visible
        self._local_type = local_type
        self._member_of = member_of
        self._assignments = assignments
        self._locals: dict[int, tuple[dict[int, dict[str, list[Assignment]]], dict[int, Members]]] = {}
        self._slot = -1
        self._of_slot: dict[int, dict[str, list[Assignment]]] = {}
        """The local variables of the file that was asked for last."""
        self._objects_of_slot: dict[int, Members] = {}
        self._bound: dict[int, Container[str]] = {}
        self._arities = Arities(symbols)
        self._called = CalledVariables(symbols, hierarchy)
        self.type_parameters = TypeParameters(symbols)
        self.names_inside: dict[int, tuple[Container[str], int]] = {}
        """For scopes the names that mean something of their own there, and where all others mean the same."""
        self._names: Answers[Hashable, Value | Shadowed | None] = asking.answers(None, lasting=False)

    def local_variables(self, slot: int) -> dict[int, dict[str, list[Assignment]]]:
        """Return what is assigned to the local variables of each function of a file."""
        if slot != self._slot:  # mostly the file of the question before is meant
            self._turn_to(slot)
        return self._of_slot

    def written_for(self, scope: int) -> Members:
        """Return the members of the objects that a function writes out for its variables."""
        if (slot := self._symbols.slot[scope]) != self._slot:
            self._turn_to(slot)
        return self._objects_of_slot.get(scope, _NO_MEMBERS)

    def _turn_to(self, slot: int) -> None:
        """Read what functions of a file assign; of the files that were not asked for the longest it is forgotten."""
        found = self._locals.pop(slot, None)
        if found is None:
            while len(self._locals) >= _MOST_LOCALS:
                del self._locals[next(iter(self._locals))]
            symbols, rows = self._symbols, list(self._assignments(slot))
            found = local_variables(symbols, slot, rows), objects_of_variables(symbols, slot, rows)
        self._locals[slot] = found
        self._slot, (self._of_slot, self._objects_of_slot) = slot, found

    def bare_assignments(self, slot: int) -> Iterator[tuple[int, Assignment]]:
        """Yield what functions of a file give to variables that they name alone, with the functions."""
        first, is_function = self._symbols.first[slot], self._symbols.table.functions
        for row in self._assignments(slot):
            item = Assignment(*row)
            if item.form == "assign" and "." not in item.target and is_function[first + item.scope]:
                yield first + item.scope, item

    def gives_value(self, scope: int, variable: str) -> bool:
        """Whether a local variable of a scope is given the value of an expression."""
        local = self.local_variables(self._symbols.slot[scope])
        given = (local.get(at, {}).get(variable, ()) for at in self._symbols.around(scope))
        return any(item.value for items in given for item in items)

    def home(self, scope: int, name: str) -> int:
        """Return the outermost scope in which a bare name means the same: the file, where nothing inside binds it."""
        named, home = self.names_inside.get(scope) or self.learn_inside(scope)
        return scope if name in named else home

    def learn_inside(self, scope: int) -> tuple[Container[str], int]:
        """Find the names that mean something of their own in a scope, and where all others mean the same."""
        found = self.names_inside[scope] = self._names_inside(scope)
        return found

    def _names_inside(self, scope: int) -> tuple[Container[str], int]:
        symbols = self._symbols
        if symbols.parent(scope) < 0 or symbols.is_type(scope):
            return _NO_NAME, scope
        slot = symbols.slot[scope]
        bound = self._bound.get(slot) or self._bound_inside(slot)
        if _NAMESPACES in bound and "." in symbols.table.qualified[scope]:
            return _NO_NAME, scope  # a namespace around it may bind any name
        return bound, symbols.first[slot]

    def in_namespace(self, function: int, name: str) -> Value | None:
        """Return what a name or path of a type means in the namespaces around a function, which are no definitions."""
        return of_entity(self._visible.around_function(function, name))

    def _bound_inside(self, slot: int) -> Container[str]:
        """Return the names that scopes inside a file may bind, members of its types among them."""
        while len(self._bound) >= _MOST_BOUND:
            del self._bound[next(iter(self._bound))]
            self.names_inside.clear()
        language = self._symbols.language(slot)
        if language is None or language.implicit_self:
            self._bound[slot] = _EVERY_NAME
            return _EVERY_NAME
        names = {name for scope in self.local_variables(slot).values() for name in scope}
        definitions = self._symbols.file(slot).outline.definitions
        names.update(item.name for item in definitions if item.parent > 0)
        names.update(
            imported.alias.partition(".")[0] for imported in self._symbols.imports(slot) if imported.scope
        )
        self._bound[slot] = names | _OBJECTS | ({_NAMESPACES} if language.included_names else set())
        return self._bound[slot]

    def name(self, scope: int, name: str, *, called: bool = False) -> Value | Shadowed | None:
        """Return what a bare name means in a scope; `called` matters where methods have names of their own."""
        slot = self._symbols.slot[scope]
        language = self._symbols.language(slot)
        if language is None:
            return None
        if not language.arities:
            return self._any(scope, slot, name, language, called=called)
        name, arity = plain_arity(name)
        found = self._any(scope, slot, name, language, called=called)
        if not isinstance(found, Value) or found.tag != ENTITY or not self._symbols.is_type(found.entity):
            return found
        return replace(found, entity=self._arities.of(found.entity, arity))

    def _any(
        self, scope: int, slot: int, name: str, language: Language, *, called: bool
    ) -> Value | Shadowed | None:
        if name.startswith(PATH):
            return self._path_root(scope, name.removeprefix(PATH), language, called=called)
        scope = self.home(scope, name)
        if OF_OBJECT in name:
            called = called and language.separate_methods
            key = (scope, f"{name}()" if called else name)
            return self._names.get(key, self._of_objects, scope, name, called)
        if BLOCK in name:
            found = self._names.get((scope, name), self._block_variable, scope, name, language)
            is_variable = called and bool(language.called_variables) and ORDINAL not in name
            is_other = is_variable and self.called_local(scope, name) is None
            return self.name(scope, name.partition(BLOCK)[0], called=True) if is_other else found
        if self._symbols.parent(scope) < 0 and not language.included_names:
            found = self._modules.file_member(slot, name, inside=True)
            return self._modules.called(found) if called and language.separate_methods else found
        called = called and (language.separate_methods or language.argument_labels or language.included_names)
        key = (scope, f"{name}()" if called else name)
        return self._names.get(key, self._wanted_name, scope, name, language, called)

    def _of_objects(
        self,
        scope: int,
        name: str,
        called: bool,  # noqa: FBT001
    ) -> Value | Shadowed | None:
        """Return the member of the first of some objects that has it, else what the name means by itself.

        What a function declares itself is called before any member.
        """
        *objects, variable = name.split(OF_OBJECT)
        if called and (local := self.called_local(scope, variable)) is not None:
            return local
        plain = variable.partition(BLOCK)[0] if called else variable
        for held in objects:
            found = self._member_of(scope, plain, held, called=called)
            if found is not None:
                return found
        return self.name(scope, plain, called=called)

    def called_local(self, scope: int, name: str) -> Value | Shadowed | None:
        """Return what the functions around declare under a name: a function, or a variable that holds one."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.called_variables:
            return None
        for at in symbols.around(scope):
            if symbols.is_function(at) or BLOCK in name:
                found = self._local(at, name, language, functions=True)
                if found is not None:
                    return found
        return None

    def _path_root(
        self, scope: int, name: str, language: Language, *, called: bool
    ) -> Value | Shadowed | None:
        """Return what the first name of a path means, which is no variable and no member."""
        symbols, at, is_outside = self._symbols, scope, language.root_paths
        while symbols.parent(at) >= 0 and (is_outside or symbols.is_function(at) or symbols.is_type(at)):
            if imported := symbols.bindings(at).get(name):
                return self._modules.imported(symbols.slot[at], imported)
            at = symbols.parent(at)
        if is_outside and language.included_names:
            return of_entity(self._visible.at_root(at, name, called=called))
        return self.name(at, name, called=called)

    def _wanted_name(
        self,
        scope: int,
        name: str,
        language: Language,
        called: bool,  # noqa: FBT001
    ) -> Value | Shadowed | None:
        if language.own_methods:
            held = None if called else self._name(scope, name, language, functions=False)
            if isinstance(held, Value) and held.tag == ENTITY and self._symbols.table.implicit[held.entity]:
                return self._own_method(scope, name) or held
            return held if held is not None else self._own_method(scope, name)
        is_read = language.argument_labels and not called
        is_told = language.separate_methods or is_read
        found = self._name(scope, name, language, functions=called) if is_told else None
        return found or self._name(scope, name, language, called=called and not language.argument_labels)

    def _own_method(self, scope: int, name: str) -> Value | None:
        """Return the method of that name of the object around, or a function of the file."""
        symbols = self._symbols
        at, of_type = scope, True
        while symbols.parent(at) >= 0 and not symbols.is_type(at):
            nested = wanted(symbols, symbols.member(at, name), functions=True)
            if nested:
                return Value(ENTITY, nested[-1])
            if symbols.kind(at) == "method":
                of_type = not {"classmethod", "static"}.isdisjoint(symbols.definitions[at].modifiers)
            at = symbols.owners.get(at, symbols.parent(at))
        while symbols.parent(at) >= 0:
            found = self._hierarchy.called_or_read(at, name, called=True, of_type=of_type)
            if at == scope and symbols.kind(at) == "module":
                found = tuple(one for one in found if symbols.parent(symbols.parent(one)) != at)
            if found and symbols.is_function(found[-1]):
                return Value(ENTITY, symbols.preferred(found))
            if symbols.kind(at) != "module" or at == scope:
                break  # what a module in itself has, the body of the module does not
            at = symbols.parent(at)  # a module in a type is mostly taken in by that type
        outside = self._modules.file_member(symbols.slot[scope], name, inside=True)
        if outside is None or outside.tag != ENTITY or not symbols.is_function(outside.entity):
            return None
        return outside if self._is_shared(at, scope, name, outside.entity) else None

    def _is_shared(self, cls: int, scope: int, name: str, function: int) -> bool:
        """Whether a function is one of any object, also of one whose type inherits from elsewhere.

        That may hide it, unless the file takes in what defines it.
        """
        symbols = self._symbols
        home, strategy = symbols.slot[scope], symbols.strategy(symbols.slot[scope])
        home_of = symbols.slot[function]
        if strategy is None or home_of == home or home_of not in strategy.peers_with(home, name):
            return True
        if not {"classmethod", "static"}.isdisjoint(symbols.definitions[function].modifiers):
            return False  # of one object
        is_open = symbols.is_type(cls) and self._hierarchy.has_foreign_base(cls)
        return not is_open or self._modules.starred(home, name) is not None

    def _name(
        self,
        scope: int,
        name: str,
        language: Language,
        *,
        functions: bool | None = None,
        called: bool = False,
    ) -> Value | Shadowed | None:
        """With `functions`, only functions (or all but functions) count."""
        symbols = self._symbols
        at = scope
        is_generic = language.generic_types and language.implicit_self  # elsewhere values have other names
        is_hidden = is_generic and self.type_parameters.hide(scope, name)
        while at >= 0:
            if symbols.parent(at) < 0:
                break
            if symbols.is_type(at):
                found = self._in_type(scope, at, name, language, functions=functions, called=called)
                if found is not None:
                    return found
            elif language.implicit_self or symbols.kind(at) not in DATA_KINDS:
                # elsewhere what is attached to an object is not named without it
                local = self._local(at, name, language, functions=functions)
                if local is not None:
                    return local
                if language.has_unnamed_objects and symbols.is_function(at):
                    member = self._member_of(at, name, "", called=bool(functions))
                    if member is not None:
                        return member
            if is_hidden and name in self.type_parameters.stated(at):
                return SHADOWED
            at = symbols.owners.get(at, symbols.parent(at)) if language.implicit_self else symbols.parent(at)
        if language.included_names:
            return of_entity(self._visible.named(scope, name, called=called))
        outside = self._modules.file_member(symbols.slot[scope], name, inside=True)
        return self._modules.called(outside) if functions else outside

    def _in_type(
        self,
        scope: int,
        at: int,
        name: str,
        language: Language,
        *,
        functions: bool | None,
        called: bool,
    ) -> Value | Shadowed | None:
        """Return what a name means in a scope by a type around it."""
        symbols = self._symbols
        if language.attached_functions and (inner := declared_in(symbols, at, name)) >= 0:
            return Value(ENTITY, inner)
        is_visible = VISIBLE in symbols.definitions[at].modifiers
        if at == scope or language.implicit_self or is_visible:
            found = self._hierarchy.class_member(at, name, functions=functions)
            if language.companion_objects:
                found = of_declaration(symbols, at, found)
            is_whole = language.implicit_self or language.running_types or is_visible
            if not (is_whole or symbols.kind(at) == "enum"):
                found = tuple(one for one in found if symbols.kind(one) != "attr")
            if found and language.qualified_modifier:
                found = self._named_alone(found, language.qualified_modifier)
            if language.own_type:
                found = named_without_self(symbols, found, aliases=language.implicit_self)
            if len(found) > 1 and language.own_type and language.implicit_self:
                found = self._of_blocks(scope, found, called=called)
            if found and language.named_constructors and (named := self.named_by(found[0])) >= 0:
                return Value(ENTITY, named)
            if found:
                return Value(ENTITY, symbols.preferred(found) if language.included_names else found[0])
            if functions and (held := self._called.member(at, name, language)) is not None:
                return Value(ENTITY, held)
        given = (
            self.local_variables(symbols.slot[at]).get(at, {}).get(name)
            if language.instance_members
            else None
        )
        if given and makes_itself(symbols, at):
            return self._local_type(at, given, language) or SHADOWED
        is_made_with = language.primary_constructors and not functions
        return self._local(at, name, language) if is_made_with else None

    def _named_alone(self, members: tuple[int, ...], modifier: str) -> tuple[int, ...]:
        """Return those of the members of a type that have a name without that of the type."""
        definitions = self._symbols.definitions
        return tuple(one for one in members if modifier not in definitions[one].modifiers)

    def _of_blocks(self, scope: int, members: tuple[int, ...], *, called: bool) -> tuple[int, ...]:
        """Return those of the members that blocks of a type have by one name which a bare name means.

        What the file itself defines goes before the rest; what is read is a property rather than a constant of a type
        that lists its instances, which is named by way of the type.
        """
        symbols, slots = self._symbols, self._symbols.slot
        near = tuple(one for one in members if slots[one] == slots[scope]) or members
        wanted = (one for one in near if symbols.is_function(one) and symbols.is_property(one) != called)
        return tuple(wanted) or near

    def _block_variable(self, scope: int, name: str, language: Language) -> Value | Shadowed | None:
        slot = self._symbols.slot[scope]
        _, is_definition, ordinal = name.partition(ORDINAL)
        if is_definition and not ordinal:
            return SHADOWED
        if is_definition:  # a call of it is no name
            is_name = ordinal.isdecimal()
            return Value(ENTITY, self._symbols.first[slot] + int(ordinal)) if is_name else None
        local = self.local_variables(slot)
        for at in self._symbols.around(scope):
            if imported := self._symbols.bindings(at).get(name):
                return self._modules.imported(slot, imported)
            if assignments := local.get(at, {}).get(name):
                return self._local_type(at, assignments, language) or SHADOWED
        return None

    def named_by(self, constructor: int) -> int:
        """Return the type whose constructor has its name, -1 for any other member."""
        symbols = self._symbols
        owner = symbols.owners.get(constructor, symbols.parent(constructor))
        names = symbols.table.names
        return owner if symbols.is_type(owner) and names[owner] == names[constructor] else -1

    def _local(
        self, scope: int, name: str, language: Language, *, functions: bool | None = None
    ) -> Value | Shadowed | None:
        symbols = self._symbols
        nested = wanted(symbols, symbols.member(scope, name), functions=functions)
        if nested and language.attached_functions:
            nested = tuple(one for one in nested if stands_in(symbols, one, scope))
        if nested:
            return Value(ENTITY, nested[-1])
        if name in symbols.bindings(scope):
            return self._modules.bound(scope, name)
        assignments = self.local_variables(symbols.slot[scope]).get(scope, {}).get(name)
        if not assignments or (functions and not language.called_variables):
            return None
        if language.module_paths and name[:1].isupper() and len(assignments) > 1:
            assignments = one_bound(assignments)
        held = self._local_type(scope, assignments, language)
        if functions and not self._called.is_meant(held, assignments, language):
            return None
        return held or SHADOWED
