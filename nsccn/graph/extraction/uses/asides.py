"""What members are read of that no expression writes: `(cart or spare).pay()`, `next(carts).pay()`.

It counts as a variable without a name in the source, which is given that value where it stands. So does the call of a
method that gives what a function without a name makes of its object's elements: `carts.map(cart -> cart.item())`.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import TYPE_CHECKING

from nsccn.graph.extraction.definitions.documented import cast
from nsccn.graph.extraction.expressionnodes import in_brackets
from nsccn.graph.extraction.values.assignedvalues import assigned_values
from nsccn.graph.extraction.values.mappedvalues import mapped
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import ASIDE

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow


def asides(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what such variables are given, and let the reader know of them; the innermost first."""
    found = {_size(node): (node, parts) for node, parts in reader.found.get("aside", ())}
    for _, (node, parts) in sorted(found.items(), key=itemgetter(0)):
        rows = list(mapped(reader, node, parts) if "each" in parts else _given(reader, node))
        if rows:
            start, end = node.start_byte, node.end_byte
            reader.asides.add(start, end, rows[0][1])
            yield from rows


def _size(node: Node) -> tuple[int, int]:
    """Return how long a value is, and where it begins."""
    return node.end_byte - node.start_byte, node.start_byte


def _given(reader: Reader, node: Node) -> Iterator[AssignmentRow]:
    """Yield what may be meant by a value in brackets, or a call."""
    start = node.start_byte
    scope = reader.scope(start)
    given = [one for one in assigned_values(reader, _chosen(reader, node), scope) if any(one)]
    if any(one.value != UNKNOWN for one in given):
        for value, annotation in given:
            yield scope, f"{ASIDE}{start}", value, annotation, "assign", reader.line(start), start


def _chosen(reader: Reader, node: Node) -> Node:
    """Return what is in brackets, where no comment before them says of what type that is."""
    is_stated = reader.language.documented_types and cast(reader.data, node.start_byte)
    return node if is_stated else in_brackets(node, reader.language.nodes)
