"""Runs of neighbours that are one thing, in grammars that leave values, types and functions in pieces.

cart.items.first(1)      a name and three suffixes beside it, none of them inside another
Map<Key, Item>? all      the name of a type, what it is given, and a mark
int size() { … }         the head of a function, and its body behind it

What is captured is one piece; here it becomes the run that it begins or, where it is a suffix itself, that it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from nsccn.graph.extraction.captures import DEFINITION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Found, Parts
    from nsccn.graph.languagenodes import NodeKinds

_WHOLE_PARTS: Final = (
    *("base", "by", "cause", "caught", "each", "error", "extended", "operand"),
    *("receiver", "returns", "source", "subject", "target", "type", "value"),
)
"""Parts that are values or types."""
_MEMBER: Final = "member"
_OPERATE: Final = "operate"
_NARROW: Final = "narrow"
_BODY: Final = "body"
_WHOLE_MAINS: Final = frozenset({"elide", _MEMBER, "return", "value", "yield"})
"""Main captures that are values."""
_POINT: Final = "."
"""Stands before the next step of the name of a type."""
_MOST_PIECES: Final = 100
"""Pieces beyond which a suffix is not followed to the beginning of its run: each of them asks for those before it."""


class Joined:
    """Neighbours that count as one node, of the kind of one of them."""

    __slots__ = ("_kinds", "_told", "children", "end_byte", "id", "start_byte", "type")
    is_named = True
    is_extra = False

    def __init__(self, pieces: Sequence[Node], told: Node, kinds: NodeKinds) -> None:
        """`told` is the piece that says of what kind the whole is."""
        self._told = told
        self._kinds = kinds
        self.children = pieces
        self.id = told.id
        self.type = told.type
        self.start_byte = pieces[0].start_byte
        self.end_byte = pieces[-1].end_byte

    @property
    def start_point(self) -> tuple[int, int]:
        """Line and column of its first byte."""
        return self.children[0].start_point

    @property
    def end_point(self) -> tuple[int, int]:
        """Line and column behind its last byte."""
        return self.children[-1].end_point

    @property
    def parent(self) -> Node | None:
        """What all pieces stand in."""
        return self.children[0].parent

    @property
    def named_children(self) -> list[Node]:
        """The pieces that are no mere marks."""
        return [piece for piece in self.children if piece.is_named]

    @property
    def child_count(self) -> int:
        """The number of pieces."""
        return len(self.children)

    @property
    def named_child_count(self) -> int:
        """The number of those that are no mere marks."""
        return len(self.named_children)

    def child(self, place: int) -> Node | None:
        """Return a piece by its place."""
        return self.children[place] if 0 <= place < len(self.children) else None

    def child_by_field_name(self, name: str) -> Node | None:
        """Return the `function` and the `arguments` of a call, or a field of the piece that says of what kind it is."""
        if name not in ("function", "arguments"):
            return self._told.child_by_field_name(name)
        given = _arguments(self.children[-1], self._kinds)
        if given is None or name == "arguments":
            return given
        return _whole(self.children[:-1], self._kinds)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Joined) and self.children == other.children

    def __hash__(self) -> int:
        return hash((self.start_byte, self.end_byte))


def join(found: Found, kinds: NodeKinds) -> None:
    """Put the run into the place of each captured piece."""
    for main, matches in found.items():
        if main.startswith(DEFINITION):
            found[main] = [_definition(node, parts, kinds) for node, parts in matches]
        elif main == _OPERATE:
            found[main] = [_operation(node, parts, kinds) for node, parts in matches]
        elif main in ("call", "new"):
            found[main] = [_call(node, parts, kinds) for node, parts in matches]
        else:
            wanted = (*_WHOLE_PARTS, _BODY) if main == _NARROW else _WHOLE_PARTS
            found[main] = [
                (run(node, kinds) if main in _WHOLE_MAINS else node, _joined(parts, wanted, kinds))
                for node, parts in matches
            ]
    if _MEMBER in found:
        found[_MEMBER].sort(key=lambda match: (match[0].start_byte, -match[0].end_byte))


def run(node: Node, kinds: NodeKinds) -> Node:
    """Return the run that a piece begins or, where it is a suffix or the end of a type's name, that it ends."""
    pieces = _ending_with(node, kinds)
    if len(pieces) > 1 and node.type in kinds.suffixes:
        return _whole(pieces, kinds)
    is_type, behind = node.type in kinds.type_names, _behind(node)
    while behind is not None and (behind.type in kinds.suffixes or (is_type and behind.type == _POINT)):
        pieces.append(behind)
        behind = _behind(behind)
        if pieces[-1].type == _POINT and behind is not None:
            pieces.append(behind)
            behind = _behind(behind)
    return _whole(pieces, kinds)


