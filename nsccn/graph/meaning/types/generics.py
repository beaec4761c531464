"""What the members of a generic type are declared to give, by what the type is made for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, PARENT, Value
from nsccn.graph.notation.generics import (
    base_arguments,
    receiver_parameters,
    type_arguments,
)

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_WORD: Final = re.compile(r"[^\W\d][\w$]*")
Bound = Mapping[str, Value]
"""Type variables, and what they stand for."""


def bound_to(variables: Sequence[str], given: Sequence[Value | None]) -> dict[str, Value]:
    """Return what type variables stand for, as far as that is known."""
    return {name: one for name, one in zip(variables, given, strict=False) if one is not None}


class Annotated(Protocol):
    """Gives what an annotation in a scope names."""

    def __call__(self, scope: int, annotation: str, language: Language, bound: Bound) -> Value | None:
        """Return it, with some type variables standing for something."""


class Generics:
    """Fills the variables of generic types in."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        annotated: Annotated,
        variables: Callable[[int], tuple[str, ...]],
    ) -> None:
        """`variables` gives the names of the parameters of a type."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._annotated = annotated
        self.variables = variables

    def of(self, receiver: Value, member: int, declared: str) -> Value | None:
        """Return what a member of an object is declared to give, None where that names no variable of its type."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[member])
        if language is None or not language.generic_types or receiver.tag not in (ENTITY, INSTANCE, PARENT):
            return None
        owner = symbols.class_around(symbols.owners.get(member, symbols.parent(member)))
        variables = self.variables(owner) if owner >= 0 else ()
        own_names = receiver_parameters(symbols.definitions[member].signature) if variables else ()
        names = own_names or variables
        if not any(word in names for word in _WORD.findall(declared)):
            return None
        bound = self.bound(symbols.same(receiver.entity), receiver.given, owner)
        if own_names:
            bound = {
                own: bound[name] for own, name in zip(own_names, variables, strict=False) if name in bound
            }
        return self._annotated(member, declared, language, bound) if bound else None

    def made_for(self, value: Value) -> Bound:
        """Return what the variables of an object's own type stand for."""
        return bound_to(self.variables(value.entity), value.given)

    def bound(self, cls: int, given: tuple[Value | None, ...], owner: int) -> Bound:
        """Return what the variables of a type, or of one above it, stand for."""
        symbols, hierarchy = self._symbols, self._hierarchy
        bound = self.made_for(Value(INSTANCE, cls, given=given))
        if cls == owner or owner not in hierarchy.order(cls):
            return bound if cls == owner else {}
        language = symbols.language(symbols.slot[cls])
        for base in map(symbols.same, hierarchy.bases(cls)):
            if language is not None and base != cls and owner in hierarchy.order(base):
                name = symbols.table.names[base]
                stated = base_arguments(symbols.definitions[cls].signature, name) or self._embedded(cls, name)
                arguments = tuple(self._annotated(cls, one, language, bound) for one in stated)
                return self.bound(base, arguments, owner)
        return {}

    def written(self, cls: int, owner: int) -> dict[str, str]:
        """Return what a type writes for the variables of one above it: `K` and `Item` in `Held<K, Item>`."""
        symbols, hierarchy = self._symbols, self._hierarchy
        for base in map(symbols.same, hierarchy.bases(cls)):
            if base == cls or owner not in hierarchy.order(base):
                continue
            stated = base_arguments(symbols.definitions[cls].signature, symbols.table.names[base])
            given = dict(zip(self.variables(base), stated, strict=False))
            if base == owner:
                return given
            return {name: given.get(text, text) for name, text in self.written(base, owner).items()}
        return {}

    def _embedded(self, cls: int, base: str) -> tuple[str, ...]:
        """Return what a type makes a base for that it embeds: it is declared like a member."""
        stated = (item.annotation for _, item in self._symbols.values(cls, base) if item.annotation)
        return type_arguments(next(stated, ""))
