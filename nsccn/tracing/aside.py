"""What stands besides the product's own source: tests, examples and the like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from weakref import WeakKeyDictionary

import numpy as np

from nsccn.graph.fileroles import Role, role_of

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

Array = np.ndarray[Any, np.dtype[Any]]

_UNKNOWN: Final = -1
_ASIDE: Final[WeakKeyDictionary[CodeGraph, Array]] = WeakKeyDictionary()
"""Whether each file is aside, as far as it was asked."""


def are_aside(graph: CodeGraph, entities: Array) -> Array:
    """Say which entities stand in a test, an example, or something else besides the product's own source."""
    known = _ASIDE.get(graph)
    if known is None:
        known = _ASIDE[graph] = np.full(graph.file_count + 1, _UNKNOWN, np.int8)
        known[-1] = False  # what lies in no file
    slots = graph.file.take(entities)
    aside = known.take(slots)
    if (aside == _UNKNOWN).any():
        for slot in np.unique(slots[aside == _UNKNOWN]).tolist():
            known[slot] = role_of(graph.paths[slot]) is not Role.SOURCE
        aside = known.take(slots)
    found: Array = (aside != 0) | graph.for_tests.take(entities)
    return found
