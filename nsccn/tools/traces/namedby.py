"""The lines of a trace for who names a constant, a variable or an unused type: the text says so, and no edge does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph import languages
from nsccn.graph.constantkeys import keys_of
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import count, first_few
from nsccn.tools.traces.data import entity_data
from nsccn.tools.traces.membersused import members_named
from nsccn.tools.traces.ownreads import OwnReads
from nsccn.tools.traces.quotedconstants import said_where_quoted
from nsccn.tools.traces.shortids import ShortIds
from nsccn.tools.traces.together import MOST_TOGETHER, InFile, by_folder, joined_data
from nsccn.tools.traces.unknownlines import said_of_unknown, unknown_lines
from nsccn.tools.traces.wording import MOST_LINES
from nsccn.tools.views import Piece
from nsccn.tracing.aside import are_tries
from nsccn.tracing.lineage import is_type
from nsccn.tracing.namings import Naming, namings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.namings import Namings
    from nsccn.tracing.trace import Trace

_BY_TEXT: Final = "Who names it was found by the text alone, and is no edge."
_FOR_MEMBERS: Final = "Edges lead to the members that it is named for."
_BY_NAME: Final = "What only has its name may mean another one."
_READS_APART: Final = (
    "Others have that name too: reads through objects whose type the text does not tell are not shown; "
    "search for the name."
)
_TYPES_APART: Final = (
    "Others have that name too, and only what is surely this one is shown; search for the name."
)
_READS: Final = ("READS", "READS_CONFIG", "CALLS")
_MOST_FIELDS: Final = 4
_MOST_MEMBERS: Final = 3
_WORD: Final = regex(r"\w+")
_BRACKET: Final = regex(r"[\[(<{]")


class NamedBy(NamedTuple):
    """What an answer says of it."""

    heading: str = ""
    """Goes on the line that counts entities and edges."""
    pieces: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = ()
    left: int = 0
    """How many more there are than had room."""
    paths: frozenset[str] = frozenset()
    """The files of all of them, and of what may name it."""


NOBODY: Final = NamedBy()


def named_by(
    index: RepoIndex,
    found: Trace,
    rooms: tuple[int, int],
    others: AbstractSet[tuple[str, int]] = frozenset(),
    *,
    is_imported: bool = False,
) -> NamedBy:
    """Return who names the root of a trace, apart from those that an edge joins with it.

    Those who use a type, and need not import it, may name it as in Ruby's `Cart.find(1)`, which is no edge. `rooms`
    are how many had room before, and how many have with those of now; on lines of `others` its name means another.
    """
    graph = found.code
    if found.goal is not None:
        return NOBODY
    first, last = rooms
    if fields := _filled(found):
        return _naming_fields(index, fields, first, last)
    is_data = found.direction == "state" and graph.is_data(found.root)
    if not (is_data or _is_untold_type(found, is_imported=is_imported)):
        return NamedBy(notes=(*_quoted(index, found, ()),)) if graph.is_data(found.root) else NOBODY
    said = _tests_by_file(graph, found.root, namings(index, found.root, graph=graph))
    said = said._replace(found=tuple(_not_told(index, found, said.found)))
    if not is_data and found.steps and _is_only_tried(found):
        said = said._replace(
            found=tuple(one for one in said.found if not are_tries(graph, np.array([one.entity]))[0])
        )
    members = {} if is_data else members_named(graph, found.root, said.found)
    pieces = tuple(_pieces(found, said.found[first:last], members))
    notes = [_BY_TEXT] if len(members) < len(said.found) else []
    notes += [_FOR_MEMBERS] if members else []
    if not all(naming.is_sure for naming in said.found):
        notes.append(_BY_NAME)
    if said.unread:
        files = count(said.unread, "more file" if said.found else "file")
        notes.append(f"{files} may name it; search for the name.")
    if said.is_shared:
        notes += _reads_apart(index, found, said, others) if is_data else [_TYPES_APART]
    maybe = {} if is_data or said.found or found.steps else _of_either(index, found)
    if maybe:
        notes.append(said_of_unknown(graph, graph.name_of(found.root), maybe))
    if is_data:
        notes += [*_told_elsewhere(graph, found.root), *_quoted(index, found, said.found)]
    paths = frozenset(graph.path_of(naming.entity) for naming in said.found).union(maybe)
    return NamedBy(_heading(said.found), pieces, tuple(notes), len(said.found[last:]), paths)


def _not_told(index: RepoIndex, found: Trace, named: Sequence[Naming]) -> Iterator[Naming]:
    """Yield who names the root on lines of which it is not told, beside those that write it, that they read it."""
    reads, entities = OwnReads(index), {naming.entity for naming in named}
    told: dict[int, set[int]] = {}
    for step in found.steps:
        if step.far in entities:
            told.setdefault(step.far, set()).update(reads.of(found, step))
    for naming in named:
        if left := tuple(line for line in naming.lines if line not in told.get(naming.entity, ())):
            yield naming._replace(lines=left)


def _heading(found: Sequence[Naming]) -> str:
    """Say how many name it, and how many have its name and may mean another."""
    sure = sum(naming.is_sure for naming in found)
    said = [
        *([f"{count(sure, 'entity names', 'entities name')} it"] if sure else []),
        *(
            [f"{count(len(found) - sure, 'entity has', 'entities have')} its name"]
            if sure < len(found)
            else []
        ),
    ]
    return f", and {', '.join(said)}" if said else ""


def _filled(found: Trace) -> list[int]:
    """Return the fields that a setting fills and that no edge leads from."""
    graph = found.code
    if found.direction != "config" or graph.path_of(found.root):
        return []
    edges = graph.incoming(found.root, ("READS_CONFIG",))
    fields = [edge.source for edge in edges if graph.kinds[graph.kind[edge.source]] == "attr"]
    return [field for field in fields if not graph.incoming(field, _READS)][:_MOST_FIELDS]


def _naming_fields(index: RepoIndex, fields: Sequence[int], first: int, last: int) -> NamedBy:
    graph = index.snapshot.graph
    said = [(field, _tests_by_file(graph, field, namings(index, field))) for field in fields]
    pieces = [
        _piece(graph.entity(naming.entity), naming, name=graph.name_of(field))
        for field, names in said
        for naming in names.found
    ]
    if not pieces:
        return NOBODY
    heading = f", and {count(len(pieces), 'entity names', 'entities name')} what it fills"
    notes = [_BY_TEXT, *([_READS_APART] if any(names.is_shared for _, names in said) else [])]
    return NamedBy(heading, tuple(pieces[first:last]), tuple(notes), len(pieces[last:]))


def _tests_by_file(graph: CodeGraph, root: int, said: Namings) -> Namings:
    """Put a file of tests in the place of what it has that names something of the product, where that is several."""
    if are_tries(graph, np.array([root]))[0]:
        return said
    is_try = dict(
        zip(said.found, are_tries(graph, np.array([one.entity for one in said.found], np.int64)), strict=True)
    )
    by_file: dict[str | int, list[Naming]] = {}
    for one in said.found:
        by_file.setdefault(graph.path_of(one.entity) if is_try[one] else one.entity, []).append(one)
    return said._replace(found=tuple(_joined(graph, some) for some in by_file.values()))


def _joined(graph: CodeGraph, some: Sequence[Naming]) -> Naming:
    if len(some) == 1:
        return some[0]
    whole = graph.entities_of(graph.path_of(some[0].entity))[0]
    lines = tuple(sorted({line for one in some for line in one.lines}))
    return Naming(whole, lines, any(one.is_sure for one in some))


def room_for_names(found: Trace | None, limit: int) -> int:
    """Return how many of those who name the root have room beside a trace."""
    return max(0, limit - len({step.far for step in found.steps})) if found else 0


def _is_untold_type(found: Trace, *, is_imported: bool) -> bool:
    if found.direction != "upstream" or not is_type(found.code, found.root):
        return False
    is_seen = languages.load(found.code.entity(found.root).language).visible_types and not is_imported
    return is_seen or _is_only_tried(found)


def _is_only_tried(found: Trace) -> bool:
    """Whether nothing of the product is known to use it."""
    return bool(are_tries(found.code, np.array([step.far for step in found.steps], np.int64)).all())


def _reads_apart(
    index: RepoIndex, found: Trace, said: Namings, others: AbstractSet[tuple[str, int]]
) -> Iterator[str]:
    """Yield the lines with a field's name that are of objects whose type is not told: others have that name too."""
    root = found.code.entity(found.root)
    named = {(found.code.path_of(one.entity), line) for one in said.found for line in one.lines}
    unknown = unknown_lines(index, found.code, root, named | others, of_objects=True)
    if said.unread and (unknown is None or unknown.unread):
        return  # that others may name it is said
    if unknown is None:
        yield _READS_APART
    elif unknown.unread:
        yield f"{unknown.unread:,} files have `{root.name}`, and the text may not tell of what; search for it."
    elif unknown.lines:
        yield said_of_unknown(found.code, root.name, unknown.lines)


