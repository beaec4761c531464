"""Names of variables that hold in a part of their scope and mean something else besides."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DECLARING, FUNCTION_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.model import Import
    from nsccn.graph.packed import AssignmentRow, ReferenceRow


_GIVES: Final = DECLARING | {"assign", "with"}
RUNS: Final = frozenset({"call", "new"})
ROOT: Final = re.compile(r"(?:[^\W\d]\w*|\$\d+)(?=[.(\[]|\Z)")
_OWN: Final = "self"
Name = tuple[int, str]
"""Scope and name."""


def outside_functions(
    reader: Reader, imports: Iterable[Import], assigned: Sequence[AssignmentRow]
) -> list[AssignmentRow]:
    """Return what is given to variables by code that no named function holds, in the order of the source."""
    forms = _GIVES if reader.language.assignment_declares else DECLARING
    definitions = reader.definitions
    stated = {(item.parent, item.name, item.name_line) for item in definitions}
    stated.update((imported.scope, imported.alias, imported.line) for imported in imports)
    found = [
        row
        for row in assigned
        if row[4] in forms
        and row[1].isidentifier()
        and definitions[row[0]].kind not in FUNCTION_KINDS
        and (row[0] == 0 or reader.language.blocks)
        and (row[0], row[1], row[5]) not in stated
    ]
    return sorted(found, key=itemgetter(6))


def ambiguous(
    reader: Reader,
    declared: Sequence[AssignmentRow],
    shadowed: Sequence[AssignmentRow],
    used: Sequence[ReferenceRow],
) -> set[Name]:
    """Return the local names that the file declares otherwise too, or that are called or made like no variable.

    Where a block may declare a variable anew, those that have different types are among them, also where one is a
    `shadowed` parameter.
    """
    first: dict[Name, int] = {}
    types: dict[Name, dict[int, str]] = {}
    for scope, name, value, annotation, _, _, byte in (*shadowed, *declared):
        stated = types.setdefault((scope, name), {})
        stated[byte] = annotation or value or stated.get(byte, "")
    for scope, name, *_, byte in declared:
        first[scope, name] = min(byte, first.get((scope, name), byte))
    anew = reader.language.shadowed_variables
    found = {
        place for place in first if place[1] in reader.known or (anew and len(set(types[place].values())) > 1)
    }
    if anew:  # an object of another type than that around
        found.update((row[0], _OWN) for row in declared if row[1] == _OWN and row[2] not in ("", _OWN))
    for kind, scope, target, _, byte, *_ in used:
        if kind in RUNS and (root := ROOT.match(target)):
            place = (scope, root.group())
            if place in first and (place[1] == target or byte < first[place]):
                found.add(place)
    return found
