"""What a place that does not parse means for answers: definitions after it may be missing, and somebody must say so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.ids import encode_path
from nsccn.graph.model import CONFLICT, UNENDED

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

_MOST_NAMED: Final = 2


def hides_definitions(language: str, message: str) -> bool:
    """Tell whether what follows a broken place may not have been seen.

    Where macros stand in for syntax most files have such places, and little is lost but where a block has no end.
    """
    known = languages.known(language)
    return known is not None and (message in UNENDED or message == CONFLICT or not known.conditions)


def broken_places(snapshot: Snapshot, *, hiding: bool) -> tuple[tuple[str, int, str], ...]:
    """Return path, line and message of the broken places that hide definitions, or of all others."""
    language = {file.path: file.language for file in snapshot.entities.files}
    return tuple(
        (one.path, one.line, one.message)
        for one in snapshot.problems
        if hides_definitions(language[one.path], one.message) == hiding
    )


def note(path: str, language: str, problems: Iterable[tuple[int, str]], last_line: int | None = None) -> str:
    """Return what is to be said when places of a file, given by line and message, hide definitions; else nothing.

    With `last_line` only what may hide definitions up to there counts: no conflicts, which hide but their other sides.
    """
    places = sorted(place for place in problems if hides_definitions(language, place[1]))
    conflicts = [line for line, message in places if message == CONFLICT and last_line is None]
    broken = [line for line, message in places if message != CONFLICT and line <= (last_line or line)]
    notes = []
    if conflicts:
        where = f"a merge conflict at line {conflicts[0]}"
        where += f" and {len(conflicts) - 1} more" if len(conflicts) > 1 else ""
        notes.append(f"{encode_path(path)} has {where}; the first side is read.")
    if broken:
        where = f"{encode_path(path)} does not parse at line {broken[0]}"
        notes.append(f"{where}; definitions after it may be missing.")
    return " ".join(notes)


def notes_on_missing(
    snapshot: Snapshot,
    near: Iterable[str],
    holding: Iterable[str],
    defines: Callable[[str, str], bool],
) -> list[str]:
    """Return the notes on the files that may define a name that was not found.

    Args:
        snapshot: what was searched.
        near: paths of similar definitions, which come first.
        holding: paths of the files that may have its last word.
        defines: tells whether a file, given by its path and language, may define it.
    """
    broken: dict[str, list[tuple[int, str]]] = {}
    for problem in snapshot.problems:
        broken.setdefault(problem.path, []).append((problem.line, problem.message))
    candidates = broken.keys() & set(holding)
    found = []
    for path in dict.fromkeys([*(path for path in near if path in candidates), *sorted(candidates)]):
        entry = snapshot.entities.file_entry(snapshot.entities.file_slot(path) or 0)
        sentence = note(path, entry.language, broken[path])
        if sentence and defines(path, entry.language):
            found.append(sentence)
        if len(found) == _MOST_NAMED:
            break
    return found
