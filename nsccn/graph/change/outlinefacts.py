"""What an outline says of its file to others, as facts that two outlines can be compared by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from nsccn.graph.change.changed import language_of
from nsccn.graph.change.resting import declares_for_others, has_written_exports, rests_on_signatures
from nsccn.graph.change.unnamed import (
    is_ordered_field,
    operators_of,
    other_names,
    owners_of,
    standing_for,
    types_by_member,
)
from nsccn.graph.definitions.parameters import has_stars, taken_parameters
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.notation.fixtures import fixture_name
from nsccn.graph.notation.livelocals import is_local, live_locals, told_of
from nsccn.graph.notation.marks import EVERY_MEMBER, RESULT
from nsccn.graph.notation.settingkeys import constant_text
from nsccn.graph.notation.signatures import taken

if TYPE_CHECKING:
    from nsccn.graph.model import FileOutline
    from nsccn.graph.packed import AssignmentRow


WORD: Final = re.compile(r"[^\W\d]\w*")

Fact = tuple[Any, ...]
"""The names that it gives a meaning to, then all that this meaning rests on."""


def differing(
    facts: Callable[[FileOutline], Iterator[Fact]], before: FileOutline | None, after: FileOutline | None
) -> Iterator[Fact]:
    """Yield the facts that only one of the outlines has, or that one has more often."""
    old = Counter(facts(before)) if before is not None else Counter[Fact]()
    new = Counter(facts(after)) if after is not None else Counter[Fact]()
    yield from (old - new)
    yield from (new - old)


def _scope(outline: FileOutline, ordinal: int) -> tuple[str, str]:
    definition = outline.definitions[ordinal]
    return definition.kind, definition.qualified_name


def defined_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield what the definitions say."""
    alike: Counter[tuple[int, str]] = Counter()
    fields: Counter[int] = Counter()
    stars, language = has_stars(outline), language_of(outline)
    is_told = rests_on_signatures(language) or has_written_exports(language)
    operators = operators_of(language)
    for item in outline.definitions[1:]:
        parent = outline.definitions[item.parent]
        alike[item.parent, item.name] += 1
        names = [item.name, fixture_name(item), *standing_for(item, parent, operators, language)]
        names += other_names(item, outline, language)
        if item.name in operators:
            names += [one.type.rstrip("[]*") for one in taken(item).parameters]
        names += owners_of(item, parent, language)
        rest = (item.parameters, item.bases, item.decorators, item.returns, item.modifiers, item.receiver)
        is_field = is_ordered_field(item, parent, language)
        fields[item.parent] += is_field
        place = alike[item.parent, item.name], fields[item.parent] if is_field else 0
        signature = item.signature if is_told or declares_for_others(item, language) else ""
        text = constant_text(item.signature) if item.kind in DATA_KINDS else ""
        parameters = tuple(taken_parameters(item, has_stars=stars))
        yield (
            tuple(names),
            item.kind,
            item.qualified_name,
            _scope(outline, item.parent),
            place,
            signature,
            text,
            parameters,
            *rest,
        )


def import_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield what the imports bind."""
    alike: Counter[tuple[int, str]] = Counter()
    for item in outline.imports:
        alike[item.scope, item.alias] += 1
        place = alike[item.scope, item.alias]
        yield (item.alias,), item.module, item.name, item.exported, _scope(outline, item.scope), place


def star_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield what is imported whole."""
    stars = [item for item in outline.imports if item.name == "*"]
    for place, item in enumerate(stars):
        yield (), item.module, item.exported, place


def export_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield the names that are exported."""
    yield from (((name,),) for name in outline.exports)


def shared_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield what assignments tell other files."""
    for names, (scope, target, value, annotation, form, *_) in told(outline):
        yield names, target, value, annotation, form, _scope(outline, scope)


def told(outline: FileOutline) -> Iterator[tuple[tuple[str, ...], AssignmentRow]]:
    """Yield the assignments that tell other files something, each with the names of which it does."""
    definitions = outline.definitions
    stated: list[AssignmentRow] = []
    local: list[AssignmentRow] = []
    for row in outline.shared.rows():
        (local if is_local(row, definitions) else stated).append(row)
    types = types_by_member(outline, operators_of(language_of(outline)))
    for row in stated:
        told, member = told_of(row, definitions), row[1].removeprefix(f"{RESULT}.")
        steps = member.split(".") if member != row[1] else ()
        yield (told, *types.get(told, ()), *(step for step in steps if step != EVERY_MEMBER)), row
    live = live_locals(stated, local, definitions)
    for row in local:
        names = sorted(live[row[0], row[1]])
        yield (*names, *(name for told in names for name in types.get(told, ()))), row


def base_facts(outline: FileOutline) -> Iterator[Fact]:
    """Yield the bases of types."""
    for _, scope, target, _, _, detail, _ in outline.inherits.rows():
        names = WORD.findall(detail) or outline.definitions[scope].qualified_name.split(".")
        yield tuple(names), target, detail, _scope(outline, scope)
