"""Hits that are copies of one before them, as for awaiting callers or per template, and are named below that one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of, without_language
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.model import Entity
    from nsccn.search.search import Hit

_FIRST: Final = 10
"""So many of the first hits are compared, whatever number is asked for: cursors count on it;"""
_TRANSLATED: Final = 60
"""of translations more: there are as many as languages."""
_ASYNC: Final = regex(r"(?<![A-Za-z])async_?(?![a-z])|_async(?![a-z])|Async(?![a-z])")


def without_copies(hits: Sequence[Hit]) -> tuple[list[Hit], dict[int, list[Hit]]]:
    """Return the hits without copies of others among the first, and those copies by the number of their entity.

    What says the same in another language is a copy wherever it comes.
    """
    first: dict[tuple[str, ...], Hit] = {}
    kept: list[Hit] = []
    copies: dict[int, list[Hit]] = {}
    for place, hit in enumerate(hits[:_TRANSLATED]):
        signs = [] if hit.says_all else _translated(hit.entity)
        if place < _FIRST and not (signs or hit.says_all):
            signs = [(hit.why, hit.entity.kind, *sign) for sign in _signs(hit.entity)]
        alike = next((first[sign] for sign in signs if sign in first), hit)
        if alike is hit:
            kept.append(hit)
        else:
            copies.setdefault(alike.index, []).append(hit)
        for sign in signs:
            first.setdefault(sign, alike)
    return [*kept, *hits[_TRANSLATED:]], copies


def _translated(entity: Entity) -> list[tuple[str, ...]]:
    """Return what a translation, or a wording in it, has in common with those in other languages."""
    if role_of(entity.path) is not Role.TRANSLATION:
        return []
    return [(without_language(entity.path), "" if entity.is_file else entity.qualified_name)]


def _signs(entity: Entity) -> list[tuple[str, ...]]:
    """Return what copies of an entity have in common with it, one of which is enough."""
    if entity.is_file:
        return [("file", entity.path.rpartition("/")[2])]
    awaited = _ASYNC.sub("", entity.qualified_name)
    return [("signature", entity.name, entity.signature), ("awaited", awaited)]
