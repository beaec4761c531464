"""The pack as text for a model: a header, each file with its pieces, and what was left out."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import Final

from nsccn.select.selection import Certificate, Omitted, Selection
from nsccn.text import count_tokens

_GAP: Final = "\n\n"


def render(selection: Selection) -> str:
    """Return the pack as text. `selection.total_tokens` counts exactly this."""
    contents = (file.source.content for file in selection.selected)
    footer = _footer(selection.omitted)
    return _GAP.join((_header(selection), *contents, *([footer] if footer else [])))


def overhead(intent: str) -> int:
    """Return the tokens that a pack takes besides its files and the omissions that it names, at most."""
    figure = 10**6
    omitted = Omitted(figure, figure, ())
    certificate = Certificate(1.0, 1.0)
    empty = Selection(
        (),
        figure,
        figure,
        used_fallback=True,
        omitted=omitted,
        intent=intent,
        intent_confidence=1.0,
        certificate=certificate,
    )
    return count_tokens(render(empty)) + count_tokens(_GAP)


def settle(selection: Selection) -> Selection:
    """Return the selection with its true number of tokens, naming as many omissions as fit."""
    settled = _counted(selection)
    while settled.total_tokens > settled.budget and settled.omitted.best:
        omitted = replace(settled.omitted, best=settled.omitted.best[:-1])
        settled = _counted(replace(settled, omitted=omitted))
    return settled


def _counted(selection: Selection) -> Selection:
    """Count; the header states the number in a field of fixed width, so stating it does not change it."""
    return replace(selection, total_tokens=count_tokens(render(selection)))


def _header(selection: Selection) -> str:
    pieces = sum(len(file.pieces) for file in selection.selected)
    tokens = f"{selection.total_tokens:>{len(str(selection.budget))}}/{selection.budget} tokens"
    confidence = f"{selection.intent} ({selection.intent_confidence:.0%} sure)"
    parts = [f"# {pieces} pieces of {len(selection.selected)} files", tokens, confidence]
    parts.append(f"at least {floor(100 * selection.certificate.ratio)}% of the best possible")
    if selection.used_fallback:
        parts.append("BEST EFFORT: nothing matched the task well")
    return " | ".join(parts)


def _footer(omitted: Omitted) -> str:
    if not omitted.entities:
        return ""
    lines = [f"# left out: {omitted.entities} entities, of them {omitted.files} files whole"]
    if omitted.best:
        lines[0] += "; open_surgical_window shows these next:"
        lines += [f"{one.entity_id} {one.start_line}-{one.end_line}" for one in omitted.best]
    return "\n".join(lines)
