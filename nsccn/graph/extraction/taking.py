"""The parameters of functions as callers see them: without the object around, and those that take all the rest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import language as languages
from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from nsccn.graph.model import Definition, FileOutline

REST: Final = "*"
"""Stands before a parameter that takes the arguments which no other takes."""
NAMED_REST: Final = "**"
"""The same of arguments with keywords."""
_STARRED: Final = re.compile(r"[(,]\s*(\*{1,2})\s*(\w+)")


def taken_parameters(definition: Definition, *, has_stars: bool) -> list[str]:
    """Return the parameters that callers give, without the object that a method is called on."""
    names = definition.parameters
    if not names or definition.kind not in FUNCTION_KINDS:
        return []
    is_bound = definition.kind == "method" and names[0] == definition.receiver
    if not has_stars or REST not in definition.signature:
        return list(names[is_bound:])
    starred = {name: stars for stars, name in _STARRED.findall(definition.signature)}
    return [starred.get(name, "") + name for name in names[is_bound:]]


def has_stars(outline: FileOutline) -> bool:
    """Whether a star before a parameter of a file says that it takes any number of arguments."""
    return outline.language != languages.TEXT and languages.load(outline.language).untyped_objects
