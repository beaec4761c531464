"""What lies in the node of an expression: behind its brackets, or above a class that it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.languagenodes import NodeKinds


def in_brackets(node: Node, kinds: NodeKinds) -> Node:
    """Return what is in the brackets that a node is."""
    while node.type in kinds.parentheses and len(node.named_children) == 1:
        node = node.named_children[0]
    return node


def type_written_in(node: Node, kinds: NodeKinds) -> Node | None:
    """Return the type that is written out where it is used, or where it is made an object of."""
    made = in_brackets(node, kinds).child_by_field_name("constructor")
    written = in_brackets(made or node, kinds)
    return written if written.type in kinds.written_types else None


def base_of_nameless(node: Node, kinds: NodeKinds) -> Node | None:
    """Return what a class without a name extends or implements that is made where it stands."""
    made = node.named_children[0] if node.type in kinds.creations and node.named_children else None
    if made is None or made.type not in kinds.nameless_types:
        return None
    clauses = [child for child in made.named_children if child.type in kinds.base_clauses]
    return clauses[0].named_children[0] if clauses else None
