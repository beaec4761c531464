"""PageRank over the graph's arrays is the PageRank that networkx gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python
from small_snapshot import snapshot_of

from nsccn.centrality import FOLLOWED, page_rank
from nsccn.graph.edges import EDGE_NAMES, EDGE_NUMBER

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph

Edge = tuple[int, int, str, float]
SIZES = st.integers(1, 12)


class Edges:
    """Of a graph only what ranks are made of."""

    def __init__(self, size: int, edges: list[Edge]) -> None:
        self._size = size
        rows = sorted(edges)
        self._columns = {
            "source": np.array([source for source, *_ in rows], np.int32),
            "target": np.array([target for _, target, *_ in rows], np.int32),
            "kind": np.array([EDGE_NUMBER[kind] for _, _, kind, _ in rows], np.uint8),
            "probability": np.array([probability for *_, probability in rows], np.float32),
        }
        self._incoming = np.argsort(self._columns["target"], kind="stable")

    def __len__(self) -> int:
        return self._size

    def edge_column(self, name: str) -> Array:
        return self._columns[name]

    @property
    def edges_by_target(self) -> Array:
        return self._incoming


def reference(graph: CodeGraph, preferred: dict[int, float]) -> list[float]:
    expected = nx.DiGraph()
    expected.add_nodes_from(range(len(graph)))
    columns = [graph.edge_column(name).tolist() for name in ("source", "target", "kind", "probability")]
    for source, target, kind, probability in zip(*columns, strict=True):
        if EDGE_NAMES[kind] in FOLLOWED:
            known = expected.get_edge_data(source, target, {"weight": 0.0})["weight"]
            expected.add_edge(source, target, weight=known + probability)
    # Not `networkx.pagerank`: that is the same in scipy, which nothing else here needs.
    ranks = _pagerank_python(expected, personalization=preferred or None, tol=1e-12, max_iter=1000)
    return [ranks[number] for number in range(len(graph))]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[CodeGraph, dict[int, float]]:
    size = draw(SIZES)
    places = st.integers(0, size - 1)
    probabilities = st.sampled_from([1.0, 0.5, 0.25])
    edges = draw(st.lists(st.tuples(places, places, st.sampled_from(EDGE_NAMES), probabilities), max_size=40))
    preferred = draw(st.dictionaries(places, st.floats(0.1, 5.0), max_size=3))
    return cast("CodeGraph", Edges(size, edges)), preferred


@settings(max_examples=150, deadline=None)
@given(graphs())
def test_ranks_are_those_of_networkx(drawn: tuple[CodeGraph, dict[int, float]]) -> None:
    graph, preferred = drawn

    ranks = page_rank(graph, preferred)

    assert np.allclose(ranks, reference(graph, preferred), atol=1e-6)
    assert abs(ranks.sum() - 1) < 1e-9
    assert page_rank(graph, preferred).tobytes() == ranks.tobytes()


SOURCES = {
    "app.py": "from store import Store\ndef main():\n    Store().load()\ndef other():\n    Store().load()\n",
    "store.py": "class Store:\n    def load(self):\n        return parse()\ndef parse(): pass\ndef unused(): pass\n",
}


def test_what_much_depends_on_is_central() -> None:
    graph = snapshot_of(SOURCES).graph
    ranks = {graph.qualified_of(entity): rank for entity, rank in enumerate(page_rank(graph).tolist())}

    assert np.allclose(page_rank(graph), reference(graph, {}), atol=1e-6)
    assert ranks["parse"] > ranks["Store.load"] > ranks["main"] == ranks["unused"]


def test_what_a_question_is_about_comes_first() -> None:
    graph = snapshot_of(SOURCES).graph
    unused = graph.lookup("unused")
    ranks = page_rank(graph, {unused: 1.0})

    assert ranks.argmax() == unused


def test_no_entities_have_no_ranks() -> None:
    assert page_rank(snapshot_of({}).graph).tolist() == []
