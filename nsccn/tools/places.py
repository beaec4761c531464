"""Finds the lines that an id, a `path:line` or a name stands for, where possible from its file alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from nsccn.errors import (
    AmbiguousEntity,
    InvalidArgument,
    LinkingFailed,
    NsccnError,
    PathOutsideRoot,
    UnknownEntity,
    UnknownPath,
    shown,
)
from nsccn.graph import languages
from nsccn.graph.ids import EntityId, encode_path, format_id, parse_id
from nsccn.graph.lookup import (
    LINES,
    MOST_CANDIDATES,
    are_beside,
    are_overloads,
    lookup,
    named_by,
    near,
    no_path,
)
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.routes import handlers
from nsccn.graph.walk.root import resolve_path
from nsccn.graph.wording import bare_name, dotted, plain_reference
from nsccn.tools.handedon import handed_on
from nsccn.tools.inproduct import MOST_OTHERS, file_called, products
from nsccn.tools.missing import advice_on, notes_on, notes_on_broken
from nsccn.tools.reading import Files
from nsccn.tools.routelines import where_written
from nsccn.tools.session import Session
from nsccn.tools.typenames import first_line, type_named
from nsccn.tools.views import first_few

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_FILE_NAME: Final = re.compile(r"[^/.]\.\w{1,10}\Z")
_WHOLE_FILE: Final = frozenset({"", "file", "module"})
_NAMED_ROOT: Final = re.compile(
    r"(?P<kind>(?:\w+:(?!:))?)(?P<root>[^/\\:]+?)(?:/|\\|::|\.)(?P<rest>[^/\\].*)", re.DOTALL
)
_SLASHES: Final = re.compile(r"[\\/]")
_MARKS: Final = ("@", "a/", "b/")
_SECOND: Final = "#2"
"""Ends the qualified name of another definition of a name."""
_Table = TypeVar("_Table", bound="EntityTable")
_Found = TypeVar("_Found")

_ROOTED: Final = re.compile(r"(?P<path>(?:[A-Za-z]:)?[\\/][^:]*|\.\.[\\/][^:]*)(?P<rest>(?::.*)?)", re.DOTALL)


class Meant(NamedTuple):
    """The entity that is meant by a name."""

    entity: int
    note: str = ""
    """What else has that name."""
    also: tuple[int, ...] = ()
    """What has the name in the same place, and is meant as well: the other overloads."""

    @property
    def entities(self) -> tuple[int, ...]:
        """All that is meant, in the order of the source."""
        return (self.entity, *self.also)


def entity_of(index: RepoIndex, asked: str) -> Meant:
    """Return the entity that an id, a name or a place means; its path may be absolute or lead through links.

    Raises:
        UnknownEntity: nothing has that name.
        AmbiguousEntity: several entities have it.
        PathOutsideRoot, UnknownPath: it begins with a path that is not shown.
    """
    asked = plain_reference(asked)
    try:
        return within_root(index.root, asked, lambda name: look_up(index, _from_root(index.root, name)))
    except (PathOutsideRoot, UnknownEntity, UnknownPath):
        if answering := _answering(index, asked):
            return answering
        raise


def _answering(index: RepoIndex, asked: str) -> Meant | None:
    """Return what answers the path of a URL that folders spell.

    Raises:
        AmbiguousEntity: several functions do.
        UnknownEntity: none does, and it says where the path is written.
        PathOutsideRoot: it is a path on another machine of a file that the repository has.
    """
    table = index.snapshot.entities
    found = handlers(table, asked)
    if len(found) > 1:
        raise AmbiguousEntity(asked, [table.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    if not found and (written := where_written(index, asked)):
        raise UnknownEntity(asked, notes=[written])
    if not found and (inside := _same_inside(table, asked)):
        raise PathOutsideRoot(asked, inside)
    return Meant(found[0]) if found else None


def _same_inside(table: EntityTable, asked: str) -> str:
    """Return what an absolute path ends with, lines included, where that is a file's path from the root."""
    rooted = _ROOTED.fullmatch(asked)
    if rooted is None:
        return ""
    parts = _SLASHES.split(rooted["path"])
    tails = ("/".join(parts[place:]) for place in range(1, len(parts) - 1))
    inside = next((tail for tail in tails if table.file_slot(tail) is not None), "")
    return inside and encode_path(inside) + rooted["rest"]


