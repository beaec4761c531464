"""Types that may be declared in several places: their declarations become one type with all members."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from nsccn.graph.model import Definition

Members = dict[int, dict[str, tuple[int, ...]]]


class Definitions(Protocol):
    """Gives definitions by their numbers."""

    def __getitem__(self, entity: int) -> Definition: ...


_IN: Final = "\0"
"""Stands between a package and the name of a type in it."""
COMPANION: Final = "companion"
"""The modifier of an object that only belongs beside a type."""
_NUMBER: Final = re.compile(r"#\d+")


def arity(definition: Definition) -> str:
    """Return what tells a type from others of its name: commas between its parameters."""
    head = definition.signature.partition(definition.name)[2].lstrip()
    return head[: head.find(">") + 1].count(",") * "," + "<" if head.startswith("<") else ""


def unite(
    declared: Iterable[int],
    definitions: Definitions,
    parents: Sequence[int],
    members: Members,
    places: Mapping[int, str],
) -> dict[int, tuple[int, ...]]:
    """Make the declarations of one qualified name share their members.

    A type declared under a path (`class Shop::Store`) becomes a member of the type that the path names.

    Args:
        declared: the declarations of open types.
        definitions: all definitions.
        parents: what encloses each of them.
        members: entity -> name -> members; changed in place.
        places: the packages of those that are one type only within theirs.

    Returns:
        for each type, its declarations; its key, the one that stands for it, is the fullest that has instances.
    """
    groups: dict[str, list[int]] = {}
    for entity in declared:
        name = _plain(definitions[entity])
        groups.setdefault(f"{places[entity]}{_IN}{name}" if entity in places else name, []).append(entity)
    for group in groups.values():
        shared: dict[str, tuple[int, ...]] = {}
        group.sort(key=lambda entity: _rank(definitions[entity], len(members.get(entity, ())), entity))
        for part in sorted(group):
            for name, found in members.get(part, {}).items():
                shared[name] = (*shared.get(name, ()), *found)
        members.update(dict.fromkeys(group, shared))
    for name, group in groups.items():
        for part in group if _IN not in name else ():
            _place(name, part, groups, definitions[parents[part]], parents, members)
    same = {part: group[0] for group in groups.values() for part in group}
    for group in groups.values():
        name = definitions[group[0]].name
        for part in group:
            around = members.get(parents[part], {})
            if name in around:
                around[name] = tuple(dict.fromkeys(same.get(entity, entity) for entity in around[name]))
    return {group[0]: tuple(sorted(group)) for group in groups.values()}


def _rank(definition: Definition, members: int, entity: int) -> tuple[bool, bool, int, int]:
    return COMPANION in definition.modifiers, not definition.bases, -members, entity


def _plain(definition: Definition) -> str:
    return _NUMBER.sub("", definition.qualified_name)


def _place(
    name: str,
    part: int,
    groups: dict[str, list[int]],
    around: Definition,
    parents: Sequence[int],
    members: Members,
) -> None:
    """Move a type that is declared under a path to the type that the path names."""
    path, _, last = name.rpartition(".")
    outer = _plain(around) if around.parent >= 0 else ""
    if path == outer:
        return
    named = members[parents[part]]
    named[last] = tuple(entity for entity in named.get(last, ()) if entity != part)
    owner = groups.get(path) or groups.get(path.removeprefix(outer + "."))
    if owner:
        there = members.setdefault(owner[0], {})
        there[last] = (*there.get(last, ()), groups[name][0])
