"""The calls that errors take: of what the code names, and of what overrides that.

What an override lets escape escapes from who calls what it overrides, unless it is caught around that call.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.arrays import ranges, stable_order

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import Columns
    from nsccn.graph.propagation.derived import DerivedCalls

_CALLER_SHIFT: Final = 32
_LEAST: Final = 0.1
"""Errors take no call that is less likely: that of one override among more than ten says too little."""


def calls_of_errors(calls: Columns, overridden: DerivedCalls, named: Array) -> Columns:
    """Return the rows of calls, and behind them those of overrides, with the way of each.

    Args:
        calls: that name what they run.
        overridden: the calls of overrides.
        named: what the code names in each of these.
    """
    numbers, called = _around(calls, overridden, named)
    more = {name: column[called] for name, column in calls.items()}
    more |= {"callee": overridden.target[numbers], "probability": overridden.probability[numbers]}
    rows = {name: np.concatenate([column, more[name].astype(column.dtype)]) for name, column in calls.items()}
    return rows | {"via": np.concatenate([np.zeros(len(calls["caller"])), overridden.via[numbers]])}


def _around(calls: Columns, overridden: DerivedCalls, named: Array) -> tuple[Array, Array]:
    """Return the likely calls of overrides, each with each row of the same caller and what it names."""
    likely = np.flatnonzero((overridden.probability >= _LEAST) & (overridden.source != overridden.target))
    order = np.flatnonzero(np.isin(calls["callee"], named[likely]))
    order = order[stable_order(_pairs(calls["caller"][order], calls["callee"][order]))]
    known = _pairs(calls["caller"][order], calls["callee"][order])
    wanted = _pairs(overridden.source[likely], named[likely])
    starts = np.searchsorted(known, wanted)
    sizes = np.searchsorted(known, wanted, side="right") - starts
    return np.repeat(likely, sizes), order[ranges(starts, sizes)]


def _pairs(caller: Array, callee: Array) -> Array:
    return (caller.astype(np.int64) << _CALLER_SHIFT) | callee
