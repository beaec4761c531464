"""What the objects have as members that functions write out: those that they give, and those of their variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.packed import AssignmentRow

Members = dict[str, list[str]]
"""What is given to each member, by the path of that: `kit.open`. Of a member that is an object itself, nothing."""


def written_members(rows: Iterable[AssignmentRow]) -> dict[int, Members]:
    """Return the members by the scopes in which they are written.

    >>> targets = ("kit.open", "kit.box.fill")
    >>> written_members((1, target, "run", "", "declare", 2, 20) for target in targets)
    {1: {'kit.open': ['run'], 'kit.box.fill': ['run'], 'kit.box': []}}
    """
    found: dict[int, Members] = {}
    for scope, target, value, *_ in rows:
        members = found.setdefault(scope, {})
        members.setdefault(target, []).append(value)
        holder = target.rpartition(".")[0]
        if "." in holder:
            members.setdefault(holder, [])
    return found