def within_root(root: Path, asked: str, find: Callable[[str], _Found]) -> _Found:
    """Return what is found; what is unknown is looked for without what may stand before it."""
    try:
        return find(asked)
    except (UnknownEntity, UnknownPath):
        for bare in _without_mark(root, asked):
            with suppress(UnknownEntity, UnknownPath):
                return find(bare)
        raise


def _without_mark(root: Path, asked: str) -> Iterator[str]:
    """Yield a name without `@`, as chats mention files, without the side of a diff, and without the root's own name."""
    for mark in _MARKS:
        if asked.startswith(mark):
            yield asked.removeprefix(mark)
    beside = _NAMED_ROOT.fullmatch(asked)
    if beside is not None and beside["root"] == root.name:
        yield beside["kind"] + beside["rest"]


def _from_root(root: Path, asked: str) -> str:
    rooted = _ROOTED.fullmatch(asked)
    return resolve_path(root, rooted["path"]) + rooted["rest"] if rooted else asked


def look_up(index: RepoIndex, asked: str) -> Meant:
    """Return the entity of an id, a name or a place; of several the only one in the product, or all overloads.

    Raises:
        UnknownEntity: nothing has that name; it says which files may hide it.
        AmbiguousEntity: several entities have it.
    """
    try:
        meant = _meant_in(index.snapshot.graph, asked, lookup)
    except UnknownEntity as error:
        graph = index.snapshot.graph
        if found := _inherited(graph, asked) or _handed_on(graph, asked):
            return found
        beside = [parts.path for parts in map(parse_id, error.near) if parts]
        notes = notes_on(index, asked, beside)
        advice = "" if error.near or notes else advice_on(index, asked)
        raise UnknownEntity(asked, error.near, notes, advice) from None
    return meant if meant.note else meant._replace(note=_note_on_declared(index, meant.entity))


def _meant_in(
    table: _Table,
    asked: str,
    find: Callable[[_Table, str], int],
    are_one: Callable[[_Table, Sequence[int]], bool] = are_overloads,
) -> Meant:
    """Return what is found, of several the only one in the product itself, or those of one name there that are one."""
    try:
        return Meant(find(table, asked))
    except AmbiguousEntity as error:
        meant = _one_of(table, error.entities, are_one)
        if meant is None:
            raise
        return meant


def _one_of(
    table: _Table, entities: Sequence[int], are_one: Callable[[_Table, Sequence[int]], bool]
) -> Meant | None:
    """Return the only one of several in the product itself, or those there that are one; None where they are not."""
    for inside, others in products(entities, table.path_of):
        first, *also = inside
        if len(also) < MOST_CANDIDATES and are_one(table, inside):
            rest = [entity for entity in entities if entity not in inside]
            note = f"{others} define that name too: {first_few(rest, MOST_OTHERS, table.id_of)}."
            return Meant(first, note if rest else "", tuple(also))
    return None


def one_fitting(graph: CodeGraph, entities: Sequence[int], fits: Callable[[Entity], bool]) -> Meant | None:
    """Return what is meant of several entities of one name if only some of them fit; None where that is not one.

    What is outside of the repository is meant only where nothing in it has the name, and what stands in a test, as a
    mock does, only where nothing in the product has it.
    """
    inside, _ = next(products(entities, graph.path_of))
    fitting = [one for one in inside if fits(graph.entity(one))]
    fitting = [one for one in fitting if graph.path_of(one)] or fitting
    meant = _one_of(graph, fitting, are_overloads) if fitting else None
    if meant is None:
        return None
    others = [one for one in entities if one not in fitting]
    said = f"That name is also {first_few(others, MOST_OTHERS, graph.id_of)}." if others else ""
    return meant._replace(note=" ".join(filter(None, (meant.note, said))))


def one_inside(graph: CodeGraph, entities: Sequence[int]) -> Meant | None:
    """Return the only one of several entities of a name in the repository: a variable called as a setting is, say."""
    return one_fitting(graph, entities, lambda _: True)


def _inherited(graph: CodeGraph, asked: str) -> Meant | None:
    """Return what a type has of that name by inheritance alone.

    Raises:
        AmbiguousEntity: it inherits a field and a method of that name, or several types inherit different ones.
    """
    owner, _, name = dotted(bare_name(asked)).rpartition(".")
    if not owner or not name:
        return None
    given = (_inherited_by(graph, around, name, asked) for around in _types_called(graph, owner))
    found = {meant.entities: meant for meant in given if meant is not None}
    if len(found) > 1:
        several = sorted({entity for entities in found for entity in entities})
        raise AmbiguousEntity(asked, [graph.id_of(member) for member in several], several)
    return next(iter(found.values()), None)


