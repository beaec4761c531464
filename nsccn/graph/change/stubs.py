"""Stubs beside what changes: a file that only describes another one counts for itself once that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph import languages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.change.affected import Kept
    from nsccn.graph.change.changed import Change
    from nsccn.graph.model import FileOutline


def stubs_of(changes: Sequence[Change], kept: Kept) -> Iterator[FileOutline]:
    """Yield what the stubs say of files that come or go."""
    changed = {change.path: change for change in changes}
    for change in changes:
        for stub in _stubs(change):
            if stub in changed:
                yield from changed[stub].outlines
            else:
                yield from (kept.outline(slot) for slot in kept.beside(stub) if kept.path(slot) == stub)


def _stubs(change: Change) -> Iterator[str]:
    """Yield the paths that stubs of a file would have which comes or goes."""
    is_new_or_gone = change.before is None or change.after is None
    for outline in change.outlines if is_new_or_gone else ():
        language = languages.known(outline.language)
        for suffix, source in language.stubs.items() if language else ():
            if change.path.endswith(source):
                yield change.path.removesuffix(source) + suffix
