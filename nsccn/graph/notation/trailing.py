"""Expressions with functions without a name behind the arguments of calls, in words that `expression` reads."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_PIECE: Final = re.compile(
    r'"""[\s\S]*?"""|"(?:\\.|\$\{[^{}]*\}|[^"\\])*"|\'(?:\\.|[^\'\\])\'|[{}]|(?:this|super)@(?=\w)'
)
"""A text, a brace, or what stands before the name of the type whose object is meant."""
_LEAVING: Final = re.compile(
    rb"\(\s*([\w.?!]+(?:\([^()]*\))?)\s*\?:\s*(?:return|throw|continue|break)\b[^()]*(?:\([^()]*\))?\s*\)"
)
"""An object, or code that goes on elsewhere where there is none."""
LABELLED: Final = b"this@"
"""Before the name of the type or function whose object is meant, whatever the code around has."""
_LABEL: Final = re.compile(r"\s*(?:\w+@)?\s*\Z")


@lru_cache(maxsize=1 << 14)
def without_functions(text: bytes) -> bytes:
    """Return a text without the functions that are given to calls in it, and with the type for `this` of a type.

    >>> without_functions(b"all.map { it.cart }.find(1) at@{ it.ok }?.sum"), without_functions(b"this@Cart.sum")
    (b'all.map().find(1)?.sum', b'Cart.sum')
    >>> without_functions(b"(find(1) ?: return null).sum")
    b'find(1).sum'
    """
    text = _LEAVING.sub(rb"\1", text)
    written = text.decode("utf-8", "replace")
    kept: list[str] = []
    depth, place = 0, 0
    for found in _PIECE.finditer(written):
        piece = found.group()
        if piece == "{":
            if depth == 0:
                before = _LABEL.sub("", written[place : found.start()])
                kept.append(before if before.endswith(")") else f"{before}()")
            depth += 1
        elif piece == "}":
            depth -= 1
            if depth == 0:
                place = found.end()
            elif depth < 0:
                return text
        elif piece.endswith("@") and depth == 0:
            kept.append(written[place : found.start()])
            place = found.end()
    if depth:
        return text
    kept.append(written[place:])
    return "".join(kept).encode()


def without_own_label(text: bytes, function: str) -> bytes:
    """Return a text with `this` for the object that a function extends, which it names by itself.

    >>> without_own_label(b"this@sync.load", "sync"), without_own_label(b"this@synced.load", "sync")
    (b'this.load', b'this@synced.load')
    """
    label = LABELLED + function.encode()
    rest = text[len(label) :]
    is_own = text.startswith(label) and not (rest[:1].isalnum() or rest[:1] == b"_")
    return b"this" + rest if is_own else text
