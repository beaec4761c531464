"""The first lines of a trace: what it begins with, and how much was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.ids import encode_path
from nsccn.text import count
from nsccn.tools.traces.wording import heading
from nsccn.tracing.aside import are_aside, are_tries
from nsccn.tracing.directions import is_escape

if TYPE_CHECKING:
    from nsccn.tools.traces.text import TraceText
    from nsccn.tracing.trace import Trace

_LONGEST_BACK: Final = 4
_MOST_REPEATED: Final = 3
"""Entities that it begins with, at the head of what follows the first page."""


def head(found: Trace, shown: TraceText) -> str:
    """Say what a trace begins with, and how much it found."""
    if found.goal is not None:
        return _path_head(found)
    kept, left = found.kept, sum(found.omitted)
    entities = f"{kept:,} of {kept + left:,} entities" if left else count(kept, "entity", "entities")
    edges = count(len(found.steps), "edge")
    lines = _titles(found)
    beyond = f"; {found.further:,} more at depth {found.depth + 1}" if found.further else ""
    lines.append(f"{found.direction}, depth {found.depth}: {entities}, {edges}{beyond}")
    lines += filter(None, [shown.errors.escaping()])
    is_of_others = any(step.edge.kind == "MUTATES" for step in found.steps)
    if found.direction == "state" and is_of_others and not _own_writes(found):
        lines.append("It writes nothing itself; these do on its behalf:")
    return "\n".join(lines)


def rest_head(found: Trace, before: Trace) -> str:
    """Say which entities of a trace are those beyond what was shown before."""
    first, last = before.kept + 1, found.kept
    total = f"{last + sum(found.omitted):,}, {count(len(found.steps), 'edge')}"
    which = f"entity {last:,}" if first == last else f"entities {first:,} to {last:,}"
    roots = _titles(found)
    more = [f"and {len(roots) - _MOST_REPEATED} more"] if len(roots) > _MOST_REPEATED else []
    return "\n".join(
        [*roots[:_MOST_REPEATED], *more, f"{found.direction}, depth {found.depth}: {which} of {total}"]
    )


def _titles(found: Trace) -> list[str]:
    """Name what a trace begins with, and of lines of it these."""
    graph, lines = found.code, found.within
    if lines is not None:
        path = encode_path(graph.path_of(found.root))
        return [f"{path}:{lines[0]}-{lines[-1]} in {graph.id_of(found.root)}"]
    return [heading(graph.entity(root)) for root in found.roots]


def _own_writes(found: Trace) -> bool:
    if found.code.is_data(found.root):
        return True
    return any(step.edge.kind == "MUTATES" and step.distance == 1 for step in found.steps)


def is_way_round(found: Trace) -> bool:
    """Whether a path leads the other way, over more than anybody means who asks how one end leads to the other."""
    return found.backwards and len(found.steps) > _LONGEST_BACK


def passes_aside(found: Trace) -> bool:
    """Tell whether a path between two entities of the product leads through what is none of it."""
    if found.goal is None or len(found.steps) < 2:
        return False
    inner, ends = [step.far for step in found.steps[:-1]], [found.root, found.goal]
    is_inner, is_end = (are_aside(found.code, np.array(some, np.int64)).any() for some in (inner, ends))
    return bool(is_inner and not is_end)


def is_only_tried(found: Trace) -> bool:
    """Tell whether it is the trace of a setting that nothing but tests and the like is known to read."""
    is_setting = found.direction == "config" and not found.code.path_of(found.root)
    readers = [step.far for step in found.steps if step.near == found.root]
    return is_setting and bool(readers) and bool(are_tries(found.code, np.array(readers)).all())


def _path_head(found: Trace) -> str:
    graph, goal = found.code, found.goal
    ends = graph.id_of(found.root), graph.id_of(found.root if goal is None else goal)
    if not found.steps:
        if found.distances:
            return f"{ends[0]} and {ends[1]} are the same, or one is part of the other."
        return f"No path leads from {ends[0]} to {ends[1]}, nor back, over edges that could be followed."
    first = heading(graph.entity(found.steps[0].edge.source))
    edges = count(len(found.steps), "edge")
    if is_way_round(found):
        return f"No path leads from {ends[0]} to {ends[1]}; the shortest the other way has {edges}."
    if any(is_escape(graph, step.edge) for step in found.steps):
        return (
            f"No path leads from {ends[0]} to {ends[1]} but back along errors that escape; what it joins need not run "
            f"together. The shortest, {edges}:\n{first}"
        )
    if found.backwards:
        return f"No path leads from {ends[0]} to {ends[1]}; the shortest the other way, {edges}:\n{first}"
    return f"Shortest path from {ends[0]} to {ends[1]}, {edges}:\n{first}"
