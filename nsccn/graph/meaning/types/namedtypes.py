"""Which type a name means: where a type is written, behind aliases, and of what a value names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.types.annotations import type_beside
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Shadowed, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.names.modules import Modules
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.values.returned import Returned


class NamedTypes:
    """Finds the types that names mean."""

    def __init__(
        self,
        symbols: Symbols,
        modules: Modules,
        scopes: Scopes,
        returned: Returned,
        evaluate: Callable[[int, str], Value | None],
        content: Callable[[Value], Value | None],
    ) -> None:
        self._symbols = symbols
        self._modules = modules
        self._scopes = scopes
        self._returned = returned
        self._evaluate = evaluate
        self._content = content

    def of(self, value: Value | Shadowed | None) -> int | None:
        """Return the type that a value names, following aliases."""
        if value is None or isinstance(value, Shadowed):
            return None
        held = self._content(self._modules.stands_for(value))
        if held is not None and held.tag == ENTITY and self._symbols.is_function(held.entity):
            return self._beside(held.entity)
        if held is None or held.tag != ENTITY or not self._symbols.is_type(held.entity):
            return None
        aliased = self.aliased(held.entity)
        return held.entity if aliased is None else aliased

    def _beside(self, function: int) -> int | None:
        """Return the type of a function's name beside it, where functions have names of their own: what makes one."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.separate_methods:
            return None
        alike = symbols.member(symbols.parent(function), symbols.table.names[function])
        return next(filter(symbols.is_type, alike), None)

    def named(self, scope: int, name: str) -> int | None:
        """Return the type that a name means where a type is written: no variable of a function hides it there."""
        symbols = self._symbols
        root = name.partition(".")[0]
        if self._scopes.type_parameters.hide(scope, name):
            return None
        at = scope
        while symbols.is_function(at) and not any(map(symbols.is_type, symbols.member(at, root))):
            found = self._type_itself(self._scopes.in_namespace(at, name))
            if found is not None:
                return found
            at = symbols.parent(at)
        found = self._type_itself(self._evaluate(at, name))
        if found is None and symbols.is_type(at):
            found = self._type_itself(self._evaluate(symbols.parent(at), name))
        return (
            found
            if found is not None or "." in name
            else type_beside(self._symbols, self._scopes.name(at, name))
        )

    def _type_itself(self, value: Value | None) -> int | None:
        """Return the type that a value is, an alias as such."""
        is_type = value is not None and value.tag == ENTITY and self._symbols.is_type(value.entity)
        return value.entity if value is not None and is_type else self.of(value)

    def aliased(self, entity: int) -> int | None:
        """Return the type that an alias names, None where it is no alias of one in the repository."""
        language = self._symbols.language(self._symbols.slot[entity])
        if self._symbols.kind(entity) != "type" or language is None or not language.type_aliases:
            return None
        if self._symbols.definitions[entity].bases:
            return None  # it stands for several types at once
        stated = self._returned.by(entity)
        is_other = stated is not None and stated.tag == INSTANCE and stated.entity != entity
        return stated.entity if stated is not None and is_other else None

    def behind_alias(self, entity: int) -> Value | None:
        """Return the type that an alias names, with what it is made for there."""
        aliased = self.aliased(entity)
        stated = self._returned.by(entity) if aliased is not None else None
        return Value(ENTITY, stated.entity, given=stated.given) if stated is not None else None
