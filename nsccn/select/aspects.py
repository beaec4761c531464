"""The aspects of a task: each thing that it names, quotes or speaks of, and which candidates show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.select.weights import tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units

_TERMS: Final = 16
_IN_TEXT: Final = 0.4
"""How far a word is covered by a unit that holds it in its text, not in its name."""
_IN_NAMED_FILE: Final = 0.5


class Aspect(NamedTuple):
    """One thing that a pack should cover."""

    weight: float
    """Of all aspects together 1."""
    amounts: Mapping[int, float]
    """Position of a candidate -> how far its whole text covers the aspect."""


def aspects(context: Context, candidates: Units, relevance: Scores) -> list[Aspect]:
    """Return the aspects that some candidate covers; a word counts by the relevance of what holds it, sharpened."""
    weights = _term_weights(context)
    strongest = max(weights.values(), default=1.0)
    positions = {int(unit): position for position, unit in enumerate(candidates)}
    believed = relevance ** tables().objective["doubt"]
    found = [(strongest, amounts) for amounts in _pointed(context, candidates, positions)]
    found += [
        (weight, _term_amounts(context, candidates, believed, term)) for term, weight in weights.items()
    ]
    found = [(weight, amounts) for weight, amounts in found if amounts]
    total = sum(weight for weight, _ in found)
    return [Aspect(weight / total, amounts) for weight, amounts in found]


def _term_weights(context: Context) -> dict[int, float]:
    """Return the most telling terms of the task."""
    weights = context.lexical.text.by_rarity(context.terms)
    strongest = sorted(weights, key=lambda term: (-weights[term], term))[:_TERMS]
    return {term: weights[term] for term in strongest}


def _term_amounts(context: Context, candidates: Units, believed: Scores, term: int) -> dict[int, float]:
    amounts: dict[int, float] = {}
    for postings, share in ((context.lexical.text, _IN_TEXT), (context.lexical.names, 1.0)):
        for position in np.flatnonzero(postings.holds(term, candidates)).tolist():
            amounts[position] = share * float(believed[position])
    return amounts


def _pointed(context: Context, candidates: Units, positions: Mapping[int, int]) -> list[dict[int, float]]:
    """Return for each thing that the task names or quotes the candidates that show it."""
    slots = context.graph.file[candidates]
    things: dict[tuple[str, str], dict[int, float]] = {}
    for one in context.mentions.found:
        amounts = things.setdefault((one.kind, one.text), {})
        if one.entity < 0:
            amounts.update(dict.fromkeys(np.flatnonzero(slots == one.file).tolist(), _IN_NAMED_FILE))
            continue
        for unit in context.by_unit({one.entity: 1.0}):
            if unit in positions:
                amounts[positions[unit]] = 1.0
    for hit in context.messages:
        amounts = things.setdefault(("message", hit.text), {})
        for unit in context.by_unit({hit.entity: 1.0}):
            if unit in positions:
                amounts[positions[unit]] = 1.0
    return list(things.values())
