"""Names of functions that say by which labels these take their arguments, as in Swift: `Cart.put(_:into:)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.labels import labels_of, places
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.notation.labels import Labelled

_LABELS: Final = regex(r"\(((?:\w{1,100}:){1,50})\)\Z")


def with_labels(table: EntityTable, asked: str, named: Iterable[int]) -> list[int]:
    """Return those functions that have the labels which a name says, else those that take them, else all."""
    candidates, said = list(named), _LABELS.search(asked)
    if said is None or len(candidates) < 2:
        return candidates
    labels = tuple(said[1].split(":")[:-1])
    stated = {one: _stated(table, one) for one in candidates}
    same = [one for one, own in stated.items() if own is not None and tuple(at.label for at in own) == labels]
    return (
        same or [one for one, own in stated.items() if own and places(own, labels) is not None] or candidates
    )


def _stated(table: EntityTable, one: int) -> tuple[Labelled, ...] | None:
    item = table.entity(one)
    language = languages.known(item.language)
    has_labels = language is not None and language.argument_labels
    is_function = item.kind in FUNCTION_KINDS
    return labels_of(item.signature, item.name) if has_labels and is_function else None
