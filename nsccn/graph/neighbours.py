"""Who calls, inherits from and imports whom, as far as a single file tells: what search looks at of the graph.

These edges are a part of all edges, kept apart so that search need not wait for what follows from the rows of all
files (overrides, functions that travel, errors).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import begins_run, stable_order
from nsccn.graph.change.splicing import bounds_of
from nsccn.graph.edges import EDGE_NUMBER

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import LinkRows

NEIGHBOURING: Final = ("CALLS", "INHERITS", "IMPORTS")
_PREFIX: Final = "graph.near."


class Neighbours(NamedTuple):
    """Edges in compressed rows: entity `e` has those from `offsets[e]` to `offsets[e + 1]`.

    Those of one kind come in the order of their ends.
    """

    offsets: Array
    kinds: Array
    ends: Array


def neighbour_arrays(rows: LinkRows, entities: int) -> dict[str, Array]:
    """Return both directions as named arrays, which `neighbours` reads."""
    edges = rows["edge"]
    is_wanted = np.isin(np.arange(len(EDGE_NUMBER)), [EDGE_NUMBER[kind] for kind in NEIGHBOURING])
    chosen = np.flatnonzero(is_wanted.take(edges["kind"]) & (edges["target"] >= 0))
    source, kind, target = (edges[name].take(chosen) for name in ("source", "kind", "target"))
    order = _each_once((source.astype(np.int64) * len(EDGE_NUMBER) + kind) * entities + target)
    source, kind, target = source.take(order), kind.take(order), target.take(order)
    order = stable_order(target)
    directions = {
        "out": (source, kind, target),
        "in": (target.take(order), kind.take(order), source.take(order)),
    }
    arrays: dict[str, Array] = {}
    for direction, (near, kind, far) in directions.items():
        offsets = bounds_of(np.bincount(near, minlength=entities)).astype(np.int32)
        found = Neighbours(offsets, kind.astype(np.uint8), far.astype(np.int32))
        arrays |= {f"{_PREFIX}{direction}.{name}": column for name, column in found._asdict().items()}
    return arrays


def _each_once(keys: Array) -> Array:
    """Return the numbers of distinct keys, which come nearly sorted, in the order of the keys."""
    order = np.argsort(keys, kind="stable")
    return order[begins_run(keys.take(order))]


def neighbours(arrays: Mapping[str, Array], direction: str) -> Neighbours:
    """Return the edges of one direction: `out` from source to target, `in` the other way."""
    return Neighbours(*(arrays[f"{_PREFIX}{direction}.{name}"] for name in Neighbours._fields))
