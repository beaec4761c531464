"""What the objects that travel have: members by the order of resolution, from the columns and rows of all files."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.meaning.answers import Asking
from nsccn.graph.meaning.types.hierarchy import Hierarchy
from nsccn.graph.notation.places import CALLING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows


class HeldObjects:
    """Answers for types what their objects have, and which types are below them."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._hierarchy = LinkedHierarchy(symbols, rows)
        edges = rows["edge"]
        self._is_called = np.zeros(symbols.table.size, bool)
        is_call = (edges["kind"] == EDGE_NUMBER["CALLS"]) & (edges["via"] == 0) & (edges["probability"] >= 1)
        self._is_called[edges["target"][is_call & (edges["target"] >= 0)]] = True
        self._named: dict[str, dict[int, int]] = {}
        self._beginning: dict[str, dict[int, list[int]]] = {}
        self._found: dict[tuple[int, str], int] = {}
        self._families: dict[int, frozenset[int]] = {}

    def member(self, cls: int, name: str) -> int:
        """Return the member of that name of an object, -1 where it has none."""
        found = self._found.get((cls, name))
        if found is None:
            members = self._members(name)
            order = self._hierarchy.order(cls) if members else ()
            found = self._found[cls, name] = next((members[one] for one in order if one in members), -1)
        return found

    def members(self, name: str) -> dict[int, int]:
        """Return the member of that name of the objects of each type that has one, of its own or inherited.

        Only types below several that have one are asked for the order in which members are looked for.
        """
        found: dict[int, int] = {}
        several: set[int] = set()
        for holder, member in self._members(name).items():
            for cls in self.family(holder):
                if cls in found:
                    several.add(cls)
                else:
                    found[cls] = member
        found.update((cls, self.member(cls, name)) for cls in several)
        return found

    def named(self, name: str) -> list[int]:
        """Return the definitions of a name that code names of an object: no variable in it, where it calls methods."""
        symbols = self._symbols
        return [
            one
            for one in symbols.table.named(name)
            if not (symbols.table.implicit[one] and self._is_apart(one))
        ]

    def _is_apart(self, member: int) -> bool:
        """Whether methods, and what is declared to be read, have names of their own."""
        language = self._symbols.language(self._symbols.slot[member])
        return language is not None and language.own_methods

    def order(self, cls: int) -> Sequence[int]:
        """Return a type and its bases in the order in which members are looked for."""
        return self._hierarchy.order(cls)

    def beginning(self, cls: int, prefix: str) -> list[int]:
        """Return the methods of an object whose names begin so, and that nobody calls by their names.

        What is called by a name that is put together is mostly called in no other way.
        """
        methods = self._beginning.get(prefix)
        if methods is None:
            symbols, methods = self._symbols, defaultdict(list)
            for one in symbols.table.beginning(prefix):
                if symbols.is_function(one) and not self._is_called[one]:
                    methods[symbols.same(symbols.owners.get(one, symbols.parent(one)))].append(one)
            self._beginning[prefix] = methods
        found: dict[str, int] = {}
        for base in self._hierarchy.order(cls):
            for one in methods.get(base, ()):
                found.setdefault(self._symbols.table.names[one], one)
        return sorted(found.values())

    def family(self, *types: int) -> frozenset[int]:
        """Return types and all types below them."""
        if len(types) != 1:
            return frozenset().union(*map(self.family, types))
        found = self._families.get(types[0])
        if found is None:
            found = self._families[types[0]] = frozenset(self._below(types[0]))
        return found

    def _below(self, cls: int) -> set[int]:
        found, pending = {cls}, [cls]
        while pending:
            below = [one for one in self._hierarchy.below.get(pending.pop(), ()) if one not in found]
            found.update(below)
            pending += below
        return found

    def _members(self, name: str) -> dict[int, int]:
        """Return for each type its own member of that name: what reading it runs, else the last."""
        found = self._named.get(name)
        if found is None:
            symbols = self._symbols
            named = sorted(self.named(name), key=lambda one: (symbols.is_property(one), one))
            found = {symbols.same(symbols.owners.get(one, symbols.parent(one))): one for one in named}
            if name == CALLING:
                found |= self._called_from_elsewhere(found)
            self._named[name] = found
        return found

    def _called_from_elsewhere(self, known: Mapping[int, int]) -> dict[int, int]:
        """Return the methods by which a base from elsewhere runs objects that are called, without those known."""
        symbols, found = self._symbols, dict[int, int]()
        for name in symbols.calling_of_libraries:
            for cls, method in self._members(name).items():
                if cls in found or not symbols.is_type(cls) or not symbols.is_function(method):
                    continue
                is_own = not known.keys().isdisjoint(self._hierarchy.order(cls))
                if not is_own and self._hierarchy.has_foreign_base(cls, CALLING):
                    found[cls] = method
        return found


class LinkedHierarchy(Hierarchy):
    """The hierarchy that linking found."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        super().__init__(symbols, Asking(), _nothing, _nothing, _nothing)
        self._linked: dict[int, list[int]] = {}
        self.below: dict[int, list[int]] = {}
        subjects, bases = rows.inheritance()
        for subject, base in zip(subjects.tolist(), bases.tolist(), strict=True):
            self._linked.setdefault(symbols.same(subject), []).append(base)
            self.below.setdefault(symbols.same(base), []).append(symbols.same(subject))

    def bases(self, cls: int) -> tuple[int, ...]:
        """Return the direct bases of a type that are in the repository."""
        return tuple(self._linked.get(self.symbols.same(cls), ()))


def _nothing(_scope: int, _expression: str) -> None:
    """Bases are known; no expression is asked for them."""
