"""Trace: who calls, writes, reads, raises or inherits what, and how one entity leads to another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import numpy as np

from nsccn.contracts.otherends import other_ends
from nsccn.contracts.told import Told
from nsccn.errors import AmbiguousEntity, InvalidArgument, PathOutsideRoot, UnknownEntity, UnknownPath
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import listed_ids, listed_lines
from nsccn.graph.kinds import FILE_KINDS
from nsccn.graph.linking.linkrows import read_faults
from nsccn.graph.prototypes import bodies_of
from nsccn.search import traceback
from nsccn.search.diagnostics import is_output
from nsccn.search.patches import is_patch
from nsccn.snapshots.broken import note
from nsccn.text import count
from nsccn.tools.hits.pastedtext import pointed_at
from nsccn.tools.names.macronames import function_behind
from nsccn.tools.names.meant import AnsweredInPlace, Meant, entity_of, one_fitting, one_inside
from nsccn.tools.names.namederrors import error_named
from nsccn.tools.names.settingmeant import setting_meant
from nsccn.tools.names.unresolvedsites import places_of_sites, sites_without_edge
from nsccn.tools.session import Session
from nsccn.tools.traces.asides import said_beside_edges
from nsccn.tools.traces.besidepath import said_beside_path
from nsccn.tools.traces.data import collect, entity_data
from nsccn.tools.traces.givenfields import said_of_given
from nsccn.tools.traces.heads import head, is_only_tried, passes_aside, rest_head
from nsccn.tools.traces.importlines import importers, importers_note
from nsccn.tools.traces.inplace import around_line, in_place, said_of_asking
from nsccn.tools.traces.left import folded_by_file, left_out
from nsccn.tools.traces.namedby import named_by, room_for_names
from nsccn.tools.traces.nothing import BETTER_DIRECTION, said_of_nothing
from nsccn.tools.traces.outsidebases import said_of_no_subtype
from nsccn.tools.traces.siblings import OfSiblings, of_siblings
from nsccn.tools.traces.stacktext import stack_answer
from nsccn.tools.traces.text import TraceText
from nsccn.tools.traces.typemethods import called_on_type, said_of_methods
from nsccn.tools.traces.unaskedreads import said_of_unasked
from nsccn.tools.views import Answer, Part, paginate, part_of
from nsccn.tracing.aside import are_tries
from nsccn.tracing.continued import beyond
from nsccn.tracing.fieldreads import FieldReads, field_reads
from nsccn.tracing.lineage import inherited_constructor, same_name
from nsccn.tracing.trace import DEEPEST, Trace, trace

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity, Location
    from nsccn.index import RepoIndex

_MOST_ENTITIES: Final = 500
_MOST_OTHERS: Final = 10
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4
_MOST_STARTS: Final = 20
"""Functions that a patch changes."""
_MOST_SITES: Final = 100
"""Of so many call sites it is said where the most are; of more, as those of `create`, nobody reads that."""
_MOST_SITES_OF_KNOWN: Final = 10

_ONLY_IMPORTED: Final = "Nothing runs it by a call; the files that import it use it."
_ASIDE: Final = "It leads through a test, an example or the like; no other path was found."


def trace_causal_path(
    session: Session,
    entity_id: Annotated[str, "Id, path:line, name, or a whole pasted traceback or patch"],
    direction: Annotated[
        Literal["downstream", "upstream", "state", "config", "errors", "inheritance"],
        "Callees, callers, writes and who shares them, settings, errors, bases and subtypes",
    ] = "downstream",
    depth: Annotated[int, "1 to 10"] = 3,
    to: Annotated[str, "Instead: the shortest path to this entity"] = "",
    limit: Annotated[int, "Most entities, 1 to 500"] = 40,
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Follow the graph from an entity: each edge with its line and how sure it is (?0.5: one of two)."""
    settings = session.settings(repo_path)
    asked = entity_id.strip()
    if not asked:
        raise InvalidArgument("entity_id must not be empty; give an id, path:line, a name or a traceback.")
    if not 1 <= depth <= DEEPEST:
        raise InvalidArgument(f"depth must be between 1 and {DEEPEST}.")
    deepest = settings.max_traversal_depth
    depth = min(depth, deepest)
    if not 1 <= limit <= _MOST_ENTITIES:
        raise InvalidArgument(f"limit must be between 1 and {_MOST_ENTITIES}.")
    index = session.index(repo_path)
    start = _start(index, asked, direction)
    ceiling = settings.max_tokens
    if start is None:
        return stack_answer(index, asked, cursor=cursor, ceiling=ceiling, structured=session.structured)
    goal = _goal(index, to) if to.strip() else None
    start = start if goal else around_line(index, start, asked, direction)
    if start.block is not None and goal is not None:
        raise InvalidArgument(
            f"{start.block.said} answers that path and has no name; give a function for a path."
        )
    if start.block is not None and direction == "upstream":
        return said_of_asking(index, start, start.block)
    apart = of_siblings(index, start) if direction == "upstream" and goal is None else OfSiblings()
    reads = partial(cache(field_reads), index, (start.entity, *start.also))
    asks = _Asked(start, goal, direction, depth, limit, depth < deepest, apart, reads)
    return _answer(index, asks, cursor, ceiling=ceiling, structured=session.structured)


