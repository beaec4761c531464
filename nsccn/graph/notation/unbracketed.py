"""Expressions that begin with brackets, or ask for a type in the middle, in words that `expression` reads: Go's."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.notation.brackets import closing

_TYPE: Final = re.compile(r"[\s*]*([\w.]+)(?:\[.*\])?\s*\Z", re.DOTALL)
"""A type that has a name, or a pointer to one."""
_MADE: Final = re.compile(r"new\(\s*([\w.]+)(?:\[[^()]*\])?\s*\)(?=\s*\.)")
"""A new object of a type, of which a member is named."""
_BRACKETED: Final = re.compile(r"\(\s*[&*]*\s*(?=[^\W\d(])")


@lru_cache(maxsize=1 << 14)
def unbracketed(text: bytes) -> bytes:
    """Return a text with `Cart()` for what is asked to be a `Cart`, and without brackets around its beginning.

    >>> unbracketed(b"held.(*shop.Cart).items"), unbracketed(b"(&Cart{1}).sum"), unbracketed(b"(*all)[0].sum")
    (b'shop.Cart().items', b'Cart{1}.sum', b'all[0].sum')
    >>> unbracketed(b"sum(held.(Cart)).add"), unbracketed(b"(a + b).add"), unbracketed(b"new(Cart).sum")
    (b'sum(held.(Cart)).add', b'(a + b).add', b'Cart().sum')
    """
    if b".(" not in text and not text.startswith((b"(", b"new(")):
        return text
    return _plain(_asserted(text.decode("utf-8", "replace"))).encode()


def _asserted(text: str) -> str:
    """Replace all up to the last type that is asked for, where that stands in no brackets."""
    end = len(text)
    while (start := text.rfind(".(", 0, end)) >= 0:
        last = closing(text, start + 1)
        rest = text[last + 1 :]
        if rest.count(")") <= rest.count("(") and rest.count("]") <= rest.count("["):
            named = _TYPE.match(text[start + 2 : last])
            return f"{named.group(1)}(){rest}" if named else "?"
        end = start
    return text


def _plain(text: str) -> str:
    if made := _MADE.match(text):
        return f"{made.group(1)}(){text[made.end() :]}"
    while begun := _BRACKETED.match(text):
        last = closing(text, 0)
        inside = text[begun.end() : last].rstrip()
        if not _is_path(inside):
            break
        text = inside + text[last + 1 :]
    return text


def _is_path(text: str) -> bool:
    """Whether a text is a path of names with brackets, and no operation."""
    depth = 0
    for character in text:
        if character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif depth == 0 and not (character.isalnum() or character in "_."):
            return False
    return depth == 0
