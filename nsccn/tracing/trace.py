"""Follows the edges of the graph from an entity: in one of six directions, or to another entity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import InvalidArgument
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.graph.linking.linkrows import read_unresolved
from nsccn.tracing import lineage
from nsccn.tracing.aside import are_aside
from nsccn.tracing.directions import AIMS, DIRECTIONS, PHASES, RUNNING_KINDS
from nsccn.tracing.errorways import error_ways
from nsccn.tracing.kept import OF_ASIDE, nearest, not_aimed_at, not_chosen, with_ways
from nsccn.tracing.paths import path_between
from nsccn.tracing.traversal import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge
    from nsccn.tracing.traversal import Hops

DEEPEST: Final = 10

_PATH: Final = "path"
_OF_ERRORS: Final = ("PROPAGATES_ERROR", "HANDLES_ERROR")
_ON_BEHALF: Final = "on behalf"


class Step(NamedTuple):
    """An edge on the way, and whether it was followed from source to target."""

    distance: int
    """How far from the start the end is that it leads to, by this way."""
    edge: Edge
    forward: bool
    number: int
    """The edge's number in the graph."""

    @property
    def near(self) -> int:
        """The end that it was followed from."""
        return self.edge.source if self.forward else self.edge.target

    @property
    def far(self) -> int:
        """The end that it leads to."""
        return self.edge.target if self.forward else self.edge.source


@dataclass(frozen=True)
class Trace:
    """What was found on the way from an entity."""

    code: CodeGraph
    root: int
    starts: tuple[int, ...]
    """The entities that stand for the roots: themselves, the constructors of a class, the members of a file."""
    direction: str
    depth: int
    also: tuple[int, ...] = ()
    """What else it begins with: the other overloads of the root."""
    steps: tuple[Step, ...] = ()
    distances: Mapping[int, int] = field(default_factory=dict)
    """Entity -> distance from the root, nearest and surest first."""
    omitted: tuple[int, ...] = ()
    """How many entities at distance 1, 2, ... were found and left out."""
    goal: int | None = None
    """Where a path leads. Without steps, but with a distance, it is the root, inside it, or around it."""
    backwards: bool = False
    """The path leads from the goal to the root."""
    unresolved: Mapping[str, int] = field(default_factory=dict)
    """Name -> call sites of that name that could be calls of the root."""
    overrides: tuple[tuple[int, int], ...] = ()
    """Pairs of a method and the method of a base class that it overrides."""
    errors: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Number of an edge by which errors escape, or are caught -> which errors of those that are followed."""
    escaping: tuple[int, ...] = ()
    """The errors that can escape from the root."""
    unfollowed: Mapping[int, int] = field(default_factory=dict)
    """Type or file that was not followed, since very many name it -> how many do."""
    shown: frozenset[int] = frozenset()
    """Entities that were shown before, where it is only the rest of a trace; see `continued.beyond`."""

    @property
    def roots(self) -> tuple[int, ...]:
        """What it begins with."""
        return (self.root, *self.also)

    @property
    def kept(self) -> int:
        """The number of entities besides those that it begins with."""
        return len(self.distances) - len(self.starts)

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The trace as a networkx graph, with ids as nodes."""
        return self.code.subgraph((step.edge for step in self.steps), (self.root,))

    @cached_property
    def unresolved_in(self) -> Mapping[str, int]:
        """Path -> how many of the call sites that could not be resolved stand in the file."""
        return {path: sites for name in self.unresolved for path, sites in _sites(self.code, self.root, name)}


