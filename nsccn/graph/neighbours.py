"""Who calls, inherits from and imports whom, as far as a single file tells: what selection looks at of the graph.

These edges are a part of all edges, without what follows from the rows of all files (overrides, functions that travel,
errors).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import begins_run
from nsccn.graph.change.splicing import bounds_of
from nsccn.graph.edges import EDGE_NUMBER

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import LinkRows

NEIGHBOURING: Final = ("CALLS", "INHERITS", "IMPORTS")
_PREFIX: Final = "graph.near."
_KIND_BITS: Final = len(EDGE_NUMBER).bit_length()


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
    source, kind, target = (
        edges[name].take(chosen).astype(np.int64) for name in ("source", "kind", "target")
    )
    return {
        **_compressed("out", source, kind, target, entities),
        **_compressed("in", target, kind, source, entities),
    }


def _compressed(direction: str, near: Array, kind: Array, far: Array, entities: int) -> dict[str, Array]:
    """Return the edges of one direction, each once."""
    bits = _KIND_BITS + entities.bit_length()
    keys = np.sort(near << bits | far << _KIND_BITS | kind)
    keys = keys[begins_run(keys)]
    found = Neighbours(
        bounds_of(np.bincount(keys >> bits, minlength=entities)).astype(np.int32),
        (keys & (1 << _KIND_BITS) - 1).astype(np.uint8),
        (keys >> _KIND_BITS & (1 << entities.bit_length()) - 1).astype(np.int32),
    )
    return {f"{_PREFIX}{direction}.{name}": column for name, column in found._asdict().items()}


def neighbours(arrays: Mapping[str, Array], direction: str) -> Neighbours:
    """Return the edges of one direction: `out` from source to target, `in` the other way."""
    return Neighbours(*(arrays[f"{_PREFIX}{direction}.{name}"] for name in Neighbours._fields))
