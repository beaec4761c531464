"""What a trace says of fields of GraphQL: which a function answers, who asks for it, who answers what it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.contracts.graphql.asks import Asks
from nsccn.contracts.graphql.resolvers import Resolvers, places
from nsccn.contracts.graphql.texts import ROOTS, SUFFIXES
from nsccn.contracts.nearness import is_nearest
from nsccn.contracts.told import Told
from nsccn.graph.ids import encode_path, listed_lines
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.contracts.graphql.asks import Ask, Use
    from nsccn.contracts.graphql.code import Resolver
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_MOST_FIELDS: Final = 4
_MOST_ASKED: Final = 8
_MOST_SHOWN: Final = 5
_MOST_USES: Final = 3
_SEARCHED: Final = regex(r"(?:(query|mutation|subscription)[ ]+|([A-Z]\w*)\.)([A-Za-z_]\w*)")
_FIELD: Final = regex(r"[a-z]\w*[A-Z]\w*")
"""May be a field by itself: other words are names of much."""
_NUMBER: Final = regex(r"#\d+")
_ANSWERING_KINDS: Final = FUNCTION_KINDS | {"class"}


def fields_of(index: RepoIndex, graph: CodeGraph, entity: int, *, upstream: bool) -> Told:
    """Say which fields a function answers, who asks for them and, downstream, who answers what it asks for."""
    if graph.kinds[graph.kind[entity]] not in _ANSWERING_KINDS:
        return Told()
    resolvers = Resolvers(index, graph)
    if not resolvers.is_any:
        return Told()
    answered = _answered(index, graph, entity, resolvers, upstream=upstream)
    if upstream or graph.kinds[graph.kind[entity]] not in FUNCTION_KINDS:
        return answered
    notes, data = _asking(index, graph, entity, resolvers)
    return Told((*answered.notes, *notes), answered.places, answered.data | data)


def used_operation(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say where an operation of a document is used, by the names that generators make of its own."""
    asks = Asks(index, graph)
    uses = [use for ask in asks.of_operation(graph.entity(entity))[:1] for use in asks.uses(ask)]
    found: dict[tuple[str, int], list[int]] = {}
    for use in uses:
        found.setdefault((use.path, use.around), []).append(use.line)
    shown = [_place(graph, path, lines, around) for (path, around), lines in found.items()]
    notes = (f"By the text, used at {first_few(shown, _MOST_SHOWN)}.",) if shown else ()
    return Told(notes, frozenset((use.path, use.line) for use in uses), is_used=bool(uses))


def field_in(index: RepoIndex, graph: CodeGraph, entity: int) -> Told:
    """Say who answers the field that an attribute of a type is, and who asks for it."""
    resolvers = Resolvers(index, graph)
    found = resolvers.declared_by(graph.entity(entity)) if resolvers.is_any else []
    if not found:
        return Told()
    type_, field = found[0].type, found[0].field
    shown = first_few([graph.id_of(one.entity) for one in found], _MOST_USES)
    asked: dict[str, list[int]] = {}
    for ask in Asks(index, graph).of(type_, field, ()):
        asked.setdefault(ask.path, []).append(ask.asked.line)
    notes = [f"It is `{type_}.{field}` of GraphQL, which {shown} answers."]
    notes += [f"By the text, asked for at {listed_lines(asked, _MOST_SHOWN, _MOST_USES)}."] if asked else []
    told = frozenset((path, line) for path in asked for line in asked[path])
    return Told(tuple(notes), told, is_used=True)


def _answered(
    index: RepoIndex, graph: CodeGraph, entity: int, resolvers: Resolvers, *, upstream: bool
) -> Told:
    notes, told, data = list[str](), set[tuple[str, int]](), list[dict[str, Any]]()
    fields = {(one.type, one.field): one for one in resolvers.of(graph.entity(entity))}
    asks = Asks(index, graph)
    for (type_, field), one in list(fields.items())[:_MOST_FIELDS]:
        others = {other.path for other in resolvers.answering(type_, field)} - {one.path}
        schema = [
            line for line in resolvers.declared(type_, field) if is_nearest(one.path, others, line.path)
        ]
        lines = places(schema) or _apart(graph, entity, one)
        told.update(lines)
        said = _written(lines)
        notes.append(f"It answers `{type_}.{field}` of GraphQL{f' ({said})' if said else ''}.")
        found = asks.of(type_, field, schema) if upstream else []
        found = [ask for ask in found if is_nearest(one.path, others, ask.path)]
        told.update((ask.path, ask.asked.line) for ask in found)
        uses = [asks.uses(ask) for ask in found[:_MOST_SHOWN]]
        if found:
            shown = [_ask(graph, ask, used) for ask, used in zip(found, uses, strict=False)]
            more = f" and {len(found) - len(shown):,} more" if len(found) > len(shown) else ""
            notes.append(f"By the text, asked for at {', '.join(shown)}{more}.")
        asked = [{"file": ask.path, "line": ask.asked.line} for ask in found]
        declared = [{"file": path, "line": line} for path, line in lines]
        data.append({"field": f"{type_}.{field}", "declared": declared, "asked": asked})
    return Told(tuple(notes), frozenset(told), {"graphql": data} if data else {})


