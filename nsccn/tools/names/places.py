"""Finds the lines that an id, a `path:line` or a name stands for, where possible from its file alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import InvalidArgument, LinkingFailed, PathOutsideRoot, UnknownEntity, UnknownPath, shown
from nsccn.graph.clauseheads import clauses_in
from nsccn.graph.ids import EntityId, format_id, parse_id
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.lookup.lookup import named_by
from nsccn.graph.lookup.near import near, no_path
from nsccn.graph.lookup.overloads import are_beside
from nsccn.graph.lookup.places import LINES, refuse_bad_lines
from nsccn.graph.lookup.wording import plain_reference
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.registrations import around, registrations, registrations_in
from nsccn.regexes import regex
from nsccn.tools.names.inproduct import file_called
from nsccn.tools.names.meant import AnsweredInPlace, Meant, answering, look_up, meant_in, within_root
from nsccn.tools.names.typenames import first_line
from nsccn.tools.reading import Files
from nsccn.tools.session import Session

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.registrations import Registration

_FILE_NAME: Final = regex(r"[^/.]\.\w{1,10}\Z")
_WHOLE_FILE: Final = frozenset({"", "file", "module"})
_MOST_WHOLE: Final = 40
"""Lines of a definition that is shown whole for one of them; of a longer one what is around that."""
_BESIDE: Final = 5
"""Lines on either side of one that no definition has, which says little alone."""
_LONGEST: Final = 200
"""Lines of a registration that are shown for one of them."""
_SECOND: Final = "#2"
"""Ends the qualified name of another definition of a name."""


class Target(NamedTuple):
    """Lines of a file, 1-based and inclusive; `last` 0 stands for the end of the file."""

    id: str
    """Empty for lines that no entity but the file has."""
    path: str
    first: int
    last: int
    note: str = ""
    """What else has the name that was asked for."""
    line: int = 0
    """The one that is asked for of a long entity: what says little of it may be left out."""


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
    except AnsweredInPlace as error:
        return [Target("", one.path, one.first, one.last) for one in error.blocks]
    except (PathOutsideRoot, UnknownEntity, UnknownPath):
        index = session.searchable(repo_path)
        try:
            found = answering(index, asked)
        except AnsweredInPlace as error:
            return [Target("", one.path, one.first, one.last) for one in error.blocks]
        if found:
            return _targets_of(index.snapshot.entities, found)
        raise


def locate_beside(session: Session, files: Files, asked: str, path: str, repo_path: str = "") -> list[Target]:
    """Return what `asked` stands for in the file that was named before it, if there is one, or else anywhere."""
    if path:
        with suppress(UnknownEntity, UnknownPath):
            return locate(session, files, f"{path}:{asked}", repo_path)
    return locate(session, files, asked, repo_path)


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
        meant = meant_in(table, asked, named_by, are_beside)
    except UnknownEntity:
        _refuse_path(files, asked, table)
    else:
        if not any(map(table.is_declared, meant.entities)):  # else includes lead to its body
            return _targets_of(table, meant)
    try:
        index = session.index(repo_path)
    except LinkingFailed:
        return _targets_of(table, meant_in(table, asked, named_by, are_beside))
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
    if "/" in asked and ":" not in asked and not asked.startswith("<"):
        raise UnknownEntity(asked, near(table, asked)) from None


def _lines(files: Files, asked: str) -> Target | None:
    """Read `path:12`, `path:12:5` and `path:12-40`."""
    refuse_bad_lines(asked)
    match = LINES.fullmatch(asked)
    if match is None:
        return None
    parts = parse_id(match["path"])
    path = files.find_file(parts.path if parts and parts.kind in _WHOLE_FILE else match["path"])
    if path is None:
        return None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    end = len(files.lines(path))
    if not 1 <= first <= end:
        raise InvalidArgument(f"{shown(asked)} is out of range: {path} has {end} lines.")
    if match["last"]:
        return Target("", path, first, last)
    inside = _innermost(files, path, first)
    if called := _registered(files.lines(path), inside, first):
        return Target("", path, called.first, called.last)
    if inside:
        return _part(path, inside, first)
    return Target("", path, max(first - _BESIDE, 1), min(first + _BESIDE, end))


def _registered(lines: Sequence[str], inside: _Definition | None, line: int) -> Registration | None:
    """Return the registration around a line that no function has, or one with several; none that is very long."""
    if inside is not None and inside.kind not in FUNCTION_KINDS:
        return None
    if inside is None:
        own = registrations(lines)
    else:
        name, first, last = inside.name.rpartition(".")[2], inside.first, inside.last
        own = [*clauses_in(lines, name, first, last), *registrations_in(lines, first, last)]
    found = around(own, line)
    return found if found and found.last - found.first < _LONGEST else None


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


def _part(path: str, definition: _Definition, line: int) -> Target:
    """Return a definition for a line of it."""
    whole = _target(path, definition)
    return whole._replace(line=line) if definition.last - definition.first >= _MOST_WHOLE else whole
