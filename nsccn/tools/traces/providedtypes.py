"""Who may be given what a function makes for a container: `@Bean Clock clock()`, `@Provides fun clock(): Clock`.

Who takes the type that it returns is told by edges; that it is this one which they are given, nothing tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.brackets import closing
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tracing.aside import are_aside
from nsccn.tracing.lineage import constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph

_PROVIDES: Final = regex(r"@(?:\w+\.)*(?:Bean|Provides|Binds|Produces)\b")
_WORD: Final = regex(r"\w+")
_HOLDING: Final = TYPE_KINDS | {"attr"}
_MOST_SHOWN: Final = 3


def said_of_takers(graph: CodeGraph, root: int, marks: str) -> Iterator[str]:
    """Yield which types of the product take the type that a function returns, where its `marks` say it is given."""
    returned = _returned(graph, root) if _PROVIDES.search(marks) else -1
    if returned < 0:
        return
    takers = dict[int, int]()
    for edge in graph.incoming(returned, ("USES_TYPE",)):
        around = type_around(graph, edge.source)
        is_made = edge.source in constructors(graph, around)
        if (
            (is_made or graph.kinds[graph.kind[edge.source]] in _HOLDING)
            and graph.kinds[graph.kind[around]] in TYPE_KINDS
            and around != returned
        ):
            takers.setdefault(around, edge.evidence.line)
    aside = are_aside(graph, np.array([*takers], np.int64))
    said = [
        f"{graph.id_of(one)} L{takers[one]}"
        for one, is_aside in zip(takers, aside, strict=True)
        if not is_aside
    ]
    if said:
        yield f"Who takes a {graph.name_of(returned)} may be given it: {first_few(said, _MOST_SHOWN)}."


def _returned(graph: CodeGraph, root: int) -> int:
    """Return the only type of the repository that a function is declared to return; -1 where it is not one."""
    entity = graph.entity(root)
    before, _, rest = entity.signature.partition(f"{entity.name}(")
    outside = before + rest[closing(f"({rest}", 0) :]
    words = {*_WORD.findall(outside)}
    found = {
        edge.target for edge in graph.outgoing(root, ("USES_TYPE",)) if graph.name_of(edge.target) in words
    }
    return found.pop() if len(found) == 1 else -1
