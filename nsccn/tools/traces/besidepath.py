"""What the text says of a path between two entities, where the edges have none, or only a long way round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.otherends import other_ends
from nsccn.tools.names.missing import calls_without_edge
from nsccn.tracing.trace import trace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_LINES: Final = 4


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


def _inside(entity: Entity, lines: list[int]) -> str:
    """Return the lines that an entity has of some, as they are written; empty where it has none."""
    inside = (f"L{line}" for line in sorted(set(lines)) if entity.start_line <= line <= entity.end_line)
    return ",".join(islice(inside, _MOST_LINES))
