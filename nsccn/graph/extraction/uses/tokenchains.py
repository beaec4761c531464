"""Expressions among the tokens that a macro is given, which its grammar does not put together.

assert!(shop.cart(1).items[0].is_full());
        ^ the object of `is_full` begins here
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

_SEPARATORS: Final = frozenset({".", "::"})
_TRIED: Final = "?"
_MACRO: Final = "!"
_BRACKETS: Final = (b"(", b"[")
_MOST_TOKENS: Final = 100
"""Tokens beyond which an expression is not followed: each call in it asks for those before it."""


def start_of_chain(separator: Node, data: bytes) -> int:
    """Return where the object begins whose member stands behind a separator, which itself does where none is told."""
    first = separator
    for _ in range(_MOST_TOKENS):
        before = first.prev_sibling
        if before is None or not _continues(before, first, data):
            return first.start_byte
        first = before
    return separator.start_byte


def _continues(before: Node, first: Node, data: bytes) -> bool:
    """Whether a token belongs to the expression that begins with `first` as far as it is known."""
    if _is_name(first):
        return before.type in _SEPARATORS
    if _is_name(before) or first.type == _MACRO:
        return _is_name(before)
    is_macro = before.type == _MACRO and _is_group(first, data)
    is_tried = before.type == _TRIED and not _is_group(first, data)
    return is_macro or is_tried or _is_group(before, data)


def _is_name(token: Node) -> bool:
    return token.is_named and not token.child_count


def _is_group(token: Node, data: bytes) -> bool:
    return token.child_count > 0 and data.startswith(_BRACKETS, token.start_byte)
