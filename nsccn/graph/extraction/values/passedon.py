"""The members of an object that is written out for one variable, and then assigned to another.

    const value = { save };    <Cart.Provider value={value}>

So the other one has them, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.packed import AssignmentRow


def passed_on(rows: Sequence[AssignmentRow]) -> Iterator[AssignmentRow]:
    """Yield what members a variable has by the variable whose object it is given.

    >>> list(passed_on([(1, "value.save", "save", "", "declare", 2, 20), (1, "Cart", "value", "", "assign", 3, 40)]))
    [(1, 'Cart.save', 'save', '', 'assign', 3, 40)]
    """
    given = {(row[0], row[2]) for row in rows if row[4] == "assign" and "." not in row[1]}
    members: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for scope, target, value, _, form, _, _ in rows if given else ():
        held, dot, name = target.partition(".")
        if dot and form == "declare" and (scope, held) in given:
            members.setdefault((scope, held), []).append((name, value))
    for scope, target, value, _, form, line, byte in rows if members else ():
        if form == "assign" and "." not in target:
            for name, held in members.get((scope, value), ()):
                yield scope, f"{target}.{name}", held, "", form, line, byte
