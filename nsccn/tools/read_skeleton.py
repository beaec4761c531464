"""Orient: a file or a directory without its bodies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from nsccn.errors import AmbiguousEntity, InvalidArgument, UnknownEntity, UnknownPath
from nsccn.graph.ids import EntityId, encode_path, parse_id
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.languages import TEXT
from nsccn.graph.lookup.near import no_path
from nsccn.graph.lookup.overloads import short_ids
from nsccn.graph.lookup.wording import plain_reference
from nsccn.graph.model import MODULE_NAME
from nsccn.graph.walk.notebooks import is_notebook
from nsccn.skeleton.detail import Detail
from nsccn.text import LINE_LIMIT, count, count_tokens, shorten
from nsccn.tools.chart import by_relevance, draw, focus_on
from nsccn.tools.listing import FILES, files_below, is_head, list_files, name_folders
from nsccn.tools.names.inproduct import file_called, folder_called
from nsccn.tools.names.meant import within_root
from nsccn.tools.names.places import locate_in_root
from nsccn.tools.reading import Files
from nsccn.tools.session import Session
from nsccn.tools.views import Answer, Piece, paginate

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts
    from nsccn.skeleton.rows import Row
    from nsccn.snapshots.snapshot import Snapshot

_AUTO: Final = "auto"
_FULL_DOC: Final = "full_doc"
"""As doc, with all paragraphs."""
_LEVELS: Final = ("name", "signature", "doc", _FULL_DOC, "body")
_MAP: Final = "map"
"""What a directory is shown as whose signatures are too many."""
_LEAST_TOKENS: Final = 200
_MOST_TOKENS: Final = 100_000
_MOST_FILES: Final = 60
"""So many files of a directory are shown with documentation or bodies; signatures need no parsing."""
_FOLDERS: Final = 8
"""A map begins with the folders, where they take no more than this fraction of it."""
_HEAD_TOKENS: Final = 80
_MARGIN: Final = 240
"""Tokens that are kept for what stands around the lines."""
_SMALL: Final = 2
"""Letters for each token that there is room for, below which nothing is counted."""


def read_skeleton(
    session: Session,
    file_path: Annotated[str, "File, directory or entity id; . is the root"],
    detail: Annotated[str, "name, signature, doc, full_doc or body; auto: the most that fits"] = _AUTO,
    max_tokens: Annotated[int, "Ceiling of the answer"] = 6000,
    focus: Annotated[str, "Path, id or words: a directory's map around it"] = "",
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Show signatures, types, docs and structure of a file or directory, with line numbers and no bodies."""
    if detail not in {_AUTO, *_LEVELS}:
        raise InvalidArgument(f"detail must be one of {', '.join((_AUTO, *_LEVELS))}.")
    if not _LEAST_TOKENS <= max_tokens <= _MOST_TOKENS:
        raise InvalidArgument(f"max_tokens must be between {_LEAST_TOKENS} and {_MOST_TOKENS:,}.")
    files = Files(session.reader(repo_path))
    path, entities, other = _find(session, files, file_path, repo_path)
    if entities:
        view = _entities(files, path, entities, detail, max_tokens)
    elif not files.is_directory(path):
        view = _file(files, path, detail, max_tokens)
    elif focus and detail not in {_AUTO, "signature"}:
        raise InvalidArgument("focus is for a map of signatures; leave detail out.")
    else:
        view = _directory(session, files, path, detail, max_tokens, focus.strip(), repo_path)
    head = f"{', '.join(short_ids(entities)) or encode_path(path)}  {view.size}, detail {view.detail}"
    broken = "" if view.is_directory else files.note(path, view.last_line)
    note = "\n".join(filter(None, (other, broken)))
    page = paginate(
        [Piece(line) for line in view.lines],
        about=("read_skeleton", path, entities, view.detail, "\n".join(view.lines)),
        cursor=cursor,
        ceiling=max_tokens - _HEAD_TOKENS - count_tokens(note),
        head=head,
        structured=session.structured,
    )
    lines = [*_file_above(view, page.start), *(piece.text for piece in page.pieces)]
    text = [head, *filter(None, [note]), *lines, *([page.footer("lines")] if page.cursor else [])]
    data = {"file_path": path, "detail": view.detail, "skeleton": "\n".join(lines)}
    return Answer("\n".join(text), data | ({"note": note} if note else {}) | page.rest())


class _View(NamedTuple):
    """What is shown of a path."""

    size: str
    detail: str
    lines: list[str]
    is_directory: bool
    last_line: int | None = None
    """Where an entity ends; None for all of a file."""


class _Found(NamedTuple):
    """What is meant by a path, an id or a name."""

    path: str
    entities: tuple[str, ...] = ()
    """Ids of what is meant in it, several of overloads; none for all of it, or for a line outside of all."""
    note: str = ""
    """What else may be meant."""


