"""The pack as text within its budget: counted whole, and shortened by what can be spared."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.select.selection import Certificate, Omitted, Selection
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.select.forms.form import Form

_GAP: Final = "\n\n"
_COUNTS: Final = 8


def render(selection: Selection) -> str:
    """Return the pack as text. `selection.total_tokens` counts exactly this."""
    return selection.form.render(selection)


def overhead(intent: str, form: Form) -> int:
    """Return the tokens that a pack takes besides its files and the omissions that it names, at most."""
    figure = 10**6
    empty = Selection(
        (),
        figure,
        figure,
        used_fallback=True,
        omitted=Omitted(figure, figure, ()),
        intent=intent,
        intent_confidence=1.0,
        certificate=Certificate(1.0, 1.0),
        form=form,
    )
    return count_tokens(render(empty)) + count_tokens(_GAP)


def settle(selection: Selection, ceiling: int) -> Selection:
    """Return the selection with its true number of tokens; names of omissions go, then chains, as it has to fit."""

    @cache
    def naming(most: int) -> Selection:
        omitted = replace(selection.omitted, best=selection.omitted.best[:most])
        return _counted(replace(selection, omitted=omitted))

    counts = range(len(selection.omitted.best), 0, -1)
    too_many = bisect_left(counts, 1, key=lambda most: int(naming(most).total_tokens <= ceiling))
    settled = naming(len(counts) - too_many)
    while settled.total_tokens > ceiling and settled.chains:
        settled = _counted(replace(settled, chains=settled.chains[:-1]))
    return settled


def _counted(selection: Selection) -> Selection:
    """Count until the text, which states the number, has it right.

    Where it states the rest of the budget too, one number may grow as the other shrinks, and none be right; then
    it is the higher one, so that nothing takes more than it says.
    """
    counted, highest = replace(selection, total_tokens=0), 0
    for _ in range(_COUNTS):
        total = count_tokens(render(counted))
        if total == counted.total_tokens:
            return counted
        highest = max(highest, total)
        counted = replace(selection, total_tokens=total)
    return replace(selection, total_tokens=highest)
