"""Members that are assigned behind a new object: `new Cart { Room = 3 }` writes `Room` of a `Cart`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.languagenodes import NodeKinds

_MOST_AROUND: Final = 4
"""Nodes around a new object without a type that are asked for one."""


def is_listed(reader: Reader, node: Node) -> bool:
    """Whether an assignment stands behind a new object, among its members."""
    lists = reader.language.member_lists
    return bool(lists) and node.parent is not None and node.parent.type in lists


def made_member(reader: Reader, node: Node, name: Node, scope: int) -> str:
    """Return the member that such an assignment writes, `Cart().Room`; empty where the text does not say of what."""
    made = node.parent.parent if node.parent is not None else None
    stated = made.child_by_field_name("type") if made is not None else None
    kinds = reader.language.nodes
    if stated is None and made is not None and made.type in kinds.untyped_creations:
        stated = _around(made, kinds)
    member = text_of(name, reader.data)
    if stated is None or not member.isidentifier():
        return ""
    written = reader.expression(stated, scope)
    return "" if written.startswith(UNKNOWN) else f"{written}().{member}"


def _around(made: Node, kinds: NodeKinds) -> Node | None:
    """Return the declared type of what is given a new object whose type is not written."""
    at = made.parent
    for _ in range(_MOST_AROUND):
        if at is None or at.type in kinds.typed_declarations:
            break
        at = at.parent
    return at.child_by_field_name("type") if at is not None and at.type in kinds.typed_declarations else None
