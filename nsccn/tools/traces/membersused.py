"""Which functions of a type are used on a line that names it: `StringUtil.isBlank(text)`, to which an edge leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.tracing.namings import Naming

_LIKELY: Final = 0.5
_USES: Final = ("CALLS", "REFERENCES")


def members_named(graph: CodeGraph, type_: int, found: Sequence[Naming]) -> dict[Naming, list[str]]:
    """Return what of a type is used where entities name it, by name; those who use nothing are left out."""
    on_line: dict[tuple[str, int], list[str]] = {}
    members = [one for one in graph.members(type_) if graph.kinds[graph.kind[one]] in FUNCTION_KINDS]
    numbers = graph.edges_of(np.array(sorted(members), np.int64), outgoing=False)
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        if edge.kind in _USES and edge.probability >= _LIKELY:
            for line in graph.lines(number):
                on_line.setdefault((edge.evidence.path, line), []).append(graph.name_of(edge.target))
    named = {}
    for naming in found:
        path = graph.path_of(naming.entity)
        if used := [name for line in naming.lines for name in on_line.get((path, line), ())]:
            named[naming] = [*dict.fromkeys(used)]
    return named
