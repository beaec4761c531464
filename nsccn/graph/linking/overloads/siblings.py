"""The functions of one name that an object has by several bases, of which none is below another.

    interface Both extends Requests, Responses {}

Of `both.process(response)` each base may have the one that is meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.notation.signatures import Taken, taken

if TYPE_CHECKING:
    from nsccn.graph.meaning.infer import Infer


def of_other_bases(infer: Infer, holder: int, function: int) -> dict[int, Taken]:
    """Return what the other bases of an object's type have by the name of a method, with what they take."""
    symbols, hierarchy = infer.symbols, infer.hierarchy
    owner = symbols.owners.get(function, symbols.parent(function))
    order = hierarchy.order(holder) if holder != owner and symbols.is_type(owner) else ()
    if owner not in order:
        return {}
    known, name = set(hierarchy.order(owner)), symbols.table.names[function]
    return {
        one: taken(symbols.definitions[one])
        for at in order[order.index(owner) :]
        if at not in known
        for one in symbols.member(at, name)
        if symbols.is_function(one)
    }
