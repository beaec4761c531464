"""Which functions of a type are used on a line that names it: `StringUtil.isBlank(text)`, to which an edge leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.tracing.namings import Naming

_LIKELY: Final = 0.5
_USES: Final = ("CALLS", "REFERENCES")


class MembersUsed:
    """What of a type is used where."""

    def __init__(self, graph: CodeGraph, type_: int) -> None:
        self._graph = graph
        self._names: dict[tuple[str, int], list[str]] = {}
        members = [one for one in graph.members(type_) if graph.kinds[graph.kind[one]] in FUNCTION_KINDS]
        numbers = graph.edges_of(np.array(sorted(members), np.int64), outgoing=False)
        for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
            if edge.kind in _USES and edge.probability >= _LIKELY:
                for line in graph.lines(number):
                    name = graph.name_of(edge.target)
                    self._names.setdefault((edge.evidence.path, line), []).append(name)

    def on(self, naming: Naming) -> list[str]:
        """Return the names of what is used where an entity names the type."""
        path = self._graph.path_of(naming.entity)
        used = (name for line in naming.lines for name in self._names.get((path, line), ()))
        return [*dict.fromkeys(used)]
