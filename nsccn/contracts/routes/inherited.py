"""Methods that a type inherits answer below the path that stands above it, as JAX-RS, Spring and ASP.NET have it.

class Crud { @PUT @Path("{id}") update() }        @Path("carts") class Carts extends Crud {}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.prototypes import may_override
from nsccn.tracing.lineage import bases, methods, overriding, subtypes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph

MOST_HEIRS: Final = 60
"""Types that inherit from one; of one that more inherit from nothing is told."""


def inherited(graph: CodeGraph, around: int) -> Iterator[int]:
    """Yield the methods that a type has from its bases, without those that nearer types override."""
    nearer: dict[str, list[int]] = {}
    for base in (around, *bases(graph, around)):
        own = methods(graph, base)
        if base != around:
            for one in own:
                if not any(may_override(graph, other, one) for other in nearer.get(graph.name_of(one), ())):
                    yield one
        for one in own:
            nearer.setdefault(graph.name_of(one), []).append(one)


def heirs(graph: CodeGraph, method: int, owner: int) -> list[int]:
    """Return the types that have a method from one which they inherit from; none where they are very many."""
    below = subtypes(graph, owner)
    if not below or len(below) > MOST_HEIRS:
        return []
    other = {graph.owner_of(one) for one in overriding(graph, method, {*below})}
    hidden = other.union(*(subtypes(graph, one) for one in other))
    return [one for one in below if one not in hidden]
