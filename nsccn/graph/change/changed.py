"""A file before and after a change, and what its language says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.imports import STRATEGIES, ImportStrategy

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import FileOutline

_AS_TEXT: Final = STRATEGIES["relative_path"]
"""How files in no programming language are imported, where they are."""


class Change(NamedTuple):
    """A file before and after; None where it did not, or does not, exist."""

    path: str
    before: FileOutline | None
    after: FileOutline | None

    @property
    def outlines(self) -> list[FileOutline]:
        """What the file said and says."""
        return [outline for outline in (self.before, self.after) if outline is not None]


def language_of(outline: FileOutline) -> Language | None:
    """Return the language of a file, None for text."""
    return languages.known(outline.language)


def strategy_of(outline: FileOutline) -> type[ImportStrategy]:
    """Return how a file imports."""
    language = language_of(outline)
    return _AS_TEXT if language is None else STRATEGIES[language.import_strategy]


def stem(path: str) -> str:
    """Return the name of a file up to its first dot."""
    return path.rpartition("/")[2].partition(".")[0]


def standing_in(change: Change) -> Iterator[str]:
    """Yield the names of what a changed file defines that may mean something else by what it takes in from others.

    Declarations in files which it includes may stand for it, or types that it names become others, also for those who
    see it without naming the file.
    """
    for outline in change.outlines:
        language, strategy = language_of(outline), strategy_of(outline)
        is_open = language is not None and language.included_names
        if is_open or strategy.stars_by_name or strategy.is_part_of_package(change.path):
            yield from (item.name for item in outline.definitions[1:])
