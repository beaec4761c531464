"""Where code reads properties by their bare names: of its own object, or of the file.

Names are found in the text, and the syntax tree is asked about those alone; a query over all names costs more than
parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.model import EXTENSION

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.languagenodes import NodeKinds
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_PROPERTY: Final = "property"
_FEW: Final = 32
"""Names that are looked for one by one."""
_NAME: Final = re.compile(rb"(?<![\w.`@])[a-z]\w*(?![\w`])(?!\s*(?:[({]|:[^:]|=[^=]))")
"""A name that is neither declared nor called there."""


def own_properties(tree: Tree, reader: Reader, assigned: Sequence[AssignmentRow]) -> Iterator[ReferenceRow]:
    """Yield the reads of properties that are named without an object, each once on a line.

    Of functions that extend a type, and of types that inherit from another, a name may be that of a property elsewhere;
    where nearly every word may be one, only those that the file defines are looked for.
    """
    definitions = reader.definitions
    own = {item.name for item in definitions if item.kind in FUNCTION_KINDS and _PROPERTY in item.modifiers}
    is_open = [False] * len(definitions) if reader.language.file_properties else _open(definitions)
    if not own and not any(is_open):
        return
    known = (reader.known | {row[1] for row in assigned}) - own
    told: set[tuple[int, str, int]] = set()
    is_few = reader.language.file_properties and len(own) <= _FEW
    places = _places(reader.data, own) if is_few else _NAME.finditer(reader.data)
    for found in places:
        name, byte = found.group().decode(), found.start()
        if name in known or (name not in own and not any(is_open)):
            continue
        scope, line = reader.scope(byte), reader.line(byte)
        if (scope, name, line) in told or (name not in own and not is_open[scope]):
            continue
        if name in definitions[scope].parameters:
            continue
        if _is_read(tree, byte, found.end(), reader.language.nodes):
            told.add((scope, name, line))
            yield "member", scope, name, line, byte, "", -1


def _places(data: bytes, names: set[str]) -> list[re.Match[bytes]]:
    """Return where some names stand: few of them are looked for in less time than all words are looked at."""
    found: list[re.Match[bytes]] = []
    for name in map(str.encode, names):
        at = data.find(name)
        while at >= 0:
            place = _NAME.match(data, at)
            if place is not None and place.end() == at + len(name):
                found.append(place)
            at = data.find(name, at + len(name))
    return sorted(found, key=re.Match.start)


def _is_read(tree: Tree, start: int, end: int, kinds: NodeKinds) -> bool:
    node = tree.root_node.descendant_for_byte_range(start, end)
    if node is not None and not node.is_named:
        node = node.parent  # a word that is a keyword elsewhere
    around = node.parent if node is not None else None
    if node is None or around is None or node.type not in kinds.names or node.end_byte != end:
        return False
    if around.child_by_field_name("name") == node:
        return False  # of what is defined: `def shown[A]: A`
    beside: Sequence[Node] = (
        around.children if around.type in kinds.argument_holders and around.child_count > 1 else ()
    )
    is_named = bool(beside) and beside[0] == node and beside[1].type not in kinds.suffixes
    return around.type not in kinds.naming and not is_named


def _open(definitions: Sequence[Definition]) -> list[bool]:
    """Return for each definition whether names in it may be those of members that the file does not tell."""
    found: list[bool] = []
    for item in definitions:
        is_of_type = item.kind in TYPE_KINDS and bool(item.bases)
        inherited = item.parent >= 0 and found[item.parent] and item.kind not in TYPE_KINDS
        found.append(is_of_type or EXTENSION in item.modifiers or inherited)
    return found
