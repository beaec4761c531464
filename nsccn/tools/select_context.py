"""Start: the code that a task needs, chosen and cut to fit a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from nsccn.tools.session import Session
from nsccn.tools.views import Answer

if TYPE_CHECKING:
    from nsccn.select.selection import LeftOut, Piece, SelectedFile, Selection


def select_context(
    session: Session,
    task: Annotated[str, "The whole task or issue text, traceback included"],
    budget: Annotated[int, "Tokens of the answer"] = 12000,
    include_tests: Annotated[bool | None, "Default: only if the task speaks of tests"] = None,
    max_files: Annotated[int, "Most files"] = 15,
    min_score: Annotated[float, "0 to 1"] = 0.0,
    weights: Annotated[dict[str, float] | None, "Signal weights to change"] = None,
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """First move for any task: the relevant code of the whole repository, within a token budget."""
    from nsccn.select.api import select_context as select
    from nsccn.select.pack import render

    selection = select(
        session.index(repo_path),
        task,
        budget=budget,
        include_tests=include_tests,
        max_files=max_files,
        min_score=min_score,
        weights=weights,
    )
    return Answer(render(selection), _data(selection))


def _data(selection: Selection) -> dict[str, Any]:
    omitted = selection.omitted
    return {
        "selected": [_file(file) for file in selection.selected],
        "total_tokens": selection.total_tokens,
        "budget": selection.budget,
        "budget_remaining": selection.budget_remaining,
        "used_fallback": selection.used_fallback,
        "omitted": {
            "entities": omitted.entities,
            "files": omitted.files,
            "best": [_left_out(entity) for entity in omitted.best],
        },
        "intent": selection.intent,
        "intent_confidence": round(selection.intent_confidence, 4),
        "share_of_optimum": round(selection.certificate.ratio, 4),
    }


def _file(file: SelectedFile) -> dict[str, Any]:
    return {
        "path": file.source.path,
        "score": round(file.score, 4),
        "signals": {name: round(value, 4) for name, value in sorted(file.signals)},
        "content": file.source.content,
        "token_count": file.token_count,
        "language": file.language,
        "is_test": file.is_test,
        "pieces": [_piece(piece) for piece in file.pieces],
    }


def _piece(piece: Piece) -> dict[str, Any]:
    return {
        "id": piece.entity_id,
        "detail": piece.detail.name.lower(),
        "start": piece.start_line,
        "end": piece.end_line,
        "score": round(piece.score, 4),
        "why": piece.why,
    }


def _left_out(entity: LeftOut) -> dict[str, Any]:
    return {
        "id": entity.entity_id,
        "score": round(entity.score, 4),
        "start": entity.start_line,
        "end": entity.end_line,
    }