class _Asked(NamedTuple):
    """What is to be followed."""

    start: Meant
    goal: Meant | None
    direction: str
    depth: int
    limit: int
    may_go_on: bool
    """Whether it could be followed deeper."""
    apart: OfSiblings
    """What is not followed."""
    reads: Callable[[], FieldReads]
    """Who reads fields where facts do not tell of it; found once."""


def _answer(index: RepoIndex, asked: _Asked, cursor: str, *, ceiling: int, structured: bool) -> Answer:
    """Follow it, and say what comes of it; by a cursor from beyond the limit what follows what was shown before."""
    goal, limit = asked.goal, asked.limit
    number = part_of(cursor) if goal is None else 0
    before = _traced(index, asked, number)[0] if number else None
    following, found, instead = _next_part(index, asked, number, before)
    name = found.code.name_of(found.root)
    found = replace(found, unresolved_in=sites_without_edge(index, name, found.unresolved_in))
    imports = importers(found) if found.direction == "upstream" and goal is None else None
    rooms = room_for_names(before, limit * number), room_for_names(found, limit * following)
    reads = asked.reads() if found.direction == "state" and goal is None else FieldReads(found.code)
    named = named_by(index, found, rooms, reads.others, is_imported=bool(imports))
    shown = TraceText(index, beyond(found, before) if before else found)
    heads = rest_head(shown.trace, before) if before else head(found, shown) + named.heading
    notes, ends = [], Told()
    if not cursor:
        ends = other_ends(index, found, asked.start.lines)
        is_routed = bool(ends.data.get("routes"))
        meant = [one for one in (asked.start, goal) if one and not (one.is_path and is_routed)]
        notes = [
            *named.notes,
            *said_of_unasked(found, reads),
            *ends.notes,
            *instead,
            *([_ASIDE] if passes_aside(found) else []),
            *_notes(index, found, imports or (), named.paths, is_known=ends.is_used),
            *said_beside_edges(index, found, ends.places, is_used=ends.is_used),
            *said_beside_path(index, found),
            *_broken(index, (asked.start, goal)),
            *(one.note for one in meant if one.note),
            *filter(None, (asked.apart.note,)),
        ]
    heads = "\n".join(filter(None, (asked.start.lead, heads)))
    left = left_out(found, named.left, limit)
    pieces = shown.path() if goal is not None else [*shown.pieces(), *named.pieces]
    page = paginate(
        pieces,
        about=("trace_causal_path", heads, [piece.text for piece in pieces]),
        cursor=cursor,
        ceiling=ceiling,
        head="\n".join([heads, left, *notes]),
        structured=structured,
        part=Part(number, _known(before, limit), _known(found, limit) if left else None, following),
    )
    again = f"; cursor={page.cursor}" if page.cursor and not page.more else ""
    tail = [f"[{left}{again}]"] if left else []

    def data() -> dict[str, Any]:
        rows = [piece.data for piece in page.pieces]
        return _data(shown.trace, imports, rows) | ends.data | {"notes": notes} | page.rest()

    if is_only_tried(shown.trace):  # what the product has of it is in the text, and comes first
        return Answer("\n".join([page.text("\n".join([heads, *notes]), "edges"), *tail]), data)
    return Answer("\n".join([page.text(heads, "edges"), *tail, *notes]), data)


