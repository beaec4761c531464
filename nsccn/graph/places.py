"""Places that may hold functions, and how they are named.

A *place* is what an entity holds (its name is empty), a local variable or parameter of a function, or what is reached
from one of these: `p)` is the result of calling what `p` holds, `p(0` and `p(key` its arguments, `p[]` its elements,
`p@` a parameter of a decorator, and `@` what stands for a function once its decorators have run, of which one holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.assigned import RESULT

if TYPE_CHECKING:
    from nsccn.graph.symbols import Symbols

RESULT_OF: Final = ")"
GIVEN: Final = "("
ELEMENT: Final = "[]"
DECORATED: Final = "@"


class Place(NamedTuple):
    """Something that may hold functions."""

    holder: int
    """An entity."""
    name: str


def element(place: Place) -> Place:
    """Return the elements of what a place holds."""
    return place if place.name.endswith(ELEMENT) else Place(place.holder, place.name + ELEMENT)


def base(name: str) -> tuple[str, str]:
    """Return the name that a name is reached from, and how; no way where it is reached from none."""
    if name.endswith(ELEMENT):
        return name.removesuffix(ELEMENT), ELEMENT
    cut = max(name.rfind(GIVEN), name.rfind(RESULT_OF))
    return (name[:cut], name[cut:]) if cut >= 0 else (name, "")


def parameter(symbols: Symbols, function: int, which: int | str) -> Place | None:
    """Return the parameter that an argument, by its position or keyword, becomes."""
    names = symbols.table.parameters(function)
    if isinstance(which, str):
        return Place(function, which) if which in names else None
    return Place(function, names[which]) if which < len(names) else None


def given_back(symbols: Symbols, function: int) -> tuple[str, ...]:
    """Return the parameters that a function returns as they are."""
    names = symbols.definitions[function].parameters
    stated = {item.value for _, item in symbols.values(function, RESULT) if item.form == "return"}
    return tuple(name for name in names if name in stated)
