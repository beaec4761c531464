"""What a form is, and the words that all forms share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor
from typing import TYPE_CHECKING, Final, Protocol

from nsccn.graph.ids import NAMED_NEXT, listed_names

if TYPE_CHECKING:
    from nsccn.select.selection import Piece, Selection

LEAST_CONFIDENCE: Final = 0.5
"""An intent that is less sure is not stated."""
EXPLANATION_TOKENS: Final = 80


class Form(Protocol):
    """How a selection is written. The budget is that of the whole text."""

    @property
    def explain(self) -> bool:
        """Whether it says of each piece what every signal gave to it."""

    @property
    def file_tokens(self) -> int:
        """What a file takes more than in compact text."""

    @property
    def piece_tokens(self) -> int:
        """What a piece takes more than in compact text."""

    @property
    def has_chains(self) -> bool:
        """Whether it shows how files lead to each other by imports."""

    def render(self, selection: Selection) -> str:
        """Return the whole text."""


def summary(selection: Selection) -> list[str]:
    """Say in short what is in a pack and how sure its intent is; where signals are explained, how good it is."""
    pieces = number(sum(len(file.pieces) for file in selection.selected), "piece", "pieces")
    parts = [f"{pieces} of {number(len(selection.selected), 'file', 'files')}"]
    parts.append(f"{selection.total_tokens}/{selection.budget} tokens")
    if selection.intent_confidence >= LEAST_CONFIDENCE:
        parts.append(f"read as {selection.intent} ({selection.intent_confidence:.0%} sure)")
    if selection.used_fallback:
        parts.append("BEST EFFORT: nothing matched the task well")
    elif selection.form.explain:
        parts.append(f"packed to at least {floor(100 * selection.certificate.ratio)}% of the optimum")
    return parts


def left_out(selection: Selection) -> list[str]:
    """Name the best of what is not shown, a line for each file; how much that is, where there is no room for names."""
    omitted = selection.omitted
    if not omitted.entities:
        return []
    if omitted.best:
        return [NAMED_NEXT, *listed_names((one.path, one.name, one.start_line) for one in omitted.best)]
    first = f"left out: {number(omitted.entities, 'entity', 'entities')}"
    return [f"{first}, of them {number(omitted.files, 'file', 'files')} whole" if omitted.files else first]


def chain_lines(selection: Selection) -> list[str]:
    """Return each chain of imports as one line."""
    return [" -> ".join(chain) for chain in selection.chains]


def explanation(piece: Piece) -> str:
    """Say what each signal gave to the relevance of a piece."""
    parts = " + ".join(f"{name} {part:.3f}" for name, part in piece.contributions if part >= 0.0005)
    return f"{piece.category} {piece.score:.3f} = {parts or 0}"


def with_scopes(pieces: Sequence[Piece]) -> Iterator[tuple[tuple[str, ...], Piece]]:
    """Yield pieces, each with the lines of the definitions around it that were not said yet."""
    said = {piece.entity_id for piece in pieces}
    for piece in pieces:
        fresh = tuple(line for scope, line in piece.around if scope not in said)
        said.update(scope for scope, _ in piece.around)
        yield fresh, piece


def number(count: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{count} {one if count == 1 else many}"
