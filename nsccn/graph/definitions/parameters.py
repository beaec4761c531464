"""The parameters of functions: as callers give them, as places that arguments become, and those that are given back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.marks import RESULT
from nsccn.graph.notation.places import ELEMENT, Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.model import Definition, FileOutline

REST: Final = "*"
"""Stands before a parameter that takes the arguments which no other takes."""
NAMED_REST: Final = "**"
"""The same of arguments with keywords."""
_STARRED: Final = re.compile(r"[(,]\s*(\*{1,2}|\.{3})\s*(\w+)")
_DOTS: Final = "..."
"""Stands before such a parameter in JavaScript."""


def taken_parameters(definition: Definition, *, has_stars: bool) -> list[str]:
    """Return the parameters that callers give, without the object that a method is called on."""
    names = definition.parameters
    if not names or definition.kind not in FUNCTION_KINDS:
        return []
    is_bound = definition.kind == "method" and names[0] == definition.receiver
    signature = definition.signature
    if not has_stars or not (REST in signature or _DOTS in signature):
        return list(names[is_bound:])
    starred = {name: stars.replace(_DOTS, REST) for stars, name in _STARRED.findall(signature)}
    return [starred.get(name, "") + name for name in names[is_bound:]]


def is_inherited(method: str) -> bool:
    """Whether an override takes what the method of that name takes; constructors and operators go their own ways."""
    return not method.startswith("__")


def has_stars(outline: FileOutline) -> bool:
    """Whether a star or dots before a parameter of a file say that it takes any number of arguments."""
    language = languages.known(outline.language)
    return language is not None and language.rest_parameters


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


def takes_the_rest(symbols: Symbols, function: int, name: str) -> bool:
    """Whether a parameter takes all other arguments: it is a sequence or a table of them."""
    return not {REST + name, NAMED_REST + name}.isdisjoint(symbols.table.parameters(function))


def given_back(symbols: Symbols, function: int) -> tuple[str, ...]:
    """Return the parameters that a function returns as they are."""
    names = symbols.definitions[function].parameters
    stated = {item.value for _, item in symbols.values(function, RESULT) if item.form == "return"}
    return tuple(name for name in names if name in stated)
