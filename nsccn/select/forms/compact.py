"""Compact text: a line for each heading, and nothing that only decorates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nsccn.select.forms.form import (
    EXPLANATION_TOKENS,
    explanation,
    left_out,
    summary,
    with_scopes,
)
from nsccn.select.renditions import file_line, heading

if TYPE_CHECKING:
    from nsccn.select.selection import Piece, Selection

_GAP: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class Compact:
    """The form that everything uses unless it is asked for another."""

    explain: bool = False

    @property
    def file_tokens(self) -> int:
        """Nothing more than itself."""
        return 0

    @property
    def piece_tokens(self) -> int:
        """Room for an explanation, where one is asked for."""
        return EXPLANATION_TOKENS if self.explain else 0

    @property
    def has_chains(self) -> bool:
        """No: its readers did not use them."""
        return False

    def render(self, selection: Selection) -> str:
        """Return the pack: a summary, each file with its pieces, and what was left out."""
        head = f"# {' | '.join(summary(selection))}"
        foot = "\n".join(left_out(selection))
        contents = (self.file(file.source.path, file.pieces) for file in selection.selected)
        return _GAP.join((head, *contents, *([f"# {foot}"] if foot else [])))

    def file(self, path: str, pieces: Sequence[Piece]) -> str:
        """Return what is shown of one file."""
        return "\n".join((file_line(path), *self._lines(pieces)))

    def _lines(self, pieces: Sequence[Piece]) -> Iterator[str]:
        for scopes, piece in with_scopes(pieces):
            yield from (f"- {line}" for line in scopes)
            head = heading(piece.span, piece.title, piece.label)
            yield f"{head} — {piece.why}" if piece.why else head
            if self.explain:
                yield f"    {explanation(piece)}"
            if piece.body:
                yield piece.body
