"""Of which objects a function is called that is no member of their type, by its signature: `fun Cart.sum(): Int`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_BEGIN: Final = re.compile(r"\b(?:fun|va[lr])\b\s*")
_MARK: Final = re.compile(r"@[\w.]+(?:\([^()]*\))?\s*")
_LIMIT: Final = re.compile(r"(?:[<,]|\bwhere)\s*(?:(?:reified|in|out)\s+)*([^\W\d]\w*)\s*:\s*([\w.]+)")
"""What a type variable must be, behind its name."""
_VARIABLE: Final = re.compile(r"(?:(?:reified|in|out)\s+)*([^\W\d]\w*)")


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


@lru_cache(maxsize=1 << 14)
def type_variables(signature: str) -> tuple[str, ...]:
    """Return the names that a function is generic in, where they stand before its name.

    >>> type_variables("fun <reified T : Comparable<T>, K> List<T>.second(): T"), type_variables("fun second(): T")
    (('T', 'K'), ())
    """
    begun = _BEGIN.search(signature)
    rest = signature[begun.end() :] if begun is not None else ""
    inside = rest[1 : _behind_angles(rest) - 1] if rest.startswith("<") else ""
    found: list[str] = []
    depth = 0
    for piece in re.split(r"([<>,])", inside):
        depth += (piece == "<") - (piece == ">")
        if depth == 0 and (named := _VARIABLE.match(piece.strip())):
            found.append(named.group(1))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def limit_of(signature: str, variable: str) -> str:
    """Return what a type variable must be, empty where that may be anything.

    >>> limit_of("fun <T : Item, K> K.first(): T where K : List<T>", "T"), limit_of("class Box<out T>", "T")
    ('Item', '')
    """
    return next((limit for name, limit in _LIMIT.findall(signature) if name == variable), "")


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
