"""What stands for a long value that a skeleton leaves out: as much of it as tells what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.skeleton.cut import Cut

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.language import Language

_OPENING: Final = (b"(", b"[", b"{")
_TEXTS: Final = ("string", "heredoc", "nowdoc", "text_block")
_TEXT_MARK: Final = b'"..."'
_LONGEST_HEAD: Final = 60


def left_out(data: bytes, root: Node, start: int, end: int, language: Language, inside: bytes) -> Cut:
    """Leave out a long value: what is between its brackets, or what follows its first line.

    `inside` stands for any code. Where it is no comment, or no value may stand, the language has marks for them.
    """
    node = _exactly(root, start, end)
    if language.elided_nodes or not inside.startswith(b"/*"):
        return Cut(start, end, _own_mark(node, language))
    if data[start - 1 : start] == b"(" and data[end : end + 1] == b")":  # what a call is given
        return Cut(start, end, inside)
    if node is None:
        return Cut(start, end, language.elided_value.encode())
    inner = _innermost(node)
    if any(word in inner.type for word in _TEXTS):
        is_tagged = inner.start_byte > start and data[inner.start_byte - 1 : inner.start_byte].isalnum()
        return Cut(inner.start_byte, inner.end_byte, b" " + inside if is_tagged else _TEXT_MARK)
    if is_bracketed(data, inner):
        return _between(data, inner, start, inside)
    head = _head(node)
    if head is not None:
        return Cut(head.end_byte, end, b" " + inside)
    return Cut(start, end, language.elided_value.encode())


def is_bracketed(data: bytes, node: Node) -> bool:
    """Tell whether a node begins with a bracket that its last byte closes."""
    return data[node.start_byte : node.start_byte + 1] in _OPENING and data[node.end_byte - 1] in b")]}"


def _between(data: bytes, node: Node, start: int, inside: bytes) -> Cut:
    """Leave out what is between two brackets, and the line break before them."""
    before = start + len(data[start : node.start_byte].rstrip())
    is_broken = b"\n" in data[before : node.start_byte]
    mark = data[node.start_byte : node.start_byte + 1] + inside + data[node.end_byte - 1 : node.end_byte]
    return Cut(before, node.end_byte, b" " + mark) if is_broken else Cut(node.start_byte, node.end_byte, mark)


def _own_mark(node: Node | None, language: Language) -> bytes:
    """Return the mark that the language has for a node, or for what has nothing else in it."""
    at = node
    while (
        node is not None
        and at is not None
        and (at.start_byte, at.end_byte) == (node.start_byte, node.end_byte)
    ):
        if at.type in language.elided_nodes:
            return language.elided_nodes[at.type].encode()
        at = at.parent
    return language.elided_value.encode()


def _exactly(root: Node, start: int, end: int) -> Node | None:
    node = root.descendant_for_byte_range(start, end)
    return node if node is not None and (node.start_byte, node.end_byte) == (start, end) else None


def _innermost(node: Node) -> Node:
    """Return what alone goes over several lines in a value."""
    while not any(word in node.type for word in _TEXTS):
        long = [child for child in node.children if child.end_point[0] > child.start_point[0]]
        if len(long) != 1 or _has_brackets(node):
            break
        node = long[0]
    return node


def _has_brackets(node: Node) -> bool:
    return node.children[0].type.encode() in _OPENING and node.children[-1].type in {")", "]", "}"}


def _head(node: Node) -> Node | None:
    """Return the expression that a value begins with, of one line."""
    at: Node | None = node
    while at is not None and at.end_point[0] > at.start_point[0]:
        at = at.children[0] if at.children else None
    return at if at is not None and at.is_named and at.end_byte - at.start_byte <= _LONGEST_HEAD else None
