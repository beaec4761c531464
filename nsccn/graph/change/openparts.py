"""Types that are declared in several places: who names one means the fullest of its declarations.

Which one that is changes with members that nobody else may name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from nsccn.graph.change.changed import language_of
from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.change.affected import Kept
    from nsccn.graph.change.changed import Change
    from nsccn.graph.model import FileOutline

_HOLDERS = TYPE_KINDS | {"module"}


def refilled_types(changes: Sequence[Change], kept: Kept) -> set[str]:
    """Return the names of types of which another declaration may have become the fullest."""
    names = {name for change in changes for name in _refilled(change)}
    return {name for name in names if kept.defines(name) or _is_repeated(name, changes)}


def _refilled(change: Change) -> Iterator[str]:
    """Yield the names of the open types of a file that have more, or fewer, members and bases than before."""
    if change.before is None or change.after is None:
        return  # all its names count
    before, after = Counter(_fullness(change.before)), Counter(_fullness(change.after))
    for name, *_ in (before - after) + (after - before):
        yield name


def _fullness(outline: FileOutline) -> Iterator[tuple[str, str, bool, int]]:
    language = language_of(outline)
    if language is None or not language.open_types:
        return
    members: dict[int, set[str]] = {}
    for item in outline.definitions[1:]:
        members.setdefault(item.parent, set()).add(item.name)
    for ordinal, item in enumerate(outline.definitions):
        is_open = not language.open_modifier or language.open_modifier in item.modifiers
        if ordinal and item.kind in _HOLDERS and is_open:
            yield item.name, item.qualified_name, bool(item.bases), len(members.get(ordinal, ()))


def _is_repeated(name: str, changes: Iterable[Change]) -> bool:
    """Whether the changed files declare a type of a name more than once."""
    return sum(max(_count(name, outline) for outline in change.outlines) for change in changes) > 1


def _count(name: str, outline: FileOutline) -> int:
    return sum(item.name == name and item.kind in _HOLDERS for item in outline.definitions)
