"""Attributes that a class has by assignment: `self.client = ...` in a method declares `Class.client`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
from nsccn.graph.model import Assignment, Definition, SourceRange
from nsccn.graph.source import one_line

if TYPE_CHECKING:
    from nsccn.graph.declare import Declarations
    from nsccn.graph.language import Language

_FORMS: Final = frozenset({"assign", "declare"})
_LONGEST: Final = 120


def attributes(
    declarations: Declarations, assignments: list[Assignment], data: bytes, language: Language
) -> tuple[Definition, ...]:
    """Return a definition for each attribute that only assignments declare, in the order of the source."""
    definitions = declarations.definitions
    known = {
        (definition.parent, definition.name)
        for definition in definitions
        if definition.kind in DATA_KINDS or not language.separate_methods
    }
    kinds = TYPE_KINDS | {"module"} if language.open_types else TYPE_KINDS
    found: list[Definition] = []
    for assignment in sorted(assignments, key=lambda item: item.byte):
        root, _, name = assignment.target.partition(".")
        if root != "self" or not name or "." in name or "[" in name or assignment.form not in _FORMS:
            continue
        owner = _class_around(definitions, assignment.scope, kinds)
        if owner < 0 or (owner, name) in known:
            continue
        known.add((owner, name))
        found.append(_attribute(definitions[owner], owner, name, assignment, declarations, data))
    return tuple(found)


def _class_around(definitions: tuple[Definition, ...], ordinal: int, kinds: frozenset[str]) -> int:
    while ordinal > 0 and definitions[ordinal].kind not in kinds:
        ordinal = definitions[ordinal].parent
    return ordinal if ordinal > 0 else -1


def _attribute(
    owner: Definition, parent: int, name: str, assignment: Assignment, declarations: Declarations, data: bytes
) -> Definition:
    lines = declarations.lines
    end = lines.ends[assignment.line - 1] if assignment.line <= len(lines.ends) else len(data)
    text = data[assignment.byte : min(end, assignment.byte + 4 * _LONGEST)].decode("utf-8", "replace")
    return Definition(
        kind="attr",
        name=name,
        qualified_name=f"{owner.qualified_name}.{name}",
        parent=parent,
        full_range=SourceRange(assignment.byte, end, assignment.line, assignment.line),
        name_line=assignment.line,
        signature=one_line(text, _LONGEST),
        modifiers=("implicit",),
    )