def beginning(node: Node | Joined) -> Node:
    """Return the first piece of a run, a node itself where it is none."""
    return node.children[0] if isinstance(node, Joined) else node


def _behind(node: Node) -> Node | None:
    """Return the next sibling that is no comment."""
    behind = node.next_sibling
    while behind is not None and behind.is_extra:
        behind = behind.next_sibling
    return behind


def _joined(parts: Parts, wanted: Sequence[str], kinds: NodeKinds) -> Parts:
    for name in wanted:
        if name in parts:
            parts[name] = [run(node, kinds) for node in parts[name]]
    return parts


def _definition(node: Node, parts: Parts, kinds: NodeKinds) -> tuple[Node, Parts]:
    """Return a definition with the words before it and the body behind it."""
    pieces, before, behind = [node], node.prev_sibling, _behind(node)
    while before is not None and _leads(before, kinds):
        pieces.append(before)
        before = before.prev_sibling
    pieces.reverse()
    if behind is not None and behind.type in kinds.bodies:
        pieces.append(behind)
        parts[_BODY] = [behind]
    whole = cast("Node", Joined(pieces, node, kinds)) if len(pieces) > 1 else node
    return whole, _joined(parts, _WHOLE_PARTS, kinds)


def _leads(before: Node, kinds: NodeKinds) -> bool:
    """Whether a node belongs to the definition behind it: a type with its steps, or a word as `external`."""
    is_word = not before.is_named and (before.type.isalpha() or before.type == _POINT)
    return bool(kinds.leads) and (is_word or before.type in kinds.leads)


def _call(node: Node, parts: Parts, kinds: NodeKinds) -> tuple[Node, Parts]:
    """Return a call whole: with its callee, or with the value behind which it stands aside: `cart..fill()..close()`."""
    if node.type in kinds.cascades:
        before = node.prev_sibling
        while before is not None and (before.type in kinds.cascades or before.is_extra):
            before = before.prev_sibling
        if before is not None:
            parts["receiver"] = [_whole(_ending_with(before, kinds), kinds)]
        return node, parts
    if "callee" in parts:
        return node, parts
    if node.type not in kinds.suffixes:
        return run(node, kinds), parts
    parts["callee"], whole = _before(node, kinds)
    return whole, parts


def _operation(node: Node, parts: Parts, kinds: NodeKinds) -> tuple[Node, Parts]:
    """Return what is done to an object; a suffix is done to what stands before it."""
    if "operand" in parts:
        return node, _joined(parts, _WHOLE_PARTS, kinds)
    parts["operand"], whole = _before(node, kinds)
    return whole, parts


def _before(suffix: Node, kinds: NodeKinds) -> tuple[list[Node], Node]:
    """Return what stands before a suffix in its run, and the run with it."""
    pieces = _ending_with(suffix, kinds)
    return [_whole(pieces[:-1] or pieces, kinds)], _whole(pieces, kinds)


def _ending_with(piece: Node, kinds: NodeKinds) -> list[Node]:
    """Return the pieces up to one, from the beginning of its run on."""
    pieces = [piece]
    while len(pieces) < _MOST_PIECES:
        first = pieces[-1]
        if first.type not in kinds.suffixes and first.type not in kinds.type_names and first.type != _POINT:
            break
        before = first.prev_sibling
        while before is not None and before.is_extra:
            before = before.prev_sibling
        if before is None or (first.type in kinds.type_names and before.type != _POINT):
            break
        pieces.append(before)
    pieces.reverse()
    return pieces


def _whole(pieces: Sequence[Node], kinds: NodeKinds) -> Node:
    """Return pieces as one node: a type is of the kind of its name, a value of that of its last suffix."""
    if len(pieces) == 1:
        return pieces[0]
    is_type = pieces[0].type in kinds.type_names
    return cast("Node", Joined(pieces, pieces[0] if is_type else pieces[-1], kinds))


def _arguments(piece: Node, kinds: NodeKinds) -> Node | None:
    """Return what a suffix gives a function in brackets, None where it does nothing of the kind."""
    for inner in (piece, *piece.named_children[-1:]):
        for child in inner.named_children:
            if child.type in kinds.argument_lists:
                return child
    return None
