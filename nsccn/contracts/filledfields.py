"""Which settings a function has by the fields of its type that a framework fills, where the text alone names them.

@Value("${order.prefix}") private String prefix;      String next() { return prefix + 1; }
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.text import first_few
from nsccn.tracing.lineage import type_around
from nsccn.tracing.namings import named_within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_FUNCTIONS: Final = 300
"""That are looked at."""
_MOST_KEYS: Final = 3
_MOST_SHOWN: Final = 8


def said_of_filled_fields(index: RepoIndex, found: Trace) -> Told:
    """Say which fields a function and what it calls name that a setting fills, and that no edge leads to."""
    graph = found.code
    if found.direction != "config" or graph.kinds[graph.kind[found.root]] not in FUNCTION_KINDS:
        return Told()
    filled = dict[int, dict[int, list[str]]]()
    said = []
    for function in _reached(graph, found.root, found.depth):
        around = type_around(graph, function)
        if around not in filled:
            filled[around] = dict(_filled(graph, around))
        who = "" if function == found.root else f" in {graph.qualified_of(function)}"
        said += [
            f"{graph.name_of(field)} L{','.join(map(str, lines))}{who} ({', '.join(keys)})"
            for field, keys in filled[around].items()
            if _may_name(index, graph, function, field) and (lines := named_within(index, field, function))
        ]
    if not said:
        return Told()
    return Told(
        (f"By the text, it names what a setting fills: {first_few(said, _MOST_SHOWN)}.",), is_used=True
    )


def _may_name(index: RepoIndex, graph: CodeGraph, function: int, field: int) -> bool:
    """Whether the lines of a function have the name of a field: to know what they mean takes longer."""
    entity, name = graph.entity(function), graph.name_of(field)
    lines = index.text_if_any(entity.path).split("\n")[entity.start_line - 1 : entity.end_line]
    return any(name in line for line in lines)


def _reached(graph: CodeGraph, root: int, depth: int) -> Iterator[int]:
    """Yield a function and what it calls, nearest first."""
    known, level = {root}, [root]
    for _ in range(depth):
        yield from level
        called = (edge.target for one in level for edge in graph.outgoing(one, ("CALLS",)))
        functions = (one for one in called if graph.kinds[graph.kind[one]] in FUNCTION_KINDS)
        level = [one for one in dict.fromkeys(functions) if one not in known][: _MOST_FUNCTIONS - len(known)]
        known.update(level)


def _filled(graph: CodeGraph, around: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the fields of a type that settings fill, with those."""
    if graph.kinds[graph.kind[around]] not in TYPE_KINDS:
        return
    for field in graph.members(around):
        if graph.kinds[graph.kind[field]] == "attr" and (edges := graph.outgoing(field, ("READS_CONFIG",))):
            yield field, [graph.id_of(edge.target) for edge in edges[:_MOST_KEYS]]