def _handed_on(graph: CodeGraph, asked: str) -> Meant | None:
    """Return what a package has of that name by importing it.

    Raises:
        AmbiguousEntity: it hands on several of the name.
    """
    found = handed_on(graph, asked)
    meant = _one_of(graph, found, are_overloads) if found else None
    if found and meant is None:
        raise AmbiguousEntity(asked, [graph.id_of(one) for one in found[:MOST_CANDIDATES]], found)
    return meant


def _types_called(graph: CodeGraph, name: str) -> list[int]:
    """Return the types that a name means: of several those in the product itself, if any are."""
    from nsccn.tracing.lineage import is_type

    try:
        found: Sequence[int] = [_meant_in(graph, name, lookup).entity]
    except AmbiguousEntity as error:
        found = error.entities
    except NsccnError:
        return []
    types = [one for one in found if is_type(graph, one)]
    *_, (inside, _) = products(types, graph.path_of)
    return inside


def _inherited_by(graph: CodeGraph, around: int, name: str, asked: str) -> Meant | None:
    """Return what one type has of a name by inheritance alone; `asked` is what an error names."""
    from nsccn.tracing.lineage import bases, constructors

    if name == languages.load(graph.entity(around).language).constructor_call:
        made_by = [one for base in (around, *bases(graph, around)) for one in constructors(graph, base)]
        return Meant(made_by[0]) if made_by else None
    own = type_named(graph, around)
    for base in bases(graph, around) if own is None else (own, *bases(graph, own)):
        found = [member for member in graph.children(base) if graph.name_of(member) == name]
        if found and not are_overloads(graph, found):
            raise AmbiguousEntity(asked, [graph.id_of(member) for member in found], found)
        if found:
            said = f"{graph.qualified_of(around)} has no {name} of its own and inherits this one."
            return Meant(found[0], said if base != own else "", tuple(found[1:]))
    return None


def _note_on_declared(index: RepoIndex, entity: int) -> str:
    """Say which broken files may hide the body of what was found as a declaration alone."""
    graph = index.snapshot.graph
    if not graph.is_declared(entity) or not index.snapshot.problems:
        return ""
    if not languages.load(graph.entity(entity).language).included_names:
        return ""  # it has no body elsewhere
    return " ".join(notes_on_broken(index, graph.name_of(entity), [graph.path_of(entity)]))


class Target(NamedTuple):
    """Lines of a file, 1-based and inclusive; `last` 0 stands for the end of the file."""

    id: str
    """Empty for lines that no entity but the file has."""
    path: str
    first: int
    last: int
    note: str = ""
    """What else has the name that was asked for."""


class _Definition(NamedTuple):
    kind: str
    name: str
    """Qualified."""
    first: int
    last: int


def locate(session: Session, files: Files, asked: str, repo_path: str = "") -> list[Target]:
    """Return what `asked` stands for; overloads of one name are several.

    Raises:
        UnknownEntity: nothing has that name.
        AmbiguousEntity: several entities have it.
        PathOutsideRoot, UnknownPath: it is a path that is not shown, or of no file.
    """
    asked = plain_reference(asked)
    if not asked:
        raise InvalidArgument("entity_id must not be empty; give an id, path:line or a name.")
    try:
        return within_root(files.root, asked, lambda name: locate_in_root(session, files, name, repo_path))
    except (PathOutsideRoot, UnknownEntity, UnknownPath):
        index = session.searchable(repo_path)
        if answering := _answering(index, asked):
            return _targets_of(index.snapshot.entities, answering)
        raise


def locate_in_root(session: Session, files: Files, asked: str, repo_path: str) -> list[Target]:
    """Do the same for what begins in the root."""
    target = target_in_file(files, asked)
    if target is not None:
        return [target]
    table = session.searchable(repo_path).snapshot.entities
    if (match := LINES.fullmatch(asked)) and (called := file_called(table, match["path"])):
        target = _lines(files, called.path + asked[len(match["path"]) :])
        if target is not None:
            return [target._replace(note=called.note)]
    try:
        meant = _meant_in(table, asked, named_by, are_beside)
    except UnknownEntity:
        _refuse_path(files, asked, table)
    else:
        if not any(map(table.is_declared, meant.entities)):  # else includes lead to its body
            return _targets_of(table, meant)
    try:
        index = session.index(repo_path)
    except LinkingFailed:
        return _targets_of(table, _meant_in(table, asked, named_by, are_beside))
    return _targets_of(index.snapshot.graph, look_up(index, asked))


