"""What is known of a parameter of a function by the type that the function has where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import ENTITY, Value
from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.contextual import declared_parameters, function_parameters, read_contextual

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
        """Return the type of a parameter that a contextual annotation means."""
        meant = read_contextual(annotation)
        if meant is None:
            return None
        outside = max(self._symbols.parent(scope), self._symbols.first[self._symbols.slot[scope]])
        if meant.argument < 0:
            around = outside if self._symbols.is_function(scope) else scope
            return self._parameter(around, meant.of, meant.place)
        function = self._argument(scope, meant.of, meant.argument)
        return self._parameter(*function, meant.place) if function is not None else None

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
            definition = symbols.definitions[entity]
            types = declared_parameters(definition.signature, definition.name)
            return (entity, types[place]) if place < len(types) and types[place] else None
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
        if value is None or value.tag != ENTITY or self._symbols.kind(value.entity) != "type":
            return None
        alias = value.entity
        _, is_given, meant = self._symbols.definitions[alias].signature.partition("=")
        around = self._symbols.parent(alias)
        return self._parameter(around, meant.strip(), place, depth + 1) if is_given else None
