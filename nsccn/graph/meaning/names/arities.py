"""Types of one name that differ in the number of their parameters, as `Result` and `Result<T>` in C#."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.notation.generics import type_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


class Arities:
    """Finds the type that has so many parameters."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._known: dict[tuple[int, int], int] = {}

    def of(self, entity: int, arity: int) -> int:
        """Return the type of the same name that has so many parameters, itself where there is none."""
        key = (entity, arity)
        if key not in self._known:
            self._known[key] = self._find(entity, arity)
        return self._known[key]

    def parameters(self, entity: int) -> int:
        """Return how many parameters a type has."""
        definition = self._symbols.definitions[entity]
        return len(type_parameters(definition.signature, definition.name))

    def _find(self, entity: int, arity: int) -> int:
        symbols = self._symbols
        if self.parameters(entity) == arity:
            return entity
        found = [
            other
            for other in symbols.table.named(symbols.table.names[entity])
            if symbols.is_type(other)
            and self._place(other) == self._place(entity)
            and self.parameters(other) == arity
        ]
        here = [other for other in found if symbols.slot[other] == symbols.slot[entity]]
        return symbols.same((here or found or [entity])[0])

    def _place(self, entity: int) -> tuple[str, str]:
        """Return the package of a type, and what it is called there."""
        symbols = self._symbols
        return symbols.table.packages[symbols.slot[entity]], symbols.table.qualified[entity].partition("#")[0]