def target_in_file(files: Files, asked: str) -> Target | None:
    """Return what a path from the root, or a name behind one, stands for, by its file alone."""
    return _lines(files, asked) or _definition(files, asked)


def _refuse_path(files: Files, asked: str, table: EntityTable) -> None:
    """Say of what names no definition, and can be nothing but a path, why it is none of a file."""
    if files.is_directory(asked):
        raise InvalidArgument(f"{shown(asked)} is a directory; read it with read_skeleton.") from None
    if (match := LINES.fullmatch(asked)) and _FILE_NAME.search(match["path"]):
        raise UnknownPath(no_path(match["path"], table.paths)) from None
    if "/" in asked and ":" not in asked:
        raise UnknownEntity(asked, near(table, asked)) from None


def _lines(files: Files, asked: str) -> Target | None:
    """Read `path:12`, `path:12:5` and `path:12-40`."""
    match = LINES.fullmatch(asked)
    if match is None:
        return None
    parts = parse_id(match["path"])
    path = files.find_file(parts.path if parts and parts.kind in _WHOLE_FILE else match["path"])
    if path is None:
        return None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    end = len(files.lines(path))
    if first > last:
        raise InvalidArgument(f"{shown(asked)} ends before it begins; give {path}:{last}-{first}.")
    if not 1 <= first <= end:
        raise InvalidArgument(f"{shown(asked)} is out of range: {path} has {end} lines.")
    around = None if match["last"] else _innermost(files, path, first)
    return _target(path, around) if around else Target("", path, first, last)


def _definition(files: Files, asked: str) -> Target | None:
    """Read a path, an id, or `path:Qualified.name` whose file defines it, and under that name nothing else."""
    head, _, name = asked.rpartition(":")
    # In `a/b.py:run` what looks like a kind may be the path.
    readings = [EntityId("", asked, ""), parse_id(asked), EntityId("", head, name)]
    for reading in filter(None, readings):
        path = files.find_file(reading.path) if reading.path else None
        if path is None:
            continue
        if reading.kind in _WHOLE_FILE and reading.qualified in {"", MODULE_NAME}:
            return _whole_file(files, path)
        name = reading.qualified
        found = [item for item in _definitions(files, path, name) if reading.kind in {"", item.kind}]
        is_one = len(found) == 1
        if is_one and (reading.kind or not any(_definitions(files, path, f"{name}{_SECOND}"))):
            return _target(path, found[0])
    return None


def _targets_of(table: EntityTable, meant: Meant) -> list[Target]:
    return [_target_of(table, number, meant.note) for number in meant.entities]


def _target_of(table: EntityTable, number: int, note: str) -> Target:
    entity = table.entity(number)
    if not entity.path:
        raise InvalidArgument(
            f"{entity.id} is in no file of the repository; trace_causal_path says who uses it."
        )
    return Target(entity.id, entity.path, first_line(table, number), entity.end_line, note)


def _whole_file(files: Files, path: str) -> Target:
    is_code = files.language(path) is not None
    return Target(format_id("module", path, MODULE_NAME) if is_code else format_id("file", path), path, 1, 0)


def _definitions(files: Files, path: str, name: str = "") -> Iterator[_Definition]:
    """Yield what a file defines, itself aside: from the index if that is up to date, else from its facts.

    With a qualified name, what has that name.
    """
    table = files.table(path)
    if table is not None:
        inside = table.entities_of(path)[1:]
        for number in table.qualified_in(path, name) if name else inside:
            if number not in inside:
                continue  # the file
            lines = first_line(table, number), int(table.end_line[number])
            yield _Definition(table.kinds[table.kind[number]], table.qualified_of(number), *lines)
    elif files.language(path) is not None:
        for item in files.facts(path).definitions[1:]:
            if name not in ("", item.qualified_name):
                continue
            lines = item.full_range.start_line, item.full_range.end_line
            yield _Definition(item.kind, item.qualified_name, *lines)


def _innermost(files: Files, path: str, line: int) -> _Definition | None:
    """Return the smallest definition around a line; none in a file that cannot be parsed."""
    try:
        around = [item for item in _definitions(files, path) if item.first <= line <= item.last]
    except InvalidArgument:
        return None
    return min(around, key=lambda item: item.last - item.first, default=None)


def _target(path: str, definition: _Definition) -> Target:
    identifier = format_id(definition.kind, path, definition.name)
    return Target(identifier, path, definition.first, definition.last)
