"""What the text says of a path between two entities, where the edges have none, or only a long way round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.otherends import other_ends
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.tools.names.unresolvedsites import calls_without_edge
from nsccn.tracing.trace import DEEPEST, trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_LINES: Final = 4
_DEEPEST: Final = 5
_MOST_LEADING: Final = 40
"""Functions that lead to the goal, among which those that nothing calls may answer something."""
_MOST_ANSWERING: Final = 4
_MOST_ASKING: Final = 12
"""Lines that name what one of these answers."""


def said_beside_path(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield which lines of the start may lead straight to the goal, though no edge says so."""
    if found.goal is None or (len(found.steps) == 1 and not found.backwards) or found.root == found.goal:
        return
    graph = found.code
    root, goal = graph.entity(found.root), graph.entity(found.goal)
    if open_calls := _inside(root, calls_without_edge(index, root.path, goal.name)):
        yield f"`{goal.name}` is called at {open_calls} of it, and no edge tells what that means; it may be this one."
    if not found.steps or found.backwards:
        ahead = other_ends(index, trace(graph, root.index, "downstream", 1)).notes
        if told := [note for note in ahead if goal.id in note]:
            yield from told
            return
        ends = other_ends(index, trace(graph, goal.index, "upstream", 1))
        lines = sorted(line for path, line in ends.places if path == root.path)
        if asked := _inside(root, lines):
            yield f"At {asked} it names what that answers: a route, an event, or what else both have as a text."
        else:
            yield from islice(_over_texts(index, found.root, found.goal), 1)


def _over_texts(index: RepoIndex, root: int, goal: int) -> Iterator[str]:
    """Yield what the start leads to that names, by a text, what leads to the goal: over a request, or an event."""
    graph = index.snapshot.graph
    for answering in islice(_answering(graph, goal), _MOST_ANSWERING):
        asking: dict[int, int] = {}
        ends = other_ends(index, trace(graph, answering, "upstream", 1))
        for path, line in sorted(ends.places)[:_MOST_ASKING]:
            asking.setdefault(graph.at_line(path, line), line)
        for one, line in asking.items():
            way = trace(graph, root, to=one, depth=DEEPEST)
            if one == root or (way.distances and not way.backwards):
                yield (
                    f"By the text, it may: {graph.id_of(one)} L{line} names what {graph.id_of(answering)}"
                    f" answers; ask for the path to each."
                )


def _answering(graph: CodeGraph, goal: int) -> Iterator[int]:
    """Yield the goal, and the functions that lead to it, as far as none calls them, nearest first."""
    leading = trace(graph, goal, "upstream", _DEEPEST, limit=_MOST_LEADING)
    for one in (goal, *leading.distances):
        is_called = any(edge.source not in leading.starts for edge in graph.incoming(one, ("CALLS",)))
        if graph.kinds[graph.kind[one]] in FUNCTION_KINDS and not is_called:
            yield one


def _inside(entity: Entity, lines: list[int]) -> str:
    """Return the lines that an entity has of some, as they are written; empty where it has none."""
    inside = (f"L{line}" for line in sorted(set(lines)) if entity.start_line <= line <= entity.end_line)
    return ",".join(islice(inside, _MOST_LINES))
