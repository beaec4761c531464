"""Functions that stand inside of another, where functions may be attached to it from outside as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


def declared_in(symbols: Symbols, cls: int, name: str) -> int:
    """Return the function that one declares by that name which makes objects, and is a type; -1 where there is none."""
    for one in symbols.member(cls, name):
        if symbols.kind(one) == "func" and stands_in(symbols, one, cls):
            return one
    return -1


def stands_in(symbols: Symbols, member: int, scope: int) -> bool:
    """Whether a function is declared inside of another, and not attached to it: `load.late = function () {}`."""
    inner, outer = (symbols.definitions[one].full_range for one in (member, scope))
    return outer.start_byte <= inner.start_byte < outer.end_byte
