"""The flows that matter: along which a function or object may come to a place where somebody calls what it holds.

Nearly all flows carry nothing that is called, or lead nowhere. Which these are is found for all flows at once, with
whatever would need a closer look counted as mattering; so `functionvalues` has few to look at one by one.
"""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import distinct
from nsccn.graph.computed import ANY
from nsccn.graph.placenames import HOLDER_SHIFT, NAME_MASK, place_numbers, used_numbers
from nsccn.graph.places import (
    ADVANCING,
    CALLING,
    DECORATED,
    ELEMENT,
    GIVEN,
    MEMBER,
    OWN,
    RESULT_OF,
    STORED,
    base,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.arrays import Array
    from nsccn.graph.linkrows import LinkRows
    from nsccn.graph.symbols import Symbols


class Live(NamedTuple):
    """Rows of `flow` and `invoked` by their positions."""

    flows: Array
    invoked: Array


def live(rows: LinkRows, symbols: Symbols) -> Live:
    """Return the flows and calls that matter."""
    flow, invoked = rows["flow"], rows["invoked"]
    shape = _shape(rows.names, (flow["source_name"], flow["target_name"], invoked["name"]))
    subtypes, bases = rows.inheritance()
    graph = _Graph(
        symbols,
        shape,
        (bases, subtypes),
        place_numbers(flow["source"], shape.stem[flow["source_name"]]),
        place_numbers(flow["target"], shape.stem[flow["target_name"]]),
        place_numbers(invoked["holder"], shape.stem[invoked["name"]]),
    )
    reached = graph.reached(np.arange(len(shape.members)))
    used = np.unique(shape.member[graph.name[graph.derived[reached[graph.bases]]]])
    reached = graph.reached(
        np.union1d(used[used >= 0], range(len(_UNNAMED)))
    )  # once more, with the members that objects are asked for
    wanted = graph.wanted(reached)
    constant = graph.constant
    matters = (constant[graph.source] | reached[graph.source]) & wanted[graph.target]
    return Live(np.flatnonzero(matters), np.flatnonzero(constant[graph.called] | reached[graph.called]))


class _Graph:
    """Places as nodes, told by holder and name, and the flows between them."""

    def __init__(
        self,
        symbols: Symbols,
        shape: _Shape,
        inherited: tuple[Array, Array],
        source: Array,
        target: Array,
        called: Array,
    ) -> None:
        """`inherited` are bases with those that inherit from them."""
        self._symbols = symbols
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
        self._form, self._is_whole = form, form == _EMPTY
        self._own = (form == _OWN) & self._is_type[self.holder]
        self.constant = np.zeros(len(nodes), bool)
        self._travels = self._is_member = np.zeros(len(self._is_type), bool)

    def reached(self, members: Array) -> Array:
        """Return the nodes that functions or objects may come to, where objects are asked for these members."""
        shape = self._shape
        self._is_member = self._named(members)
        travels = self._is_function | self._with_members()
        is_value = self._is_whole | ((self._form == _OBJECT) & self._is_type[self.holder])
        self.constant = is_value & travels[self.holder]
        is_stored = self._named(members[shape.is_stored[members]])
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
        found[asked] = self._form[asked] == _ARGUMENT
        found[self.bases[reached[self.bases]]] = True
        found |= self._travels[self.holder] & ((self._form == _RESULT) | (self._form == _OBJECT))
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

    def _named(self, members: Array) -> Array:
        """Return which entities have one of some names."""
        entities, number_of = self._members
        chosen, found = np.zeros(len(self._shape.members), bool), np.zeros(len(self._is_function), bool)
        chosen[members] = True
        found[entities[chosen[number_of]]] = True
        return found

    @cached_property
    def _members(self) -> tuple[Array, Array]:
        """The entities that have the name of a member, and the number of that name."""
        table = self._symbols.table
        named = [
            table.beginning(name[:-1]) if name.endswith(ANY) else table.named(name)
            for name in self._shape.members
        ]
        counts = [len(entities) for entities in named]
        return np.array(list(chain.from_iterable(named)), np.int64), np.repeat(np.arange(len(named)), counts)


_UNNAMED: Final = (CALLING, ADVANCING)
"""Members that run without being named."""
_EMPTY, _ARGUMENT, _RESULT, _OBJECT, _OWN, _OTHER = range(6)


_DERIVED: Final = re.compile(r"[().=@\]]")
"""What stands in every name but those of variables."""


def _marked(marks: Sequence[int]) -> Array:
    return np.frombuffer(bytes(marks), np.uint8).astype(bool)


class _Shape(NamedTuple):
    """What names look like, by their numbers."""

    form: Array
    stem: Array
    """The number of the name without what tells elements and parameters of decorators apart."""
    base: Array
    """The stem of the name from which it is derived; -1 where it is from none."""
    member: Array
    """The number of the member that it is of its base; -1 where it is none."""
    members: list[str]
    """The names of members, by number."""
    is_stored: Array
    """Which of them objects are given."""


def _shape(names: Sequence[str], used: Sequence[Array]) -> _Shape:
    numbers = {names[number]: number for number in used_numbers(len(names), used)}
    form, stem, above = {}, {number: number for number in numbers.values()}, {}
    members = {name: number for number, name in enumerate(_UNNAMED)}
    member: dict[int, int] = {}
    stored = dict.fromkeys(members.values(), False)
    pending = [name for name in numbers if name in ("", OWN) or _DERIVED.search(name)]
    while pending:
        name = pending.pop()
        number = numbers[name]
        form[number], bare, of, token = _parsed(name)
        for one in (bare, of) if token else (bare,):
            if one not in numbers:
                numbers[one] = len(names) + len(numbers)
                pending.append(one)
        stem[number] = numbers[bare]
        if token:
            above[number] = numbers[of]
            if token[0] in (MEMBER, STORED):
                member[number] = members.setdefault(token[1:], len(members))
                stored[member[number]] = token[0] == STORED or stored.get(member[number], False)
    size = max(numbers.values(), default=-1) + 1
    return _Shape(
        _column(form, size, _OTHER),
        _column(stem, size, 0),
        _column(above, size, -1),
        _column(member, size, -1),
        list(members),
        np.array([stored[number] for number in range(len(members))], bool),
    )


def _column(values: dict[int, int], size: int, filler: int) -> Array:
    column = np.full(size, filler, np.int64)
    column[list(values)] = list(values.values())
    return column


@lru_cache(maxsize=1 << 17)
def _parsed(name: str) -> tuple[int, str, str, str]:
    """Return the form of a name, its stem, and the stem that it is derived from, and how."""
    bare = _bare(name)
    of, token = base(bare)
    return _form(name, bare, token), bare, _bare(of), token


def _form(name: str, bare: str, token: str) -> int:
    if not name:
        return _EMPTY
    if name == RESULT_OF:
        return _OBJECT
    if bare == OWN or bare.startswith(OWN + MEMBER):
        return _OWN
    if token.startswith((GIVEN, STORED)):
        return _ARGUMENT
    return _RESULT if token == RESULT_OF else _OTHER


def _bare(name: str) -> str:
    while name.endswith((ELEMENT, DECORATED)) and name != DECORATED:
        name = name.removesuffix(ELEMENT).removesuffix(DECORATED)
    return name


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
