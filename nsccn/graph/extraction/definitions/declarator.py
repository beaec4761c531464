"""Names inside declarators: `*table[4]` declares `table`, and what stands next to the name says what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.text import one_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

    from nsccn.graph.language import Language
    from nsccn.graph.languagenodes import NodeKinds

CONSTANT: Final = "const"
AROUND: Final = "around"
"""Stands for the kind that the declarator around gives."""
_MACRO: Final = re.compile(rb"[A-Z][A-Z0-9_]{2,}")


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


def behind_macro(name: Node, kinds: NodeKinds) -> Node:
    """Return what a macro names that is the head of a function, as in `BUILT_IN(red) { … }`, else the name itself.

    A constructor looks like it, but that it stands in a type.
    """
    head = name.parent
    whole = head.parent if head is not None else None
    if head is None or whole is None or whole.type not in kinds.functions or name.type not in kinds.names:
        return name
    is_typed = whole.child_by_field_name("type") is not None
    in_type = whole.parent is not None and whole.parent.type in kinds.member_lists
    if is_typed or in_type or head.type not in kinds.heads or not _MACRO.fullmatch(name.text or b""):
        return name
    taken = head.child_by_field_name("parameters")
    only = taken.named_children if taken is not None else []
    bare = only[0].named_children if len(only) == 1 and only[0].type in kinds.declared_parameters else []
    return bare[0] if len(bare) == 1 and bare[0].type in kinds.type_names else name


def constant(node: Node, stated: str, language: Language) -> str:
    """Return the type of what a declaration declares, with `const` before it where it may not change.

    Of numbers, and where the value alone tells the type, that says nothing.
    """
    if stated in language.numbers or stated in language.inferred_types:
        return stated
    qualifiers = language.nodes.type_qualifiers
    is_constant = any(child.type in qualifiers and child.text == b"const" for child in node.children)
    return f"{CONSTANT} {stated}" if is_constant else stated


def pointers(node: Node | None, language: Language) -> str:
    """Return a `*` for each pointer, and each array, that a declarator makes of the type before it."""
    found = ""
    while node is not None:
        found += "*" if node.type in language.nodes.pointers else ""
        node = node.child_by_field_name("declarator")
    return found


def of_function(node: Node | None, stated: str, language: Language) -> str:
    """Return the type that a declarator makes of the one before it, where that is what a function gives.

    Of `code (*handler)(int n)` that is `(int n) -> code`; of a table of such, none that is known.
    """
    kinds = language.nodes.function_declarators
    while node is not None and node.type not in kinds:
        node = node.child_by_field_name("declarator")
    if node is None:
        return stated
    inner, taken = (node.child_by_field_name(name) for name in ("declarator", "parameters"))
    if inner is not None and b"[" in (inner.text or b""):
        return ""
    parameters = one_line((taken.text or b"").decode("utf-8", "replace")) if taken is not None else ""
    return f"{'()' if parameters in ('', '(void)') else parameters} -> {stated}"


def outermost(node: Node, language: Language) -> Node:
    """Return the node around a declaration that declares nothing besides."""
    parent = node.parent
    while parent is not None and parent.type in language.wrappers and _is_single(node, parent):
        node, parent = parent, parent.parent
    return node


def _is_single(node: Node, parent: Node) -> bool:
    """A declaration of several things in a group belongs to none of them."""
    return sum(child.type == node.type for child in parent.named_children) == 1
