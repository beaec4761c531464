"""Names inside declarators: `*table[4]` declares `table`, and what stands next to the name says what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

AROUND: Final = "around"
"""Stands for the kind that the declarator around gives."""


def declared(node: Node, declarators: Mapping[str, str]) -> tuple[Node, str]:
    """Return the node of the name that a declarator declares, and the kind that its innermost declarator gives it.

    Args:
        node: a declarator, or already the name.
        declarators: see `Language.declarators`.
    """
    kind = ""
    while node.type in declarators:
        inner = node.child_by_field_name("declarator")
        if inner is None:
            named = node.named_children
            if not named:
                break
            inner = named[-1]
        said = declarators[node.type]
        kind = kind if said == AROUND else said
        node = inner
    return node, kind


def pointers(node: Node | None) -> str:
    """Return a `*` for each pointer, and each array, that a declarator makes of the type before it."""
    found = ""
    while node is not None and node.type.endswith("_declarator"):
        found += "*" if node.type.startswith(("pointer", "array")) else ""
        node = node.child_by_field_name("declarator")
    return found
