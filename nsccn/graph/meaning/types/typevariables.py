"""The parameters of generic types: by their signatures, and by what the names are that these make a base for."""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, Value
from nsccn.graph.notation.generics import type_parameters, unmarked_parameters

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.scopes import Scopes

_VARIABLE: Final = re.compile(r"\w+\s*=\s*(?:\w+\.)*TypeVar\(")


class TypeVariables:
    """Tells which names in a type's signature stand for types."""

    def __init__(self, symbols: Symbols, asking: Asking, scopes: Scopes) -> None:
        self._symbols = symbols
        self._scopes = scopes
        self._known: Answers[Hashable, tuple[str, ...]] = asking.answers(())

    def of(self, cls: int) -> tuple[str, ...]:
        """Return the names of the parameters of a type, in their order."""
        definition = self._symbols.definitions[cls]
        found = type_parameters(definition.signature, definition.name)
        perhaps = unmarked_parameters(definition.signature, definition.name)
        return found if len(perhaps) <= len(found) else self._known.get(cls, self._find, cls, found, perhaps)

    def _find(self, cls: int, found: tuple[str, ...], perhaps: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in perhaps if name in found or self._is_variable(cls, name))

    def _is_variable(self, cls: int, name: str) -> bool:
        symbols = self._symbols
        named = self._scopes.name(max(symbols.parent(cls), symbols.first[symbols.slot[cls]]), name)
        if not isinstance(named, Value) or named.tag != ENTITY or symbols.kind(named.entity) != "var":
            return False
        return _VARIABLE.match(symbols.definitions[named.entity].signature) is not None
