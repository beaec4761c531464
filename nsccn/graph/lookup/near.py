"""What a caller may mean by a name or a path that there is not."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

from nsccn.errors import shown
from nsccn.graph.ids import encode_path, parse_id
from nsccn.graph.lookup.overloads import without_overloads
from nsccn.graph.lookup.places import LINES, files_called
from nsccn.graph.lookup.wording import bare_name
from nsccn.graph.nearnames import near_paths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.entitytable import EntityTable

MOST_NEAR: Final = 5
MOST_OF_ONE_NAME: Final = 3
"""Entities of a name that nearly is what was asked for."""
_MOST_COMPARED: Final = 100
_MOST_BESIDE: Final = 2
_LEAST_LIKENESS: Final = 0.6
_LONGEST: Final = 200
"""Letters of a name that is compared with others."""


def near(table: EntityTable, asked: str) -> list[str]:
    """Return the ids of the entities that may be meant: of the same name elsewhere, or else of a name nearly so.

    A path is answered with paths, with lines behind it too.
    """
    lines = LINES.fullmatch(asked)
    path = lines["path"] if lines else asked
    if is_path(table, path):
        found = near_paths(path, table.paths, MOST_NEAR)
        return [encode_path(path) for path in found if table.file_slot(path) is not None]
    last = re.split(r"[.:#/]", re.sub(r"(?:[#:]\d+)+\Z", "", bare_name(asked)))[-1] or asked
    found = _called(table, last, asked) or [
        one
        for name in table.names_like(last, MOST_NEAR)
        for one in _called(table, name, asked)[:MOST_OF_ONE_NAME]
    ]
    return without_overloads([*_beside(table, asked, last), *found])[:MOST_NEAR]


def is_path(table: EntityTable, asked: str) -> bool:
    """Tell whether nothing but a file can be meant: by an ending that files have, or by a slash before no name."""
    if ":" in asked:
        return False
    _, dot, ending = asked.rpartition(".")
    is_ending = bool(dot) and any(path.endswith(dot + ending) for path in table.paths)
    return is_ending or ("/" in asked and not (dot and table.named(ending)))


def _beside(table: EntityTable, asked: str, last: str) -> list[str]:
    """Return the ids of what has a name like the last one in the file or type that was named: it may be renamed."""
    parts = parse_id(asked)
    files = files_called(table, parts.path if parts else asked.rpartition(":")[0])
    inside = [entity for file in files for entity in table.entities_of(file)[1:]]
    if not files:
        owner = re.split(r"[.:#/]", asked[: asked.rfind(last)].rstrip(".:#/"))[-1]
        owners = {entity for entity in table.named(owner)[:_MOST_COMPARED] if table.path_of(entity)}
        files = sorted({table.path_of(entity) for entity in owners})
        members = (entity for file in files for entity in table.entities_of(file))
        inside = [entity for entity in members if int(table.parent[entity]) in owners]
    likeness = {
        table.id_of(entity): _likeness(last, table.name_of(entity))
        for entity in inside
        if not table.is_data(entity)
    }
    alike = [one for one in likeness if likeness[one] >= _LEAST_LIKENESS]
    return sorted(alike, key=lambda one: (-likeness[one], -_likeness(asked, one)))[:_MOST_BESIDE]


def _likeness(one: str, other: str) -> float:
    one, other = (name.replace("_", "").lower() for name in (one, other))
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if max(len(one), len(other)) > _LONGEST or matcher.quick_ratio() < _LEAST_LIKENESS:
        return 0.0
    return matcher.ratio()


def no_path(asked: str, paths: Iterable[str]) -> str:
    """Return the sentence that says that there is no such path, and which are near."""
    near = [encode_path(path) for path in near_paths(asked, paths, MOST_NEAR)]
    if not near:
        return f"No file or directory {shown(asked)} in the repository; give a path relative to its root."
    return f"There is no {shown(asked)}; nearest: {', '.join(near)}."


def _called(table: EntityTable, name: str, asked: str) -> list[str]:
    """Return the ids of the entities of a name, the likest to what was asked first."""
    ids = [table.id_of(entity) for entity in table.named(name)[:_MOST_COMPARED]]
    return sorted(ids, key=lambda one: -SequenceMatcher(None, one, asked, autojunk=False).ratio())
