"""Calls of functions and objects that travelled there: what each place may hold, followed over the rows of all files.

Functions go from place to place along the flows, whatever the order of the code and whoever calls; see `spreading`.
Places are numbers here (`placenames`): this runs anew after each edit that changes a way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from nsccn.arrays import listed
from nsccn.graph.definitions.shapes import leaves_work
from nsccn.graph.fileroles import is_test_path
from nsccn.graph.linking.uses.operators import LEFT_TO_SUBTYPES
from nsccn.graph.notation.keys import asks_for_member
from nsccn.graph.notation.places import OF_SUBTYPES
from nsccn.graph.propagation.derived import DerivedCalls
from nsccn.graph.propagation.hardlyrun import less_for_itself
from nsccn.graph.propagation.heldobjects import HeldObjects
from nsccn.graph.propagation.keptspread import Spread
from nsccn.graph.propagation.liveflows import live
from nsccn.graph.propagation.placenames import (
    HOLDER_SHIFT,
    NAME_MASK,
    PlaceNames,
    place_numbers,
    used_numbers,
)
from nsccn.graph.propagation.spreading import BY_OPERATOR, Held, Spreading
from nsccn.graph.propagation.together import by_callers

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linknames import LinkNames
    from nsccn.graph.linking.linkrows import Columns, LinkRows


def travelled_calls(
    symbols: Symbols, rows: LinkRows, before: Spread | None = None
) -> tuple[DerivedCalls, Spread]:
    """Return the calls of what places hold, and what they hold.

    Args:
        symbols: of all files.
        rows: of all files.
        before: what places held before an update that left types and parameters as they were, in today's numbers.
    """
    flow, invoked = rows["flow"], rows["invoked"]
    matters = live(rows, symbols)
    flow = {name: column[matters.flows] for name, column in flow.items()}
    invoked = {name: column[matters.invoked] for name, column in invoked.items()}
    source, target = _distinct_pairs(
        place_numbers(flow["source"], flow["source_name"]), place_numbers(flow["target"], flow["target_name"])
    )
    asked, asked_of = np.unique(place_numbers(invoked["holder"], invoked["name"]), return_inverse=True)
    if before is not None and before.is_of(source, target, asked):
        spread = before
    else:
        held = _held(symbols, rows, source, target, asked)
        spread = Spread(
            source,
            target,
            asked,
            np.array([len(one.functions) for one in held], np.int64),
            np.array([function for one in held for function in one.functions], np.int64),
            np.array([via for one in held for via in one.vias], np.uint8),
            np.array([share for one in held for share in one.shares], np.float64),
        )
    is_member = _asks_for_member(rows.names, invoked["name"])
    is_left = _left_to_objects(symbols, rows.names, invoked)
    return _calls(symbols, invoked, is_member, is_left, asked_of, spread), spread


def _held(symbols: Symbols, rows: LinkRows, source: Array, target: Array, asked: Array) -> list[Held]:
    """Return what a call of each of the places that are asked may run, by the flows."""
    names, ranks = _ranked(rows.names, tuple(part & NAME_MASK for part in (source, target, asked)))
    source, target, asked = (
        place_numbers(part >> HOLDER_SHIFT, ranks[part & NAME_MASK]) for part in (source, target, asked)
    )
    spread = Spreading(symbols, PlaceNames(names), HeldObjects(symbols, rows))
    spread.connect(source, target)
    spread.expect(sorted(asked.tolist()))
    spread.run()
    return [spread.callees(place) for place in asked.tolist()]


def _asks_for_member(names: LinkNames, used: Array) -> Array:
    """Return which of the names of places ask an object for a member that it was given under that name."""
    numbers, number_of = np.unique(used, return_inverse=True)
    found: Array = np.array([asks_for_member(names[number]) for number in numbers.tolist()], np.bool_)[
        number_of
    ]
    return found


def _of_tests(symbols: Symbols, caller: Array, callee: Array, among: Array) -> Array:
    """Return which calls would run, from outside of tests, what tests put in the place of what is run there."""
    rows = np.flatnonzero(among)
    sources, targets = ([symbols.slot[one] for one in part[rows].tolist()] for part in (caller, callee))
    tests = {slot for slot in {*sources, *targets} if is_test_path(symbols.paths[slot])}
    found = np.zeros(len(caller), np.bool_)
    found[rows] = [
        target in tests and source not in tests for source, target in zip(sources, targets, strict=True)
    ]
    return found


def _left_to_objects(symbols: Symbols, names: LinkNames, invoked: Columns) -> Array:
    """Return which calls are of a method that a type only declares, and that objects have which are written out."""
    found: Array = np.zeros(len(invoked["name"]), np.bool_)
    numbers = np.unique(invoked["name"]).tolist()
    rows = np.flatnonzero(np.isin(invoked["name"], [one for one in numbers if names[one] == OF_SUBTYPES]))
    found[rows] = [symbols.is_function(one) for one in invoked["holder"][rows].tolist()]
    return found


def _calls(
    symbols: Symbols,
    invoked: Columns,
    is_member: Array,
    is_left_to_objects: Array,
    asked_of: Array,
    spread: Spread,
) -> DerivedCalls:
    """Return one call for each call of a place and each function in it."""
    run = np.unique(spread.function[spread.via == BY_OPERATOR]).tolist()
    left = [one for one in run if leaves_work(symbols, one)]
    is_left = np.isin(spread.function, left) & (spread.via == BY_OPERATOR)
    share = np.where(is_left, LEFT_TO_SUBTYPES, spread.share)
    calls, picked = listed(asked_of, spread.counts)
    among = is_member | is_left_to_objects
    stands_in = _of_tests(symbols, invoked["caller"][calls], spread.function[picked], among[calls])
    calls, picked = calls[~stands_in], picked[~stands_in]
    caller, callee = invoked["caller"][calls], spread.function[picked]
    likely = by_callers(symbols, caller, callee, share[picked])
    is_unnamed = (
        (invoked["holder"][calls] != callee) & (spread.via[picked] != BY_OPERATOR) & ~is_member[calls]
    )
    return DerivedCalls(
        caller,
        callee,
        less_for_itself(symbols, caller, callee, likely, among=is_unnamed),
        invoked["slot"][calls],
        invoked["line"][calls],
        spread.via[picked],
    )


def _distinct_pairs(source: Array, target: Array) -> tuple[Array, Array]:
    order = np.lexsort((target, source))
    source, target = source[order], target[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (np.diff(source) != 0) | (np.diff(target) != 0)
    return source[is_first], target[is_first]


def _ranked(names: LinkNames, used: Sequence[Array]) -> tuple[list[str], Array]:
    """Return the names that are used, sorted, and for each number of a name its place among them."""
    numbers = used_numbers(len(names), used)
    numbers.sort(key=names.__getitem__)
    ranks = np.zeros(len(names), np.int64)
    ranks[numbers] = np.arange(len(numbers))
    return [names[number] for number in numbers], ranks
