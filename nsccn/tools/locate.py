"""Finds the lines that an id, a `path:line` or a name stands for, where possible from its file alone."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from nsccn.errors import InvalidArgument, NsccnError, PathOutsideRoot
from nsccn.graph.ids import format_id, parse_id
from nsccn.graph.model import MODULE_NAME, Definition, FileFacts
from nsccn.index import RepoIndex
from nsccn.tools.session import Session

_LINES: Final = re.compile(r"(?P<path>.+?):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?", re.DOTALL)


class Target(NamedTuple):
    """Lines of a file, 1-based and inclusive; `last` 0 stands for the end of the file."""

    id: str
    path: str
    first: int
    last: int


def locate(session: Session, asked: str, repo_path: str = "") -> Target:
    """Return what `asked` stands for.

    Raises:
        UnknownEntity: nothing has that name.
        AmbiguousEntity: several entities have it.
    """
    asked = asked.strip()
    if not asked:
        raise InvalidArgument("entity_id must not be empty; give an id, path:line or a name.")
    reader = session.reader(repo_path)
    target = _lines(reader, asked) or _definition(reader, asked)
    return target or _entity(session.index(repo_path), asked)


def _lines(reader: RepoIndex, asked: str) -> Target | None:
    """Read `path:12` and `path:12-40`."""
    match = _LINES.fullmatch(asked)
    if match is None:
        return None
    parts = parse_id(match["path"])
    path = _path(reader, parts.path if parts and parts.kind in {"file", "module"} else match["path"])
    if path is None:
        return None
    first, last = int(match["first"]), int(match["last"] or match["first"])
    facts = reader.facts(path)
    if not 1 <= first <= last or first > max(facts.lines, 1):
        raise InvalidArgument(f"{asked!r}: {path} has lines 1 to {facts.lines}.")
    around = None if match["last"] else _innermost(facts, first)
    if around is None:
        return Target("", path, first, last)
    return _target(path, around)


def _definition(reader: RepoIndex, asked: str) -> Target | None:
    """Read an id, a path, or `path:Qualified.name` whose file defines it."""
    parts = parse_id(asked)
    # In `a/b.py:run` what looks like a kind is the path.
    choices = [(parts.kind, parts.path, parts.qualified)] if parts else []
    choices += [("", *_split(asked)), ("", asked, "")]
    for kind, given, name in choices:
        path = _path(reader, given)
        if path is None:
            continue
        definitions = reader.facts(path).definitions
        if kind in {"", "file", "module"} and name in {"", MODULE_NAME}:
            return _target(path, definitions[0])
        found = [item for item in definitions if item.qualified_name == name and kind in {"", item.kind}]
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


def _path(reader: RepoIndex, given: str) -> str | None:
    """Return the real path of a file that exists inside the root."""
    try:
        return reader.resolve(given)
    except PathOutsideRoot:
        raise
    except NsccnError:
        return None


def _split(asked: str) -> tuple[str, str]:
    path, _, name = asked.rpartition(":")
    return path, name


def _innermost(facts: FileFacts, line: int) -> Definition | None:
    """Return the smallest definition around a line, the file itself aside."""
    around = [
        item
        for item in facts.definitions[1:]
        if item.full_range.start_line <= line <= item.full_range.end_line
    ]
    return min(around, key=lambda item: item.full_range.end_line - item.full_range.start_line, default=None)


def _target(path: str, definition: Definition) -> Target:
    whole = definition.kind in {"module", "file"}
    last = 0 if whole else definition.full_range.end_line
    identifier = format_id(
        definition.kind, path, definition.qualified_name if definition.kind != "file" else ""
    )
    return Target(identifier, path, 1 if whole else definition.full_range.start_line, last)
