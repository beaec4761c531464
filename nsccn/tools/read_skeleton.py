"""Orient: a file or a directory without its bodies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from nsccn.errors import InvalidArgument, UnknownPath
from nsccn.graph.ids import encode_path, parse_id
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.language import TEXT
from nsccn.skeleton.detail import Detail
from nsccn.text import count_tokens
from nsccn.tools.listing import FILES, files_below, is_head, list_files
from nsccn.tools.reading import Files
from nsccn.tools.session import Session
from nsccn.tools.views import LINE_LIMIT, Answer, Piece, count, numbered, paginate, shorten

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import FileFacts

_AUTO: Final = "auto"
_LEVELS: Final = tuple(detail.name.lower() for detail in Detail)
_LEAST_TOKENS: Final = 200
_MOST_TOKENS: Final = 100_000
_MOST_FILES: Final = 60
"""So many files of a directory are shown with documentation or bodies; signatures need no parsing."""
_MOST_NEAR: Final = 5
_HEAD_TOKENS: Final = 80
_MARGIN: Final = 240
"""Tokens that are kept for what stands around the lines."""


def read_skeleton(
    session: Session,
    file_path: Annotated[str, "File or directory; . is the root"],
    detail: Annotated[str, "name, signature, doc or body; auto: the most that fits"] = _AUTO,
    max_tokens: Annotated[int, "Ceiling of the answer"] = 6000,
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Show signatures, types, docs and structure of a file or directory, with line numbers and no bodies."""
    if detail not in {_AUTO, *_LEVELS}:
        raise InvalidArgument(f"detail must be one of {', '.join((_AUTO, *_LEVELS))}.")
    if not _LEAST_TOKENS <= max_tokens <= _MOST_TOKENS:
        raise InvalidArgument(f"max_tokens must be between {_LEAST_TOKENS} and {_MOST_TOKENS:,}.")
    files = Files(session.reader(repo_path))
    path = _find(session, files, file_path, repo_path)
    if files.is_directory(path):
        view = _directory(files, session.index(repo_path).snapshot.graph, path, detail, max_tokens)
    else:
        view = _file(files, path, detail, max_tokens)
    head = f"{encode_path(path)}  {view.size}, detail {view.detail}"
    page = paginate(
        [Piece(line) for line in view.lines],
        about=("read_skeleton", path, view.detail, "\n".join(view.lines)),
        cursor=cursor,
        ceiling=max_tokens - _HEAD_TOKENS,
        head=head,
        structured=session.structured,
    )
    lines = [*_file_above(view, page.start), *(piece.text for piece in page.pieces)]
    text = [head, *lines, *([page.footer("lines")] if page.cursor else [])]
    data = {"file_path": path, "detail": view.detail, "skeleton": "\n".join(lines)}
    return Answer("\n".join(text), data | page.rest())


class _View(NamedTuple):
    """What is shown of a path."""

    size: str
    detail: str
    lines: list[str]
    is_directory: bool


def _find(session: Session, files: Files, given: str, repo_path: str) -> str:
    """Return the real path that is meant; for an unknown one, name the files that are called so elsewhere."""
    parts = parse_id(given)
    asked = parts.path if parts and parts.kind in {"file", "module"} else given
    if not asked.strip():
        raise InvalidArgument("file_path must not be empty; . is the root.")
    try:
        return files.find(asked)
    except UnknownPath as error:
        name = "/" + asked.replace("\\", "/").rstrip("/").rpartition("/")[2]
        paths = session.index(repo_path).snapshot.graph.paths
        near = [encode_path(path) for path in paths if f"/{path}".endswith(name)][:_MOST_NEAR]
        if not near:
            raise
        raise UnknownPath(f"There is no {given!r}; nearest: {', '.join(near)}.") from error


def _file(files: Files, path: str, detail: str, max_tokens: int) -> _View:
    """Show a file at a level of detail; one in no known language as it is."""
    language = files.language(path)
    if language is None:
        lines = numbered(files.lines(path))
        return _View(
            f"{TEXT}, {count(len(lines), 'line')}", Detail.BODY.name.lower(), lines, is_directory=False
        )
    from nsccn.skeleton.render import Skeleton

    facts = files.facts(path)
    skeleton = Skeleton(files.data(path), facts, language, path)
    for level in _levels(facts, max_tokens) if detail == _AUTO else (Detail[detail.upper()],):
        lines = [f"{row.line}|{shorten(row.text, LINE_LIMIT)}" for row in skeleton.file(level)]
        if _fitting(lines, max_tokens) is not None:
            break
    size = f"{language.name}, {count(facts.lines, 'line')}"
    return _View(size, level.name.lower(), lines, is_directory=False)


def _levels(facts: FileFacts, max_tokens: int) -> tuple[Detail, ...]:
    """Return the levels to try, the fullest first.

    Declarations take at least the room of the names in them; where not even that is left, nothing is parsed.
    """
    names = {item.name_line: item.name for item in facts.definitions[1:] if item.kind not in DATA_KINDS}
    if _fitting(names.values(), max_tokens) is None:
        return (Detail.NAME,)
    return (Detail.DOC, Detail.SIGNATURE, Detail.NAME)


def _directory(files: Files, graph: CodeGraph, path: str, detail: str, max_tokens: int) -> _View:
    entries = files_below(graph, path)
    size = f"{count(len(entries), 'file')}, {count(sum(entry.lines for entry in entries), 'line')}"
    if detail in {"doc", "body"}:
        lines = _whole_files(files, [entry.path for entry in entries], detail, max_tokens)
        return _View(size, detail, lines, is_directory=True)
    if detail != _AUTO:
        return _View(size, detail, list(list_files(graph, entries, detail)), is_directory=True)
    for level in ("signature", "name"):
        fitting = _fitting(list_files(graph, entries, level), max_tokens)
        if fitting is not None:
            return _View(size, level, fitting, is_directory=True)
    return _View(size, FILES, list(list_files(graph, entries, FILES)), is_directory=True)


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
