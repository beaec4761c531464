"""Types that a sentence names by one capitalized word: `add a field to Application`, `when the Importer is closed`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.zones import Zones

_CAPITALIZED: Final = regex(r"(?<=[a-z,] )[A-Z][a-z0-9]{2,}(?![\w.:(])")
"""A word that no sentence begins with."""
_MOST_TYPES: Final = 3
"""A name that more types have points at none of them."""


def plain_types(zones: Zones, graph: EntityTable, roles: NDArray[np.uint8]) -> dict[int, float]:
    """Return the types of sources that title and prose name so, each with its share of the name."""
    said = dict.fromkeys(chain(_CAPITALIZED.findall(zones.title), _CAPITALIZED.findall(zones.prose)))
    if not said:
        return {}
    is_type = np.array([kind in TYPE_KINDS for kind in graph.kinds], np.bool_)
    is_source = np.append(roles == Role.SOURCE, False)  # the last stands for what lies in no file
    found: dict[int, float] = {}
    for word in said:
        named = np.array(graph.named(word), np.int64)
        named = named[is_type[graph.kind[named]] & is_source[graph.file[named]] & ~graph.for_tests[named]]
        named = named[~is_type[graph.kind[graph.parent[named]]]]  # one in another is called with its owner
        if 0 < len(named) <= _MOST_TYPES:
            found |= dict.fromkeys(named.tolist(), 1 / len(named))
    return found
