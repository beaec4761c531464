"""Attributes that a class has by assignment: `self.client = ...` in a method declares `Class.client`."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import one_line
from nsccn.graph.kinds import DATA_KINDS, TYPE_KINDS
from nsccn.graph.model import Definition, SourceRange

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow

_FORMS: Final = frozenset({"assign", "declare"})
_LONGEST: Final = 120


def attributes(
    declarations: Declarations, assignments: list[AssignmentRow], data: bytes, language: Language
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
    written = [
        row for row in assignments if row[1].startswith("self.") and row[4] in _FORMS and "[]" not in row[1]
    ]
    for scope, target, _, _, _, line, byte in sorted(written, key=itemgetter(6)):
        name = target.removeprefix("self.")
        owner = _class_around(definitions, scope, kinds) if name and "." not in name else -1
        if owner >= 0 and (owner, name) not in known:
            known.add((owner, name))
            found.append(_attribute(definitions[owner], owner, name, line, byte, declarations, data))
    return tuple(found)


def _class_around(definitions: tuple[Definition, ...], ordinal: int, kinds: frozenset[str]) -> int:
    while ordinal > 0 and definitions[ordinal].kind not in kinds:
        if definitions[ordinal].has_other_object:
            return -1
        ordinal = definitions[ordinal].parent
    return ordinal if ordinal > 0 else -1


def _attribute(
    owner: Definition,
    parent: int,
    name: str,
    line: int,
    byte: int,
    declarations: Declarations,
    data: bytes,
) -> Definition:
    end = declarations.lines.end(line)
    text = data[byte : min(end, byte + 4 * _LONGEST)].decode("utf-8", "replace")
    return Definition(
        kind="attr",
        name=name,
        qualified_name=f"{owner.qualified_name}.{name}",
        parent=parent,
        full_range=SourceRange(byte, end, line, line),
        name_line=line,
        signature=one_line(text, _LONGEST),
        modifiers=("implicit",),
    )
