"""The bases of types, the order in which their members are looked for, and the members found that way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nsccn.graph.symbols import Symbols


LONGEST_ORDER: Final = 256
"""Types of a resolution order; what a hierarchy holds beyond them is not looked at."""


class Hierarchy:
    """Types and what they inherit from, as far as it is in the repository."""

    def __init__(self, symbols: Symbols, named: Callable[[int, str], int | None]) -> None:
        """`named` gives the type that an expression in a scope names."""
        self._symbols = symbols
        self._named = named
        self._orders: dict[int, tuple[int, ...]] = {}
        self._bases: dict[int, tuple[int, ...]] = {}
        self.extra_bases: dict[int, list[int]] = {}
        """Type -> bases that are stated apart from it; whoever adds to them calls `forget`."""

    def forget(self) -> None:
        """Drop all answers; called when bases become known."""
        self._orders.clear()
        self._bases.clear()

    def bases(self, cls: int) -> tuple[int, ...]:
        """Return the direct bases of a type that are in the repository."""
        if cls in self._bases:
            return self._bases[cls]
        self._bases[cls] = ()
        symbols = self._symbols
        found = [base for base in reversed(self.extra_bases.get(cls, ())) if base != cls]
        for part in symbols.parts(cls):
            scope = max(symbols.parent(part), symbols.first[symbols.slot[part]])
            for text in symbols.definitions[part].bases:
                entity = self._named(scope, text.replace("[]", "").removesuffix("()"))
                if entity is not None and entity != cls:
                    found.append(entity)
        found = list(dict.fromkeys(found))
        self._bases[cls] = tuple(found)
        return self._bases[cls]

    def order(self, cls: int) -> tuple[int, ...]:
        """Return the method resolution order: C3 where it exists, else breadth first."""
        cls = self._symbols.same(cls)
        for entity in self._from_above(cls):
            self._orders[entity] = (entity,)  # what a circle of bases sees of it
            self._orders[entity] = self._linearised(entity)
        return self._orders[cls]

    def _from_above(self, cls: int) -> list[int]:
        """Return the type and its bases whose order is not known, bases first; a chain may be of any length."""
        found: list[int] = []
        seen = {cls}
        pending = [] if cls in self._orders else [(cls, iter(self.bases(cls)))]
        while pending:
            entity, bases = pending[-1]
            base = next((base for base in map(self._symbols.same, bases) if base not in seen), None)
            if base is None:
                found.append(entity)
                pending.pop()
            elif base not in self._orders:
                seen.add(base)
                pending.append((base, iter(self.bases(base))))
            else:
                seen.add(base)
        return found

    def _linearised(self, cls: int) -> tuple[int, ...]:
        bases = self.bases(cls)
        orders = [self._orders.get(self._symbols.same(base), (base,)) for base in bases]
        if len(bases) == 1:
            return (cls, *(base for base in orders[0][: LONGEST_ORDER - 1] if base != cls))
        merged = _merge([list(order) for order in orders] + [list(bases)])
        order = (cls, *merged) if merged is not None else _breadth_first(cls, self.bases)
        return order[:LONGEST_ORDER]

    def class_member(
        self, cls: int, name: str, *, functions: bool | None = None, skip: int = 0
    ) -> tuple[int, ...]:
        """Return the members of that name on the first class of the resolution order that has them."""
        for base in self.order(cls)[skip:]:
            found = wanted(self._symbols, self._symbols.member(base, name), functions=functions)
            if found:
                return found
        return ()

    def called_or_read(self, cls: int, name: str, *, called: bool, skip: int = 0) -> tuple[int, ...]:
        """Return the members of that name, of those kinds first that a call, or a read, means."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is not None and language.separate_methods:
            found = self.class_member(cls, name, functions=called, skip=skip)
            if found:
                return found
        return self.class_member(cls, name, skip=skip)


def wanted(symbols: Symbols, found: tuple[int, ...], *, functions: bool | None) -> tuple[int, ...]:
    """Return the functions among entities, or all others; None for all."""
    if functions is None or not found:
        return found
    return tuple(entity for entity in found if symbols.is_function(entity) == functions)


def _merge(sequences: list[list[int]]) -> list[int] | None:
    """The merge of C3 linearisation (Barrett et al. 1996); None where the hierarchy is inconsistent."""
    merged: list[int] = []
    pending = [sequence for sequence in sequences if sequence]
    while pending:
        for sequence in pending:
            head = sequence[0]
            if not any(head in other[1:] for other in pending):
                break
        else:
            return None
        merged.append(head)
        pending = [rest for sequence in pending if (rest := [item for item in sequence if item != head])]
    return merged


def _breadth_first(cls: int, bases: Callable[[int], tuple[int, ...]]) -> tuple[int, ...]:
    order: dict[int, None] = {}
    pending = deque([cls])
    while pending:
        entity = pending.popleft()
        if entity not in order:
            order[entity] = None
            pending.extend(bases(entity))
    return tuple(order)
