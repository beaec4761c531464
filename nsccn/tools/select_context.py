"""Start: the code that a task needs, chosen and cut to fit a budget."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from nsccn.graph.routes import requests_within
from nsccn.tools.session import Session
from nsccn.tools.views import Answer, plain_data

_MOST_ROUTES: Final = 3
_CERTAIN: Final = 5
"""Words of a text that is taken for certain."""

if TYPE_CHECKING:
    from nsccn.index import RepoIndex
    from nsccn.search.messages import MessageHit
    from nsccn.select.forms.form import Form
    from nsccn.select.selection import LeftOut, Piece, SelectedFile, Selection


def select_context(
    session: Session,
    task: Annotated[str, "The whole task or issue text, traceback included"],
    budget: Annotated[int, "Tokens; 1500 do at first"] = 12000,
    include_tests: Annotated[bool | None, "Default: only if the task speaks of tests"] = None,
    max_files: Annotated[int, "Most files"] = 15,
    min_score: Annotated[float | None, "0 fills the budget; default: by intent"] = None,
    weights: Annotated[dict[str, float] | None, "Signal weights to change"] = None,
    repo_path: Annotated[str, "Other repository"] = "",
) -> Answer:
    """The code of the whole repository that is worth most to a task, within a token budget."""
    from nsccn.select.forms.compact import Compact

    return pack(
        session,
        task,
        Compact(),
        repo_path=repo_path,
        budget=budget,
        include_tests=include_tests,
        max_files=max_files,
        min_score=min_score,
        weights=weights,
    )


def pack(
    session: Session,
    task: str,
    form: Form,
    *,
    budget: int,
    repo_path: str = "",
    **limits: Any,  # noqa: ANN401
) -> Answer:
    """Select for a task; the budget is that of the text in its form, or of the JSON where that is what is read."""
    from nsccn.select.api import select_context as select
    from nsccn.select.pack import render

    written = Json(form.explain) if session.structured else form
    index = session.index(repo_path)
    selection = select(index, task, form=written, budget=budget, meant=_answering(index, task), **limits)
    return Answer("" if session.structured else render(selection), _data(selection, explain=form.explain))


def _answering(index: RepoIndex, task: str) -> list[MessageHit]:
    """Return what answers the paths of URLs that a task has with their methods, where all of such a path is known."""
    from nsccn.contracts.routes.lines import where_written
    from nsccn.search.messages import MessageHit

    found = list[MessageHit]()
    for one in requests_within(task)[:_MOST_ROUTES]:
        written = where_written(index, one)
        if written is not None and len(written.answering) == 1 and not (written.below or written.lead):
            found.append(MessageHit(written.answering[0], one, _CERTAIN, 1.0))
    return found


@dataclass(frozen=True, slots=True)
class Json:
    """The pack as JSON, to be counted as it is written."""

    explain: bool = False

    @property
    def file_tokens(self) -> int:
        """Names, signals and braces."""
        return 150

    @property
    def piece_tokens(self) -> int:
        """The id, said again, and what escapes in code take."""
        return 100 + (100 if self.explain else 0)

    @property
    def has_chains(self) -> bool:
        """Under a name of their own."""
        return True

    def render(self, selection: Selection) -> str:
        """Return the longer of the two ways in which the JSON is written."""
        data = plain_data(_data(selection, explain=self.explain))
        return json.dumps(data, ensure_ascii=False, indent=2)


def _data(selection: Selection, *, explain: bool) -> dict[str, Any]:
    omitted = selection.omitted
    return {
        "selected": [_file(file, explain=explain) for file in selection.selected],
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
        "import_chains": [" -> ".join(chain) for chain in selection.chains],
    }


def _file(file: SelectedFile, *, explain: bool) -> dict[str, Any]:
    return {
        "path": file.source.path,
        "score": round(file.score, 4),
        "signals": {name: round(value, 4) for name, value in sorted(file.signals)},
        "content": file.source.content,
        "token_count": file.token_count,
        "language": file.language,
        "is_test": file.is_test,
        "pieces": [_piece(piece, explain=explain) for piece in file.pieces],
    }


def _piece(piece: Piece, *, explain: bool) -> dict[str, Any]:
    given = {name: round(part, 4) for name, part in piece.contributions}
    return {
        "id": piece.entity_id,
        "detail": piece.detail.name.lower(),
        "start": piece.start_line,
        "end": piece.end_line,
        "score": round(piece.score, 4),
        "category": piece.category,
        "why": piece.why,
        **({"contributions": given} if explain else {}),
    }


def _left_out(entity: LeftOut) -> dict[str, Any]:
    return {
        "id": entity.entity_id,
        "score": round(entity.score, 4),
        "start": entity.start_line,
        "end": entity.end_line,
    }
