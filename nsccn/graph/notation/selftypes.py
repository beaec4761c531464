"""The types of which an object is that a trait is mixed into, as it states them: `self: Kept & Named[Item] =>`."""

from __future__ import annotations

import re
from typing import Final

from nsccn.graph.notation.brackets import split

_AND: Final = re.compile(r"\s+with\s+|&")
_NAMED: Final = re.compile(r"\s*([^\W\d][\w.$]*)\s*(?:\[.*\])?\s*(?:\{.*\})?\s*\Z", re.DOTALL)
"""The name of a type, whatever that is given, and what it must have besides."""


def self_types(text: str) -> list[str]:
    """Return the names of the types that all are those of one object.

    >>> self_types("Kept with Named[Item with Priced]"), self_types("Kept & shop.Named { def size: Int }")
    (['Kept', 'Named'], ['Kept', 'shop.Named'])
    """
    parts = split(_AND.sub("&", text), "&")
    return [named[1] for part in parts if (named := _NAMED.match(part))]
