"""Markdown: code in fences, for people and for what renders text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.select.forms.form import (
    EXPLANATION_TOKENS,
    chain_lines,
    explanation,
    left_out,
    summary,
    with_scopes,
)

if TYPE_CHECKING:
    from nsccn.select.selection import Piece, SelectedFile, Selection

_BACKTICKS: Final = regex("`+")
_LEAST_FENCE: Final = 3


@dataclass(frozen=True, slots=True)
class Markdown:
    """The pack as a document."""

    explain: bool = False

    @property
    def file_tokens(self) -> int:
        """Backticks around the path, and a blank line."""
        return 2

    @property
    def piece_tokens(self) -> int:
        """Fences, backticks and blank lines."""
        return 10 + (EXPLANATION_TOKENS if self.explain else 0)

    @property
    def has_chains(self) -> bool:
        """Above the files."""
        return True

    def render(self, selection: Selection) -> str:
        """Return the pack: a summary, a section for each file, and what was left out."""
        first, *others = summary(selection)
        blocks = [" · ".join((f"**{first}**", *others))]
        blocks += [f"Imports: {_code(line)}" for line in chain_lines(selection)]
        blocks += [block for file in selection.selected for block in self._file(file)]
        head, *best = left_out(selection) or [""]
        blocks += ["\n".join((head.capitalize(), *(f"- {_code(line)}" for line in best)))] if head else []
        return "\n\n".join(blocks)

    def _file(self, file: SelectedFile) -> Iterator[str]:
        yield f"## {_code(encode_path(file.source.path))}"
        for scopes, piece in with_scopes(file.pieces):
            if scopes:
                yield "\n".join(f"- {_code(line)}" for line in scopes)
            yield self._piece(piece, file.language)

    def _piece(self, piece: Piece, language: str) -> str:
        shown = f"{_code(piece.title)} {piece.span}" + (f" ({piece.label})" if piece.label else "")
        head = f"{shown} — {piece.why}" if piece.why else shown
        lines = [f"### {head}" if piece.label else f"- {head}"]
        lines += [f"    {explanation(piece)}"] if self.explain and not piece.label else []
        lines += ["", explanation(piece), ""] if self.explain and piece.label else []
        lines += [_fenced(piece.body, language) if piece.label else piece.body] if piece.body else []
        return "\n".join(lines)


def _fenced(text: str, language: str) -> str:
    """Put code between fences that are longer than any run of backticks in it."""
    fence = "`" * max(_LEAST_FENCE, _longest_run(text) + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _code(text: str) -> str:
    """Return a text as code within a line."""
    marks = "`" * (_longest_run(text) + 1)
    blank = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{blank}{text}{blank}{marks}"


def _longest_run(text: str) -> int:
    return max(map(len, _BACKTICKS.findall(text)), default=0)