def _find(session: Session, files: Files, given: str, repo_path: str) -> _Found:
    """Return what is meant, by its real path.

    For an unknown one, name those that are called so elsewhere, or nearly so.
    """
    parts = parse_id(given)
    asked = parts.path if parts and parts.kind in {"file", "module"} and not _is_inside(parts) else given
    if not asked.strip():
        raise InvalidArgument("file_path must not be empty; . is the root.")
    return within_root(files.root, asked, lambda name: _found(session, files, name, repo_path))


def _found(session: Session, files: Files, asked: str, repo_path: str) -> _Found:
    try:
        return _Found(files.find(asked))
    except UnknownPath as error:
        return _find_called(session, files, asked, repo_path, error)


def _find_called(session: Session, files: Files, asked: str, repo_path: str, error: UnknownPath) -> _Found:
    """Find what is no path from the root: the end of one, or a name."""
    table = session.searchable(repo_path).snapshot.entities
    if called := file_called(table, asked) or ("/" in asked and folder_called(table, asked)):
        return _Found(called.path, note=called.note)
    try:
        targets = locate_in_root(session, files, plain_reference(asked), repo_path)
    except (AmbiguousEntity, UnknownEntity) as unknown:
        if called := folder_called(table, asked):
            return _Found(called.path, note=called.note)
        if isinstance(unknown, AmbiguousEntity) or unknown.notes:
            raise unknown from error
    else:
        parts = parse_id(targets[0].id)
        if parts and parts.kind in DATA_KINDS and (called := folder_called(table, asked)):
            return _Found(called.path, note=called.note)  # rather than an attribute of that name
        return _Found(targets[0].path, tuple(target.id for target in targets if target.id), targets[0].note)
    raise UnknownPath(no_path(asked, table.paths)) from error


def _is_inside(parts: EntityId) -> bool:
    """Tell whether an id means something in a file, as a Ruby module, and not the file."""
    return parts.qualified not in {"", MODULE_NAME}


def _file(files: Files, path: str, detail: str, max_tokens: int) -> _View:
    """Show a file at a level of detail; of one in no known language by itself all that fits."""
    language = files.language(path)
    if language is None or is_notebook(files.data(path)):
        return _text(files, path, detail, max_tokens)
    from nsccn.skeleton.render import Skeleton

    facts = files.facts(path)
    skeleton = Skeleton(files.data(path), facts, language, path, whole_docs=detail == _FULL_DOC)
    levels = _levels(facts, max_tokens) if detail == _AUTO else (_level(detail),)
    *fuller, least = levels
    worth_trying = (level for level in fuller if _may_fit(skeleton.draft(level), max_tokens))
    level, lines = _fullest(skeleton.file, (*worth_trying, least), max_tokens)
    shown = detail if detail == _FULL_DOC else level
    return _View(f"{language.name}, {count(facts.lines, 'line')}", shown, lines, is_directory=False)


def _text(files: Files, path: str, detail: str, max_tokens: int) -> _View:
    """Show a file in no programming language: headings, keys, tables, cells or targets.

    Of what is minified or a notebook not all is shown that fits: lines are cut, and cells only begun.
    """
    from nsccn.skeleton.plain import render_text

    data, language, is_minified = files.data(path), files.language(path), files.is_minified(path)
    in_short = is_minified or is_notebook(data)
    fullest_first = [level for level in reversed(Detail) if not (in_short and level is Detail.BODY)]
    levels = tuple(fullest_first) if detail == _AUTO else (_level(detail),)
    level, lines = _fullest(lambda level: render_text(path, data, level), levels, max_tokens)
    kind = f"{language.name if language else TEXT}{', minified' if is_minified else ''}"
    return _View(f"{kind}, {count(len(files.lines(path)), 'line')}", level, lines, is_directory=False)


def _entities(files: Files, path: str, entities: Sequence[str], detail: str, max_tokens: int) -> _View:
    """Show definitions of one file with what is inside them."""
    from nsccn.skeleton.render import Skeleton

    language, facts = files.language(path), files.facts(path)
    known: dict[tuple[str, str], int] = {
        (item.kind, item.qualified_name): place for place, item in enumerate(facts.definitions)
    }
    asked = [(parts.kind, parts.qualified) for parts in map(parse_id, entities) if parts]
    if language is None or not known.keys() >= set(asked):
        raise UnknownPath(f"{entities[0]!r} has changed meanwhile; call again.")
    found = _outermost(facts, [known[one] for one in asked])
    skeleton = Skeleton(files.data(path), facts, language, path, whole_docs=detail == _FULL_DOC)
    levels = (Detail.DOC, Detail.SIGNATURE, Detail.NAME) if detail == _AUTO else (_level(detail),)

    def rows(level: Detail) -> list[Row]:
        return [row for place in found for row in skeleton.entity(place, level)]

    level, lines = _fullest(rows, levels, max_tokens)
    ranges = [facts.definitions[place].full_range for place in found]
    size = count(sum(one.end_line - one.start_line + 1 for one in ranges), "line")
    shown = detail if detail == _FULL_DOC else level
    last = max(one.end_line for one in ranges)
    return _View(f"{language.name}, {size}", shown, lines, is_directory=False, last_line=last)


