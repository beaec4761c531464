"""A graph with more edges than its snapshot has: reads that are found when they are asked for."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.model import Confidence

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

_EDGE: Final = "graph.edge."
_READS: Final = EDGE_NUMBER["READS"]


class _Added(NamedTuple):
    """New edges in their order, and before which of the old ones each comes."""

    sources: Array
    targets: Array
    before: Array

    def moved(self, numbers: Array) -> Array:
        """Return the new numbers of old edges."""
        last = int(numbers.max(initial=0))
        moved: Array = numbers + _counts_up_to(self.before[self.before <= last], last + 1).take(numbers)
        return moved.astype(numbers.dtype)

    @property
    def numbers(self) -> Array:
        """The numbers of the new edges."""
        found: Array = self.before + np.arange(len(self.before))
        return found


def with_reads(graph: CodeGraph, reads: Mapping[tuple[int, int], Sequence[int]]) -> CodeGraph:
    """Return a graph that has the lines on which entities read others, by reader and what is read, as edges too.

    Of each pair the graph has none.
    """
    if not reads:
        return graph
    arrays = graph.arrays
    pairs = sorted(reads)
    sources, targets = (np.array(column, np.int64) for column in zip(*pairs, strict=True))
    places = [_place(arrays, "out", source, "target", target) for source, target in pairs]
    added = _Added(sources, targets, np.array(places, np.int64))
    values = {
        "source": sources,
        "kind": np.full(len(pairs), _READS),
        "target": targets,
        "probability": np.ones(len(pairs)),
        "confidence": np.full(len(pairs), Confidence.RESOLVED),
        "file": graph.file.take(sources),
        "line": np.array([reads[pair][0] for pair in pairs]),
        "via": np.zeros(len(pairs)),
        "sites": np.array([len(reads[pair]) for pair in pairs]),
    }
    columns = {
        name: np.insert(arrays[f"{_EDGE}{name}"], added.before, column) for name, column in values.items()
    }
    columns |= _ends(arrays, added, len(graph)) | _sites(arrays, added, [reads[pair] for pair in pairs])
    return graph.over(ChainMap({f"{_EDGE}{name}": column for name, column in columns.items()}, dict(arrays)))


def _counts_up_to(places: Array, size: int) -> Array:
    """Return how many of some places are not beyond each of the first `size`."""
    counts = np.zeros(size, np.int32)
    np.add.at(counts, places, 1)
    return np.cumsum(counts, dtype=np.int32)


def _place(arrays: Mapping[str, Array], way: str, near: int, end: str, far: int) -> int:
    """Return before which edge, in the order of one way, a new one comes."""
    first, after = arrays[f"{_EDGE}{way}"][near : near + 2].tolist()
    numbers = np.arange(first, after) if way == "out" else arrays[f"{_EDGE}in.order"][first:after]
    kinds, ends = (arrays[f"{_EDGE}{name}"].take(numbers).tolist() for name in ("kind", end))
    return int(first) + sum(pair < (_READS, far) for pair in zip(kinds, ends, strict=True))


def _ends(arrays: Mapping[str, Array], added: _Added, entities: int) -> dict[str, Array]:
    """Return where the edges of each entity begin, and their order by where they end."""
    found = {}
    for way, ends in (("out", added.sources), ("in", added.targets)):
        begins = arrays[f"{_EDGE}{way}"]
        found[way] = begins + _counts_up_to(ends + 1, entities + 1).astype(begins.dtype)
    order = arrays[f"{_EDGE}in.order"]
    pairs = zip(added.sources.tolist(), added.targets.tolist(), strict=True)
    places = np.array([_place(arrays, "in", target, "source", source) for source, target in pairs])
    by_end = np.lexsort((added.sources, added.targets))
    found["in.order"] = np.insert(added.moved(order), places[by_end], added.numbers[by_end])
    return found


def _sites(arrays: Mapping[str, Array], added: _Added, lines: Sequence[Sequence[int]]) -> dict[str, Array]:
    """Return the lines of edges with several."""
    several = [
        (number, line)
        for number, some in zip(added.numbers.tolist(), lines, strict=True)
        for line in some
        if len(some) > 1
    ]
    edges, at = (arrays[f"{_EDGE}site.{name}"] for name in ("edge", "line"))
    edges = added.moved(edges)
    places = edges.searchsorted(np.array([number for number, _ in several], edges.dtype))
    return {
        "site.edge": np.insert(edges, places, [number for number, _ in several]),
        "site.line": np.insert(at, places, [line for _, line in several]),
    }
