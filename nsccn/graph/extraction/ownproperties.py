"""Where the code of a file names properties of its own types without their object, as `Total` in `Total + 1`.

As with what functions write, candidates are found in the text, and the syntax tree is asked about those alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow

_PROPERTY: Final = "property"
_NO_READ: Final = rb"(?!\s*(?:=(?![=>])|\(|:(?!:)|<\w))"
"""What must not stand behind a name that is read: it is assigned, called, or names an argument."""
_DECLARED: Final = frozenset({"name", "type", "returns", "alias"})
"""Fields of a node in which a name declares something, or names a type."""
_TYPES: Final = frozenset({"attribute", "base_list", "generic_name", "qualified_name", "type_argument_list"})


def own_properties(tree: Tree, reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the properties that functions read by their bare names, each once in a scope."""
    if not reader.language.implicit_self:
        return
    names = {
        item.name for item in reader.definitions if _PROPERTY in item.modifiers and item.name.isidentifier()
    }
    if not names:
        return
    told: set[tuple[int, str]] = set()
    alternatives = "|".join(sorted(map(re.escape, names)))
    for match in re.finditer(rf"(?<![\w.@])(?:{alternatives})\b".encode() + _NO_READ, reader.data):
        start, end = match.span()
        scope, name = reader.scope(start), match.group().decode("utf-8", "replace")
        item = reader.definitions[scope]
        if (scope, name) in told or not _may_read(item.kind):
            continue
        node = tree.root_node.descendant_for_byte_range(start, end)
        if node is not None and node.end_byte == end and "identifier" in node.type and _is_read(node):
            told.add((scope, name))
            yield "member", scope, name, reader.line(start), start, "", -1


def _may_read(kind: str) -> bool:
    return kind in FUNCTION_KINDS or kind in DATA_KINDS


def _is_read(node: Node) -> bool:
    around = node.parent
    if around is None or around.type in _TYPES:
        return False
    return not any(around.child_by_field_name(field) == node for field in _DECLARED)
