"""Locate: the entities that a query is about, best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

from nsccn.errors import InvalidArgument
from nsccn.tools.session import Session
from nsccn.tools.views import Answer, Lazily, Piece, one_line, paginate

if TYPE_CHECKING:
    from nsccn.search.search import Hit

_MOST_HITS: Final = 50
_LAST_RANK: Final = 200


def search_and_rank(
    session: Session,
    query: Annotated[str, "Names, words, a path or an error message"],
    limit: Annotated[int, "1 to 50"] = 10,
    kind: Annotated[str, "Only func, method, class, module, file, ..."] = "",
    path: Annotated[str, "Only paths matching a glob, e.g. src/**"] = "",
    cursor: Annotated[str, "From the last answer"] = "",
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """Find entities by name, words or message; ranked, each with id, line, score and why."""
    from nsccn.graph.table import KINDS
    from nsccn.search.search import Query, search

    if not query.strip():
        raise InvalidArgument("query must not be empty; give names or words to look for.")
    if not 1 <= limit <= _MOST_HITS:
        raise InvalidArgument(f"limit must be between 1 and {_MOST_HITS}.")
    if kind and kind not in KINDS:
        raise InvalidArgument(f"kind must be one of {', '.join(KINDS)}.")
    settings = session.settings(repo_path)
    index = session.index(repo_path)
    asked = Query(query, limit=_LAST_RANK, kind=kind or None, path=path or None)
    hits = search(index.snapshot, asked, settings)
    page = paginate(
        Lazily(len(hits), lambda place: _piece(place + 1, hits[place])),
        about=("search_and_rank", query, kind, path),
        cursor=cursor,
        ceiling=settings.max_tokens,
        most=limit,
        structured=session.structured,
    )
    text = page.text(noun="hits") or f"Nothing found for {one_line(query)!r}."
    return Answer(text, {"query": query, "results": [piece.data for piece in page.pieces]} | page.rest())


def _piece(rank: int, hit: Hit) -> Piece:
    entity = hit.entity
    line = f"{rank}. {entity.id}  L{entity.name_line}  {hit.score:.2f}  {one_line(hit.why)}".rstrip()
    signature = one_line(entity.signature)
    return Piece(f"{line}\n   {signature}" if signature else line, _data(hit))


def _data(hit: Hit) -> dict[str, Any]:
    entity = hit.entity
    return {
        "id": entity.id,
        "score": round(hit.score, 4),
        "sig": one_line(entity.signature),
        "file": entity.path,
        "line": entity.name_line,
        "why": hit.why,
    }
