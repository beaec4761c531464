"""Methods that an object has by a bound alone: `path.as_ref()` of `path: P`, where `P: AsRef<Path>`.

What the bound leads to may have a method of that name itself, which is not meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.annotation import type_expression
from nsccn.graph.notation.brackets import split

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.names.scopes import Scopes

_ANY: Final = "impl "


def is_of_bound(symbols: Symbols, scopes: Scopes, scope: int, variable: str, trait: str) -> bool:
    """Whether a variable has what a trait has, by the bound that its declaration names."""
    annotation = next(_stated(symbols, scopes, scope, variable), "").lstrip("&").removeprefix("mut ")
    if annotation.startswith(_ANY):
        return _names(annotation.removeprefix(_ANY), trait)
    name = type_expression(annotation, frozenset())[0]
    is_named = name.isidentifier() and name != variable
    return is_named and _names(next(_stated(symbols, scopes, scope, name), ""), trait)


def _names(bounds: str, trait: str) -> bool:
    return any(one.strip().partition("<")[0].rpartition("::")[2] == trait for one in split(bounds, "+"))


def _stated(symbols: Symbols, scopes: Scopes, scope: int, variable: str) -> Iterator[str]:
    for at in symbols.around(scope):
        local = scopes.local_variables(symbols.slot[at]).get(at, {})
        yield from (item.annotation for item in local.get(variable, ()) if item.annotation)
        if variable in symbols.definitions[at].parameters:
            return
