"""Follows the edges of the graph from an entity: in one of six directions, or to another entity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec
import numpy as np

from nsccn.errors import InvalidArgument
from nsccn.graph.imports import are_akin
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS
from nsccn.graph.linking.linkrows import read_unresolved
from nsccn.graph.model import Location
from nsccn.tracing import lineage
from nsccn.tracing.aside import are_aside, are_tries
from nsccn.tracing.directions import AIMS, DIRECTIONS, PHASES
from nsccn.tracing.errorways import error_ways
from nsccn.tracing.kept import OF_ASIDE, nearest, not_aimed_at, not_chosen, with_ways
from nsccn.tracing.paths import path_between
from nsccn.tracing.starts import ON_BEHALF, starts_of
from nsccn.tracing.traversal import Walk
from nsccn.tracing.unlikely import behind_unlikely

if TYPE_CHECKING:
    from collections.abc import Iterator

    import networkx as nx

    from nsccn.arrays import Array
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge
    from nsccn.tracing.traversal import Hops

DEEPEST: Final = 10

_PATH: Final = "path"


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
    further: int = 0
    """How many entities one edge more would lead to than the depth allows."""
    goal: int | None = None
    """Where a path leads. Without steps, but with a distance, it is the root, inside it, or around it."""
    backwards: bool = False
    """The path leads from the goal to the root."""
    unresolved_in: Mapping[str, int] = field(default_factory=dict)
    """Path -> call sites there that could not be resolved, of the root's name: they could be calls of it."""
    overrides: tuple[tuple[int, int], ...] = ()
    """Pairs of a member and the member of a base type that it overrides."""
    errors: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Number of an edge by which errors escape, or are caught -> which errors of those that are followed."""
    escaping: tuple[int, ...] = ()
    """The errors that can escape from the root."""
    unfollowed: Mapping[int, int] = field(default_factory=dict)
    """Type or file that was not followed, since very many name it -> how many do."""
    within: range | None = None
    """The lines of the root that are followed alone."""
    apart: tuple[int, ...] = ()
    """The edges, by number, that are not followed from where it begins."""
    folded: tuple[int, ...] = ()
    """What tests, examples and documents have of it, and what is behind unlikely calls: it is only counted."""
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

    def lines(self, step: Step) -> list[int]:
        """Return the lines of a step's evidence, the first of the surest first; of the root those that are followed."""
        return _lines_within(self, step.near, step.number)

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The trace as a networkx graph, with ids as nodes."""
        return self.code.subgraph((step.edge for step in self.steps), (self.root,))

    @property
    def unresolved(self) -> Mapping[str, int]:
        """Name -> call sites of that name that could be calls of the root."""
        sites = sum(self.unresolved_in.values())
        return {self.code.name_of(self.root): sites} if sites else {}


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
    is_folded: bool = True,
    within: range | None = None,
    apart: tuple[int, ...] = (),
) -> Trace:
    """Follow edges from an entity, breadth first.

    From an entity of the product it goes through the product alone, unless that leads nowhere. What stands in tests,
    examples and documents is folded: counted, and not kept.

    Args:
        graph: the graph.
        start: where to begin. A class stands for its constructors too, a file for all that it defines.
        direction: one of `DIRECTIONS`.
        depth: 1 to 10 edges.
        to: an entity; the answer is the shortest path to it over edges of every kind, or else from it.
        also: other overloads of the start, which it begins with as well.
        to_also: other overloads of the end.
        limit: the most entities besides the start; the surest of those that are nearest.
        is_folded: without it what would be folded follows behind what the limit has room for.
        within: lines of the start; only what these say of it is followed.
        apart: edges, by number, that are not followed from the start.
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
    found = Trace(graph, start, roots, direction, depth, tuple(also), within=within, apart=apart)
    for each in zip_longest(*(starts_of(graph, root, direction) for root in roots), fillvalue={}):
        phases = dict.fromkeys(phase for group in each for phase in group)
        starts = {phase: [one for group in each for one in group.get(phase, ())] for phase in phases}
        if within is not None:
            starts = {phase: [start] for phase, members in starts.items() if start in members}
        if direction == "errors":
            ways = error_ways(graph, starts, depth)
            found = replace(found, errors=ways.errors, escaping=ways.escaping if within is None else ())
        found = _followed(found, starts, limit, is_folded=is_folded)
        if found.steps or any(found.omitted):
            break
    return replace(found, unresolved_in=_unresolved(found), overrides=tuple(_overrides(found)))