def _next_part(
    index: RepoIndex, asked: _Asked, number: int, before: Trace | None
) -> tuple[int, Trace, list[str]]:
    """Follow it with room for one part more, or for as many as the first way takes that is not shown yet."""
    known = len(before.steps) if before is not None else 0
    while True:
        number += 1
        found, instead = _traced(index, asked, number)
        if len(found.steps) > known or not (any(found.omitted) or found.folded):
            return number, found, instead


def _known(found: Trace | None, limit: int) -> tuple[object, ...]:
    """Return what the rest of a trace follows; when it has changed, the rest may be another one."""
    if found is None:
        return ()
    entities = [found.code.id_of(entity) for entity in found.distances]
    return ("trace_causal_path", found.direction, found.depth, limit, entities)


def _start(index: RepoIndex, asked: str, direction: str) -> Meant | None:
    """Return the entity to begin with, of several the only one that the direction is for; None for a traceback."""
    if "\n" in asked and not is_patch(asked) and traceback.parse(asked):
        return None
    if "\n" in asked:
        if meant := _pointed_at(index, asked, direction):
            return meant
        raise InvalidArgument(
            "entity_id has several lines, and no stack frame or place of this repository in them; give one entity."
        )
    try:
        meant = entity_of(index, asked)
        if direction == "errors" and (error := error_named(index, meant.entity)) is not None:
            graph = index.snapshot.graph
            return Meant(error, f"{graph.id_of(meant.entity)} is another name of it.")
        if direction in ("upstream", "downstream") and (behind := function_behind(index, meant.entity)):
            return behind
        return (setting_meant(index, [meant.entity], asked) if direction == "config" else None) or meant
    except AnsweredInPlace as error:
        if len(error.blocks) > 1:
            raise
        return in_place(index, error.blocks[0])
    except (PathOutsideRoot, UnknownEntity, UnknownPath):
        if traceback.parse(asked):
            return None
        if is_output(asked) and (meant := _pointed_at(index, asked, direction)):
            return meant
        raise
    except AmbiguousEntity as error:
        graph = index.snapshot.graph
        if direction == "config" and (meant := setting_meant(index, error.entities, asked)):
            return meant
        meant = one_fitting(graph, error.entities, partial(_fits, direction)) or one_inside(
            graph, error.entities
        )
        if meant is None:
            raise
        return meant


def _pointed_at(index: RepoIndex, text: str, direction: str) -> Meant | None:
    """Return what a patch changes, or what the places are in that a tool names; files only where that is all."""
    graph = index.snapshot.graph
    entities = [graph.entity(one) for one in pointed_at(index, text)]
    inside = [one for one in entities if one.kind not in FILE_KINDS] or entities
    fitting = [one for one in inside if BETTER_DIRECTION.get(one.kind, direction) == direction] or inside
    if not fitting:
        return None
    start, *also = (one.index for one in fitting[:_MOST_STARTS])
    left = len(fitting) - _MOST_STARTS
    note = f"{left:,} more are pointed at, and were not followed." if left > 0 else ""
    return Meant(start, note, tuple(also))


def _goal(index: RepoIndex, asked: str) -> Meant:
    try:
        return entity_of(index, asked)
    except AmbiguousEntity as error:
        if meant := one_inside(index.snapshot.graph, error.entities):
            return meant
        raise


def _fits(direction: str, entity: Entity) -> bool:
    """Tell whether a direction is one for an entity: `errors` for these and what runs, `upstream` for no data."""
    better = BETTER_DIRECTION.get(entity.kind)
    return better == direction or (better is None and direction not in ("state", "config"))


