"""What a trace says, as JSON: edges by their source, entities by their id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nsccn.text import one_line, without_template

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.model import Edge, Entity


def edge_data(edge: Edge, id_of: Callable[[int], str]) -> dict[str, Any]:
    """Return an edge as JSON."""
    return {
        "source": id_of(edge.source),
        "target": id_of(edge.target),
        "relation": edge.kind,
        "line": edge.evidence.line,
        "file": edge.evidence.path,
        "confidence": edge.confidence.name.lower(),
        "probability": edge.probability,
        "via": edge.via,
        "sites": edge.sites,
    }


def entity_data(entity: Entity) -> dict[str, Any]:
    """Return an entity as JSON, with its id."""
    return {
        "id": entity.id,
        "signature": one_line(without_template(entity.signature)),
        "file": entity.path,
        "line": entity.start_line,
        "end_line": entity.end_line,
    }


def collect(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Join the data of pieces: edges by their source, entities by their id."""
    adjacency: dict[str, list[dict[str, Any]]] = {}
    entities: dict[str, dict[str, Any]] = {}
    for row in rows:
        for edge in row.get("edges", ()):
            said = edge.copy()
            adjacency.setdefault(said.pop("source"), []).append(said)
        for entity in row.get("entities", ()):
            said = entity.copy()
            entities[said.pop("id")] = said
    return {"adjacency": adjacency, "entities": entities}
