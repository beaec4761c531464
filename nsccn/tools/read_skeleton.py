"""Orient: a file or a directory without its bodies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, NamedTuple

from nsccn.errors import InvalidArgument, UnknownPath
from nsccn.graph.ids import encode_path, parse_id
from nsccn.skeleton.detail import Detail
from nsccn.text import count_tokens
from nsccn.tools.listing import FILES, files_below, is_head, list_files
from nsccn.tools.reading import find_path, is_directory, read_rendering
from nsccn.tools.session import Session
from nsccn.tools.views import LINE_LIMIT, Answer, Piece, count, paginate, shorten

_AUTO: Final = "auto"
_LEVELS: Final = tuple(detail.name.lower() for detail in Detail)
_LEAST_TOKENS: Final = 200
_MOST_TOKENS: Final = 100_000
_MOST_FILES: Final = 60
"""So many files of a directory are shown with documentation or bodies; signatures need no parsing."""
_MOST_NEAR: Final = 5
_HEAD_TOKENS: Final = 80


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
    path = _find(session, file_path, repo_path)
    show = _directory if is_directory(session.reader(repo_path), path) else _file
    view = show(session, path, detail, max_tokens, repo_path)
    head = f"{encode_path(path)}  {view.size}, detail {view.detail}"
    page = paginate(
        [Piece(line) for line in view.lines],
        about=("read_skeleton", path, view),
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


def _find(session: Session, given: str, repo_path: str) -> str:
    """Return the real path that is meant; for an unknown one, name the files that are called so elsewhere."""
    parts = parse_id(given)
    asked = parts.path if parts and parts.kind in {"file", "module"} else given
    if not asked.strip():
        raise InvalidArgument("file_path must not be empty; . is the root.")
    try:
        return find_path(session.reader(repo_path), asked)
    except UnknownPath as error:
        name = "/" + asked.replace("\\", "/").rstrip("/").rpartition("/")[2]
        paths = session.index(repo_path).snapshot.graph.paths
        near = [encode_path(path) for path in paths if f"/{path}".endswith(name)][:_MOST_NEAR]
        if not near:
            raise
        raise UnknownPath(f"There is no {given!r}; nearest: {', '.join(near)}.") from error


def _file(session: Session, path: str, detail: str, max_tokens: int, repo_path: str) -> _View:
    rendering = read_rendering(session.reader(repo_path), path)
    levels = (Detail.DOC, Detail.SIGNATURE, Detail.NAME) if detail == _AUTO else (Detail[detail.upper()],)
    for level in levels:
        lines = [f"{row.line}|{shorten(row.text, LINE_LIMIT)}" for row in rendering.rows(level)]
        if _fit(lines, max_tokens):
            break
    size = f"{rendering.language}, {count(rendering.length, 'line')}"
    return _View(size, level.name.lower(), lines, is_directory=False)


def _directory(session: Session, path: str, detail: str, max_tokens: int, repo_path: str) -> _View:
    graph = session.index(repo_path).snapshot.graph
    files = files_below(graph, path)
    size = f"{count(len(files), 'file')}, {count(sum(file.lines for file in files), 'line')}"
    if detail in {"doc", "body"}:
        lines = _whole_files(session, [file.path for file in files], detail, max_tokens, repo_path)
        return _View(size, detail, lines, is_directory=True)
    for level in ("signature", "name", FILES) if detail == _AUTO else (detail,):
        lines = list_files(graph, files, level)
        if _fit(lines, max_tokens):
            break
    return _View(size, level, lines, is_directory=True)


def _whole_files(
    session: Session, paths: Sequence[str], detail: str, max_tokens: int, repo_path: str
) -> list[str]:
    if len(paths) > _MOST_FILES:
        raise InvalidArgument(
            f"detail {detail} is for {_MOST_FILES} files at most, and here are {len(paths):,}; name a "
            "directory further down, or take detail signature."
        )
    lines = []
    for path in paths:
        view = _file(session, path, detail, max_tokens, repo_path)
        lines += [f"{encode_path(path)}  {view.size}", *view.lines]
    return lines


def _file_above(view: _View, start: int) -> list[str]:
    """Return the line that names the file that a page continues; none where the page begins with one."""
    if not start or not view.is_directory or is_head(view.lines[start]):
        return []
    return [next(line for line in reversed(view.lines[:start]) if is_head(line))]


def _fit(lines: Iterable[str], max_tokens: int) -> bool:
    return sum(count_tokens(line) + 1 for line in lines) <= max_tokens - 3 * _HEAD_TOKENS
