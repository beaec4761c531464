"""Examine: the code of an entity with its documentation, or lines of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Final, NamedTuple

from nsccn.errors import IndexNotReady, InvalidArgument, NotARepository, NsccnError
from nsccn.graph.ids import encode_path
from nsccn.graph.lookup.places import LINES
from nsccn.regexes import regex
from nsccn.skeleton.blocks import shown_around
from nsccn.skeleton.rows import without_gaps
from nsccn.skeleton.window import comment_start, merge_ranges
from nsccn.text import count_tokens
from nsccn.tools.names.namelists import names_in
from nsccn.tools.names.places import Target, locate_beside, target_in_file
from nsccn.tools.reading import Files
from nsccn.tools.session import Session
from nsccn.tools.views import Answer, Page, Piece, numbered, paginate

_MOST_LINES: Final = 500
_MOST_TARGETS: Final = 20
_LONG_COMMENT: Final = 10
"""Lines of the comment above a definition from which on, where that is asked for by its name,"""
_SHOWN_COMMENT: Final = 6
"""its first ones are shown."""
_LEAST_FOLDED: Final = 4
"""Lines that are worth saying that they are left out."""
_DIRECTIVE: Final = regex(r"\s*#\s*(?:define|elif|else|endif|if|ifdef|ifndef|include|pragma|undef)\b")
"""What the preprocessor reads looks like a comment of other languages."""
_PATH: Final = regex(r"[/:]")
"""Stands in a name that says in which file it is; others of its text are looked for there first."""


class _Folded(NamedTuple):
    """Lines that are left out of a window, and what stands in their place."""

    first: int
    last: int
    said: str


class _Window(NamedTuple):
    """Lines of one file, and the entities they were opened for."""

    path: str
    first: int
    last: int
    targets: tuple[Target, ...]
    folded: tuple[_Folded, ...] = ()


class _Row(NamedTuple):
    window: _Window
    number: int
    text: str


def open_surgical_window(
    session: Session,
    entity_id: Annotated[str | list[str], "Id, path, path:line, path:first-last, or a list"],
    context_lines: Annotated[int, "Lines around it, 0 to 500"] = 0,
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Show the numbered code of entities or lines; overlapping windows are merged."""
    if not 0 <= context_lines <= _MOST_LINES:
        raise InvalidArgument(f"context_lines must be between 0 and {_MOST_LINES}.")
    files = Files(session.reader(repo_path))
    given = [entity_id] if isinstance(entity_id, str) else entity_id
    asked = [_names(files, text) for text in given]
    if not 1 <= sum(map(len, asked)) <= _MOST_TARGETS:
        raise InvalidArgument(f"entity_id must be one id or a list of 1 to {_MOST_TARGETS}.")
    targets, refused = _located(session, files, asked, repo_path)
    texts = {path: files.lines(path) for path in dict.fromkeys(target.path for target in targets)}
    windows = [
        _folding(window, targets, texts[window.path], context_lines)
        for window in _windows(list(targets), texts, context_lines)
    ]
    notes = _notes(files, windows)
    rows = [row for window in windows for row in _rows(window, texts[window.path])]
    page = paginate(
        [Piece(row.text) for row in rows],
        about=("open_surgical_window", windows, [files.digest(path) for path in texts]),
        cursor=cursor,
        ceiling=session.settings(repo_path).max_tokens
        - sum(count_tokens(line) + 1 for line in (*map(_head, windows), *notes, *refused)),
        structured=session.structured,
    )
    shown = [
        _Row(row.window, row.number, piece.text)
        for row, piece in zip(rows[page.start :], page.pieces, strict=False)
    ]
    return _answer(windows, shown, page, notes, refused)


def _names(files: Files, text: str) -> list[str]:
    """Return the names that a text lists; one that is in a file itself is one, as `[id]/page.tsx` or `a, b.txt`."""
    names = names_in(text)
    try:
        return [text] if names != [text] and target_in_file(files, text) else names
    except NsccnError:
        return [text]  # what is wrong with it is told together with what the others are


def _located(
    session: Session, files: Files, asked: Sequence[Sequence[str]], repo_path: str
) -> tuple[dict[Target, bool], list[str]]:
    """Return what the names of each text stand for, and why some stand for nothing; raises where none of them does.

    Of each target it is said whether its name is that of an entity, rather than a line.
    """
    targets: dict[Target, bool] = {}
    refused: list[NsccnError] = []
    for names in asked:
        path = ""
        for name in names:
            has_path = _PATH.search(name) is not None
            path = "" if has_path else path
            try:
                found = locate_beside(session, files, name, path, repo_path)
            except (IndexNotReady, NotARepository):
                raise
            except NsccnError as error:
                refused.append(error)
            else:
                targets.update(dict.fromkeys(found, LINES.fullmatch(name) is None))
                path = found[0].path if has_path else path
    if not targets:
        raise refused[0]
    return targets, list(map(str, refused))


def _windows(
    targets: Sequence[Target], texts: Mapping[str, Sequence[str]], context_lines: int
) -> list[_Window]:
    """Widen every target by its context, and merge what overlaps or touches; what was asked for first comes first."""
    windows: list[_Window] = []
    for path, lines in texts.items():
        ranges = {
            target: (_start(target, lines), target.last or len(lines))
            for target in targets
            if target.path == path
        }
        # An empty file has no lines to merge; its window says so.
        for first, last in merge_ranges(ranges.values(), len(lines), context_lines) or [(1, 0)]:
            inside = tuple(target for target, (start, _) in ranges.items() if first <= start <= max(last, 1))
            windows.append(_Window(path, first, last, inside))
    order = {target: place for place, target in enumerate(targets)}
    return sorted(windows, key=lambda window: min(map(order.__getitem__, window.targets), default=0))


