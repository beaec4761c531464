"""What is known of a parameter of a function by the type that the function has where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import ENTITY, Value
from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.contextual import (
    asked_of,
    declared_parameters,
    function_parameters,
    parameters_behind_types,
    predicate_type,
    read_contextual,
)
from nsccn.graph.notation.generics import type_arguments, type_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols

_DEEPEST: Final = 4
"""Names of types that stand for each other, after which a type counts as unknown."""
_CONSTRUCTOR: Final = "constructor"
Stated = tuple[int, str]
"""A scope, and a type as it is written there."""


class Callbacks:
    """Finds the types of parameters by those of functions."""

    def __init__(self, symbols: Symbols, evaluate: Callable[[int, str], Value | None]) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._evaluate = evaluate

    def stated(self, scope: int, annotation: str) -> Stated | None:
        """Return the type of a parameter that a contextual annotation means, or of what a function was asked about."""
        if asked := asked_of(annotation):
            return self._told(scope, asked)
        meant = read_contextual(annotation)
        if meant is None:
            return None
        outside = max(self._symbols.parent(scope), self._symbols.first[self._symbols.slot[scope]])
        if meant.argument < 0:
            around = outside if self._symbols.is_function(scope) else scope
            return self._parameter(around, meant.of, meant.place)
        function = self._argument(scope, meant.of, meant.argument)
        return self._parameter(*function, meant.place) if function is not None else None

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

    def _argument(self, scope: int, callee: str, place: int) -> Stated | None:
        """Return the type of a parameter of what is called."""
        value = self._evaluate(scope, callee)
        if value is None or value.tag != ENTITY:
            return None
        symbols, entity = self._symbols, value.entity
        if symbols.is_type(entity):
            made = symbols.member(entity, _CONSTRUCTOR)
            if not made:
                return None
            entity = made[-1]
        if symbols.is_function(entity):
            found = [self._taken(one, place) for one in self._alike(entity)]
            return found[0] if len({one and one[1] for one in found}) == 1 else None
        for at, item in symbols.values(symbols.same(symbols.parent(entity)), symbols.table.names[entity]):
            if item.annotation:
                return self._parameter(at, item.annotation, place)
        return None

    def _parameter(self, scope: int, text: str, place: int, depth: int = 0) -> Stated | None:
        """Return the type of a parameter of a function type, which may have a name."""
        types = function_parameters(text)
        if types is not None:
            return (scope, types[place]) if place < len(types) and types[place] else None
        name = type_expression(text, frozenset())[0]
        value = self._evaluate(scope, name) if name and depth < _DEEPEST else None
        language = self._symbols.language(self._symbols.slot[scope])
        if language is not None and language.function_interfaces:
            places = language.function_interfaces.get(name.rpartition(".")[2], ())
            if value is None:
                arguments = type_arguments(text)
                is_told = place < len(places) and places[place] < len(arguments)
                return (scope, arguments[places[place]]) if is_told else None
            return self._of_interface(scope, text, value.entity, place) if value.tag == ENTITY else None
        if value is None or value.tag != ENTITY or self._symbols.kind(value.entity) != "type":
            return None
        alias = value.entity
        _, is_given, meant = self._symbols.definitions[alias].signature.partition("=")
        around = self._symbols.parent(alias)
        return self._parameter(around, meant.strip(), place, depth + 1) if is_given else None

    def _alike(self, function: int) -> tuple[int, ...]:
        """Return the overloads of a method, where a language has such."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.function_interfaces:
            return (function,)
        return symbols.member(symbols.parent(function), symbols.table.names[function])

    def _taken(self, function: int, place: int) -> Stated | None:
        """Return the type of a parameter of a function."""
        symbols = self._symbols
        definition, language = symbols.definitions[function], symbols.language(symbols.slot[function])
        types_first = language is not None and bool(language.function_interfaces)
        read = parameters_behind_types if types_first else declared_parameters
        types = read(definition.signature, definition.name)
        return (function, types[place]) if place < len(types) and types[place] else None

    def _of_interface(self, scope: int, text: str, interface: int, place: int) -> Stated | None:
        """Return the type of a parameter of the one method that an interface leaves open."""
        symbols = self._symbols
        if symbols.kind(interface) != "interface":
            return None
        members = symbols.file(symbols.slot[interface]).members.get(interface, {})
        methods = [one for found in members.values() for one in found if symbols.table.declared[one]]
        taken = self._taken(methods[0], place) if len(methods) == 1 else None
        if taken is None:
            return None
        whole, arguments = symbols.definitions[interface], type_arguments(text)
        variables = type_parameters(whole.signature, whole.name)
        at = variables.index(taken[1]) if taken[1] in variables else -1
        if at < 0:
            return taken
        return (scope, arguments[at]) if at < len(arguments) else None