def trace(
    graph: CodeGraph,
    start: int,
    direction: str = "downstream",
    depth: int = 3,
    *,
    to: int | None = None,
    also: Sequence[int] = (),
    to_also: Sequence[int] = (),
    limit: int = 40,
) -> Trace:
    """Follow edges from an entity, breadth first.

    Args:
        graph: the graph.
        start: where to begin. A class stands for its constructors too, a file for all that it defines.
        direction: one of `DIRECTIONS`.
        depth: 1 to 10 edges.
        to: an entity; the answer is the shortest path to it over edges of every kind, or else from it.
        also: other overloads of the start, which it begins with as well.
        to_also: other overloads of the end.
        limit: the most entities besides the start; the surest of those that are nearest.
    """
    if direction not in DIRECTIONS:
        raise InvalidArgument(f"direction must be one of {', '.join(DIRECTIONS)}.")
    if not 1 <= depth <= DEEPEST:
        raise InvalidArgument(f"depth must be between 1 and {DEEPEST}.")
    if limit < 1:
        raise InvalidArgument("limit must be at least 1.")
    roots = (start, *also)
    if to is not None:
        return _path_trace(graph, roots, (to, *to_also), depth)
    found = Trace(graph, start, roots, direction, depth, tuple(also))
    for each in zip_longest(*(_starts(graph, root, direction) for root in roots), fillvalue={}):
        phases = dict.fromkeys(phase for group in each for phase in group)
        starts = {phase: [one for group in each for one in group.get(phase, ())] for phase in phases}
        if direction == "errors":
            ways = error_ways(graph, starts, depth)
            found = replace(found, errors=ways.errors, escaping=ways.escaping)
        walk = Walk(graph, PHASES, starts, depth, tuple(found.errors))
        found = _collect(found, walk, starts, limit)
        if found.steps:
            found = _with_callees(found, walk, starts["state"], limit) if "state" in starts else found
        if found.steps or any(found.omitted):
            break
    return replace(found, unresolved=_unresolved(found), overrides=tuple(_overrides(found)))


# -- where a trace begins


def _starts(graph: CodeGraph, start: int, direction: str) -> list[dict[str, list[int]]]:
    """Return the entities to begin with, by phase; what follows is tried where the first leads nowhere."""
    kind = _kind(graph, start)
    members = lineage.within(graph, start)
    data = [member for member in members if graph.is_data(member)]
    code = [member for member in members if not graph.is_data(member)]
    if direction in ("downstream", "upstream"):
        group = [start, *lineage.constructors(graph, start)] if kind in TYPE_KINDS else members
        return [{direction: group}]
    if direction == "inheritance":
        return [{direction: [lineage.type_around(graph, start)]}]
    if direction == "errors":
        variants = [member for member in data if graph.incoming(member, _OF_ERRORS)]
        group = [start, *lineage.subtypes(graph, start, DEEPEST), *variants]
        raisers, handlers = (sum(len(graph.incoming(one, (kind,))) for one in group) for kind in _OF_ERRORS)
        raised = {"caught" if handlers < raisers else "raised": group}
        return [{direction: code}] if kind in RUNNING_KINDS else [raised, {direction: code}]
    if direction == "config":
        # A constant of a type is what that reads; of one by itself its readers say more.
        own = members if code else []
        return [{direction: own}, {"setting": data or members}, {direction: data}]
    return [{"stored": data}, {direction: code}, {_ON_BEHALF: code}]


def _kind(graph: CodeGraph, entity: int) -> str:
    return graph.kinds[int(graph.kind[entity])]


# -- what is kept of it


def _collect(trace: Trace, walk: Walk, starts: Mapping[str, Sequence[int]], limit: int) -> Trace:
    """Keep the nearest and surest entities, and the edges between what is kept."""
    graph = trace.code
    group = sorted({member for members in starts.values() for member in members})
    aim = next((AIMS[phase] for phase in starts if phase in AIMS), "")
    if aim:
        aimed = [hops for hops in walk.hops if hops.rule.kinds == (aim,)]
        chosen = with_ways(walk, aimed, limit)
        left = not_aimed_at(walk, aimed, chosen)
    else:
        chosen = nearest(graph, walk, limit)
        left = not_chosen(walk, chosen)
    while left and not left[-1]:
        left.pop()
    steps = _steps(trace, walk, group, chosen) if chosen or not aim else []
    busy = {end for step in steps for end in (step.near, step.far)}
    first = [member for member in group if member in busy or member in trace.roots]
    kept = np.array([*first, *chosen], np.int64)
    return replace(
        trace,
        starts=tuple(first),
        steps=tuple(steps),
        distances=dict(zip(kept.tolist(), walk.distance_of(kept).tolist(), strict=True)),
        omitted=tuple(left),
        unfollowed=walk.unfollowed(),
    )


