"""Types that implement an interface without saying so: they have all of its methods, as in Go."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.shapes import Shape, agree, aliased, shape_of, type_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.arrays import StringTable
    from nsccn.graph.definitions.symbols import Symbols

_DEEPEST: Final = 16
"""Types that embed one another, after which no further methods are looked for."""
Holders = dict[int, list[int]]


class Structural:
    """The method sets of types, those of what they embed included."""

    def __init__(self, symbols: Symbols, below: Holders) -> None:
        """`below` gives the types that name each type as a base, or embed it."""
        self._symbols = symbols
        self._below = below
        self._shapes: dict[int, Shape] = {}

    def holds_for(self, interface: int) -> bool:
        """Whether types need not say that they implement an interface."""
        if not self._symbols.spoken.has_structural_interfaces:
            return False
        language = self._symbols.language(self._symbols.slot[interface])
        is_interface = self._symbols.kind(interface) == "interface"
        return language is not None and language.structural_interfaces and is_interface

    def implementations(self, target: int) -> list[int]:
        """Return the methods that a call of an interface's method may run."""
        name = self._symbols.table.names[target]
        holders = self._implementers(self._symbols.parent(target), name)
        return sorted({self._methods(holder)[name] for holder in holders})

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the types and the interfaces that they implement without saying so."""
        if not self._symbols.spoken.has_structural_interfaces:
            return
        for interface, own in self._own.items():
            if self._symbols.kind(interface) == "interface":
                stated = set(self._below.get(interface, ()))
                rarest = min(own, key=lambda name: (len(self._symbols.table.named(name)), name))
                yield from (
                    (holder, interface)
                    for holder in sorted(set(self._implementers(interface, rarest)) - stated)
                )

    def _implementers(self, interface: int, name: str) -> Iterator[int]:
        """Yield the types that have all methods of an interface; `name` is one of these."""
        wanted = self._methods(interface)
        for holder in self._candidates(name):
            methods = self._methods(holder)
            if wanted.keys() <= methods.keys() and all(
                agree(self._shape(methods[name]), self._shape(there), self._aliases)
                for name, there in wanted.items()
            ):
                yield holder

    def _shape(self, method: int) -> Shape:
        found = self._shapes.get(method)
        if found is None:
            name = self._symbols.table.names[method]
            generic = type_parameters(self._signatures[self._holder(method)])
            found = self._shapes[method] = shape_of(self._signatures[method], name, generic)
        return found

    def _candidates(self, name: str) -> Iterator[int]:
        """Yield the types that have a method of that name, of their own or embedded."""
        pending = [
            holder
            for method in self._symbols.table.named(name)
            if (holder := self._holder(method)) >= 0 and self._own.get(holder)
        ]
        seen = set(pending)
        while pending:
            holder = pending.pop()
            if self._symbols.kind(holder) != "interface":
                yield holder
            fresh = [other for other in self._below.get(holder, ()) if other not in seen]
            seen.update(fresh)
            pending += fresh

    def _holder(self, method: int) -> int:
        return self._symbols.owners.get(method, self._symbols.parent(method))

    def _methods(self, holder: int, depth: int = 0) -> dict[str, int]:
        """Return the methods of a type by their names; its own go before those of what it embeds."""
        found: dict[str, int] = {}
        if depth < _DEEPEST:
            for base in self._above.get(holder, ()):
                found = {**self._methods(base, depth + 1), **found}
        return {**found, **self._own.get(holder, {})}

    @cached_property
    def _above(self) -> Holders:
        above: Holders = {}
        for base, subtypes in self._below.items():
            for subtype in subtypes:
                above.setdefault(subtype, []).append(base)
        return above

    @cached_property
    def _own(self) -> dict[int, dict[str, int]]:
        """Type -> the methods that are defined for it, in languages where interfaces are structural."""
        symbols, table = self._symbols, self._symbols.table
        found: dict[int, dict[str, int]] = {}
        for slot in range(len(symbols.paths)):
            language = symbols.language(slot)
            if language is None or not language.structural_interfaces:
                continue
            for entity in range(symbols.first[slot], symbols.first[slot + 1]):
                if table.functions[entity]:
                    holder = self._holder(entity)
                    if symbols.kind(holder) in TYPE_KINDS:
                        found.setdefault(holder, {}).setdefault(table.names[entity], entity)
        return found

    @cached_property
    def _aliases(self) -> frozenset[str]:
        """The names that stand for types of other names."""
        symbols = self._symbols
        types = (entity for entity in range(symbols.table.size) if symbols.kind(entity) in TYPE_KINDS)
        return frozenset(name for entity in types if (name := aliased(self._signatures[entity])))

    @cached_property
    def _signatures(self) -> StringTable:
        return self._symbols.table.strings("signature")
