"""From chosen levels to the selection that is handed out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.fileroles import is_test_path
from nsccn.search.intent import DEFINITION_LOOKUP
from nsccn.select.chains import chains
from nsccn.select.forms.compact import Compact
from nsccn.select.pack import settle
from nsccn.select.problem import ABSENT
from nsccn.select.relevance import reasons_of
from nsccn.select.renditions import Rendition, scope_line
from nsccn.select.selection import Certificate, LeftOut, Omitted, Piece, SelectedFile, Selection, Source
from nsccn.select.tested import tests
from nsccn.select.weights import tables
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.graph.model import Entity
    from nsccn.select.chains import Chain
    from nsccn.select.context import Context
    from nsccn.select.forms.form import Form
    from nsccn.select.instance import Item
    from nsccn.select.problem import Problem
    from nsccn.select.relevance import Relevance
    from nsccn.select.signals import Units

_NAMED_OMISSIONS: Final = 40
_BEFORE_TESTS: Final = 15
"""So many of these are more likely to be wanted than a test is."""
_CHAINS: Final = 40
"""Imports are said in this fraction of the budget."""


class Chosen(NamedTuple):
    """An item at the level that was chosen for it."""

    item: Item
    level: int
    reasons: tuple[str, ...]

    @property
    def rendition(self) -> Rendition:
        """The item at its level."""
        return self.item.renditions[self.level]


class Frame(NamedTuple):
    """What a selection says besides its pieces."""

    context: Context
    relevance: Relevance
    problem: Problem
    upper_bound: float
    budget: int
    ceiling: int
    """The tokens of the budget that may be spent."""
    candidates: Units
    """All of them, those included that were not offered to the optimiser."""
    files: int
    used_fallback: bool
    form: Form
    reasons: dict[int, tuple[str, ...]]
    """Position of a candidate -> why it is shown, as far as that was asked."""

    def why(self, item: Item) -> tuple[str, ...]:
        """Return why an item is shown."""
        if item.position not in self.reasons:
            self.reasons[item.position] = reasons_of(self.context, item.entity.index)
        return self.reasons[item.position]


def compose(items: Sequence[Item], levels: Sequence[int], frame: Frame) -> Selection:
    """Return the selection, without its least pieces should it be over the budget."""
    levels = list(levels)
    while True:
        selection = settle(_assemble(items, levels, frame), frame.ceiling)
        shown = [number for number, level in enumerate(levels) if level != ABSENT]
        if selection.total_tokens <= frame.ceiling or len(shown) <= 1:
            return selection
        levels[min(shown, key=lambda number: (items[number].worth, -number))] = ABSENT


def _assemble(items: Sequence[Item], levels: Sequence[int], frame: Frame) -> Selection:
    by_path: dict[str, list[Chosen]] = {}
    for item, level in zip(items, levels, strict=True):
        if level != ABSENT:
            by_path.setdefault(item.entity.path, []).append(Chosen(item, level, frame.why(item)))
    ranked = sorted(by_path, key=lambda path: (-_shown(by_path[path]), path))
    files = [_file(path, by_path[path], frame) for path in ranked]
    shares = [
        0.0 if level == ABSENT else item.renditions[level].share
        for item, level in zip(items, levels, strict=True)
    ]
    return Selection(
        selected=tuple(files),
        total_tokens=0,
        budget=frame.budget,
        used_fallback=frame.used_fallback,
        omitted=_omitted(items, levels, frame, len(files)),
        intent=frame.context.intent.name,
        intent_confidence=frame.context.intent.confidence,
        certificate=Certificate(frame.problem.objective.value(shares), frame.upper_bound),
        chains=_chains(files, frame),
        form=frame.form,
    )


def _shown(chosen: Iterable[Chosen]) -> float:
    """Return how much of what is relevant is shown of a file: its place in the pack, the first for the most."""
    sharpness = tables().objective["sharpness"]
    return float(sum(one.item.score**sharpness * one.rendition.share for one in chosen))


def _file(path: str, chosen: Sequence[Chosen], frame: Frame) -> SelectedFile:
    ordered = sorted(chosen, key=_in_file)
    pieces = tuple(_piece(one, frame.relevance) for one in ordered)
    content = Compact().file(path, pieces)
    best = max(ordered, key=lambda one: (one.item.score, -one.item.position))
    return SelectedFile(
        source=Source(path, content),
        score=best.item.score,
        pieces=pieces,
        token_count=count_tokens(content),
        language=best.item.entity.language,
        is_test=is_test_path(path),
        signals=frame.relevance.signals(best.item.position),
    )


def _in_file(chosen: Chosen) -> tuple[int, int, int]:
    entity = chosen.item.entity
    first = chosen.rendition.lines[0][0] if chosen.rendition.lines else entity.start_line
    return first, -entity.end_line, entity.index


def _piece(chosen: Chosen, relevance: Relevance) -> Piece:
    item, rendition = chosen.item, chosen.rendition
    return Piece(
        entity_id=item.entity.id,
        kind=item.entity.kind,
        name=item.entity.path if item.entity.is_file else item.entity.qualified_name,
        detail=rendition.detail,
        label=rendition.label,
        start_line=item.entity.start_line,
        end_line=item.entity.end_line,
        lines=rendition.lines,
        title=rendition.title,
        body=rendition.text,
        around=tuple((around.id, scope_line(around)) for around in item.around),
        tokens=rendition.tokens,
        score=item.score,
        category=item.category,
        why=rendition.why(chosen.reasons),
        contributions=relevance.contributions(item.position),
    )


def _chains(files: Sequence[SelectedFile], frame: Frame) -> tuple[Chain, ...]:
    if not frame.form.has_chains:
        return ()
    graph = frame.context.graph
    slots = [int(graph.file[graph.entities_of(file.source.path).start]) for file in files]
    found = chains(graph, slots)
    room = frame.ceiling // _CHAINS
    while found and count_tokens("\n".join(" -> ".join(chain) for chain in found)) > room:
        found = found[:-1]
    return found


def _omitted(items: Sequence[Item], levels: Sequence[int], frame: Frame, shown_files: int) -> Omitted:
    """Count what is left out, and name the best of it; behind the first of these the tests, where none are shown."""
    context, shown = frame.context, dict[int, float]()
    left: list[Item] = []
    for item, level in zip(items, levels, strict=True):
        if level == ABSENT:
            left.append(item)
        else:
            shown[item.entity.index] = item.score
    left.sort(key=lambda one: (-one.score, one.position))
    best = [_left_out(item.entity, item.score) for item in left] + _below(items, frame)
    are_apart = not (context.with_tests or frame.used_fallback)
    named = tests(context, shown) if are_apart else []
    best[_BEFORE_TESTS:_BEFORE_TESTS] = [_left_out(context.graph.entity(unit), 0.0) for unit in named]
    return Omitted(
        entities=len(frame.candidates) - len(shown) + len(named),
        files=frame.files - shown_files,
        best=tuple(best[:_NAMED_OMISSIONS]),
    )


def _below(items: Sequence[Item], frame: Frame) -> list[LeftOut]:
    """Return the best of what is less relevant than all that was offered; who asks for a definition wants that alone.

    A file is named by what it defines.
    """
    if frame.context.intent.name == DEFINITION_LOOKUP:
        return []
    graph, scores = frame.context.graph, frame.relevance.total
    least = min(item.score for item in items)
    order = np.argsort(-scores, kind="stable")
    below = order[(scores[order] > 0) & (scores[order] < least)].tolist()
    found = ((graph.entity(int(frame.candidates[position])), float(scores[position])) for position in below)
    named = (_left_out(*one) for one in found if not (one[0].is_file and graph.children(one[0].index)))
    return list(islice(named, _NAMED_OMISSIONS))


def _left_out(entity: Entity, score: float) -> LeftOut:
    name = "" if entity.is_file else entity.name
    return LeftOut(entity.id, entity.path, name, score, entity.start_line, entity.end_line)