def _with_callees(own: Trace, walk: Walk, code: Sequence[int], limit: int) -> Trace:
    """Add what is written on behalf of functions to what they write; where both are much, each has half the room.

    How much room each has rests on how much there is, so that with more room neither has less of it.
    """
    starts = {_ON_BEHALF: code}
    beyond = Walk(own.code, PHASES, starts, own.depth)
    theirs = _collect(own, beyond, starts, limit)
    total, their_total = (limit if any(one.omitted) else one.kept for one in (own, theirs))
    room, their_room = max(limit - their_total, limit - limit // 2), max(limit - total, limit // 2)
    if total > room:
        own = _collect(own, walk, {"state": code}, room)
    if their_total > their_room:
        theirs = _collect(own, beyond, starts, their_room)
    steps = {step.number: step for step in own.steps}
    for step in theirs.steps:
        if step.number not in steps or step.distance < steps[step.number].distance:
            steps[step.number] = step
    distances = dict(own.distances)
    for entity, distance in theirs.distances.items():
        distances[entity] = min(distance, distances.get(entity, distance))
    return replace(
        own,
        starts=tuple(sorted({*own.starts, *theirs.starts})),
        steps=tuple(steps.values()),
        distances=distances,
        omitted=tuple(map(sum, zip_longest(own.omitted, theirs.omitted, fillvalue=0))),
    )


def _steps(trace: Trace, walk: Walk, group: Sequence[int], chosen: Sequence[int]) -> list[Step]:
    """Return the edges among the entities kept; none inside a file, or a type, that stands for all that it holds."""
    graph = trace.code
    kept = np.zeros(len(graph), np.bool_)
    kept[[*group, *chosen]] = True
    within = np.zeros(len(graph), np.bool_)
    is_aimed = trace.direction in ("config", "state")  # what members do is told of each
    if _kind(graph, trace.root) in (FILE_KINDS | TYPE_KINDS if is_aimed else FILE_KINDS):
        within[group] = True
    found: dict[int, Hops] = {}
    for hops in walk.hops:
        shown = np.flatnonzero(kept.take(hops.far))
        numbers, far = hops.number.take(shown), hops.far.take(shown)
        near = hops.ends.take(numbers)
        among = kept.take(near) & ~(within.take(near) & within.take(far))
        for number in numbers[among].tolist():
            found.setdefault(number, hops)
    edges = graph.edges(np.array(list(found), np.intp))
    steps = (
        Step(hops.distance, edge, hops.rule.outgoing, number)
        for (number, hops), edge in zip(found.items(), edges, strict=True)
    )
    all_kept = np.array([*group, *chosen], np.int64)
    place = {entity: position for position, entity in enumerate(all_kept.tolist())}
    worth = dict(zip(place, np.where(are_aside(graph, all_kept), OF_ASIDE, 1).tolist(), strict=True))
    return sorted(
        steps,
        key=lambda step: (
            step.distance,
            place[step.near],
            -step.edge.probability * worth[step.far],
            worth[step.far] < 1,
            place[step.far],
            step.edge.kind,
        ),
    )


# -- paths, and what else is worth knowing


def _path_trace(graph: CodeGraph, starts: Sequence[int], goals: Sequence[int], depth: int) -> Trace:
    start = starts[0]
    found = Trace(graph, start, (start,), _PATH, depth, goal=goals[0])
    numbers, backwards = path_between(graph, starts, goals)
    found = replace(found, backwards=backwards)
    if not numbers:
        return found if numbers is None else replace(found, distances={start: 0})
    edges = graph.edges(np.array(numbers))
    steps = tuple(
        Step(distance, edge, forward=True, number=number)
        for distance, (number, edge) in enumerate(zip(numbers, edges, strict=True), 1)
    )
    distances = {edges[0].source: 0} | {step.edge.target: step.distance for step in steps}
    return replace(found, starts=(edges[0].source,), steps=steps, distances=distances)


def _unresolved(trace: Trace) -> dict[str, int]:
    """Return the call sites that may be calls of the root, when its callers were asked for."""
    if trace.direction != "upstream" or _kind(trace.code, trace.root) in FILE_KINDS:
        return {}
    name = trace.code.name_of(trace.root)
    count = sum(sites for _, sites in _sites(trace.code, trace.root, name))
    return {name: count} if count else {}


def _sites(graph: CodeGraph, root: int, name: str) -> Iterator[tuple[str, int]]:
    """Yield the files with calls of a name that led nowhere and may be of the root, with how many each has."""
    own = graph.entity(root).language  # none, of what lies in no file
    for slot, sites in read_unresolved(graph.arrays, name):
        if not own or are_akin(own, graph.files[slot].language):
            yield graph.paths[slot], sites


def _overrides(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield what overrides what: upstream the methods that the root does, by inheritance all there are."""
    for root in trace.roots:
        if trace.direction == "upstream":
            yield from lineage.overrides_above(trace.code, root, trace.depth)
        elif trace.direction == "inheritance":
            yield from lineage.overrides(trace.code, root, trace.depth, trace.distances)
