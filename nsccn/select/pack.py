"""The pack as text for a model: a header, each file with its pieces, and what was left out."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import Final

from nsccn.select.selection import Certificate, Omitted, Selection
from nsccn.text import count_tokens

_GAP: Final = "\n\n"
_LEAST_CONFIDENCE: Final = 0.3
"""An intent that is less sure is not stated."""


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


def settle(selection: Selection, ceiling: int) -> Selection:
    """Return the selection with its true number of tokens, naming as many omissions as fit under a ceiling."""
    settled = _counted(selection)
    while settled.total_tokens > ceiling and settled.omitted.best:
        omitted = replace(settled.omitted, best=settled.omitted.best[:-1])
        settled = _counted(replace(settled, omitted=omitted))
    return settled


def _counted(selection: Selection) -> Selection:
    """Count until the header, which states the number, has it right; a longer number only adds tokens."""
    counted = replace(selection, total_tokens=0)
    while (total := count_tokens(render(counted))) != counted.total_tokens:
        counted = replace(selection, total_tokens=total)
    return counted


def _header(selection: Selection) -> str:
    pieces = _number(sum(len(file.pieces) for file in selection.selected), "piece", "pieces")
    parts = [f"# {pieces} of {_number(len(selection.selected), 'file', 'files')}"]
    parts.append(f"{selection.total_tokens}/{selection.budget} tokens")
    if selection.intent_confidence >= _LEAST_CONFIDENCE:
        parts.append(f"{selection.intent} ({selection.intent_confidence:.0%} sure)")
    if selection.used_fallback:
        parts.append("BEST EFFORT: nothing matched the task well")
    else:
        parts.append(f"at least {floor(100 * selection.certificate.ratio)}% of the best possible")
    return " | ".join(parts)


def _footer(omitted: Omitted) -> str:
    if not omitted.entities:
        return ""
    lines = [f"# left out: {_number(omitted.entities, 'entity', 'entities')}"]
    if omitted.files:
        lines[0] += f", of them {_number(omitted.files, 'file', 'files')} whole"
    if omitted.best:
        lines[0] += "; open_surgical_window shows these next:"
        lines += [f"{one.entity_id} {one.start_line}-{one.end_line}" for one in omitted.best]
    return "\n".join(lines)


def _number(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
