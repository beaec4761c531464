"""A part of the graph as a networkx graph: nodes are ids, attributes are plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge


def subgraph(graph: CodeGraph, edges: Iterable[Edge], nodes: Iterable[int] = ()) -> MultiDiGraph[str]:
    """Return edges, the entities at their ends, and further entities."""
    from networkx import MultiDiGraph

    chosen: MultiDiGraph[str] = MultiDiGraph()
    for index in nodes:
        _add_node(chosen, graph, index)
    for edge in edges:
        _add_node(chosen, graph, edge.source)
        _add_node(chosen, graph, edge.target)
        chosen.add_edge(
            graph.id_of(edge.source),
            graph.id_of(edge.target),
            key=edge.kind,
            relation=edge.kind,
            file=edge.evidence.path,
            line=edge.evidence.line,
            confidence=edge.confidence.name.lower(),
            probability=edge.probability,
            via=edge.via,
        )
    return chosen


def _add_node(chosen: MultiDiGraph[str], graph: CodeGraph, index: int) -> None:
    entity = graph.entity(index)
    chosen.add_node(
        entity.id,
        kind=entity.kind,
        name=entity.name,
        file=entity.path,
        line=entity.start_line,
        end_line=entity.end_line,
        signature=entity.signature,
    )
