"""Where code reads properties of its own object, or of its file, that a function gives: by their bare names.

Names are found in the text, and the syntax tree is asked about those alone; a query over all names costs more than
parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from tree_sitter import Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow

_PROPERTY: Final = "property"
_NAMES: Final = frozenset({"simple_identifier", "interpolated_identifier"})
_DECLARING: Final = frozenset({"class_parameter", "navigation_suffix", "parameter", "variable_declaration"})
"""What a name stands in that declares something, or is the member of an object that is named."""


def own_properties(tree: Tree, reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the reads of properties of the file that are named without an object, each once in a scope."""
    names = sorted(
        item.name
        for item in reader.definitions
        if item.kind in FUNCTION_KINDS and _PROPERTY in item.modifiers and item.name.isidentifier()
    )
    if not names or not reader.language.implicit_self:
        return
    written = "|".join(dict.fromkeys(names))
    pattern = re.compile(rf"(?<![\w.`@])(?:{written})(?![\w`])(?!\s*(?:\(|:[^:]|=[^=]))".encode())
    told: set[tuple[int, str]] = set()
    for found in pattern.finditer(reader.data):
        byte = found.start()
        scope, name = reader.scope(byte), found.group().decode()
        if (scope, name) in told:
            continue
        node = tree.root_node.descendant_for_byte_range(byte, found.end())
        around = node.parent if node is not None else None
        if node is None or node.type not in _NAMES or (around is not None and around.type in _DECLARING):
            continue
        told.add((scope, name))
        yield "member", scope, name, reader.line(byte), byte, "", -1
