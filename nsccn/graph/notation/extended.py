"""Of which objects a function is called that is no member of their type, by its signature: `fun Cart.sum(): Int`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_BEGIN: Final = re.compile(r"\b(?:fun|va[lr])\b\s*")
_MARK: Final = re.compile(r"@[\w.]+(?:\([^()]*\))?\s*")


@lru_cache(maxsize=1 << 14)
def extended_type(signature: str, name: str) -> str:
    """Return the type that a function or property extends, as written; empty where it extends none.

    >>> extended_type("inline fun <T : Comparable<T>> List<T>.second(at: Int): T?", "second")
    'List<T>'
    >>> extended_type("val shop.Cart?.size: Int get()", "size"), extended_type("fun size(): Int", "size")
    ('shop.Cart', '')
    """
    begun = _BEGIN.search(signature)
    if begun is None:
        return ""
    rest = signature[begun.end() :]
    rest = rest[_behind_angles(rest) :].lstrip()
    depth = 0
    for place, character in enumerate(rest):
        depth += (character in "<([") - (character in ">)]" and rest[place - 1] != "-")
        if character == "." and depth == 0 and _is_name(rest, place + 1, name):
            return _MARK.sub("", rest[:place]).strip().removesuffix("?").strip()
    return ""


def _behind_angles(text: str) -> int:
    """Return where the brackets end that a text begins with, 0 where it begins with none."""
    depth = 0
    for place, character in enumerate(text if text.startswith("<") else ""):
        depth += (character == "<") - (character == ">" and text[place - 1] != "-")
        if depth == 0:
            return place + 1
    return 0


def _is_name(text: str, place: int, name: str) -> bool:
    found = text[place:].lstrip("`")
    return found.startswith(name) and not (
        found[len(name) : len(name) + 1].isalnum() or found[len(name) :][:1] == "_"
    )
