"""Nodes of a syntax tree in which a name is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from tree_sitter import Node

_UNREAD: Final = ("comment", "import", "use_declaration", "include", "export_specifier")
"""Parts of the names of nodes in which a name is not read."""
_WORDED: Final = regex(r"string|quoted|text|regex|heredoc|template_(?:literal|chars)")
"""The names of nodes that are text, and no code that stands in it."""


def is_read(node: Node) -> bool:
    """Whether a name is read where it stands."""
    if _WORDED.search(node.type):
        return False
    around: Node | None = node
    while around is not None:
        if any(part in around.type for part in _UNREAD):
            return False
        around = around.parent
    return not node.children
