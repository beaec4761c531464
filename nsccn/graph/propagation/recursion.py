"""Calls that may run the very function that makes them: what stands in another's place hardly ever is itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols

_ITSELF: Final = 0.1
"""Probability that a function runs which calls an object, or what it was given, without naming itself."""


def less_for_itself(symbols: Symbols, caller: Array, callee: Array, likely: Array, *, among: Array) -> Array:
    """Return how likely calls are, less for functions that may run themselves.

    It was measured where objects have no types in the text. `among` says of which calls it is to be said.
    """
    less = likely.copy()
    for place in np.flatnonzero((caller == callee) & among & (likely > _ITSELF)).tolist():
        language = symbols.language(symbols.slot[int(caller[place])])
        if language is not None and language.untyped_objects:
            less[place] = _ITSELF
    return less
