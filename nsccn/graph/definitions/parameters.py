"""The parameters of functions as places: which of them an argument becomes, and which of them are given back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.assignments import RESULT
from nsccn.graph.extraction.places import ELEMENT, Place
from nsccn.graph.extraction.taking import NAMED_REST, REST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols


def parameter(symbols: Symbols, function: int, which: int | str) -> Place | None:
    """Return the parameter that an argument, by its position or keyword, becomes."""
    names = symbols.table.parameters(function)
    if isinstance(which, str):
        return Place(function, which) if which in names else _rest(function, names, NAMED_REST)
    if which < len(names) and not any(name.startswith(REST) for name in names[: which + 1]):
        return Place(function, names[which])
    return _rest(function, names, REST)


def _rest(function: int, names: Sequence[str], stars: str) -> Place | None:
    """Return the elements of the parameter that takes all other arguments."""
    for name in names:
        bare = name.lstrip(REST)
        if name == stars + bare:
            return Place(function, bare + ELEMENT)
    return None


def given_back(symbols: Symbols, function: int) -> tuple[str, ...]:
    """Return the parameters that a function returns as they are."""
    names = symbols.definitions[function].parameters
    stated = {item.value for _, item in symbols.values(function, RESULT) if item.form == "return"}
    return tuple(name for name in names if name in stated)
