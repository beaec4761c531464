"""The flows that matter: along which a function may come to a place where somebody calls what it holds.

Nearly all flows carry nothing that is called, or lead nowhere. Which these are is found for all flows at once, with
whatever would need a closer look counted as mattering; so `functionvalues` has few to look at one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nsccn.graph.places import DECORATED, ELEMENT, GIVEN, base

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.arrays import Array
    from nsccn.graph.linkrows import LinkRows


class Live(NamedTuple):
    """Rows of `flow` and `invoked` by their positions."""

    flows: Array
    invoked: Array


def live(rows: LinkRows, functions: Sequence[int]) -> Live:
    """Return the flows and calls that matter; `functions` marks the entities that are functions."""
    flow, invoked = rows["flow"], rows["invoked"]
    is_function = np.frombuffer(bytes(functions), np.uint8).astype(bool)
    shape = _shape(rows.names, (flow["source_name"], flow["target_name"], invoked["name"]))
    keys = [
        _keys(flow["source"], shape.stem[flow["source_name"]]),
        _keys(flow["target"], shape.stem[flow["target_name"]]),
        _keys(invoked["holder"], shape.stem[invoked["name"]]),
    ]
    nodes, numbers = np.unique(np.concatenate(keys), return_inverse=True)
    source, target, called = np.split(numbers.reshape(-1), [len(keys[0]), 2 * len(keys[0])])
    holder, name = nodes >> 32, nodes & 0xFFFFFFFF
    constant = (shape.form == _EMPTY)[name] & is_function[holder]
    travels = np.zeros(len(is_function), bool)
    travels[holder[source[constant[source]]]] = True
    derived, bases = _derived(nodes, holder, name, shape.base)
    reached = travels[holder] & ~constant
    reached[target[constant[source]]] = True
    _spread(reached, np.concatenate([source, bases]), np.concatenate([target, derived]))
    wanted = (shape.form == _ARGUMENT)[name] | (travels[holder] & (shape.form == _RESULT)[name])
    wanted[called] = True
    wanted[bases] = True
    _spread(wanted, target, source)
    matters = (constant[source] | reached[source]) & wanted[target]
    return Live(np.flatnonzero(matters), np.flatnonzero(constant[called] | reached[called]))


_EMPTY, _ARGUMENT, _RESULT, _OTHER = range(4)


class _Shape(NamedTuple):
    """What names look like, by their numbers."""

    form: Array
    stem: Array
    """The number of the name without what tells elements and parameters of decorators apart."""
    base: Array
    """The stem of the name from which it is derived; -1 where it is from none."""


def _shape(names: Sequence[str], used: Sequence[Array]) -> _Shape:
    form = np.full(len(names), _OTHER, np.uint8)
    stem, above = np.arange(len(names)), np.full(len(names), -1)
    numbers = {names[number]: number for number in np.unique(np.concatenate(used)).tolist()}
    for name, number in numbers.items():
        if not name:
            form[number] = _EMPTY
        elif name[-1] in ")]@" or GIVEN in name:
            bare = _bare(name)
            stem[number] = numbers.get(bare, number)
            of, token = base(bare)
            if token:
                form[number] = _ARGUMENT if token.startswith(GIVEN) else _RESULT
                above[number] = numbers.get(_bare(of), -1)
    return _Shape(form, stem, above)


def _bare(name: str) -> str:
    while name.endswith((ELEMENT, DECORATED)) and name != DECORATED:
        name = name.removesuffix(ELEMENT).removesuffix(DECORATED)
    return name


def _derived(nodes: Array, holder: Array, name: Array, base_of: Array) -> tuple[Array, Array]:
    """Return the nodes that are derived from others, and these."""
    derived = np.flatnonzero(base_of[name] >= 0)
    keys = _keys(holder[derived], base_of[name[derived]])
    places = np.minimum(np.searchsorted(nodes, keys), len(nodes) - 1)
    known = nodes[places] == keys
    return derived[known], places[known]


def _keys(holder: Array, name: Array) -> Array:
    return (holder.astype(np.int64) << 32) | name.astype(np.int64)


def _spread(marked: Array, source: Array, target: Array) -> None:
    """Mark what is reached from what is marked."""
    while True:
        fresh = target[marked[source] & ~marked[target]]
        if not len(fresh):
            return
        marked[fresh] = True
