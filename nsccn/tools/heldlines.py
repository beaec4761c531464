"""On which lines of a file the words of a query stand, where the file is found and no definition in it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph.kinds import FILE_KINDS
from nsccn.select.excerpt import Matcher

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_MOST_LINES: Final = 3
_NEARLY: Final = 0.8
"""Lines with this share of what the best one holds are shown beside it."""
_LONGEST: Final = 300_000
"""Characters of a file beyond which its lines are not looked at: an answer waits for it."""


def held_lines(index: RepoIndex, entity: Entity, weights: Mapping[str, float]) -> list[int]:
    """Return the first lines of a file, outside of its definitions, that hold most of some weighted terms.

    None of a definition, which has a place of its own, and where only the path says the words.
    """
    if entity.kind not in FILE_KINDS or entity.parent >= 0:
        return []
    with suppress(NsccnError, OSError):
        text = index.text(entity.path)
        return _best(text, _defined(index, entity), Matcher(weights)) if len(text) <= _LONGEST else []
    return []


def _best(text: str, defined: set[int], matcher: Matcher) -> list[int]:
    lines = enumerate(text.split("\n"), 1)
    scores = {number: matcher.score(line) for number, line in lines if number not in defined}
    least = _NEARLY * max(scores.values(), default=0.0)
    return [number for number, score in scores.items() if score >= least > 0][:_MOST_LINES]


def _defined(index: RepoIndex, entity: Entity) -> set[int]:
    """Return the lines of the functions and types that a file defines; those of its variables are its own."""
    table = index.snapshot.entities
    inside = (one for one in table.entities_of(entity.path)[1:] if not table.is_data(one))
    return {line for one in inside for line in range(table.start_line[one], table.end_line[one] + 1)}
