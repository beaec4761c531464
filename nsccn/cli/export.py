"""`nsccn export`: the edges of the graph for other programs."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import deliver, say
from nsccn.cli.repository import root_of, settings_of
from nsccn.errors import InvalidArgument
from nsccn.graph.edges import EDGE_NAMES
from nsccn.graph.linking.edgetable import VIAS
from nsccn.progress import after_a_while

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge

_FORMATS: Final = ("jsonl", "graphml", "node-link")
_CHANGING: Final = tuple(via for via in VIAS if via != "initializer")
"""What a field has as its object is written out changes nothing, and is only wanted by who asks for it."""


def export(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn export`."""
    parser = commands.add_parser("export", parents=[common], help="write the edges of the graph")
    parser.add_argument("--edges", action="store_true", help="edges, one JSON object a line (the default)")
    parser.add_argument("--format", choices=_FORMATS, default="jsonl", help="default: jsonl")
    parser.add_argument(
        "--kinds",
        default="",
        metavar="KIND,...",
        help=f"of {', '.join(EDGE_NAMES)}, and of {', '.join(VIAS)}; default: all but initializer",
    )
    parser.add_argument("--min-probability", type=float, default=0.0, metavar="X", help="0 to 1 (default: 0)")
    parser.add_argument("--output", default="-", metavar="FILE", help="default: standard output")
    parser.set_defaults(run=_export)


COMMANDS: Final = (export,)


def _export(options: Namespace) -> None:
    from nsccn.graph.linking.linkrows import read_faults
    from nsccn.text import count
    from nsccn.tools.session import DirectSession

    kinds, vias = _kinds(options.kinds)
    if not 0 <= options.min_probability <= 1:
        raise InvalidArgument("--min-probability must be between 0 and 1.")
    root = root_of(options)
    with after_a_while() as progress:
        snapshot = DirectSession(root, settings_of(options, root), progress=progress).index().snapshot
    graph = snapshot.graph
    edges = [
        edge
        for edge in graph.all_edges()
        if edge.kind in kinds and edge.via in vias and edge.probability >= options.min_probability
    ]
    deliver(_FORMATTERS[options.format](graph, edges), options.output)
    if missing := len(snapshot.unparsed) + len(read_faults(graph.arrays)):
        say(f"Edges of {count(missing, 'file')} are missing; `nsccn status` names them.")


def _kinds(text: str) -> tuple[Collection[str], Collection[str]]:
    """Read a list of edge kinds and of ways in which an edge comes about; where none of either is named, all count."""
    named = {kind.strip().lower() for kind in text.split(",") if kind.strip()}
    kinds = {kind for kind in EDGE_NAMES if kind.lower() in named}
    vias = named.intersection(VIAS)
    unknown = sorted(named - vias - {kind.lower() for kind in kinds})
    if unknown:
        raise InvalidArgument(
            f"There is no edge kind {', '.join(unknown).upper()}; the kinds are {', '.join(EDGE_NAMES)}, "
            f"and the ways {', '.join(VIAS)}."
        )
    return kinds or EDGE_NAMES, vias or _CHANGING


def _json_lines(graph: CodeGraph, edges: Iterable[Edge]) -> str:
    """Return one line per edge, sorted, so that equal graphs have equal exports."""
    ids = [graph.id_of(number) for number in range(len(graph))]
    rows = sorted(
        (
            ids[edge.source],
            edge.kind,
            ids[edge.target],
            edge.evidence.path,
            edge.evidence.line,
            edge.via,
            edge.confidence.name.lower(),
            round(edge.probability, 6),
        )
        for edge in edges
    )
    return "\n".join(json.dumps(dict(zip(_FIELDS, row, strict=True)), ensure_ascii=False) for row in rows)


def _graphml(graph: CodeGraph, edges: Iterable[Edge]) -> str:
    import networkx as nx

    return "\n".join(nx.generate_graphml(graph.subgraph(list(edges))))


def _node_link(graph: CodeGraph, edges: Iterable[Edge]) -> str:
    import networkx as nx

    return json.dumps(nx.node_link_data(graph.subgraph(list(edges)), edges="edges"), ensure_ascii=False)


_FIELDS: Final = ("source", "relation", "target", "file", "line", "via", "confidence", "probability")
_FORMATTERS: Final = {"jsonl": _json_lines, "graphml": _graphml, "node-link": _node_link}
