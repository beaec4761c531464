"""What a block of a configuration gives that takes a module in: `module.network.id` is the output `id` in there."""

from __future__ import annotations

from posixpath import dirname
from typing import TYPE_CHECKING

from nsccn.graph import languages
from nsccn.graph.lookup.wording import bare_name, dotted

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph


def results_of_modules(graph: CodeGraph, asked: str) -> list[int]:
    """Return the results of modules that an address may mean, `module.network.id` or `main.tf:module.network.id`."""
    path, _, address = dotted(bare_name(asked)).rpartition(":")
    block, _, name = address.rpartition(".")
    found: set[int] = set()
    for one in graph.named(block.rpartition(".")[2]) if block and name else ():
        own = graph.path_of(one)
        if not own or graph.qualified_of(one) != block or (path and not own.endswith(path)):
            continue
        results = languages.load(graph.language_of(one)).addresses.results
        for edge in graph.outgoing(one, ("IMPORTS",)) if results else ():
            folder = dirname(graph.path_of(edge.target))
            found.update(
                other
                for other in graph.named(name)
                if graph.qualified_of(other) == f"{results}.{name}"
                and dirname(graph.path_of(other)) == folder
            )
    return sorted(found)
