"""The types below types, and the methods that stand there for others."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.linking.calls.receivers import OWN
from nsccn.graph.meaning.types.access import are_apart
from nsccn.graph.model import IMPLEMENTING
from nsccn.graph.notation.signatures import taken
from nsccn.graph.propagation.heldobjects import LinkedHierarchy

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows


_ASKING: Final = frozenset({"interface", "trait"})
"""Kinds of types whose methods those that take them in may have from elsewhere."""
_MOST_HOLDERS: Final = 200
_MOST_JOINING: Final = 20
"""So many types are asked whether they inherit a method and implement an interface that asks for it."""


class Subtypes:
    """The types below types, and the methods that they override."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self.symbols = symbols
        self._rows = rows
        self.below, self._above = _hierarchy(symbols, rows)
        self._all: dict[int, frozenset[int]] = {}
        self._all_above: dict[int, frozenset[int]] = {}
        self._standing: dict[tuple[int, int], list[int]] = {}
        self._served: dict[tuple[int, int], dict[int, float]] = {}
        self._named: dict[str, dict[int, list[int]]] = {}
        self._beside: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._comes: dict[tuple[int, int, int], bool] = {}
        self._joining = frozenset(filter(self._joins, self._above))
        """The types that inherit from more than one, each with what it runs of its own."""
        self._mixing = frozenset(cls for cls, bases in self._above.items() if len(bases) > 1)
        """The types that inherit from more than one, in any language."""
        self._ways: dict[tuple[int, int], frozenset[int]] = {}

    def implementations(self, target: int, receiver: int) -> list[int]:
        """Return the methods of subtypes of the receiver that stand for the target."""
        found = self._standing.get((target, receiver))
        if found is None:
            symbols = self.symbols
            below = self._of(symbols.same(receiver))
            methods = self._methods(symbols.table.names[target])
            few, many = (below, methods) if len(below) < len(methods) else (methods, below)
            standing = (self._standing_in(methods[holder], target) for holder in few if holder in many)
            found = sorted(method for method in standing if method >= 0 and self._stands_for(target, method))
            self._standing[target, receiver] = found
        return found

    def served(self, target: int, receiver: int) -> dict[int, float]:
        """Return for each method that stands for the target the share of the receiver's subtypes that run it.

        A subtype runs what the nearest type above it has.
        """
        shares = self._served.get((target, receiver))
        if shares is None:
            standing = {self._holder(method): method for method in self.implementations(target, receiver)}
            holders, all_below = frozenset(standing), len(self._of(self.symbols.same(receiver)))
            shares = self._served[target, receiver] = {}
            for holder, method in standing.items():
                below = self._of(holder)
                others = {one for other in below & holders for one in (other, *self._of(other))}
                shares[method] = (1 + len(below - others)) / all_below
        return shares

    def _standing_in(self, methods: list[int], target: int) -> int:
        """Return which of a type's methods of one name stands for another type's; -1 where none takes as many.

        Nor does one that takes what an overload of the other does, or stands in no block that is for the other type.
        """
        symbols = self.symbols
        language = symbols.language(symbols.slot[methods[0]])
        if language is not None and language.implemented:
            return next((method for method in methods if self._is_for(target, method)), -1)
        overloads = self._methods(symbols.table.names[target]).get(self._holder(target), ())
        is_told = len(methods) > 1 or len(overloads) > 1
        language = symbols.language(symbols.slot[target]) if is_told else None
        if language is None or not language.argument_types:
            return methods[0]
        wanted = taken(symbols.definitions[target])
        takes = {method: taken(symbols.definitions[method]) for method in methods}
        counted = [method for method in methods if len(takes[method].parameters) == len(wanted.parameters)]
        if alike := [method for method in counted if takes[method].types == wanted.types]:
            return alike[0]
        others = {taken(symbols.definitions[one]).types for one in overloads}
        return next((method for method in counted if takes[method].types not in others), -1)

    def _is_for(self, target: int, method: int) -> bool:
        """Whether a method stands in a block that implements the type of another: the last that begins above it."""
        symbols = self.symbols
        definition = symbols.definitions[method]
        if IMPLEMENTING not in definition.modifiers:
            return False
        begun = self._begun.get((symbols.slot[method], self._holder(method)), {})
        above = [line for line in begun if line <= definition.name_line]
        return bool(above) and self._holder(target) in begun[max(above)]

    @cached_property
    def _begun(self) -> dict[tuple[int, int], dict[int, frozenset[int]]]:
        """File and type -> what blocks of methods implement for the type, by the lines where these begin."""
        found: dict[tuple[int, int], dict[int, frozenset[int]]] = {}
        stated = self._rows["stated"]
        columns = (stated[name].tolist() for name in ("slot", "subject", "base", "line"))
        for slot, subject, base, line in zip(*columns, strict=True):
            lines = found.setdefault((slot, self.symbols.same(subject)), {})
            lines[line] = lines.get(line, frozenset()) | {self.symbols.same(base)}
        return found

    def beside(self, target: int, receiver: int, source: int) -> set[int]:
        """Return what stands for the target in types that subtypes of the receiver inherit beside it.

        `class Sub(Mixin, Base)`: what is called on a `Base`, `Mixin` may have. Where a method of `Base` calls it on its
        own object, which is the `source` then, that must run for a `Sub`.
        """
        joined = self._joined(target, self.symbols.same(receiver))
        own = self._methods(self.symbols.table.names[source]) if joined and source >= 0 else {}
        found = set[int]()
        for joining, method in joined:
            order = self._linked.order(joining)
            calling = next((own[one][0] for one in order if one in own), source)
            is_run = (
                calling == source
                or self._holder(calling) == self._holder(source)
                or (calling, source) in self._calls
            )
            if is_run:
                found.add(method)
        return found

    def _joined(self, target: int, receiver: int) -> list[tuple[int, int]]:
        """Return the subtypes that inherit beside the receiver what stands for the target, each with that."""
        found = self._beside.get((target, receiver))
        if found is None:
            found = self._beside[target, receiver] = []
            below = self._of(receiver)
            joining = below & self._joining
            methods = self._methods(self.symbols.table.names[target]) if joining else {}
            known = below | self._bases(receiver) | {receiver} if joining else below
            outside = methods.keys() - known
            for one in joining if outside else ():
                holder = next((base for base in self._linked.order(one) if base in methods), receiver)
                if holder in outside and self._stands_for(target, methods[holder][0]):
                    found.append((one, methods[holder][0]))
        return found

    def inherited(self, target: int, receiver: int) -> list[int]:
        """Return the methods by which subtypes of an interface have what it asks for without defining it themselves.

        `class Sub extends Base implements Asked`: what is called on an `Asked`, `Base` may have.
        """
        symbols, receiver = self.symbols, self.symbols.same(receiver)
        language = symbols.language(symbols.slot[target])
        below = self._of(receiver)
        is_asked = symbols.kind(symbols.parent(target)) in _ASKING
        if (
            not is_asked
            or language is None
            or language.implemented
            or language.untyped_objects
            or self._mixing.isdisjoint(below)
        ):
            return []
        methods = self._methods(symbols.table.names[target])
        outside = methods.keys() - below - self._bases(receiver) - {receiver}
        found = []
        for holder in outside if len(outside) <= _MOST_HOLDERS else ():
            joining = sorted(self._of(holder) & below & self._mixing)[:_MOST_JOINING]
            runs = (next(one for one in self._linked.order(cls) if one in methods) for cls in joining)
            method = self._standing_in(methods[holder], target) if holder in runs else -1
            if method >= 0 and self._stands_for(target, method):
                found.append(method)
        return sorted(found)

    def following(self, target: int, cls: int) -> set[int]:
        """Return the methods named as a target which `super` means in a type, for subtypes that inherit more beside it.

        `class Sub(Mixin, Base)`: what `Mixin` calls on `super`, `Base` may have.
        """
        cls = self.symbols.same(cls)
        below = self._of(cls)
        if self._joining.isdisjoint(below):
            return set()
        methods, above = self._methods(self.symbols.table.names[target]), self._bases(cls)
        found = set()
        for joining in below & self._joining:
            order = self._linked.order(joining)
            behind = order[order.index(cls) + 1 :] if cls in order else ()
            holder = next((one for one in behind if one in methods), cls)
            if holder != cls and holder not in above and self._stands_for(target, methods[holder][0]):
                found.add(methods[holder][0])
        return found

    def _joins(self, cls: int) -> bool:
        language = self.symbols.language(self.symbols.slot[cls])
        return len(self._above[cls]) > 1 and language is not None and language.untyped_objects

    def _stands_for(self, target: int, member: int) -> bool:
        """Whether a member of the same name is run in the place of a method or property."""
        symbols = self.symbols
        is_run = symbols.is_property(member) or not symbols.is_property(target)
        return symbols.is_function(member) and is_run and not are_apart(symbols, target, member)

    def comes_to(self, source: int, receiver: int, implementation: int) -> bool:
        """Whether the calling method runs for objects of the subtype: nothing overrides it there, or calls it."""
        holder = self._holder(implementation)
        key = (source, receiver, holder)
        found = self._comes.get(key)
        if found is None:
            own = self._methods(self.symbols.table.names[source])
            named = (one for cls in self._between(receiver, holder) for one in own.get(cls, ()))
            language = self.symbols.language(self.symbols.slot[source])
            has_blocks = language is not None and bool(language.implemented)
            hiding = [one for one in named if not has_blocks or self._is_for(source, one)]
            found = self._comes[key] = not hiding or any((one, source) in self._calls for one in hiding)
        return found

    def _between(self, receiver: int, holder: int) -> frozenset[int]:
        """Return a type and its bases, as far as they are below another."""
        found = self._ways.get((receiver, holder))
        if found is None:
            below = self._of(self.symbols.same(receiver))
            found = self._ways[receiver, holder] = below & (self._bases(holder) | {holder})
        return found

    @cached_property
    def _linked(self) -> LinkedHierarchy:
        return LinkedHierarchy(self.symbols, self._rows)

    @cached_property
    def _ends_of_calls(self) -> tuple[Array, Array]:
        """The callers and callees of all calls of what the repository defines."""
        edges = self._rows["edge"]
        chosen = np.flatnonzero((edges["kind"] == EDGE_NUMBER["CALLS"]) & (edges["target"] >= 0))
        return edges["source"][chosen], edges["target"][chosen]

    @cached_property
    def _calls(self) -> frozenset[tuple[int, int]]:
        """The calls from methods to others of the same name, that call others of their own object."""
        virtual, name_of = self._rows["virtual"], self.symbols.table.name_numbers
        is_caller = np.zeros(len(name_of), bool)
        is_caller[virtual["source"][(virtual["mark"] & OWN) > 0]] = True
        source, target = self._ends_of_calls
        same = np.flatnonzero(is_caller[target] & (name_of[source] == name_of[target]))
        return frozenset(zip(source[same].tolist(), target[same].tolist(), strict=True))

    def is_made(self, cls: int) -> bool:
        """Whether something makes objects of a type itself, in languages that were counted."""
        language = self.symbols.language(self.symbols.slot[cls])
        return language is not None and language.untyped_objects and self.symbols.same(cls) in self._made

    @cached_property
    def _made(self) -> frozenset[int]:
        """The types that are called, or whose constructors are by others than those of subtypes."""
        symbols, (source, target) = self.symbols, self._ends_of_calls
        names, name_of = symbols.table.names, symbols.table.name_numbers
        found = set()
        for called in np.unique(target[name_of[source] != name_of[target]]).tolist():
            language = symbols.language(symbols.slot[called])
            if symbols.is_type(called):
                found.add(symbols.same(called))
            elif language is not None and names[called] in language.constructors:
                found.add(self._holder(called))
        return frozenset(found)

    def _of(self, start: int) -> frozenset[int]:
        """Return all types below a type."""
        found = self._all.get(start)
        if found is None:
            found = self._all[start] = frozenset(_reached(start, self.below)) - {start}
        return found

    def _bases(self, start: int) -> frozenset[int]:
        """Return all types above a type."""
        found = self._all_above.get(start)
        if found is None:
            found = self._all_above[start] = frozenset(_reached(start, self._above))
        return found

    def _holder(self, method: int) -> int:
        return self.symbols.same(self.symbols.owners.get(method, self.symbols.parent(method)))

    def _methods(self, name: str) -> dict[int, list[int]]:
        """Return for each type the members of that name; what is defined outside its type before declarations."""
        found = self._named.get(name)
        if found is None:
            owners = self.symbols.owners
            found = self._named[name] = {}
            for member in sorted(self.symbols.table.named(name), key=lambda one: (one not in owners, one)):
                if not self._is_beside(member):
                    found.setdefault(self._holder(member), []).append(member)
        return found

    def _is_beside(self, member: int) -> bool:
        """Whether a member is a field where a field and a method of one name are two things."""
        language = self.symbols.language(self.symbols.slot[member])
        return language is not None and language.separate_methods and not self.symbols.is_function(member)


def _reached(start: int, onward: dict[int, list[int]]) -> Iterable[int]:
    """Return all that is reached from a type."""
    seen: set[int] = set()
    pending = deque([start])
    while pending:
        for cls in onward.get(pending.popleft(), ()):
            if cls not in seen:
                seen.add(cls)
                pending.append(cls)
    return seen


def _hierarchy(symbols: Symbols, rows: LinkRows) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return for each type the types that name it as a base, and its bases."""
    below: dict[int, list[int]] = {}
    above: dict[int, list[int]] = {}
    subjects, bases = rows.inheritance()
    for subject, base in zip(subjects.tolist(), bases.tolist(), strict=True):
        below.setdefault(symbols.same(base), []).append(symbols.same(subject))
        above.setdefault(symbols.same(subject), []).append(symbols.same(base))
    return below, above
