"""What a method takes that overrides another, where it does not say so itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.definitions.parameters import is_inherited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.model import Assignment


def stated_by_base(
    scopes: Scopes, hierarchy: Hierarchy, scope: int, assignments: Iterable[Assignment]
) -> tuple[int, str] | None:
    """Return the overridden method that declares what a parameter without a type takes, and what it declares.

    Args:
        scopes: of the repository.
        hierarchy: of the repository.
        scope: the method.
        assignments: all of one variable in it.
    """
    symbols = hierarchy.symbols
    name = next((item.target for item in assignments if item.form == "parameter"), "")
    around = symbols.parent(scope)
    if not name or around < 0 or not symbols.is_type(around):
        return None
    overriding = symbols.table.names[scope]
    if not is_inherited(overriding):
        return None
    for base in hierarchy.order(around)[1:]:
        for method in symbols.member(base, overriding):
            if f"{name}:" in symbols.definitions[method].signature:
                stated = scopes.local_variables(symbols.slot[method]).get(method, {}).get(name, ())
                declared = [one.annotation for one in stated if one.annotation]
                return (method, declared[0]) if len(declared) == 1 else None
    return None
