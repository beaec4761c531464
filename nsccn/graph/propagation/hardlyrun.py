"""What guesses hardly ever lead to: the very function that makes a call, what leaves its work to others, and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.fileroles import is_test_path

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import Columns

_HARDLY: Final = 0.1
"""Probability of such calls; measured where objects have no types in the text (`docs/accuracy/python-measured.md`)."""

_IN_TESTS: Final = 0.2
"""Probability that what tests define is run from outside of them where nothing names it."""


def less_for_itself(symbols: Symbols, caller: Array, callee: Array, likely: Array, *, among: Array) -> Array:
    """Return how likely calls are, less for functions that may run themselves without naming themselves.

    `among` says of which calls it is to be said.
    """
    return _less(symbols, caller, likely, (caller == callee) & among)


def less_for_abstract(symbols: Symbols, edges: Columns, is_abstract: Array) -> Array:
    """Return how likely edges are, less for calls that may run a method which only says that others do the work."""
    target = edges["target"]
    is_guess = (edges["kind"] == EDGE_NUMBER["CALLS"]) & (edges["probability"] < 1)
    is_known = is_guess & (target >= 0) & (target < symbols.table.size)
    return _less(symbols, target, edges["probability"], is_known & is_abstract[np.where(is_known, target, 0)])


def less_for_tests(symbols: Symbols, edges: Columns) -> Array:
    """Return how likely edges are, less for what calls outside of tests may run there: doubles, and what is alike."""
    likely, source, target = edges["probability"], edges["source"], edges["target"]
    is_guess = (edges["kind"] == EDGE_NUMBER["CALLS"]) & (likely < 1) & (likely > _IN_TESTS)
    rows = np.flatnonzero(is_guess & (target >= 0) & (target < symbols.table.size))
    rows = rows[_in_tests(symbols, target[rows])]
    rows = rows[~_in_tests(symbols, source[rows])]
    less = likely.copy()
    less[rows] = _IN_TESTS
    return less


def _in_tests(symbols: Symbols, entities: Array) -> Array:
    """Return of each entity whether it lies in the file of a test."""
    slots, places = np.unique(np.asarray(symbols.slot)[entities], return_inverse=True)
    return np.array([is_test_path(symbols.paths[slot]) for slot in slots.tolist()], np.bool_)[places]


def _less(symbols: Symbols, entities: Array, likely: Array, chosen: Array) -> Array:
    """Return less for what is chosen, if the entities are of a language whose objects are followed."""
    less = likely.copy()
    for place in np.flatnonzero(chosen & (likely > _HARDLY)).tolist():
        language = symbols.language(symbols.slot[int(entities[place])])
        if language is not None and language.follows_objects:
            less[place] = _HARDLY
    return less
