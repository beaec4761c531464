"""What hooks give that are told by a function what of their object is wanted: `useCart((cart) => cart.fill)`."""

from __future__ import annotations

import re
from typing import Final

HOOK: Final = b"use"
"""Begins the name of a hook."""
_SELECTING: Final = re.compile(
    rb"(use[A-Z][\w$]*)(?:<[^()]*>)?\(\s*(?:use[A-Z]\w*\(\s*)?"
    rb"(?:\(\s*([\w$]+)\s*(?::[^()=]*)?\)|([\w$]+))\s*=>\s*(.*)\)\Z",
    re.DOTALL,
)
_PATH: Final = re.compile(rb"([\w$]+)((?:\??\.[\w$]+)+)\s*,?\s*(?:,\s*[\w$.]+\s*,?\s*)?\)?\s*\Z")


def selected(text: bytes) -> bytes:
    """Return a call of a hook that is handed such a function as the path to what it gives, other texts as they are.

    >>> selected(b"useCart((cart) => cart.fill)"), selected(b"useCart(useShallow(cart => cart.till?.open))")
    (b'useCart().fill', b'useCart().till?.open')
    >>> selected(b"useCart((cart) => cart.items.map(named))"), selected(b"useCart((cart) => total(cart.items))")
    (b'useCart((cart) => cart.items.map(named))', b'useCart((cart) => total(cart.items))')
    """
    found = _SELECTING.match(text)
    path = _PATH.match(found[4]) if found is not None else None
    if found is None or path is None or path[1] != (found[2] or found[3]):
        return text
    return found[1] + b"()" + path[2]