def _apart(graph: EntityTable, entity: int, one: Resolver) -> list[tuple[str, int]]:
    """Return the line of code that declares a field, where the function itself does not."""
    is_own = one.path == graph.path_of(entity)
    first, last = int(graph.start_line[entity]), int(graph.end_line[entity])
    return [] if is_own and first <= one.line <= last else [(one.path, one.line)]


def _ask(graph: EntityTable, ask: Ask, uses: Sequence[Use]) -> str:
    """Name a line that asks, with what it stands in, and where that is used."""
    said = _place(graph, ask.path, [ask.asked.line], ask.around)
    found: dict[tuple[str, int], list[int]] = {}
    for use in uses:
        found.setdefault((use.path, use.around), []).append(use.line)
    if not found:
        return said
    shown = [_place(graph, path, lines, around) for (path, around), lines in found.items()]
    return f"{said} (used at {first_few(shown, _MOST_USES)})"


def _place(graph: EntityTable, path: str, lines: Iterable[int], around: int) -> str:
    inside = ""
    if around >= 0 and graph.kinds[graph.kind[around]] not in FILE_KINDS:
        inside = f" in `{graph.qualified_of(around)}`"
    return f"{encode_path(path)}:{','.join(map(str, dict.fromkeys(lines)))}{inside}"


def _asking(
    index: RepoIndex, graph: CodeGraph, entity: int, resolvers: Resolvers
) -> tuple[list[str], dict[str, Any]]:
    """Say who answers what a function asks for."""
    notes, data = list[str](), list[dict[str, Any]]()
    for line, ask in Asks(index, graph).asked_by(graph.entity(entity))[:_MOST_ASKED]:
        type_, field = ask.asked.type, ask.asked.field
        found = [one for one in resolvers.answering(type_, field) if one.entity != entity]
        paths = {one.path for one in found}
        found = [one for one in found if is_nearest(one.path, paths, ask.path)]
        if found:
            shown = first_few([graph.id_of(one.entity) for one in found], _MOST_USES)
            is_here = (ask.path, ask.asked.line) == (graph.path_of(entity), line)
            written = "" if is_here else f" ({encode_path(ask.path)}:{ask.asked.line})"
            notes.append(f"L{line} asks for `{type_}.{field}` of GraphQL{written}, which {shown} answers.")
            data += [
                {"line": line, "field": f"{type_}.{field}", "id": graph.id_of(one.entity)} for one in found
            ]
    return notes, {"graphql_asked": data} if data else {}


def _written(lines: Sequence[tuple[str, int]]) -> str:
    return first_few(lines, _MOST_USES, lambda at: f"{encode_path(at[0])}:{at[1]}")


def said_of_declared(index: RepoIndex, graph: EntityTable, entity: int) -> Told:
    """Say who answers a field that a document of GraphQL declares; nothing where the entity is none."""
    is_declared = graph.path_of(entity).endswith(SUFFIXES)
    said = said_of_field(index, _NUMBER.sub("", graph.qualified_of(entity))) if is_declared else ()
    return Told(tuple(said))


def said_of_field(index: RepoIndex, text: str) -> list[str]:
    """Say who answers a field that is all of a search: `Query.user`, `query user`."""
    table = index.snapshot.entities
    found = answering_field(index, table, text)
    shown = first_few(
        [f"{table.id_of(one)} L{table.entity(one).name_line}" for one in found.answering], _MOST_USES
    )
    return [f"{found.said} is answered by {shown}."] if found.answering else []


class AnsweredField(NamedTuple):
    """A field of GraphQL, and who answers it."""

    answering: Sequence[int] = ()
    said: str = ""
    """Its name, and where it is declared."""


def answering_field(index: RepoIndex, table: EntityTable, text: str) -> AnsweredField:
    """Return who answers a field by its name: `Query.user`, `query user`, or `user` where one root alone has it."""
    found, resolvers = _SEARCHED.fullmatch(text), Resolvers(index, table)
    if not resolvers.is_any:
        return AnsweredField()
    if found is None:
        of_roots = [*_of_roots(resolvers, text)] if _FIELD.fullmatch(text) else []
        return of_roots[0] if len(of_roots) == 1 else AnsweredField()
    return _of_type(resolvers, found[2] or ROOTS[found[1]], found[3])


def _of_roots(resolvers: Resolvers, field: str) -> Iterator[AnsweredField]:
    """Yield who answers a field of each root that has it."""
    found = (_of_type(resolvers, root, field) for root in ROOTS.values())
    yield from (one for one in found if one.answering)


def _of_type(resolvers: Resolvers, type_: str, field: str) -> AnsweredField:
    answering = resolvers.answering(type_, field)
    said = _written(places(resolvers.declared(type_, field))) if answering else ""
    named = f"`{type_}.{field}` of GraphQL{f' ({said})' if said else ''}"
    return AnsweredField([one.entity for one in answering], named)
