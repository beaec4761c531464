"""Functions that give back what they are given: `Object.freeze(cart)`, `useContext(CartContext)`, `inject(CART)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from nsccn.graph.language import Language

_QUOTES: Final = b"\"'`"
_FOLLOWED: Final = re.compile(rb"([\w$.]+)\(\s*([A-Za-z_$][\w$.]*)\s*(?:,[^()]*)?\)!?(?=\??\.)")
"""`inject(CartService).fill`"""


class SameFunctions:
    """Those that one file calls, under the names that it has for them."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._callees = set(language.same_functions)
        self._imported: tuple[bytes, ...] = ()
        self._of_types: set[str] = set()
        """Those of them that give an object of a type where they are given one."""
        self.beginnings = tuple(f"{name}(".encode() for name in language.same_functions)
        """With what a call of one of them begins."""

    def learn_imported(self, origins: Mapping[str, str]) -> None:
        """Find out under which names the file calls those of libraries, by what its imports are."""
        language = self._language
        for whole in language.imported_same_functions if origins else ():
            path, _, name = whole.rpartition(".")
            called = {alias for alias, origin in origins.items() if origin == whole}
            called |= {
                f"{alias}.{name}"
                for alias, origin in origins.items()
                if origin.removesuffix(".default") == path
            }
            self._callees |= called
            self._of_types |= called if whole in language.given_types else set()
            self._imported += tuple(f"{one}(".encode() for one in sorted(called))
        self.beginnings += self._imported

    def given(self, node: Node, data: bytes) -> Node | None:
        """Return what a call is given first that gives it back, or its elements."""
        while node.named_child_count == 1 and node.named_children[0].start_byte == node.start_byte:
            node = node.named_children[0]  # `useContext(CartContext)!`
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or (callee := text_of(function, data)) not in self._callees:
            return None
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        if first is None or data[first.start_byte] in _QUOTES:
            return None  # who gives something under a text is told elsewhere
        return None if callee in self._of_types and names_type(text_of(first, data)) else first

    def followed(self, text: bytes) -> bytes:
        """Return a text that goes on behind what such a call of a library gives, with that instead of the call."""
        if not (self._imported and text.startswith(self._imported) and (call := _FOLLOWED.match(text))):
            return text
        callee, name = (part.decode("utf-8", "replace") for part in call.groups())
        is_type = callee in self._of_types and names_type(name)
        return (f"new {name}()" if is_type else name).encode() + text[call.end() :]


def names_type(name: str) -> bool:
    """Whether a name is spelt like that of a type.

    >>> names_type("CartService"), names_type("_Cart"), names_type("CART"), names_type("cart")
    (True, True, False, False)
    """
    return name.lstrip("_")[:1].isupper() and not name.isupper()
