"""What a trace says of a type that leads nowhere, since only its constructors stand for it: its methods lead on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.text import first_few
from nsccn.tracing.lineage import inherited_constructor, is_type, methods

if TYPE_CHECKING:
    from nsccn.tracing.trace import Trace

_RUNS: Final = ("CALLS", "REFERENCES")
_MOST: Final = 8


def said_of_methods(found: Trace) -> str:
    """Name the methods of a type by which something can be followed downstream; empty where there are none."""
    graph, root = found.code, found.root
    if found.direction != "downstream" or not is_type(graph, root):
        return ""
    calling = [method for method in methods(graph, root) if graph.outgoing(method, _RUNS)]
    if not calling:
        return ""
    names = list(dict.fromkeys(map(graph.name_of, calling[1:])))
    listed = first_few([graph.id_of(calling[0]), *names], _MOST)
    made = inherited_constructor(graph, root)
    above = f" Its constructor is {graph.id_of(made)}." if made is not None else ""
    return (
        f"Only a type's constructors are followed, and none of its own leads anywhere; "
        f"its methods do: {listed}.{above}"
    )
