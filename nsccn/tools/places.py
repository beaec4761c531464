"""Finds the lines that an id, a `path:line` or a name stands for, where possible from its file alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import InvalidArgument, UnknownEntity
from nsccn.graph.ids import EntityId, format_id, parse_id
from nsccn.graph.language import detect
from nsccn.graph.model import MODULE_NAME, Definition
from nsccn.tools.reading import find_file, is_directory, read_facts, read_lines, read_text
from nsccn.tools.session import Session

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

_LINES: Final = re.compile(
    r"(?P<path>.+?):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9})|:\d{1,9})?", re.DOTALL | re.ASCII
)
_WHOLE_FILE: Final = frozenset({"", "file", "module"})


class Target(NamedTuple):
    """Lines of a file, 1-based and inclusive; `last` 0 stands for the end of the file."""

    id: str
    """Empty for lines that no entity but the file has."""
    path: str
    first: int
    last: int


def locate(session: Session, asked: str, repo_path: str = "") -> Target:
    """Return what `asked` stands for.

    Raises:
        UnknownEntity: nothing has that name.
        AmbiguousEntity: several entities have it.
        PathOutsideRoot, UnknownPath: it is a path that is not shown.
    """
    asked = asked.strip()
    if not asked:
        raise InvalidArgument("entity_id must not be empty; give an id, path:line or a name.")
    reader = session.reader(repo_path)
    target = _lines(reader, asked) or _definition(reader, asked)
    if target is not None:
        return target
    try:
        return _entity(session.index(repo_path), asked)
    except UnknownEntity:
        if is_directory(reader, asked):
            raise InvalidArgument(f"{asked!r} is a directory; read it with read_skeleton.") from None
        raise


def _lines(reader: RepoIndex, asked: str) -> Target | None:
    """Read `path:12`, `path:12:5` and `path:12-40`."""
    match = _LINES.fullmatch(asked)
    if match is None:
        return None
    parts = parse_id(match["path"])
    path = find_file(reader, parts.path if parts and parts.kind in _WHOLE_FILE else match["path"])
    if path is None:
        return None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    end = len(read_lines(reader, path))
    if not 1 <= first <= last or first > end:
        raise InvalidArgument(f"{asked!r} is out of range: {path} has {end} lines.")
    around = None if match["last"] else _innermost(reader, path, first)
    return _target(path, around) if around else Target("", path, first, last)


def _definition(reader: RepoIndex, asked: str) -> Target | None:
    """Read a path, an id, or `path:Qualified.name` whose file defines it."""
    head, _, name = asked.rpartition(":")
    # In `a/b.py:run` what looks like a kind may be the path.
    readings = [EntityId("", asked, ""), parse_id(asked), EntityId("", head, name)]
    for reading in filter(None, readings):
        path = find_file(reader, reading.path) if reading.path else None
        if path is None:
            continue
        if reading.kind in _WHOLE_FILE and reading.qualified in {"", MODULE_NAME}:
            return Target(_id_of_file(reader, path), path, 1, 0)
        found = [
            item
            for item in _definitions(reader, path)
            if item.qualified_name == reading.qualified and reading.kind in {"", item.kind}
        ]
        if len(found) == 1:
            return _target(path, found[0])
    return None


def _entity(index: RepoIndex, asked: str) -> Target:
    graph = index.snapshot.graph
    entity = graph.entity(graph.lookup(asked))
    if not entity.path:
        raise InvalidArgument(
            f"{entity.id} is in no file of the repository; trace_causal_path says who uses it."
        )
    return Target(entity.id, entity.path, entity.start_line, entity.end_line)


def _is_code(reader: RepoIndex, path: str) -> bool:
    return detect(path, read_text(reader, path).encode("utf-8", "replace")) is not None


def _id_of_file(reader: RepoIndex, path: str) -> str:
    return format_id("module", path, MODULE_NAME) if _is_code(reader, path) else format_id("file", path)


def _definitions(reader: RepoIndex, path: str) -> tuple[Definition, ...]:
    """Return what a file defines, itself aside."""
    return read_facts(reader, path).definitions[1:] if _is_code(reader, path) else ()


def _innermost(reader: RepoIndex, path: str, line: int) -> Definition | None:
    """Return the smallest definition around a line; none in a file that cannot be parsed."""
    try:
        definitions = _definitions(reader, path)
    except InvalidArgument:
        return None
    around = [item for item in definitions if item.full_range.start_line <= line <= item.full_range.end_line]
    return min(around, key=lambda item: item.full_range.end_line - item.full_range.start_line, default=None)


def _target(path: str, definition: Definition) -> Target:
    identifier = format_id(definition.kind, path, definition.qualified_name)
    return Target(identifier, path, definition.full_range.start_line, definition.full_range.end_line)