def _traced(index: RepoIndex, asked: _Asked, number: int) -> tuple[Trace, list[str]]:
    """Follow a direction, or a better one, and say so; with room for some parts, the last behind all of the product."""
    direction, limit = asked.direction, asked.limit * number
    found = _trace(index, asked, direction, limit)
    better = _better_direction(found)
    if better:
        found = _trace(index, asked, better, limit)
    if number > 1 and found.folded and not any(found.omitted):
        room = _room_behind(index, asked, found, number)
        found = _trace(index, asked, found.direction, room, is_folded=False) if room else found
    return found, [_instead(found, direction)] if better else []


def _room_behind(index: RepoIndex, asked: _Asked, product: Trace, number: int) -> int:
    """Return how much room some parts have, the last of which are behind all of the product; 0 where none is yet."""
    room = max(product.kept, 1)
    while room < asked.limit * number and any(_trace(index, asked, product.direction, room).omitted):
        room += asked.limit
    parts = -(-room // asked.limit)
    return room + asked.limit * (number - parts) if parts < number else 0


def _trace(index: RepoIndex, asked: _Asked, direction: str, limit: int, *, is_folded: bool = True) -> Trace:
    start, goal = asked.start, asked.goal
    block = start.block
    is_state = direction == "state" and goal is None
    found = trace(
        asked.reads().graph if is_state else index.snapshot.graph,
        start.entity,
        direction,
        asked.depth,
        to=goal.entity if goal else None,
        also=start.also,
        to_also=goal.also if goal else (),
        limit=limit,
        is_folded=is_folded,
        within=range(block.first, block.last + 1) if block else None,
        apart=asked.apart.edges,
    )
    return found if asked.may_go_on else replace(found, further=0)


def _better_direction(found: Trace) -> str:
    """Return the direction that says most of what no edge touches in the one that was asked for, if any other does."""
    if found.goal is not None or found.steps or any(found.omitted):
        return ""
    better = BETTER_DIRECTION.get(found.code.entity(found.root).kind, "")
    return better if better != found.direction else ""


def _instead(found: Trace, asked: str) -> str:
    kind = found.code.entity(found.root).kind
    return f"An entity of kind {kind} has no {asked}; direction={found.direction} was followed."


def _notes(
    index: RepoIndex,
    found: Trace,
    imports: Sequence[Location],
    named_in: AbstractSet[str],
    *,
    is_known: bool,
) -> list[str]:
    """Return what the edges do not say; `named_in` are files that name it, `is_known` what answers a path."""
    graph = found.code
    root = graph.entity(found.root)
    notes = []
    if not found.steps and found.goal is None and not any(found.omitted):
        is_used = bool(imports) and found.direction == "upstream" and root.kind in FILE_KINDS
        nothing = (
            said_of_methods(found)
            or said_of_given(index, found)
            or said_of_no_subtype(index, found)
            or said_of_nothing(found)
        )
        if not is_known and not (named_in and found.direction == "upstream"):
            notes.append(_ONLY_IMPORTED if is_used else nothing)
        others = [one for one in same_name(graph, found.root) if one not in found.also]
        if others and found.within is None:
            listed = listed_ids([*map(graph.id_of, others[:_MOST_OTHERS])])
            notes.append(f"The same name is also defined as {listed}.")
        if graph.is_declared(found.root) and (bodies := bodies_of(graph, found.root)):
            listed = " or ".join(map(graph.id_of, bodies[:_MOST_OTHERS]))
            notes.append(f"Its body is {listed}; calls lead there.")
    elif (
        found.direction == "state"
        and not any(graph.incoming(found.root, ("MUTATES",)))
        and (given := said_of_given(index, found))
    ):
        notes.append(given)
    notes += _unresolved(index, found, is_known=is_known)
    if found.direction == "upstream":
        inherited = inherited_constructor(graph, found.root)
        if inherited is not None:
            made = graph.id_of(inherited)
            notes.append(
                f"It has no constructor of its own; {made} runs where it is made, and where others are."
            )
    if found.direction in ("upstream", "state"):
        may_be = "uses of that may be of it" if root.kind == "attr" else "calls of that may run it"
        bases = [base for one, base in found.overrides if not _has_all_calls(graph, one, base)]
        notes += [f"It overrides {graph.id_of(base)}; {may_be}." for base in bases]
    if found.direction == "upstream":
        called = called_on_type(index, found) if found.steps else {}
        if called:
            notes.append(
                f"Its own methods are called on it at {listed_lines(called, _MOST_FILES, _MOST_LINES)}."
            )
        if elsewhere := importers_note(found, imports, named_in | called.keys()):
            notes.append(elsewhere)
    if unlinked := len(read_faults(graph.arrays)):
        notes.append(
            f"Edges of {count(unlinked, 'file')} are missing, by a mistake of nsccn; `nsccn status` says which."
        )
    return notes


def _has_all_calls(graph: CodeGraph, method: int, base: int) -> bool:
    """Whether edges lead to a method from all that is known to call what it overrides."""
    own, others = ({edge.source for edge in graph.incoming(one, ("CALLS",))} for one in (method, base))
    return bool(others) and others <= own


def _is_used(found: Trace) -> bool:
    """Whether anything besides tests, and itself, is known to use what the trace begins with."""
    users = [step.far for step in found.steps if step.far not in found.roots]
    return not are_tries(found.code, np.array(users, np.int64)).all()


def _unresolved(index: RepoIndex, found: Trace, *, is_known: bool) -> Iterator[str]:
    """Yield how many call sites may be calls of it, and where; of what is used not where in tests alone."""
    is_used = is_known or _is_used(found)
    is_tried = is_used and not any(role_of(path) is Role.SOURCE for path in found.unresolved_in)
    for name, sites in found.unresolved.items():
        if is_tried:
            yield f"{count(sites, 'call site')} named `{name}` in tests and the like could not be resolved."
        elif sites <= (_MOST_SITES_OF_KNOWN if is_known else _MOST_SITES):
            files = places_of_sites(index, name, found.unresolved_in)
            yield f"{count(sites, 'call site')} named `{name}` could not be resolved: {files}."
        elif not is_known:
            yield f"{sites:,} call sites named `{name}` could not be resolved."


def _broken(index: RepoIndex, ends: Iterable[Meant | None]) -> list[str]:
    """Say where the files of the ends do not parse: what is defined and called there is read in part."""
    graph = index.snapshot.graph
    found = []
    for path, entity in {graph.path_of(end.entity): graph.entity(end.entity) for end in ends if end}.items():
        places = [(one.line, one.message) for one in index.snapshot.problems_of(path)]
        found.append(note(path, entity.language, places, entity.end_line) if places else "")
    return list(filter(None, found))


def _data(found: Trace, imports: Sequence[Location] | None, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    graph = found.code
    first = [*found.roots]
    if found.goal is not None and found.steps:
        first.append(found.steps[0].edge.source)
    shown = {"entities": [entity_data(graph.entity(entity)) for entity in first]}
    data: dict[str, Any] = {
        "root": graph.id_of(found.root),
        **({"also": [*map(graph.id_of, found.also)]} if found.also else {}),
        **({"lines": [found.within[0], found.within[-1]]} if found.within else {}),
        "direction": found.direction,
        "depth": found.depth,
        **collect([shown, *rows]),
        "omitted": sum(found.omitted),
        **({"further": found.further} if found.further else {}),
        **({"folded": folded_by_file(found)} if found.folded else {}),
        "unresolved": dict(found.unresolved),
    }
    if found.unresolved:
        data["unresolved_in"] = dict(found.unresolved_in)
    if found.goal is not None:
        data |= {"to": graph.id_of(found.goal), "found": bool(found.steps), "backwards": found.backwards}
    if imports is not None:
        data["imports"] = [{"file": at.path, "line": at.line} for at in imports]
    if names := [naming for row in rows for naming in row.get("named_by", ())]:
        data["named_by"] = names
    if found.direction == "errors":
        data["escaping"] = [graph.id_of(error) for error in found.escaping]
    if found.direction == "inheritance":
        data["overrides"] = [pair for row in rows for pair in row.get("overrides", ())]
    return data
