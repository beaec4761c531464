"""Which fields a constructor is given by its very parameters, so that no assignment stands anywhere.

Shop(this._store);                                       Dart
constructor(private readonly store: Store) {}            TypeScript, and so PHP
class Shop(private val store: Store)                     Kotlin, and so Scala; record Shop(Store store) of Java
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.brackets import closing
from nsccn.tracing.lineage import constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_MOST_LINES: Final = 200
"""Of the parameters of a constructor."""
_OPENED: Final = r"(?<![\w$])%s(?:[^(){};=:<>]|<[^(){};=]*>)*+\("
"""A name, and behind it the bracket of its parameters."""
_GIVEN: Final = r"(?:\A|[,{\[]|[\w>?]\s)\s*this\.%s\s*(?=[,=}\]]|\Z)"
"""A parameter of Dart that is the field itself."""


def said_of_given(index: RepoIndex, found: Trace) -> str:
    """Say on which line a constructor is given a field; empty where that does not come to it so."""
    graph, around = found.code, type_around(found.code, found.root)
    field = graph.entity(found.root)
    if (
        found.direction != "state"
        or field.kind != "attr"
        or graph.kinds[graph.kind[around]] not in TYPE_KINDS
    ):
        return ""
    lines = index.text_if_any(field.path).split("\n")
    for one in map(graph.entity, (*constructors(graph, around), around)):
        given = next(_given(lines, one, field), 0) if one.path == field.path else 0
        if given:
            return f"The constructor is given it (L{given})."
    return ""


def _given(lines: list[str], holder: Entity, field: Entity) -> Iterator[int]:
    """Yield the lines on which the parameters of a constructor, or of a type, are a field."""
    first = holder.name_line
    text = "\n".join(lines[first - 1 : first - 1 + _MOST_LINES])
    opened = re.search(_OPENED % re.escape(holder.name), text)
    if opened is None:
        return
    begin = opened.end()
    parameters, name = text[begin : closing(text, begin - 1)], re.escape(field.name)
    places = [one.end() for one in re.finditer(_GIVEN % name, parameters)]
    declared = [one.end() for one in re.finditer(rf"(?<![\w.]){name}(?!\w)", parameters)]
    for at in places:
        yield first + text.count("\n", 0, begin + at)
    if any(first + text.count("\n", 0, begin + at) == field.name_line for at in declared):
        yield field.name_line
