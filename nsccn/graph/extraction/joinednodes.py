"""Runs of neighbours that are one thing, in grammars that leave values, types and functions in pieces.

cart.items.first(1)      a name and three suffixes beside it, none of them inside another
Map<Key, Item>? all      the name of a type, what it is given, and a mark
int size() { … }         the head of a function, and its body behind it

What is captured is one piece; here it becomes the run that it begins or, where it is a suffix itself, that it ends.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING, Final, cast

from nsccn.graph.extraction.ancestors import Ancestors
from nsccn.graph.extraction.captures import DEFINITION

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
_NO_SUFFIX: Final = re.compile(rb"\s*[\w,;)\]}\"'=:]")
"""What stands behind a value or a type that goes on no further."""
_START: Final = attrgetter("start_byte")


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


def join(found: Found, root: Node, data: bytes, kinds: NodeKinds) -> None:
    """Put the run into the place of each captured piece; `data` is the text as the grammar was given it."""
    joining = _Joining(root, data, kinds)
    for main, matches in found.items():
        if main.startswith(DEFINITION):
            found[main] = [joining.definition(node, parts) for node, parts in matches]
        elif main in ("call", "new"):
            found[main] = [joining.call(node, parts) for node, parts in matches]
        elif main in ("assign", "augment"):
            found[main] = [joining.assignment(node, parts) for node, parts in matches]
        elif main == _OPERATE:
            found[main] = [joining.operation(node, parts) for node, parts in matches]
        else:
            is_whole = main in _WHOLE_MAINS
            wanted = (*_WHOLE_PARTS, _BODY) if main == _NARROW else _WHOLE_PARTS
            found[main] = [
                (joining.run(node) if is_whole else node, joining.joined(parts, wanted))
                for node, parts in matches
            ]
    if _MEMBER in found:
        found[_MEMBER].sort(key=lambda match: (match[0].start_byte, -match[0].end_byte))


def run(node: Node, kinds: NodeKinds, around: Node | None = None) -> Node:
    """Return the run that a piece begins or, where it is a suffix or the end of a type's name, that it ends.

    What is `around` it is looked for where it is not given, which takes long where that is deep.
    """
    around = around or node.parent
    return _run(node, around.children if around is not None else [node], kinds)


def beginning(node: Node | Joined) -> Node:
    """Return the first piece of a run, a node itself where it is none."""
    return node.children[0] if isinstance(node, Joined) else node


class _Joining:
    """Joins the pieces of one file, of which those that are asked for in their order cost least."""

    def __init__(self, root: Node, data: bytes, kinds: NodeKinds) -> None:
        self._data = data
        self._ancestors = Ancestors(root)
        self._kinds = kinds
        self._before: dict[int, int] = {}
        """What is done to a value beside it -> where the value ends among their siblings."""

    def run(self, node: Node) -> Node:
        """Return the run of a piece."""
        if self._is_alone(node):
            return node
        return _run(node, self._siblings(node), self._kinds)

    def _is_alone(self, node: Node) -> bool:
        """Whether a piece is all of its run, as what stands beside it tells: a suffix begins with a mark."""
        if node.type in self._kinds.suffixes or self._data[node.start_byte - 1 : node.start_byte] == b".":
            return False
        return _NO_SUFFIX.match(self._data, node.end_byte) is not None

    def joined(self, parts: Parts, wanted: Iterable[str] = _WHOLE_PARTS) -> Parts:
        """Return the parts of a match, those whole that are values or types."""
        for name in wanted:
            if name in parts:
                parts[name] = [self.run(node) for node in parts[name]]
        return parts

    def definition(self, node: Node, parts: Parts) -> tuple[Node, Parts]:
        """Return a definition with the words before it and the body behind it."""
        kinds, siblings = self._kinds, self._siblings(node)
        first = last = place = _place(node, siblings)
        while first > 0 and _leads(siblings[first - 1], kinds):
            first -= 1
        behind = _next(siblings, place)
        if behind < len(siblings) and siblings[behind].type in kinds.bodies:
            last = behind
            parts[_BODY] = [siblings[behind]]
        if first < last:
            return cast("Node", Joined(siblings[first : last + 1], node, kinds)), self.joined(parts)
        return node, self.joined(parts)

    def call(self, node: Node, parts: Parts) -> tuple[Node, Parts]:
        """Return a call whole: with its callee, or with the value that it stands aside of: `cart..fill()..close()`."""
        kinds = self._kinds
        if node.type in kinds.cascades:
            self._add_receiver(node, parts)
            return node, parts
        if "callee" in parts:
            return node, parts
        if node.type not in kinds.suffixes:
            return self.run(node), parts
        parts["callee"], whole = self._parted(node)
        return whole, parts

    def assignment(self, node: Node, parts: Parts) -> tuple[Node, Parts]:
        """Return an assignment, with the value that it stands aside of, whose member it writes: `cart..size = 1`."""
        if node.type in self._kinds.cascades:
            self._add_receiver(node, parts)
        return node, self.joined(parts, tuple(name for name in _WHOLE_PARTS if name != "receiver"))

    def _add_receiver(self, aside: Node, parts: Parts) -> None:
        siblings = self._siblings(aside)
        place = self._value_before(siblings, _place(aside, siblings))
        if place >= 0:
            parts["receiver"] = [_whole(_ending_at(place, siblings, self._kinds), self._kinds)]

    def operation(self, node: Node, parts: Parts) -> tuple[Node, Parts]:
        """Return what is done to an object; a suffix is done to what stands before it."""
        if "operand" in parts:
            return node, self.joined(parts)
        parts["operand"], whole = self._parted(node)
        return whole, parts

    def _parted(self, suffix: Node) -> tuple[list[Node], Node]:
        """Return what stands before a suffix in its run, and the run with it."""
        siblings = self._siblings(suffix)
        pieces = _ending_at(_place(suffix, siblings), siblings, self._kinds)
        return [_whole(pieces[:-1] or pieces, self._kinds)], _whole(pieces, self._kinds)

    def _value_before(self, siblings: Sequence[Node], place: int) -> int:
        """Return where the value ends to which something is done beside it, -1 where there is none."""
        at = place - 1
        while at >= 0 and (siblings[at].type in self._kinds.cascades or siblings[at].is_extra):
            known = self._before.get(siblings[at].id)
            if known is not None:
                at = known
                break
            at -= 1
        self._before[siblings[place].id] = at
        return at

    def _siblings(self, node: Node) -> Sequence[Node]:
        """Return the nodes that stand where one does, with itself."""
        around = self._ancestors.at(node.start_byte)
        found = next((parent for inner in around if inner == node for parent in around), None)
        return found.children if found is not None else [node]


def _run(node: Node, siblings: Sequence[Node], kinds: NodeKinds) -> Node:
    place = _place(node, siblings)
    pieces = _ending_at(place, siblings, kinds)
    if len(pieces) > 1 and node.type in kinds.suffixes:
        return _whole(pieces, kinds)
    is_type = node.type in kinds.type_names
    place = _next(siblings, place)
    while place < len(siblings):
        behind = siblings[place]
        if behind.type not in kinds.suffixes and not (is_type and behind.type == _POINT):
            break
        pieces.append(behind)
        place = _next(siblings, place)
        if behind.type == _POINT and place < len(siblings):
            pieces.append(siblings[place])
            place = _next(siblings, place)
    return _whole(pieces, kinds)


def _ending_at(place: int, siblings: Sequence[Node], kinds: NodeKinds) -> list[Node]:
    """Return the pieces up to one, from the beginning of its run on."""
    pieces = [siblings[place]]
    while len(pieces) < _MOST_PIECES:
        first, place = pieces[-1], place - 1
        is_type = first.type in kinds.type_names
        while place >= 0 and siblings[place].is_extra:
            place -= 1
        if place < 0 or not (is_type or first.type in kinds.suffixes or first.type == _POINT):
            break
        if is_type and siblings[place].type != _POINT:
            break
        pieces.append(siblings[place])
    pieces.reverse()
    return pieces


def _place(node: Node, siblings: Sequence[Node]) -> int:
    """Return the place of a node among its siblings."""
    place = bisect_left(siblings, node.start_byte, key=_START)
    while place < len(siblings) - 1 and siblings[place] != node:
        place += 1
    return place


def _next(siblings: Sequence[Node], place: int) -> int:
    """Return the place of the next sibling that is no comment."""
    place += 1
    while place < len(siblings) and siblings[place].is_extra:
        place += 1
    return place


def _leads(before: Node, kinds: NodeKinds) -> bool:
    """Whether a node belongs to the definition behind it: a type with its steps, or a word as `external`."""
    is_word = not before.is_named and (before.type.isalpha() or before.type == _POINT)
    return bool(kinds.leads) and (is_word or before.type in kinds.leads)


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
