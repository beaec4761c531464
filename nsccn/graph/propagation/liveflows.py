"""The flows that matter: along which a function or object may come to a place where somebody calls what it holds.

Nearly all flows carry nothing that is called, or lead nowhere. Which these are is found for all flows at once, with
whatever would need a closer look counted as mattering; so `functionvalues` has few to look at one by one.
"""

from __future__ import annotations

from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nsccn.arrays import distinct
from nsccn.graph.linking.linknames import ARGUMENT, EMPTY, ITSELF, OBJECT, RESULT, UNNAMED
from nsccn.graph.notation.marks import ANY
from nsccn.graph.notation.places import CALLING
from nsccn.graph.propagation.placenames import HOLDER_SHIFT, NAME_MASK, place_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linknames import LinkNames, Shape
    from nsccn.graph.linking.linkrows import LinkRows


class Live(NamedTuple):
    """Rows of `flow` and `invoked` by their positions."""

    flows: Array
    invoked: Array


def live(rows: LinkRows, symbols: Symbols) -> Live:
    """Return the flows and calls that matter."""
    flow, invoked = rows["flow"], rows["invoked"]
    shape = rows.names.shape()
    subtypes, bases = rows.inheritance()
    graph = _Graph(
        symbols,
        rows.names,
        shape,
        (bases, subtypes),
        place_numbers(flow["source"], shape.stem[flow["source_name"]]),
        place_numbers(flow["target"], shape.stem[flow["target_name"]]),
        place_numbers(invoked["holder"], shape.stem[invoked["name"]]),
    )
    reached = graph.reached(graph.members)
    asked = graph.derived[reached[graph.bases]]
    reached = graph.reached(graph.members_of(asked))  # once more, with the members that objects are asked for
    wanted = graph.wanted(reached)
    constant = graph.constant
    matters = (constant[graph.source] | reached[graph.source]) & wanted[graph.target]
    return Live(np.flatnonzero(matters), np.flatnonzero(constant[graph.called] | reached[graph.called]))


class _Graph:
    """Places as nodes, told by holder and name, and the flows between them."""

    def __init__(
        self,
        symbols: Symbols,
        names: LinkNames,
        shape: Shape,
        inherited: tuple[Array, Array],
        source: Array,
        target: Array,
        called: Array,
    ) -> None:
        """`inherited` are bases with those that inherit from them."""
        self._symbols = symbols
        self._names = names
        self._unnamed = [names.number(name) for name in UNNAMED]
        self._inherited = inherited
        self._shape = shape
        nodes = _with_bases(distinct(np.concatenate([source, target, called])), shape.base)
        self.source, self.target, self.called = (
            np.searchsorted(nodes, part) for part in (source, target, called)
        )
        self.holder, self.name = nodes >> HOLDER_SHIFT, nodes & NAME_MASK
        self.derived = np.flatnonzero(shape.base[self.name] >= 0)
        self.bases = np.searchsorted(
            nodes, place_numbers(self.holder[self.derived], shape.base[self.name[self.derived]])
        )
        self._is_function, self._is_type = _marked(symbols.table.functions), _marked(symbols.table.types)
        self._parent = np.frombuffer(symbols.table.parent, np.int32)
        form = shape.form[self.name]
        self._form, self._is_whole = form, form == EMPTY
        self._own = (form == ITSELF) & self._is_type[self.holder]
        self.constant = np.zeros(len(nodes), bool)
        self._travels = self._is_member = np.zeros(len(self._is_type), bool)

    def reached(self, members: Array) -> Array:
        """Return the nodes that functions or objects may come to, where objects are asked for these members."""
        self._is_member = self._named(members)
        travels = self._is_function | self._with_members()
        is_value = self._is_whole | ((self._form == OBJECT) & self._is_type[self.holder])
        self.constant = is_value & travels[self.holder]
        is_stored = self._named(np.intersect1d(members, self._stored))
        self._travels = self._is_member & self._is_function
        self._travels[self.holder[self.source[self.constant[self.source]]]] = True
        found: Array = (
            self._travels[self.holder] | (self._is_whole & is_stored[self.holder])
        ) & ~self.constant
        found[self.target[self.constant[self.source]]] = True
        found |= self._own
        _spread(
            found,
            np.concatenate([self.source, self.bases]),
            np.concatenate([self.target, self.derived]),
        )
        return found

    def wanted(self, reached: Array) -> Array:
        """Return the nodes from which there is a way to a call of what they hold."""
        asked = self.derived[reached[self.bases]]
        found = np.zeros(len(self.name), bool)
        found[asked] = self._form[asked] == ARGUMENT
        found[self.bases[reached[self.bases]]] = True
        found |= self._travels[self.holder] & ((self._form == RESULT) | (self._form == OBJECT))
        found |= self._is_whole & self._is_member[self.holder]
        found[self.called] = True
        _spread(found, self.target, self.source)
        return found

    def _with_members(self) -> Array:
        """Return the types whose objects have a member that is asked for."""
        found = np.zeros(len(self._is_type), bool)
        found[self._parent[self._is_member & (self._parent >= 0)]] = True
        found &= self._is_type
        _spread(found, *self._inherited)
        return found

    @cached_property
    def members(self) -> Array:
        """The names of members that any object is asked for, by their numbers."""
        return self.members_of(self.derived)

    def members_of(self, nodes: Array) -> Array:
        """Return the names of members that nodes are of others, and of those that run without being named."""
        found = np.unique(self._shape.member[self.name[nodes]])
        return np.union1d(found[found >= 0], self._unnamed)

    @cached_property
    def _stored(self) -> Array:
        """The names of members that objects are given."""
        names = np.unique(self.name[self.derived])
        return self._shape.member[names[self._shape.is_stored[names]]]

    def _named(self, members: Array) -> Array:
        """Return which entities have one of some names."""
        entities, number_of = self._entities
        chosen, found = np.zeros(len(self._names), bool), np.zeros(len(self._is_function), bool)
        chosen[members] = True
        found[entities[chosen[number_of]]] = True
        return found

    @cached_property
    def _entities(self) -> tuple[Array, Array]:
        """The entities that have the name of a member, and the number of that name."""
        table = self._symbols.table
        names = [self._names[number] for number in self.members.tolist()]
        named = [table.beginning(name[:-1]) if name.endswith(ANY) else table.named(name) for name in names]
        if CALLING in names:
            others = (table.named(name) for name in self._symbols.calling_of_libraries)
            named[names.index(CALLING)] = [*named[names.index(CALLING)], *chain.from_iterable(others)]
        counts = [len(entities) for entities in named]
        return np.array(list(chain.from_iterable(named)), np.int64), np.repeat(self.members, counts)


def _marked(marks: Sequence[int]) -> Array:
    return np.frombuffer(bytes(marks), np.uint8).astype(bool)


def _with_bases(nodes: Array, base_of: Array) -> Array:
    """Add the nodes from which others are derived."""
    fresh, parts = nodes, [nodes]
    while len(fresh):
        bases = base_of[fresh & NAME_MASK]
        known = bases >= 0
        fresh = distinct(place_numbers(fresh[known] >> HOLDER_SHIFT, bases[known]))
        parts.append(fresh)
    return distinct(np.concatenate(parts))


def _spread(marked: Array, source: Array, target: Array) -> None:
    """Mark what is reached from what is marked."""
    while True:
        fresh = target[marked[source] & ~marked[target]]
        if not len(fresh):
            return
        marked[fresh] = True