def _folding(
    window: _Window, named: Mapping[Target, bool], lines: Sequence[str], context_lines: int
) -> _Window:
    """Fold what says little of lines that are asked for of long entities, and what long comments go on with."""
    comments = [] if context_lines else _long_comments(window, named, lines)
    return window._replace(folded=(*_far_lines(window, lines, context_lines), *comments))


def _far_lines(window: _Window, lines: Sequence[str], context_lines: int) -> Iterator[_Folded]:
    """Yield what stands far from the lines that are asked for of long entities, and is not asked for itself."""
    shown, wanted = set[int](), dict[tuple[int, int], list[int]]()
    for target in window.targets:
        if target.line:
            wanted.setdefault((target.first, target.last), []).append(target.line)
            shown.update(range(target.line - context_lines, target.line + context_lines + 1))
        else:
            shown.update(range(_start(target, lines), (target.last or len(lines)) + 1))
    for (first, last), some in wanted.items():
        shown.update(shown_around(lines, first, last, some))
    far = {line for first, last in wanted for line in range(first, last + 1)} - shown
    for _, run in groupby(enumerate(sorted(far)), lambda item: item[1] - item[0]):
        first, *others = (number for _, number in run)
        if len(others) + 1 >= _LEAST_FOLDED:
            yield _Folded(first, others[-1], "...")


def _long_comments(window: _Window, named: Mapping[Target, bool], lines: Sequence[str]) -> Iterator[_Folded]:
    """Yield what long comments above entities go on with, where none of their lines is asked for."""
    for target in window.targets:
        start = _start(target, lines)
        first, last = start + _SHOWN_COMMENT, target.first - 1
        others = (other for other in window.targets if other is not target)
        is_asked = any(_start(other, lines) <= last and first <= other.last for other in others)
        is_code = any(map(_DIRECTIVE.match, lines[first - 1 : last]))
        if named[target] and target.first - start > _LONG_COMMENT and not (is_asked or is_code):
            yield _Folded(first, last, f"[L{first}-{last}: the comment goes on]")


def _start(target: Target, lines: Sequence[str]) -> int:
    """Return the first line to show: of a whole entity that of the comment above it."""
    return comment_start(lines, target.first) if target.id and not target.line else target.first


def _notes(files: Files, windows: Sequence[_Window]) -> list[str]:
    """Say what else has a name that was asked for, and which definitions may not end where they seem to."""
    last: dict[str, int] = {}
    for window in windows:
        if any(target.id and target.last for target in window.targets):
            last[window.path] = max(window.last, last.get(window.path, 0))
    notes = dict.fromkeys(target.note for window in windows for target in window.targets)
    return [note for note in (*notes, *(files.note(path, line) for path, line in last.items())) if note]


def _rows(window: _Window, lines: Sequence[str]) -> list[_Row]:
    rows = []
    for number in without_gaps(range(window.first, window.last + 1), lines):
        folded = next((one for one in window.folded if one.first <= number <= one.last), None)
        if folded is None:
            rows.append(_Row(window, number, *numbered(lines[number - 1 : number], number)))
        elif number == folded.first:
            rows.append(_Row(window, number, folded.said))
    return rows


def _head(window: _Window) -> str:
    """Name the entities of a window and their lines."""
    names = dict.fromkeys(target.id + _range(target) for target in window.targets if target.id)
    return ", ".join(names) or encode_path(window.path)


def _range(target: Target) -> str:
    if not target.last:
        return ""
    return f"  L{target.first}" + (f"-{target.last}" if target.last > target.first else "")


def _answer(
    windows: Sequence[_Window],
    rows: Sequence[_Row],
    page: Page,
    notes: Sequence[str],
    refused: Sequence[str],
) -> Answer:
    text: list[str] = []
    data: list[dict[str, Any]] = []
    for window in windows:
        shown = [row for row in rows if row.window is window]
        if not shown and window.last:
            continue  # on another page
        text += [_head(window), *(row.text for row in shown)] if shown else [f"{_head(window)} is empty."]
        data.append(_data(window, shown))
    if page.cursor:
        text.append(page.footer("lines"))
    text += [*notes, *refused]
    all_data = data[0] if len(windows) == 1 else {"windows": data}
    said = {name: [*lines] for name, lines in (("notes", notes), ("refused", refused)) if lines}
    return Answer("\n".join(text), all_data | page.rest() | said)


def _data(window: _Window, rows: Sequence[_Row]) -> dict[str, Any]:
    names = [*dict.fromkeys(one.id or f"{encode_path(one.path)}:{one.first}" for one in window.targets)]
    fields: dict[str, Any] = {
        "entity_id": names[0],
        "file": window.path,
        "start": rows[0].number if rows else 0,
        "end": rows[-1].number if rows else 0,
        "code": "\n".join(row.text for row in rows),
    }
    if len(names) > 1:
        fields["entity_ids"] = names
    if window.targets[0].line:
        fields["whole"] = [window.targets[0].first, window.targets[0].last]
    return fields
