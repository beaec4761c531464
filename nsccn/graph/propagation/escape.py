"""Which errors escape from which function, and to which callers.

An error escapes a call unless a handler around the call catches its type or a base of it. What a function without a
name raises is its owner's, and goes no further where nothing says that the owner runs it (`DETACHED`). Sets of error
types are rows of bits; the callers of a function are visited again only while something new escapes to them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import ranges, stable_order
from nsccn.graph.linking.linkrows import DETACHED, EVERYTHING

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns, LinkRows

CATCHES: Final = "link.catches"
"""How the names of the arrays begin that say what each set of handlers catches."""
OVERRIDING: Final = "link.overriding"
"""The same of those that have the calls of overrides from which an error escapes."""
_FOLLOWED: Final = ("caller", "callee", "caught")
_LONGEST_CHAIN: Final = 40
_BITS: Final = 64


class Escapes(NamedTuple):
    """Numbers of rows: of `raise` and of calls those that let an error pass, and those around which one is caught."""

    raised: Array
    through: Array
    raised_and_caught: Array
    caught: Array
    catches: dict[str, Array]
    """Which raised errors each set of handlers catches: their numbers in compressed rows, as arrays by name."""
    overriding: dict[str, Array]
    """The calls of overrides from which an error escapes, as arrays by name."""


def escapes(symbols: Symbols, rows: LinkRows, calls: Columns) -> Escapes:
    """Return which raised errors leave their function, and which calls let errors of others through.

    Args:
        symbols: of all files.
        rows: of all files.
        calls: the rows of calls, and behind them those of overrides.
    """
    raised = rows["raise"]
    if not len(raised["error"]):
        nothing = np.zeros(0, np.int64)
        offsets = np.zeros(len(rows.caught) + 1, np.int32)
        catches = _named(offsets, nothing.astype(np.int32))
        return Escapes(nothing, nothing, nothing, nothing, catches, _overriding(calls, nothing))
    errors = _ErrorTypes(symbols, rows)
    passing = ~errors.caught()
    held = np.array([DETACHED in handled for handled in rows.caught], np.bool_)
    escaping = np.zeros((symbols.table.size, passing.shape[1]), np.uint64)
    bits = errors.bits(raised["error"])
    leaving = bits & passing[raised["caught"]]
    starting = np.flatnonzero(~held[raised["caught"]])
    np.bitwise_or.at(escaping, raised["function"][starting], leaving[starting])
    spreading = passing.copy()
    spreading[held] = 0
    _spread(escaping, calls["caller"], calls["callee"], spreading[calls["caught"]])
    leaves = _has_any(leaving)
    reached = np.flatnonzero(_has_any(escaping)[calls["callee"]])
    arriving = escaping.take(calls["callee"][reached], 0)
    through = arriving & passing.take(calls["caught"][reached], 0)
    return Escapes(
        np.flatnonzero(leaves),
        reached[_has_any(through)],
        np.flatnonzero(~leaves),
        reached[_has_any(through ^ arriving)],
        errors.listed(passing),
        _overriding(calls, reached[reached >= len(rows["call"]["caller"])]),
    )


def _has_any(rows: Array) -> Array:
    """Tell for each row whether it has a bit; a handful of columns is looked at column by column."""
    found = np.zeros(len(rows), np.bool_)
    for column in rows.T:
        found |= column != 0
    return found


def _overriding(calls: Columns, numbers: Array) -> dict[str, Array]:
    return {f"{OVERRIDING}.{name}": calls[name][numbers] for name in _FOLLOWED}


def _named(offsets: Array, errors: Array) -> dict[str, Array]:
    return {f"{CATCHES}.offsets": offsets, f"{CATCHES}.errors": errors}


def _spread(escaping: Array, caller: Array, callee: Array, passing: Array) -> None:
    """Let what escapes from callees escape from their callers, until nothing changes."""
    order = stable_order(callee)
    bounds = np.searchsorted(callee[order], np.arange(len(escaping) + 1))
    caller, passing = caller[order], passing.take(order, 0)
    active = np.flatnonzero(_has_any(escaping))
    is_reached = np.zeros(len(escaping), np.bool_)
    while len(active):
        start = bounds.take(active)
        counts = bounds.take(active + 1) - start
        calls = ranges(start, counts)
        reached = caller.take(calls)
        arriving = np.repeat(escaping.take(active, 0), counts, axis=0)
        arriving &= passing.take(calls, 0)
        arriving &= ~escaping.take(reached, 0)
        is_new = np.flatnonzero(_has_any(arriving))
        reached, arriving = reached.take(is_new), arriving.take(is_new, 0)
        for word in range(escaping.shape[1]):
            np.bitwise_or.at(escaping[:, word], reached, arriving[:, word])
        is_reached[reached] = True
        active = np.flatnonzero(is_reached)
        is_reached[active] = False


class _ErrorTypes:
    """The error types that are raised, their hierarchy, and what each set of handlers catches."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._rows = rows
        raised = rows["raise"]
        order = np.lexsort((raised["slot"], raised["error"]))
        self._types, first = np.unique(raised["error"][order], return_index=True)
        self._slots = raised["slot"][order][first]
        self._known = {entity_id: number for number, entity_id in enumerate(rows.outside)}

    def bits(self, errors: Array) -> Array:
        """Return the bit of each error, in rows of words."""
        place = np.searchsorted(self._types, errors)
        found = np.zeros((len(errors), self._words), np.uint64)
        found[np.arange(len(errors)), place // _BITS] = np.uint64(1) << (place % _BITS).astype(np.uint64)
        return found

    def listed(self, passing: Array) -> dict[str, Array]:
        """Return the errors that each set of handlers does not let pass."""
        bits = np.unpackbits((~passing).view(np.uint8), axis=1, bitorder="little")[:, : len(self._types)]
        sets, places = np.nonzero(bits)
        offsets = np.searchsorted(sets, np.arange(len(passing) + 1)).astype(np.int32)
        return _named(offsets, self._types[places].astype(np.int32))

    @property
    def _words(self) -> int:
        return -(-len(self._types) // _BITS)

    def caught(self) -> Array:
        """Return for each set of handlers the bits of the errors that it catches."""
        above = [
            {int(error), *self._above(int(error), int(slot))}
            for error, slot in zip(self._types, self._slots, strict=True)
        ]
        masks = np.zeros((len(self._rows.caught), self._words), np.uint64)
        for number, handled in enumerate(self._rows.caught):
            if EVERYTHING in handled:
                masks[number] = ~np.uint64(0)
                continue
            wanted = set(handled)
            for place, types in enumerate(above):
                if not wanted.isdisjoint(types):
                    masks[number, place // _BITS] |= np.uint64(1) << np.uint64(place % _BITS)
        return masks

    def _above(self, error: int, slot: int) -> set[int]:
        """Return all that an error inherits from, in the repository and outside."""
        if error < 0:
            return self._outside_bases(error, slot)
        found: set[int] = set()
        pending = [self._symbols.same(error)]
        while pending:
            cls = pending.pop()
            if cls in found:
                continue
            found.add(cls)
            pending += [self._symbols.same(base) for base in self._bases.get(cls, ())]
            for base in self._foreign.get(cls, ()):
                found.add(base)
                found |= self._outside_bases(base, self._symbols.slot[cls])
        return found

    @cached_property
    def _bases(self) -> dict[int, list[int]]:
        return _grouped(*self._rows.inheritance())

    @cached_property
    def _foreign(self) -> dict[int, list[int]]:
        return _grouped(self._rows["foreign"]["subject"], self._rows["foreign"]["base"])

    def _outside_bases(self, error: int, slot: int) -> set[int]:
        language = self._symbols.language(slot)
        _, origin, name = self._rows.outside[-1 - error].split(":", 2)
        found: set[int] = set()
        for _ in range(_LONGEST_CHAIN):
            if language is None or name not in language.error_bases:
                break
            name = language.error_bases[name]
            for place in (origin, "builtins"):
                known = self._known.get(f"error:{place}:{name}")
                if known is not None:
                    found.add(-1 - known)
        return found


def _grouped(keys: Array, values: Array) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for key, value in zip(keys.tolist(), values.tolist(), strict=True):
        found.setdefault(key, []).append(value)
    return found