# -- what is kept of it


def _followed(trace: Trace, starts: Mapping[str, Sequence[int]], limit: int, *, is_folded: bool) -> Trace:
    """Go through the product and likely calls alone, if that leads anywhere; beside it, or behind, all else."""
    graph = trace.code
    walk = _walk(trace, starts)
    aside = _set_apart(trace, walk)
    telling = _overriding(trace)
    if not len(aside):
        return _kept(trace, walk, starts, limit, first=telling)
    barred = np.zeros(len(graph), np.bool_)
    barred[aside] = True
    own = _kept(trace, _walk(trace, starts, barred), starts, limit, barred, first=telling)
    if not (own.steps or any(own.omitted)):
        return _kept(trace, walk, starts, limit, first=telling)
    if is_folded:
        return replace(own, folded=tuple(_ends_of(walk, starts, aside.tolist())))
    first = [one for one in own.distances if one not in own.starts]
    return _kept(trace, walk, starts, limit, first=first)


def _set_apart(trace: Trace, walk: Walk) -> Array:
    """Return what is told last: tests and the like, unless it begins there, and callers behind unlikely calls."""
    graph = trace.code
    reached = np.concatenate([np.zeros(0, np.int32), *walk.levels[1:]])
    is_apart = np.zeros(len(graph), np.bool_)
    if not are_tries(graph, np.array(trace.roots)).all():
        is_apart[reached.compress(are_tries(graph, reached))] = True
    if trace.direction == "upstream":
        is_apart[behind_unlikely(graph, walk)] = True
    return reached.compress(is_apart.take(reached))


def _overriding(trace: Trace) -> list[int]:
    """Return the types that override a method that is asked about, each behind those by which it inherits from it."""
    if trace.direction != "inheritance":
        return []
    graph = trace.code
    found: dict[int, None] = {}
    for root in trace.roots:
        below = lineage.subtypes(graph, lineage.type_around(graph, root), trace.depth)
        owners = graph.owners_of(lineage.overriding(graph, root, {*below}))
        needed = {one for owner in owners for one in (owner, *lineage.bases(graph, owner, trace.depth))}
        found |= dict.fromkeys(one for one in below if one in needed)
    return list(found)


def _walk(trace: Trace, starts: Mapping[str, Sequence[int]], barred: Array | None = None) -> Walk:
    return Walk(
        trace.code,
        PHASES,
        starts,
        trace.depth,
        tuple(trace.errors),
        barred=barred,
        leading=_leading(trace, starts),
    )


def _leading(trace: Trace, starts: Mapping[str, Sequence[int]]) -> Array | None:
    """Return the edges that the lines say which are followed alone; None where all are followed."""
    if trace.apart:
        members = np.array([one for group in starts.values() for one in group])
        every = np.concatenate([trace.code.edges_of(members, outgoing=way) for way in (True, False)])
        return np.setdiff1d(every, trace.apart)
    if trace.within is None:
        return None
    root = np.array([trace.root])
    numbers = np.concatenate([trace.code.edges_of(root, outgoing=way) for way in (True, False)])
    slots = trace.code.edge_column("file").take(numbers)
    own = numbers[slots == trace.code.file_slot(trace.code.path_of(trace.root))]
    return np.array([one for one in own.tolist() if _lines_within(trace, trace.root, one)], np.int64)


def _lines_within(trace: Trace, near: int, number: int) -> list[int]:
    lines = trace.code.lines(number)
    if trace.within is None or near != trace.root:
        return lines
    return [line for line in lines if line in trace.within]


def _ends_of(walk: Walk, starts: Mapping[str, Sequence[int]], entities: Sequence[int]) -> Sequence[int]:
    """Return which of some entities are told of where only the ways to something are: its ends."""
    aim = _aim(starts)
    if not aim:
        return entities
    ends = {one for hops in walk.hops if hops.rule.kinds == (aim,) for one in hops.near.tolist()}
    return [one for one in entities if one in ends]


def _aim(starts: Mapping[str, Sequence[int]]) -> str:
    """Return the kind of edges that is looked for, where only the ways to it count."""
    return next((AIMS[phase] for phase in starts if phase in AIMS), "")


