"""What is known of a parameter of a function by the type that the function has where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.contextual import LAST, Contextual, asked_of, predicate_type, read_contextual
from nsccn.graph.notation.functiontypes import bound_to_call, function_type, parameter_list
from nsccn.graph.notation.generics import type_arguments, type_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.names.typeparameters import TypeParameters

_DEEPEST: Final = 4
"""Names of types that stand for each other, after which a type counts as unknown."""
_CONSTRUCTOR: Final = "constructor"
_ARROW: Final = "->"
Stated = tuple[int, str]
"""A scope, and a type as it is written there."""


class Callbacks:
    """Finds the types of parameters by those of functions."""

    def __init__(
        self,
        symbols: Symbols,
        type_parameters: TypeParameters,
        evaluate: Callable[[int, str], Value | None],
        member: Callable[[int, str], Sequence[int]],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `member` the members of a type by their name."""
        self._symbols = symbols
        self._type_parameters = type_parameters
        self._evaluate = evaluate
        self._member = member

    def stated(self, scope: int, annotation: str) -> Stated | None:
        """Return the type of a parameter that a contextual annotation means, or of what a function was asked about."""
        if asked := asked_of(annotation):
            return self._told(scope, asked)
        meant = read_contextual(annotation)
        if meant is None:
            return None
        if meant.argument >= 0 or meant.keyword:
            return self._by_callee(scope, meant)
        outside = max(self._symbols.parent(scope), self._symbols.first[self._symbols.slot[scope]])
        return self._of_stated(outside if self._symbols.is_function(scope) else scope, meant.of, meant)

    def _told(self, scope: int, callee: str) -> Stated | None:
        """Return the type of its argument that the declared result of a function says."""
        value, symbols = self._evaluate(scope, callee), self._symbols
        if value is None or value.tag != ENTITY:
            return None
        entity = value.entity
        if symbols.is_function(entity):
            said = [(entity, predicate_type(symbols.definitions[entity].returns))]
        else:
            stated = symbols.values(symbols.same(symbols.parent(entity)), symbols.table.names[entity])
            said = [(at, predicate_type(item.annotation)) for at, item in stated]
        return next((one for one in said if one[1]), None)

    def _by_callee(self, scope: int, meant: Contextual) -> Stated | None:
        """Return what the type says of the parameter that takes a function where something is called."""
        value, symbols = self._evaluate(scope, meant.of), self._symbols
        if value is None or value.tag != ENTITY:
            return None
        entity = value.entity
        if symbols.kind(entity) == "interface":
            return self._of_interface(scope, meant.of, entity, meant.place)
        if symbols.is_type(entity):
            entity = (entity, *symbols.member(entity, _CONSTRUCTOR), *self._made_by(entity))[-1]
        elif not symbols.is_function(entity):
            stated = symbols.values(symbols.same(symbols.parent(entity)), symbols.table.names[entity])
            said = next(((at, item.annotation) for at, item in stated if item.annotation), None)
            function = self._parameter(*said, meant.argument) if said is not None else None
            return self._of_stated(*function, meant) if function is not None else None
        meant = self._behind_object(scope, entity, meant)
        taken = ((one, self._taken(one, meant)) for one in self._alike(entity))
        told = [self._of_stated(one, stated, meant) for one, stated in taken if stated]
        told = [self._of_receiver(scope, meant.of, one) for one in told if one is not None]
        found = {one[1]: one for one in told if one is not None}
        return next(iter(found.values())) if len(found) == 1 else None

    def _of_receiver(self, scope: int, called: str, told: Stated) -> Stated:
        """Return what a method of a trait says of the type that has the trait, as said in the type itself."""
        symbols, (method, text) = self._symbols, told
        language = symbols.language(symbols.slot[method])
        if language is None or not language.own_type or language.own_type not in text:
            return told
        holder = self._evaluate(scope, called.rpartition(".")[0])
        is_own = holder is not None and holder.tag == INSTANCE and symbols.is_type(holder.entity)
        is_of_trait = symbols.kind(symbols.parent(method)) == "trait"
        return (holder.entity, text) if holder is not None and is_own and is_of_trait else told

    def _behind_object(self, scope: int, function: int, meant: Contextual) -> Contextual:
        """Count the object that a method is called on among its arguments, where parameters name it: `&self`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.own_type or language.implicit_self:
            return meant
        if symbols.kind(function) != "method":
            return meant
        named = meant.of.rpartition(".")[0]
        holder = self._evaluate(scope, named)
        is_type = holder is None or (holder.tag == ENTITY and symbols.is_type(holder.entity))
        is_type = is_type or self._type_parameters.hide(scope, named)
        return meant if is_type else meant._replace(argument=meant.argument + 1)

    def _alike(self, entity: int) -> tuple[int, ...]:
        """Return the overloads of a function, where a language tells such apart."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.argument_types or not symbols.is_function(entity):
            return (entity,)
        owner = symbols.owners.get(entity, symbols.parent(entity))
        return symbols.member(owner, symbols.table.names[entity]) or (entity,)

    def _made_by(self, cls: int) -> tuple[int, ...]:
        """Return the constructors of a type that calls tell from each other by labels."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is None or not language.argument_labels:
            return ()
        return tuple(one for name in language.constructors for one in self._symbols.member(cls, name))

    def _taken(self, function: int, meant: Contextual) -> str:
        """Return the type of the parameter that takes an argument, empty where none is said."""
        definition = self._symbols.definitions[function]
        taken = parameter_list(definition.signature, definition.name)
        language = self._symbols.language(self._symbols.slot[function])
        if meant.keyword == LAST:
            is_any = language is not None and language.argument_labels
            found = tuple(one for one in taken if _ARROW in one[1])[-1:] if is_any else taken[-1:]
        elif meant.keyword:
            found = tuple(one for one in taken if one[0] == meant.keyword)
        else:
            found = taken[meant.argument : meant.argument + 1]
        stated = found[0][1] if found else ""
        is_bound = stated and language is not None and language.own_type
        return bound_to_call(stated, definition.signature) if is_bound else stated

    def _of_stated(self, scope: int, text: str, meant: Contextual) -> Stated | None:
        """Return the type of a parameter by the type of its function, or of the object that has that as a member."""
        name, _, rest = meant.members.partition(".")
        if not name:
            return self._parameter(scope, text, meant.place)
        symbols, language = self._symbols, self._symbols.language(self._symbols.slot[scope])
        transparent = language.transparent_types if language is not None else frozenset[str]()
        found: dict[str, Stated] = {}
        for part in split(text, "|"):
            value = self._evaluate(scope, type_expression(part.strip(), transparent)[0])
            is_type = value is not None and value.tag == ENTITY and symbols.is_type(value.entity)
            for member in self._member(value.entity, name) if value is not None and is_type else ():
                told: Stated | None
                if symbols.is_function(member):
                    taken = "" if rest else self._taken(member, Contextual(meant.place, meant.place, ""))
                    told = (member, taken) if taken else None
                else:
                    stated = symbols.values(symbols.same(symbols.parent(member)), symbols.table.names[member])
                    said = next(((at, item.annotation) for at, item in stated if item.annotation), None)
                    told = self._of_stated(*said, meant._replace(members=rest)) if said is not None else None
                told = self._made_for(told, symbols.parent(member), scope, part) if told is not None else None
                if told is not None:
                    found.setdefault(told[1], told)
        return next(iter(found.values())) if len(found) == 1 else None

    def _made_for(self, told: Stated, holder: int, scope: int, text: str) -> Stated | None:
        """Return what a type says of a member, with what it is made for in the place of its own type parameters."""
        whole = self._symbols.definitions[holder]
        variables, arguments = type_parameters(whole.signature, whole.name), type_arguments(text)
        if told[1] not in variables:
            return told
        at = variables.index(told[1])
        is_told = (
            at < len(arguments) and type_expression(text, frozenset())[0].rpartition(".")[2] == whole.name
        )
        is_told = is_told and not self._type_parameters.hide(scope, arguments[at].strip())
        return (scope, arguments[at].strip()) if is_told else None

    def _parameter(self, scope: int, text: str, place: int, depth: int = 0) -> Stated | None:
        """Return the type of a parameter of a function type, or of the object in it; the type may have a name."""
        told = function_type(text)
        if told is not None:
            types = (told.of,) if place < 0 else told.parameters[place : place + 1]
            return (scope, types[0]) if types and types[0] else None
        name = type_expression(text, frozenset())[0]
        value = self._evaluate(scope, name) if name and depth < _DEEPEST else None
        language = self._symbols.language(self._symbols.slot[scope])
        interfaces = language.function_interfaces if language is not None else {}
        if value is None:
            arguments, places = type_arguments(text), interfaces.get(name.rpartition(".")[2], ())
            is_told = 0 <= place < len(places) and places[place] < len(arguments)
            return (scope, arguments[places[place]]) if is_told else None
        if value.tag != ENTITY:
            return None
        alias = value.entity
        if interfaces and self._symbols.kind(alias) == "interface":
            return self._of_interface(scope, text, alias, place)
        _, is_given, meant = self._symbols.definitions[alias].signature.partition("=")
        if not is_given or self._symbols.kind(alias) != "type":
            return None
        return self._parameter(self._symbols.parent(alias), meant.strip(), place, depth + 1)

    def _of_interface(self, scope: int, text: str, interface: int, place: int) -> Stated | None:
        """Return the type of a parameter of the one method that an interface leaves open."""
        symbols = self._symbols
        members = symbols.file(symbols.slot[interface]).members.get(interface, {})
        methods = [one for found in members.values() for one in found if symbols.table.declared[one]]
        if len(methods) != 1 or place < 0:
            return None
        stated = self._taken(methods[0], Contextual(place, place, ""))
        whole, arguments = symbols.definitions[interface], type_arguments(text)
        variables = type_parameters(whole.signature, whole.name)
        at = variables.index(stated) if stated in variables else -1
        if at < 0:
            return (methods[0], stated) if stated else None
        return (scope, arguments[at]) if at < len(arguments) else None
