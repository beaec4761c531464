"""Methods by which types from elsewhere have what a trait of the repository declares: `impl Guard for Command`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.tools.traces.outsidebases import of_its_block
from nsccn.tracing.lineage import type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_TRAITS: Final = ("interface", "trait")
_MOST_LOOKED_AT: Final = 50


def given_to_others(index: RepoIndex, found: Trace) -> list[int]:
    """Return the methods that types from elsewhere have in the place of those that a trace begins with."""
    graph = found.code
    return sorted(
        given
        for root in found.roots
        if (trait := _trait_around(graph, root)) >= 0
        for given in _given(graph, graph.entity(root))[:_MOST_LOOKED_AT]
        if _trait_name(index, graph.entity(given)) == graph.name_of(trait)
    )


def said_of_trait(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield what a method stands for that a type from elsewhere is given: calls of that may run it."""
    graph, root = found.code, found.code.entity(found.root)
    if found.root not in _given(graph, root):
        return
    name = _trait_name(index, root)
    declared = [
        one
        for one in graph.named(root.name)
        if (trait := _trait_around(graph, one)) >= 0 and graph.name_of(trait) == name
    ]
    if len(declared) == 1:
        yield f"It overrides {graph.id_of(declared[0])}; calls of that may run it."


def _given(graph: CodeGraph, method: Entity) -> list[int]:
    """Return the methods of a name that blocks give types which are not defined here."""
    if not languages.load(method.language).own_type:
        return []
    named = [one for one in graph.named(method.name) if graph.kinds[graph.kind[one]] == "method"]
    return [one for one in named if type_around(graph, one) == one]


def _trait_around(graph: CodeGraph, method: int) -> int:
    """Return the trait, or the protocol, that a method stands in, -1 for others."""
    around = type_around(graph, method)
    return around if graph.kinds[graph.kind[around]] in _TRAITS else -1


def _trait_name(index: RepoIndex, method: Entity) -> str:
    return "".join(of_its_block(index, method)).rpartition(".")[2]
