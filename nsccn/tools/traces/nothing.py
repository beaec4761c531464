"""What a trace says that found nothing, and which direction says more of an entity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.tracing.trace import Trace

BETTER_DIRECTION: Final = {
    "var": "state",
    "attr": "state",
    "config": "config",
    "file": "config",
    "error": "errors",
}
"""Kind of entity -> the direction that says most about it."""
_NOTHING: Final = {
    "downstream": "No call in it could be followed to anything that this repository defines.",
    "upstream": "No caller was found in this repository, and nobody who hands it over; some calls cannot be resolved.",
    "state": "No write to an attribute or a module variable was found in it or in what it calls.",
    "config": "No read of a setting by a literal key was found in it or in what it calls.",
    "errors": "No error was found that it raises or lets pass.",
    "inheritance": "No base and no subtype was found in this repository.",
}
"""What was not found; that it is not there, nobody can say who only reads."""
_NOTHING_NAMED: Final = {
    "downstream": "It names no other block of this repository.",
    "upstream": "No block was found in this repository that names it.",
}
"""The same of what is named, and not called."""
_UNTOUCHED: Final = {
    "state": "No assignment to it was found.",
    "config": "No read of it was found in this repository.",
    "errors": "No place was found in this repository that raises it.",
}
_KEPT: Final = "No other assignment to it was found."
_UNUSED_TYPE: Final = (
    "No caller was found in this repository, and nobody who hands it over or uses it as a type; some calls cannot be "
    "resolved."
)
_OUTLINED: Final = (
    "Of {} only the definitions are read: nothing is known of what they call, or who calls them."
)
_NOT_IMPORTED: Final = "No file is known to import it."
_NO_ERROR: Final = "No error was found that it raises or lets pass, and no place that raises it."


def said_of_nothing(found: Trace) -> str:
    """Say what was looked for and not found."""
    root = found.code.entity(found.root)
    if languages.is_outlined(root.language):
        return _OUTLINED.format(root.language)
    direction, kind = found.direction, root.kind
    better = BETTER_DIRECTION.get(kind)
    if better is None and direction == "errors" and kind in TYPE_KINDS:
        return _NO_ERROR
    if kind == "block" and direction in _NOTHING_NAMED:
        return _NOTHING_NAMED[direction]
    if direction == "upstream" and kind in FILE_KINDS:
        return _NOT_IMPORTED
    if better is None:
        return _UNUSED_TYPE if direction == "upstream" and kind in TYPE_KINDS else _NOTHING[direction]
    if direction == "state" and "=" in root.signature:
        return _KEPT
    return _UNTOUCHED[better]
