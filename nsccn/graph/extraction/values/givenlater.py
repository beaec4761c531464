"""Variables of a file that are declared without a value, which its functions give them: `let cart;`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DECLARING, FUNCTION_KINDS
from nsccn.graph.notation.annotation import EMPTY
from nsccn.graph.notation.marks import OF_FILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow

_DECLARING: Final = DECLARING | {"parameter"}


def given_later(rows: Sequence[AssignmentRow], definitions: Sequence[Definition]) -> Iterator[AssignmentRow]:
    """Yield what functions give to such variables, as said of these."""
    declared = {(row[0], row[1]) for row in rows if row[4] in _DECLARING}
    stated = {row[1] for row in rows if not row[0] and (row[3] or (row[2] and row[2] not in EMPTY))}
    variables = {name for scope, name in declared if not scope and name not in stated and "." not in name}
    for scope, name, value, _, form, line, byte in rows if variables else ():
        if form != "assign" or name not in variables or not value or value in EMPTY:
            continue
        at = scope if definitions[scope].kind in FUNCTION_KINDS else 0
        while at and (at, name) not in declared:
            at = max(definitions[at].parent, 0)
        if scope and not at:
            yield scope, f"{OF_FILE}.{name}", value, "", "declare", line, byte
