"""Variables that a statement gives something else: from there to the end of the statements around, they hold that.

Where one variable of a function gets values of several kinds, each statement that only assigns to it begins a variable
of its own, `item@block=3`, which the next such statement beside it ends. What is assigned further inside may hold
behind it, too, and so counts for all around; and the variable itself keeps all that it is ever given, for the code that
no such statement stands before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import GIVING
from nsccn.graph.notation.marks import BLOCK

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.extraction.ancestors import Ancestors
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow

_MOST: Final = 100
"""Values of one variable above which they are not told apart."""
_Name = tuple[int, str]
"""Scope and name."""


class Reassignments:
    """The variables of the functions of a file that get values of several kinds."""

    def __init__(
        self,
        ancestors: Ancestors | None,
        language: Language,
        assigned: Iterable[AssignmentRow],
        runs: Sequence[bool],
    ) -> None:
        """Find them; `runs` says of each scope whether it is a function."""
        self.stretches: dict[_Name, list[tuple[int, int, str]]] = {}
        """From where to where each of the new variables holds."""
        self._own: dict[tuple[int, str, int], str] = {}
        self._variables: set[str] = set()
        if not language.reassigned_variables or ancestors is None:
            return
        last: dict[tuple[int, str, int], int] = {}
        """For the variables that end where a list of statements does the place of the last one among its stretches."""
        for row in _reassigning(assigned, runs):
            scope, name, byte = row[0], row[1], row[6]
            if stretch := _behind(ancestors, byte, language):
                start, end = stretch
                variable = f"{name}{BLOCK}={len(self._own)}"
                self._own[scope, name, byte] = variable
                self._variables.add(variable)
                known = self.stretches.setdefault((scope, name), [])
                if (before := last.get((scope, name, end))) is not None:
                    known[before] = known[before][0], start, known[before][2]
                last[scope, name, end] = len(known)
                known.append((start, end, variable))

    def targets(self, row: AssignmentRow, held: str) -> Iterable[str]:
        """Return the variables that an assignment gives something; `held` is the one that holds where it stands."""
        scope, name, byte = row[0], row[1], row[6]
        stretches = self.stretches.get((scope, name))
        if stretches is None or row[4] not in GIVING:
            return (held,)
        own = self._own.get((scope, name, byte), "")
        begin = next((start for start, _, variable in stretches if variable == own), -1)
        mine = [own] if own else []
        if held != name and held not in self._variables:
            return (held, *mine)  # one of a loop, or of a function without a name
        around = (variable for start, end, variable in stretches if start <= byte < end != begin)
        return (name, *around, *mine)


def _reassigning(assigned: Iterable[AssignmentRow], runs: Sequence[bool]) -> Iterator[AssignmentRow]:
    """Yield the assignments to variables of functions that get different things, in the order of the source."""
    rows: dict[_Name, list[AssignmentRow]] = {}
    outside: set[_Name] = set()
    for row in assigned:
        if row[4] == "global":
            outside.add(row[:2])
        elif row[4] in GIVING and "." not in row[1] and runs[row[0]]:
            rows.setdefault(row[:2], []).append(row)
    found = [
        row
        for name, given in rows.items()
        if name not in outside and len({(row[2], row[3]) for row in given}) > 1 and len(given) <= _MOST
        for row in given
        if row[4] == "assign"
    ]
    yield from sorted(found, key=lambda row: row[6])


def _behind(ancestors: Ancestors, byte: int, language: Language) -> tuple[int, int] | None:
    """Return from where to where holds what the statement at a byte assigns; None where none begins there."""
    statement = None
    for node in ancestors.at(byte):
        if node.type in language.statement_lists:
            break
        statement = node
    else:
        return None
    if statement is None or statement.start_byte != byte:
        return None
    return statement.end_byte, node.end_byte