def _of_either(index: RepoIndex, found: Trace) -> Mapping[str, Sequence[int]]:
    """Return the lines with the name of a type that nothing is known to use, where they may mean another one."""
    graph, root = found.code, found.code.entity(found.root)
    others = (one for one in graph.named(root.name) if one != found.root)
    if not any(graph.kinds[graph.kind[one]] in TYPE_KINDS and graph.path_of(one) for one in others):
        return {}
    unknown = unknown_lines(index, graph, root, frozenset())
    return unknown.lines if unknown is not None else {}


def _quoted(index: RepoIndex, found: Trace, named: Sequence[Naming]) -> Iterator[str]:
    """Yield where the name of a constant stands in quotes that nothing of the product is known to use."""
    users = [step.far for step in found.steps] + [naming.entity for naming in named]
    if are_tries(found.code, np.array(users, np.int64)).all() and not keys_of(found.code, found.root):
        yield from said_where_quoted(index, found.code, found.root)


def _told_elsewhere(graph: CodeGraph, variable: int) -> Iterator[str]:
    """Yield of what else the writes and reads of a variable are told."""
    if holder := _type(graph, variable):
        yield f"What is written into it is told of its fields: those of {holder}."
    if settings := _settings(graph, variable):
        yield f"It may be what is read as {', '.join(settings)}."