def _outermost(facts: FileFacts, places: Sequence[int]) -> list[int]:
    """Leave out what stands within another one, as what runs when a field is set does in the field."""
    spans = {place: facts.definitions[place].full_range for place in places}
    return [
        place
        for place, own in spans.items()
        if not any(
            one.start_byte <= own.start_byte and own.end_byte <= one.end_byte and one != own
            for one in spans.values()
        )
    ]


def _level(detail: str) -> Detail:
    return Detail.DOC if detail == _FULL_DOC else Detail[detail.upper()]


def _fullest(
    render: Callable[[Detail], Sequence[Row]], levels: Iterable[Detail], max_tokens: int
) -> tuple[str, list[str]]:
    """Return the first level that fits, the last where none does, and its lines."""
    for level in levels:
        lines = _numbered(render(level))
        if _fitting(lines, max_tokens) is not None:
            break
    return level.name.lower(), lines


def _may_fit(rows: Sequence[Row], max_tokens: int) -> bool:
    """Tell quickly of what is small that it may fit, and of all else whether it does."""
    is_small = sum(len(row.text) for row in rows) < max_tokens * _SMALL
    return is_small or _fitting(_numbered(rows), max_tokens) is not None


def _numbered(rows: Sequence[Row]) -> list[str]:
    return [f"{row.line}|{shorten(row.text, LINE_LIMIT)}" for row in rows]


def _levels(facts: FileFacts, max_tokens: int) -> tuple[Detail, ...]:
    """Return the levels to try, the fullest first.

    Declarations take at least the room of the names in them; where not even that is left, nothing is parsed.
    """
    names = {item.name_line: item.name for item in facts.definitions[1:] if item.kind not in DATA_KINDS}
    if _fitting(names.values(), max_tokens) is None:
        return (Detail.NAME,)
    return (Detail.DOC, Detail.SIGNATURE, Detail.NAME)


def _directory(
    session: Session,
    files: Files,
    path: str,
    detail: str,
    max_tokens: int,
    focus: str,
    repo_path: str,
) -> _View:
    """Show the files of a directory; only a map and a focus ask for edges."""
    snapshot = session.searchable(repo_path).snapshot
    table = snapshot.entities

    def linked() -> Snapshot:
        session.index(repo_path)  # waits
        return snapshot

    about = focus_on(linked(), files, focus, session.settings(repo_path)) if focus else {}
    if focus and not about:
        raise InvalidArgument(f"Nothing is found for focus {focus[:80]!r}; name a path or an entity.")
    entries = files_below(table, path)
    size = f"{count(len(entries), 'file')}, {count(sum(entry.lines for entry in entries), 'line')}"
    if detail in {"doc", _FULL_DOC, "body"}:
        lines = _whole_files(files, [entry.path for entry in entries], detail, max_tokens)
        return _View(size, detail, lines, is_directory=True)
    if detail != _AUTO and not about:
        return _View(size, detail, list(list_files(table, entries, detail)), is_directory=True)
    fitting = _fitting(list_files(table, by_relevance(table, entries, about), "signature"), max_tokens)
    if fitting is not None:
        return _View(size, "signature", fitting, is_directory=True)
    named = (name_folders([entry.path for entry in entries], path, opened=opened) for opened in (True, False))
    above = [folders for folders in named if 0 < count_tokens(folders) <= max_tokens // _FOLDERS][:1]
    central = draw(
        linked().graph,
        entries,
        max_tokens - _MARGIN - sum(map(count_tokens, above)),
        about,
    )
    if central.shown:
        return _View(size, _MAP, above + central.lines, is_directory=True)
    ordered = by_relevance(table, entries, about)
    return _View(size, FILES, above + list(list_files(table, ordered, FILES)), is_directory=True)


def _whole_files(files: Files, paths: Sequence[str], detail: str, max_tokens: int) -> list[str]:
    if len(paths) > _MOST_FILES:
        raise InvalidArgument(
            f"detail {detail} is for {_MOST_FILES} files at most, and here are {len(paths):,}; name a "
            "directory further down, or take detail signature."
        )
    lines = []
    for path in paths:
        view = _file(files, path, detail, max_tokens)
        lines += [f"{encode_path(path)}  {view.size}", *view.lines]
    return lines


def _fitting(lines: Iterable[str], max_tokens: int) -> list[str] | None:
    """Return the lines, or None as soon as they are too many for one answer."""
    room = max_tokens - _MARGIN
    kept = []
    for line in lines:
        room -= count_tokens(line) + 1
        if room < 0:
            return None
        kept.append(line)
    return kept


def _file_above(view: _View, start: int) -> list[str]:
    """Return the line that names the file that a page continues; none where the page begins with one."""
    if not start or not view.is_directory or is_head(view.lines[start]):
        return []
    return [next(line for line in reversed(view.lines[:start]) if is_head(line))]
