"""Local variables that are live beyond their function, since what it tells other files rests on them.

For example `made = Store()` where a function returns `made`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.marks import EVERY_MEMBER, OWN_BLOCK, PROVIDED, RESULT

if TYPE_CHECKING:
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow

Local = tuple[int, str]
"""The scope of a local variable, and its name."""


def is_local(row: AssignmentRow, definitions: Sequence[Definition]) -> bool:
    """Whether an assignment gives a value to a variable that nothing outside a function can name."""
    scope, target = row[0], row[1]
    is_named = target not in (RESULT, OWN_BLOCK) and not target.startswith(PROVIDED)
    return "." not in target and is_named and definitions[scope].kind in FUNCTION_KINDS


def holder_of(row: AssignmentRow) -> str:
    """Return the variable to which an assignment gives a value, or whose object it writes out with a member.

    >>> [holder_of((1, "kit.open", "open", "", form, 2, 20)) for form in ("declare", "assign")]
    ['kit', 'kit.open']
    """
    return row[1].partition(".")[0] if row[4] == "declare" else row[1]


def told_of(row: AssignmentRow, definitions: Sequence[Definition]) -> str:
    """Return the name of which an assignment says something: its own where an object takes all members of another.

    What a function returns, and the block that it stands in, is said of the function.
    """
    scope, target = row[0], row[1]
    if target.startswith((RESULT, OWN_BLOCK)):
        return definitions[scope].name
    base, _, name = target.removeprefix(PROVIDED).rpartition(".")
    if name == EVERY_MEMBER:
        return definitions[scope].name if base == "self" else base
    return name


def live_locals(
    stated: Iterable[AssignmentRow], local: Iterable[AssignmentRow], definitions: Sequence[Definition]
) -> dict[Local, set[str]]:
    """Return the local variables on which rests what is stated, each with the names that are told of."""
    values: dict[Local, list[str]] = {}
    for row in local:
        values.setdefault((row[0], row[1]), []).append(row[2])
    found: dict[Local, set[str]] = {}
    for row in stated if values else ():
        name, pending = told_of(row, definitions), [(row[0], row[2])]
        while pending:
            scope, value = pending.pop()
            at = _holder(scope, root_of(value), values, definitions)
            if at is not None and name not in found.setdefault(at, set()):
                found[at].add(name)
                pending += [(at[0], one) for one in values[at]]
    return found


def _holder(
    scope: int, name: str, values: Collection[Local], definitions: Sequence[Definition]
) -> Local | None:
    """Return the local variable that a name means in a scope."""
    while scope > 0 and name and not (name == "self" and definitions[scope].receiver):
        if (scope, name) in values:
            return scope, name
        scope = definitions[scope].parent
    return None
