"""From chosen levels to the selection that is handed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.search.roles import is_test_path
from nsccn.select.pack import settle
from nsccn.select.problem import ABSENT
from nsccn.select.relevance import reasons_of
from nsccn.select.renditions import Rendition, file_line, scope_line
from nsccn.select.selection import Certificate, LeftOut, Omitted, Piece, SelectedFile, Selection, Source
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.instance import Item
    from nsccn.select.problem import Problem
    from nsccn.select.relevance import Relevance

_NAMED_OMISSIONS: Final = 8


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
    considered: int
    """Candidates, those included that were in no file considered."""
    files: int
    used_fallback: bool
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
    files = sorted((_file(path, chosen, frame) for path, chosen in by_path.items()), key=_rank)
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
    )


def _rank(file: SelectedFile) -> tuple[float, str]:
    return -file.score, file.source.path


def _file(path: str, chosen: Sequence[Chosen], frame: Frame) -> SelectedFile:
    ordered = sorted(chosen, key=_in_file)
    content = "\n".join((file_line(path), *_lines(ordered)))
    best = max(ordered, key=lambda one: (one.item.score, -one.item.position))
    return SelectedFile(
        source=Source(path, content),
        score=best.item.score,
        pieces=tuple(_piece(one, frame.relevance) for one in ordered),
        token_count=count_tokens(content),
        language=best.item.entity.language,
        is_test=is_test_path(path),
        signals=frame.relevance.signals(best.item.position),
    )


def _in_file(chosen: Chosen) -> tuple[int, int, int]:
    entity = chosen.item.entity
    first = chosen.rendition.lines[0][0] if chosen.rendition.lines else entity.start_line
    return first, -entity.end_line, entity.index


def _lines(ordered: Sequence[Chosen]) -> Iterator[str]:
    """Yield the pieces of a file, each definition around them once, before the first piece inside it."""
    said = {one.item.entity.id for one in ordered}
    for one in ordered:
        for around in one.item.around:
            if around.id not in said:
                said.add(around.id)
                yield scope_line(around)
        yield one.rendition.show(one.reasons)


def _piece(chosen: Chosen, relevance: Relevance) -> Piece:
    item, rendition = chosen.item, chosen.rendition
    return Piece(
        entity_id=item.entity.id,
        kind=item.entity.kind,
        name=item.entity.path if item.entity.parent < 0 else item.entity.qualified_name,
        detail=rendition.detail,
        is_excerpt=rendition.is_excerpt,
        start_line=item.entity.start_line,
        end_line=item.entity.end_line,
        lines=rendition.lines,
        text=rendition.show(chosen.reasons),
        tokens=rendition.tokens,
        score=item.score,
        category=item.category,
        why=", ".join(chosen.reasons),
        contributions=relevance.contributions(item.position),
    )


def _omitted(items: Sequence[Item], levels: Sequence[int], frame: Frame, shown_files: int) -> Omitted:
    shown = sum(level != ABSENT for level in levels)
    left = [item for item, level in zip(items, levels, strict=True) if level == ABSENT]
    best = sorted(left, key=lambda item: (-item.score, item.position))[:_NAMED_OMISSIONS]
    return Omitted(
        entities=frame.considered - shown,
        files=frame.files - shown_files,
        best=tuple(LeftOut(i.entity.id, i.score, i.entity.start_line, i.entity.end_line) for i in best),
    )
