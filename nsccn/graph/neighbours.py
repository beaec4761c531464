"""Who calls, inherits from and imports whom, as far as a single file tells: what search looks at of the graph.

These edges are a part of all edges, kept apart so that search need not wait for what follows from the rows of all
files (overrides, functions that travel, errors).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import distinct, stable_order
from nsccn.graph.edges import EDGE_NUMBER

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.linkrows import LinkRows

NEIGHBOURING: Final = ("CALLS", "INHERITS", "IMPORTS")
_PREFIX: Final = "graph.near."


class Neighbours(NamedTuple):
    """Edges in compressed rows: entity `e` has those from `offsets[e]` to `offsets[e + 1]`, by kind and far end."""

    offsets: Array
    kinds: Array
    ends: Array


def neighbour_arrays(rows: LinkRows, entities: int) -> dict[str, Array]:
    """Return both directions as named arrays, which `neighbours` reads."""
    edges = rows["edge"]
    chosen = np.isin(edges["kind"], [EDGE_NUMBER[kind] for kind in NEIGHBOURING]) & (edges["target"] >= 0)
    kinds = len(EDGE_NUMBER)
    keys = (edges["source"][chosen].astype(np.int64) * kinds + edges["kind"][chosen]) * entities
    rest, target = np.divmod(distinct(keys + edges["target"][chosen]), max(entities, 1))
    source, kind = np.divmod(rest, kinds)
    order = stable_order(target * kinds + kind)
    directions = {
        "out": (source, kind, target),
        "in": (target[order], kind[order], source[order]),
    }
    arrays: dict[str, Array] = {}
    for direction, (near, kind, far) in directions.items():
        offsets = np.searchsorted(near, np.arange(entities + 1)).astype(np.int32)
        found = Neighbours(offsets, kind.astype(np.uint8), far.astype(np.int32))
        arrays |= {f"{_PREFIX}{direction}.{name}": column for name, column in found._asdict().items()}
    return arrays


def neighbours(arrays: Mapping[str, Array], direction: str) -> Neighbours:
    """Return the edges of one direction: `out` from source to target, `in` the other way."""
    return Neighbours(*(arrays[f"{_PREFIX}{direction}.{name}"] for name in Neighbours._fields))
