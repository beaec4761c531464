"""What a pasted text points at: frames of stacks, places that compilers, linters and tests name, lines of a patch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.errors import PathOutsideRoot, UnknownPath
from nsccn.regexes import regex
from nsccn.search import diagnostics, patches, traceback
from nsccn.search.diagnostics import Place
from nsccn.search.frames import resolve_frames
from nsccn.search.terms import STOP_WORDS
from nsccn.search.traceback import Frame
from nsccn.text import first_few
from nsccn.tools.names.inproduct import file_called
from nsccn.tools.traces.wording import heading

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_MOST_TOLD: Final = 12
_MOST_LINES: Final = 6
_MOST_NAMED: Final = 5
_MOST_DEFINITIONS: Final = 3
_DEEPEST_FIRST: Final = "Frames here, deepest first; trace_causal_path takes the whole stack:"
_QUOTED: Final = regex(r"[`'\"\u2018\u201c](?:\w+\.)*+(?P<name>[^\W\d]\w*)(?:\(\))?[`'\"\u2019\u201d]")
_SAID: Final = regex(
    r"\b(?:(?:undefined|type|class|struct|interface|enum|function|method|symbol|field|variable|reference):? +)+"
    r"(?P<name>[^\W\d]\w*)"
)
"""How messages name what they are about without quotes."""


class Pasted(NamedTuple):
    """What a text points at."""

    lines: list[str]
    """As they stand above the hits."""
    data: list[dict[str, Any]]
    is_whole: bool
    """The text is nothing but a stack, a patch, or what a tool wrote, so that its words say little beside."""


def pasted(index: RepoIndex, text: str) -> Pasted | None:
    """Return what a text points at, None where that is nothing in this repository."""
    table, root = index.snapshot.entities, str(index.root)
    frames = [frame for stack in reversed(traceback.stacks(text)) for frame in reversed(stack.frames)]
    run = _by_entity(_run(table, frames, root))
    traced = {(table.path_of(entity), line) for entity, at in run.items() for line in at}
    named = {
        entity: at
        for entity, at in pointed_at(index, text).items()
        if entity not in run and not traced.issuperset((table.path_of(entity), line) for line in at)
    }
    around = run | named
    if not around:
        return None
    if len(around) > _MOST_TOLD:  # whole files, as notes and settings are, say least
        around = dict(sorted(around.items(), key=lambda told: table.entity(told[0]).is_file))
    is_output = diagnostics.is_output(text)
    lines = [_DEEPEST_FIRST] if run else []
    lines += [told(table, entity, at) for entity, at in [*around.items()][:_MOST_TOLD]]
    if len(around) > _MOST_TOLD:
        lines.append(f"and places in {len(around) - _MOST_TOLD} more")
    if is_output and (defined := _defined(table, text, around)):
        lines.append(f"named: {defined}")
    data = [
        {"id": table.id_of(entity), "lines": [line for line in at if line]} for entity, at in around.items()
    ]
    return Pasted(lines, data, is_output or traceback.is_stack(text) or patches.is_patch(text))


def pointed_at(index: RepoIndex, text: str) -> dict[int, list[int]]:
    """Return the entities around the places that a text names or changes, and the lines of each."""
    places = [*diagnostics.places(text), *_changed(index, text)]
    return _by_entity(_named(index.snapshot.entities, places, str(index.root)))


def _changed(index: RepoIndex, text: str) -> Iterator[Place]:
    """Yield the lines that a patch changes, as the file counts them: it may be applied, or still to be."""
    by_path: dict[str, list[patches.Change]] = {}
    table = index.snapshot.entities
    for change in patches.changes(text):
        is_here = not change.old_path or table.file_slot(change.path) is not None
        by_path.setdefault(change.path if is_here else change.old_path, []).append(change)
    for path, changes in by_path.items():
        is_applied = _is_applied(changes, _lines(index, path))
        yield from (Place(path, change.after if is_applied else change.before) for change in changes)


def _lines(index: RepoIndex, path: str) -> list[str]:
    """Return the lines of an indexed file as they are now; none where it has been taken away since."""
    if index.snapshot.entities.file_slot(path) is None:
        return []
    try:
        return index.text(path).split("\n")
    except (OSError, PathOutsideRoot):
        return []


def _is_applied(changes: list[patches.Change], lines: list[str]) -> bool:
    """Tell whether most of what a patch writes stands in a file, or what it takes away, where that is all, does not."""
    written = [_stands(lines, one.after, one.text) for one in changes if one.is_written]
    taken = [_stands(lines, one.before, one.text) for one in changes if not one.is_written]
    return sum(written) * 2 >= len(written) if written else sum(taken) * 2 < len(taken)


def _stands(lines: list[str], number: int, text: str) -> bool:
    return number <= len(lines) and lines[number - 1].rstrip() == text.rstrip()


def _by_entity(found: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the lines by the entity around them, in the order of the text."""
    around: dict[int, dict[int, None]] = {}
    for entity, line in found:
        around.setdefault(entity, {})[line] = None
    return {entity: [*lines] for entity, lines in around.items()}


def _run(table: EntityTable, frames: list[Frame], root: str) -> Iterator[tuple[int, int]]:
    for frame, entity in zip(frames, resolve_frames(frames, table, root), strict=True):
        if entity is not None:
            yield entity, frame.line


def _named(table: EntityTable, places: list[Place], root: str) -> Iterator[tuple[int, int]]:
    """Yield the entities around places, and their lines; a name without folders means the only file of that name."""
    frames = [Frame(*place) for place in places]
    only_file = cache(partial(_only_file, table))
    for frame, entity in zip(frames, resolve_frames(frames, table, root), strict=True):
        path = only_file(frame.path) if entity is None and "/" not in frame.path else ""
        if entity is not None:
            if frame.line or not table.entity(entity).is_file:  # else no test of that name is left
                yield entity, frame.line
        elif path and 0 < frame.line <= table.file_entry(table.file_slot(path) or 0).lines:
            yield table.at_line(path, frame.line), frame.line


def _only_file(table: EntityTable, name: str) -> str:
    try:
        called = file_called(table, name)
    except UnknownPath:
        return ""
    return called.path if called else ""


def told(table: EntityTable, number: int, at: list[int]) -> str:
    """Say which lines of an entity are meant."""
    entity = table.entity(number)
    lines = [line for line in at if line]
    is_inside = all(entity.start_line <= line <= entity.end_line for line in lines)
    moved = "" if is_inside or entity.is_file else ", which it lacks: of another version or a build"
    where = f"L{first_few(_spans(lines), _MOST_LINES, separator=',')} in " if lines else ""
    return f"{where}{heading(entity)}{moved}"


def _spans(lines: list[int]) -> list[str]:
    """Write lines that follow each other as one: `4-7`."""
    spans: list[list[int]] = []
    for line in lines:
        if spans and line == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], line]
        else:
            spans.append([line])
    return ["-".join(map(str, span)) for span in spans]


def _defined(table: EntityTable, text: str, around: dict[int, list[int]]) -> str:
    """Return what defines the names that messages are about."""
    names = dict.fromkeys(match["name"] for said in (_QUOTED, _SAID) for match in said.finditer(text))
    definitions = (table.named(name) for name in names if name not in STOP_WORDS)
    few = [one for found in definitions if len(found) <= _MOST_DEFINITIONS for one in found]
    entities = [table.entity(one) for one in dict.fromkeys(few) if one not in around]
    return first_few([f"{entity.id} L{entity.start_line}" for entity in entities if entity.path], _MOST_NAMED)