def _kept(
    trace: Trace,
    walk: Walk,
    starts: Mapping[str, Sequence[int]],
    limit: int,
    barred: Array | None = None,
    *,
    first: Sequence[int] = (),
) -> Trace:
    """Keep what has room of a walk; of a function that writes something, what is written on its behalf as well."""
    found = _collect(trace, walk, starts, limit, first)
    if not found.steps or "state" not in starts:
        return found
    return _with_callees(found, walk, starts["state"], limit, barred, first)


def _collect(
    trace: Trace, walk: Walk, starts: Mapping[str, Sequence[int]], limit: int, before: Sequence[int] = ()
) -> Trace:
    """Keep the nearest and surest entities, and the edges between what is kept.

    What is kept `before` all others, as far as it is reached, comes first.
    """
    graph = trace.code
    group = sorted({member for members in starts.values() for member in members})
    aim = _aim(starts)
    aimed = [hops for hops in walk.hops if hops.rule.kinds == (aim,)]
    chosen = with_ways(walk, aimed, limit) if aim else nearest(graph, walk, limit)
    if before:
        reached = [one for one in before if walk.distance_of(one) > 0]
        chosen = list(dict.fromkeys([*reached, *chosen]))[:limit]
    left = not_aimed_at(walk, aimed, chosen) if aim else not_chosen(walk, chosen)
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
        further=walk.further(aim),
    )


def _with_callees(
    own: Trace,
    walk: Walk,
    code: Sequence[int],
    limit: int,
    barred: Array | None,
    before: Sequence[int],
) -> Trace:
    """Add what is written on behalf of functions to what they write; where both are much, each has half the room.

    How much room each has rests on how much there is, so that with more room neither has less of it.
    """
    starts = {ON_BEHALF: code}
    beyond = _walk(own, starts, barred)
    theirs = _collect(own, beyond, starts, limit, before)
    total, their_total = (limit if any(one.omitted) else one.kept for one in (own, theirs))
    room, their_room = max(limit - their_total, limit - limit // 2), max(limit - total, limit // 2)
    if total > room:
        own = _collect(own, walk, {"state": code}, room, before)
    if their_total > their_room:
        theirs = _collect(own, beyond, starts, their_room, before)
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
        further=own.further + theirs.further,
    )


def _steps(trace: Trace, walk: Walk, group: Sequence[int], chosen: Sequence[int]) -> list[Step]:
    """Return the edges among the entities kept; none inside a file, or a type, that stands for all that it holds."""
    graph = trace.code
    kept = np.zeros(len(graph), np.bool_)
    kept[[*group, *chosen]] = True
    within = np.zeros(len(graph), np.bool_)
    is_aimed = trace.direction in ("config", "state")  # what members do is told of each
    if graph.kinds[graph.kind[trace.root]] in (FILE_KINDS | TYPE_KINDS if is_aimed else FILE_KINDS):
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
        _as_followed(trace, Step(hops.distance, edge, hops.rule.outgoing, number))
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


def _as_followed(trace: Trace, step: Step) -> Step:
    """Return a step with the evidence of the lines that are followed alone."""
    if trace.within is None or step.near != trace.root:
        return step
    lines, at = trace.lines(step), step.edge.evidence
    evidence = Location(at.path, lines[0])
    return step._replace(edge=msgspec.structs.replace(step.edge, evidence=evidence, sites=len(lines)))


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
    """Return the call sites that may be calls of the root, by file, when its callers were asked for."""
    if trace.direction != "upstream" or trace.code.kinds[trace.code.kind[trace.root]] in FILE_KINDS:
        return {}
    return dict(_sites(trace.code, trace.root, trace.code.name_of(trace.root)))


def _sites(graph: CodeGraph, root: int, name: str) -> Iterator[tuple[str, int]]:
    """Yield the files with calls of a name that led nowhere and may be of the root, with how many each has."""
    own = graph.entity(root).language  # none, of what lies in no file
    for slot, sites in read_unresolved(graph.arrays, name):
        if not own or are_akin(own, graph.files[slot].language):
            yield graph.paths[slot], sites


def _is_attribute(graph: CodeGraph, entity: int) -> bool:
    kind: str = graph.kinds[graph.kind[entity]]
    return kind == "attr"


def _overrides(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield what overrides what: of who uses it the members that the root does, by inheritance all there are."""
    for root in trace.roots:
        if trace.direction == "upstream" or (trace.direction == "state" and _is_attribute(trace.code, root)):
            yield from lineage.overrides_above(trace.code, root)
        elif trace.direction == "inheritance":
            yield from lineage.overrides(trace.code, root, trace.depth, trace.distances)