def _type(graph: CodeGraph, variable: int) -> str:
    """Return the id of the type that a variable is declared to be of, where it is one of ours that has fields."""
    entity = graph.entity(variable)
    declared = entity.signature.partition("=")[0]
    if _BRACKET.search(declared):
        return ""
    named = {
        one
        for word in _WORD.findall(declared)
        for one in graph.named(word)
        if graph.kinds[graph.kind[one]] in TYPE_KINDS and graph.entity(one).language == entity.language
    }
    if len(named) != 1:
        return ""
    only = named.pop()
    if graph.kinds[graph.kind[only]] == "enum" or not any(map(graph.is_data, graph.members(only))):
        return ""
    return graph.id_of(only) if _is_used_in(graph, only, entity) else ""


def _is_used_in(graph: CodeGraph, type_: int, entity: Entity) -> bool:
    """Whether an edge says that what a declaration names is this type, and none of others as `time.Duration`."""
    return any(
        path == entity.path and entity.start_line <= line <= entity.end_line
        for path, line in graph.lines_using(type_, ("USES_TYPE",))
    )


def _settings(graph: CodeGraph, variable: int) -> list[str]:
    """Name the settings by which code may ask for a constant, with how many do."""
    return [
        f"{graph.id_of(key)} ({count(len(graph.incoming(key, ('READS_CONFIG',))), 'reader')})"
        for key in keys_of(graph, variable)
    ]


def _pieces(found: Trace, some: Sequence[Naming], members: Mapping[Naming, Sequence[str]]) -> Iterator[Piece]:
    """Yield the lines of who names the root; those of a file or a folder share them, and so do all tests."""
    graph, ids = found.code, ShortIds(found)
    entities = {naming: graph.entity(naming.entity) for naming in some}
    aside = are_tries(graph, np.array([naming.entity for naming in some], np.int64))
    sorts: dict[Naming, tuple[object, ...] | None] = {
        naming: (entity.kind, naming.is_sure)
        if is_try
        else InFile(entity.kind, entity.path, (naming.is_sure,))
        for (naming, entity), is_try in zip(entities.items(), aside.tolist(), strict=True)
    }
    alike: dict[object, list[Naming]] = {}
    for naming, sort in by_folder(sorts).items():
        alike.setdefault(sort, []).append(naming)
    is_first = True
    for shared in alike.values():
        for start in range(0, len(shared), MOST_TOGETHER):
            naming, *others = shared[start : start + MOST_TOGETHER]
            short = ids.next(entities[naming])
            line = _piece(entities[naming], naming, members.get(naming, ()), short="" if is_first else short)
            behind = "".join(
                f"; {ids.beside(entities[one])} {_places(one, members.get(one, ()))}" for one in others
            )
            rows = [line, *(_piece(entities[one], one, members.get(one, ())) for one in others)]
            yield Piece(line.text + behind, partial(joined_data, rows), line.first + behind)
            is_first = False


def _piece(
    entity: Entity, naming: Naming, members: Sequence[str] = (), name: str = "it", short: str = ""
) -> Piece:
    by_name = {} if naming.is_sure else {"by_name_alone": True}
    named = {"id": entity.id, "lines": list(naming.lines)} | by_name
    named |= {"members": [*members]} if members else {}
    says = f"names {name}" if naming.is_sure else "has the name"
    text, alone = (f"<- {one}  {says} {_places(naming, members)}" for one in (short or entity.id, entity.id))
    return Piece(text, {"named_by": [named], "entities": [entity_data(entity)]}, alone)


def _places(naming: Naming, members: Sequence[str]) -> str:
    for_members = f" for {first_few(members, _MOST_MEMBERS)}" if members else ""
    return f"L{first_few(naming.lines, MOST_LINES, separator=',')}{for_members}"
