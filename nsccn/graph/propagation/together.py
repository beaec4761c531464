"""How likely a function is called that comes to a call together with others: the less, the more calls they come to.

What comes to one call alone is put there to be called. What comes to many, as through wrappers that hand on to one
another, is mostly called at one of them, and nothing tells at which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.propagation.spreading import ONE_OF_SEVERAL

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols

_BOUNDS: Final = np.array([1, 4])
_LIKELY: Final = np.array([0.85, 0.5, 0.15])
"""Probability where one function makes such calls, where up to four, and where more do; counted where objects have no
types in the text (`docs/accuracy/python-measured.md`)."""


def by_callers(symbols: Symbols, caller: Array, callee: Array, likely: Array) -> Array:
    """Return how likely calls are: of what comes to them with others, by how many functions make such calls."""
    told = likely.copy()
    chosen = np.flatnonzero(likely == ONE_OF_SEVERAL)
    languages = {
        slot: symbols.language(slot) for slot in {symbols.slot[one] for one in caller[chosen].tolist()}
    }
    untyped = {
        slot for slot, language in languages.items() if language is not None and language.untyped_objects
    }
    chosen = chosen[[symbols.slot[one] in untyped for one in caller[chosen].tolist()]]
    pairs = np.unique(np.stack((callee[chosen], caller[chosen]), axis=1), axis=0)
    functions, callers = np.unique(pairs[:, 0], return_counts=True)
    counts = callers[np.searchsorted(functions, callee[chosen])]
    told[chosen] = _LIKELY[np.searchsorted(_BOUNDS, counts)]
    return told
