"""What the names in an array pattern take: `const [cart, shop] = found()`, `for (const [name, cart] of carts)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.results import NUMBERED

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.languagenodes import NodeKinds

_PAIRS: Final = "entries"
"""The name of what gives the pairs of a mapping, or of a list with its numbers."""


class Part(NamedTuple):
    """What a name in a pattern takes; of form `loop` an element of the value."""

    value: str
    form: AssignmentForm


def part(reader: Reader, parts: Parts, scope: int, form: AssignmentForm) -> Part:
    """Return what a name in an array pattern takes of the `source`, of form `loop` of each of its elements."""
    kinds = reader.language.nodes
    place, source = _place(parts["target"][0], kinds), _unwrapped(reader, parts["source"][0])
    if form != "loop" and source.type in kinds.arrays:
        given = [child for child in source.named_children if not child.is_extra]
        is_told = place < len(given) and all(one.type not in kinds.spreads for one in given[: place + 1])
        return Part(reader.value(given[place], scope) if is_told else "", form)
    if (paired := _paired(reader, source)) is not None:
        return Part(reader.value(paired, scope) if place and form == "loop" else "", "loop")
    value = reader.value(source, scope)
    each = "[]" if form == "loop" else ""
    return Part(f"{value}{each}{NUMBERED}{place}" if value else "", "loop")


def _place(target: Node, kinds: NodeKinds) -> int:
    """Return how many places stand before a name in its pattern, those that are left out among them."""
    at: Node | None = target
    while at is not None and at.type not in kinds.array_patterns:
        at = at.parent
    return (
        sum(child.type == "," and child.start_byte < target.start_byte for child in at.children) if at else 0
    )


def _unwrapped(reader: Reader, node: Node) -> Node:
    """Return what is waited for; of what gives all of a list, the list."""
    kinds = reader.language.nodes
    while (node.type in kinds.awaits or node.type in kinds.parentheses) and node.named_children:
        node = node.named_children[0]
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or not arguments.named_children:
        return node
    is_whole = text_of(function, reader.data) in reader.language.listing_functions
    return arguments.named_children[0] if is_whole else node


def _paired(reader: Reader, node: Node) -> Node | None:
    """Return what gives its elements in pairs: `carts` of `carts.entries()` and `Object.entries(carts)`."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    name = function.child_by_field_name("property") if function is not None else None
    if function is None or name is None or text_of(name, reader.data) != _PAIRS:
        return None
    given = arguments.named_children if arguments is not None else ()
    return given[0] if given else function.child_by_field_name("object")
