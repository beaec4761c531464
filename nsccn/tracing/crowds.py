"""Types and files that many name: who does says nothing of one thing that such a type hands over in its body.

Phoenix's router names each action, the endpoint names the router, and half a program names the endpoint. A module of
NestJS, or a list of URLs, is named by the few that build on it, and leads on to what runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.tracing.aside import are_aside

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_FEW: Final = 4
"""So many of the product may name a type, besides its own file, and tell who runs what it hands over."""


def crowded(graph: CodeGraph, far: Array, numbers: Array) -> tuple[Array, dict[int, int]]:
    """Say of the ends of some edges which are types or files that hand over the other end and that many name.

    With it comes how many name each of them and do not call it.
    """
    is_crowded = np.zeros(len(far), np.bool_)
    handing = np.flatnonzero(graph.edge_column("kind").take(numbers) == EDGE_NUMBER["REFERENCES"])
    is_type = np.array([kind in TYPE_KINDS | FILE_KINDS for kind in graph.kinds])
    handing = handing[is_type.take(graph.kind.take(far.take(handing)))]
    if not len(handing):
        return is_crowded, {}
    types = np.unique(far.take(handing))
    edges = graph.edges_of(types, outgoing=False)
    pairs = np.setdiff1d(_pairs(graph, edges, "REFERENCES"), _pairs(graph, edges, "CALLS"))
    ends, naming = pairs // len(graph), pairs % len(graph)
    others = graph.file.take(ends) != graph.file.take(naming)
    places = np.searchsorted(types, ends)
    whole = np.bincount(places[others], minlength=len(types))
    own = np.bincount(places[others & ~are_aside(graph, naming)], minlength=len(types))
    many = own > _FEW
    found = dict(zip(types[many].tolist(), whole[many].tolist(), strict=True))
    is_crowded[handing] = np.isin(far.take(handing), types[many])
    return is_crowded, found


def _pairs(graph: CodeGraph, edges: Array, kind: str) -> Array:
    """Return both ends of the edges of a kind, as one number each."""
    own = edges[graph.edge_column("kind").take(edges) == EDGE_NUMBER[kind]]
    targets, sources = (graph.edge_column(end).take(own).astype(np.int64) for end in ("target", "source"))
    found: Array = targets * len(graph) + sources
    return found
