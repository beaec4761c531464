"""How a pasted stack trace is answered: its frames as entities, and the edges between them."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.graph.edges import EDGE_KIND
from nsccn.graph.ids import encode_path
from nsccn.search import traceback
from nsccn.search.frames import resolve_frames, simple_name
from nsccn.text import count, one_line
from nsccn.tools.traces.data import collect, edge_data, entity_data
from nsccn.tools.traces.wording import heading, place
from nsccn.tools.views import Answer, Piece, paginate

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge, Entity
    from nsccn.index import RepoIndex
    from nsccn.search.traceback import Frame, Stack

_MOST_RAISERS: Final = 5
_MOST_WRAPPERS: Final = 6
"""So many frames above are looked at for the one that calls; between them are decorators and dispatchers."""
_RELATIONS: Final = {
    "cause": "caused by",
    "handled": "raised while handling",
    "member": "in the group",
    "suppressed": "suppressed",
}
_OTHER: Final = "of another version or a build"
_RAISED: Final = "PROPAGATES_ERROR"


class _Call(NamedTuple):
    """A frame, or the same frame several times in a row."""

    frame: Frame
    entity: int | None
    times: int


def stack_answer(index: RepoIndex, text: str, *, cursor: str, ceiling: int, structured: bool) -> Answer:
    """Answer a stack trace: its frames, the edges between them, and who raises the error."""
    graph = index.snapshot.graph
    stacks = traceback.stacks(text)
    calls = [_calls(stack, resolve_frames(stack.frames, graph, str(index.root))) for stack in stacks]
    pieces = [
        piece for stack, rows in zip(stacks, calls, strict=True) for piece in _pieces(graph, stack, rows)
    ]
    known = sum(call.entity is not None for rows in calls for call in rows)
    total = sum(map(len, calls))
    head = f"{count(total, 'frame')}, outermost call first; {known} in this repository"
    page = paginate(
        pieces,
        about=("trace_causal_path", text, [piece.text for piece in pieces]),
        cursor=cursor,
        ceiling=ceiling,
        head=head,
        structured=structured,
    )
    return Answer(page.text(head, "lines"), _data(graph, stacks, calls, page.pieces) | page.rest())


def _calls(stack: Stack, entities: Sequence[int | None]) -> list[_Call]:
    calls: list[_Call] = []
    for frame, entity in zip(stack.frames, entities, strict=True):
        if calls and calls[-1].frame == frame:
            calls[-1] = calls[-1]._replace(times=calls[-1].times + 1)
        else:
            calls.append(_Call(frame, entity, 1))
    return calls


def _pieces(graph: CodeGraph, stack: Stack, calls: Sequence[_Call]) -> list[Piece]:
    relation = _RELATIONS.get(stack.relation, "")
    error = one_line(": ".join(part for part in (stack.error, stack.message) if part))
    pieces = [Piece(" ".join(part for part in (relation, error or "stack") if part), {})]
    for number, call in enumerate(calls):
        if call.entity is not None:
            pieces += _between(graph, calls[:number], call.entity)
        pieces.append(_frame_piece(graph, number + 1, call))
    return [*pieces, *_raisers(graph, stack, calls)]


def _frame_piece(graph: CodeGraph, number: int, call: _Call) -> Piece:
    frame = call.frame
    repeated = f" ({call.times} times)" if call.times > 1 else ""
    if call.entity is None:
        name = f" {one_line(frame.function)}" if frame.function else ""
        at = f" {encode_path(frame.path)}:{frame.line}" if frame.path else ""
        return Piece(f"{number}{at}{name}{repeated}  not in this repository", {})
    entity = graph.entity(call.entity)
    at = f"  {_line(entity, frame)}" if frame.path else ""
    text = f"{number} {heading(entity)}{at}{repeated}"
    return Piece(text, {"entities": [entity_data(entity)]})


def _line(entity: Entity, frame: Frame) -> str:
    """Say where in an entity a frame was, as far as its line is one of the same file."""
    if posixpath.basename(frame.path) != posixpath.basename(entity.path):
        return f"at {encode_path(frame.path)}:{frame.line}, {_OTHER}"
    moved = "" if _holds(entity, frame) else f", outside it: the trace is {_OTHER}"
    return f"at L{frame.line}{moved}"


def _holds(entity: Entity, frame: Frame) -> bool:
    """Tell whether the line of a frame, where it has one, lies in what it ran."""
    return not frame.line or entity.start_line <= frame.line <= entity.end_line


def _between(graph: CodeGraph, callers: Sequence[_Call], callee: int) -> list[Piece]:
    """Say how a frame is reached: from the one above it, else from one further up whose line leads here."""
    known = [number for number, call in enumerate(callers) if call.entity is not None]
    for number in known[: -_MOST_WRAPPERS - 1 : -1]:
        edge = _call_edge(graph, callers[number], callee, adjacent=number == known[-1])
        if edge is not None:
            through = "" if number == len(callers) - 1 else f"from {number + 1} "
            verb = f"   {through}{EDGE_KIND[edge.kind].verb} {place(edge, {graph.path_of(edge.source)})}"
            return [Piece(verb, {"edges": [edge_data(edge, graph.id_of)]})]
    if not known or callers[-1].entity == callee:
        return []
    if known[-1] < len(callers) - 1:
        return [Piece(f"   from {known[-1] + 1} through library code", {})]
    at = f" from L{callers[-1].frame.line}" if callers[-1].frame.line else ""
    return [Piece(f"   no edge in the graph leads here{at}", {})]


def _call_edge(graph: CodeGraph, caller: _Call, callee: int, *, adjacent: bool) -> Edge | None:
    """Return the edge from a frame's entity; where others lie between, only that of the frame's line."""
    if caller.entity is None:
        return None
    edges = [edge for edge in graph.outgoing(caller.entity, ("CALLS", "REFERENCES")) if edge.target == callee]
    exact = [edge for edge in edges if edge.evidence.line == caller.frame.line]
    return next(iter(exact or (edges if adjacent else [])), None)


def _raisers(graph: CodeGraph, stack: Stack, calls: Sequence[_Call]) -> list[Piece]:
    """Say who raises the error: the deepest frame; else, for an error that is defined here, whoever does."""
    if not stack.error or not calls:
        return []
    name = simple_name(stack.error)
    deepest = calls[-1].entity
    raised = [] if deepest is None else graph.outgoing(deepest, (_RAISED,))
    own = next((edge for edge in raised if graph.name_of(edge.target) == name), None)
    if own is not None:
        return [_raiser_piece(graph, own, calls[-1].frame.line)]
    where = (
        "outside this repository"
        if deepest is None
        else f"in {len(calls)}, but by no statement that raises {name}"
    )
    defined = [error for error in graph.named(name) if graph.path_of(error)]
    edges = [edge for error in defined for edge in graph.incoming(error, (_RAISED,))]
    return [Piece(f"raised {where}", {}), *(_raiser_piece(graph, edge) for edge in edges[:_MOST_RAISERS])]


def _raiser_piece(graph: CodeGraph, edge: Edge, line: int = 0) -> Piece:
    source = graph.entity(edge.source)
    here = f", here L{line}" if line and line != edge.evidence.line else ""
    text = f"{graph.id_of(edge.target)} is raised by {source.id}  {place(edge, {source.path})}{here}"
    return Piece(text, {"edges": [edge_data(edge, graph.id_of)], "entities": [entity_data(source)]})


def _data(
    graph: CodeGraph, stacks: Sequence[Stack], calls: Sequence[Sequence[_Call]], pieces: Sequence[Piece]
) -> dict[str, Any]:
    resolved = [call.entity for rows in calls for call in rows if call.entity is not None]
    listed = [
        {
            "error": stack.error,
            "message": stack.message,
            "relation": stack.relation,
            "frames": [_frame_data(graph, call) for call in rows],
        }
        for stack, rows in zip(stacks, calls, strict=True)
    ]
    root = graph.id_of(resolved[0]) if resolved else ""
    data = {"root": root, "direction": "traceback", "depth": len(resolved), "stacks": listed}
    return data | collect([piece.data for piece in pieces]) | {"omitted": 0, "unresolved": {}}


def _frame_data(graph: CodeGraph, call: _Call) -> dict[str, Any]:
    frame = call.frame
    return {
        "file": frame.path,
        "line": frame.line,
        "function": frame.function,
        "entity": None if call.entity is None else graph.id_of(call.entity),
        "times": call.times,
    }
