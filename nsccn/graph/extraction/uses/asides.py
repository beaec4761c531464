"""What members are read of that no expression writes: `(cart or spare).pay()`, `next(carts).pay()`.

It counts as a variable without a name in the source, which is given that value where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nsccn.graph.extraction.definitions.documented import cast
from nsccn.graph.extraction.expressionnodes import in_brackets
from nsccn.graph.extraction.values.assignedvalues import assigned_values
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import ASIDE

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow


def asides(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what such variables are given, and let the reader know of them; the innermost first."""
    nodes = {node.start_byte: node for node, _ in reader.found.get("aside", ())}
    for node in sorted(nodes.values(), key=lambda node: (node.end_byte - node.start_byte, node.start_byte)):
        start = node.start_byte
        scope = reader.scope(start)
        given = [one for one in assigned_values(reader, _chosen(reader, node), scope) if any(one)]
        if all(one.value == UNKNOWN for one in given):
            continue
        name = f"{ASIDE}{start}"
        reader.asides[start] = (node.end_byte, name)
        for value, annotation in given:
            yield scope, name, value, annotation, "assign", reader.line(start), start


def _chosen(reader: Reader, node: Node) -> Node:
    """Return what is in brackets, where no comment before them says of what type that is."""
    is_stated = reader.language.documented_types and cast(reader.data, node.start_byte)
    return node if is_stated else in_brackets(node, reader.language.nodes)
