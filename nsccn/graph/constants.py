"""Reads of constants and settings: upper-case names from another module, attributes of settings objects.

A query over all identifiers costs more than parsing; so candidates are found in the text, and the syntax tree is
asked about those alone, which keeps strings and comments out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.expression import expression
from nsccn.graph.model import Reference

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.captures import Parts
    from nsccn.graph.declare import Declarations
    from nsccn.graph.language import Language
    from nsccn.graph.model import Import

_UPPER: Final = re.compile(r"[A-Z][A-Z0-9_]+\Z")
_MEMBER: Final = re.compile(rb"(?:\.|::|->)([A-Z][A-Z0-9_]+)\b(?!\s*[(:{]|\s*=[^=])")
_ROOT: Final = re.compile(rb"(?<![\w.$:>])([A-Za-z_]\w*)\Z")
_LONGEST_ROOT: Final = 80
_CONSTANT: Final = re.compile(rb"(?<![^ \t\n(\[{,=!&|+\-*/%<>;:\r])[A-Z][A-Z0-9_]+\b(?!\s*[(:]|\s*=[^=])")


def constant_reads(
    tree: Tree,
    data: bytes,
    language: Language,
    declarations: Declarations,
    imports: list[Import],
    import_nodes: list[tuple[Node, Parts]],
) -> Iterator[Reference]:
    """Yield the reads of constants that a file imports, and of the attributes of settings objects."""
    aliases = {imported.alias for imported in imports if imported.alias}
    imported_lines = [(node.start_byte, node.end_byte) for node, _ in import_nodes]
    own = (
        {item.name for item in declarations.definitions if item.parent == 0}
        if language.included_names
        else set()
    )
    told: set[tuple[int, str]] = set()
    for start, end, text in sorted(set(_candidates(data, aliases, language))):
        scope = declarations.scopes[declarations.regions.owner(start)]
        if (
            text in own
            or (scope, text) in told
            or any(first <= start < last for first, last in imported_lines)
        ):
            continue
        node = tree.root_node.descendant_for_byte_range(end - 1, end)
        if node is None or not ("identifier" in node.type or node.type == "constant"):
            continue
        told.add((scope, text))
        yield Reference("read", scope, text, declarations.lines.line(start), start)


def _candidates(data: bytes, aliases: set[str], language: Language) -> Iterator[tuple[int, int, str]]:
    for match in _MEMBER.finditer(data):
        root = _ROOT.search(data, max(match.start() - _LONGEST_ROOT, 0), match.start())
        name = root.group(1).decode() if root else ""
        if root and (name in aliases or (language.visible_types and name[:1].isupper())):
            yield root.start(), match.end(), f"{name}.{match.group(1).decode()}"
    constants = {alias.encode() for alias in aliases if _UPPER.match(alias)}
    for match in _CONSTANT.finditer(data) if constants or language.included_names else ():
        if language.included_names or match.group() in constants:
            yield match.start(), match.end(), match.group().decode()
    for name in sorted(language.settings_objects):
        if f"{name}.".encode() in data or f"{name}->".encode() in data:
            for match in _settings_pattern(name).finditer(data):
                yield match.start(), match.end(), expression(match.group().decode())


@cache
def _settings_pattern(name: str) -> re.Pattern[bytes]:
    pattern = (
        rf"(?<![\w.$])(?:(?:self|this)(?:\.|->))?{re.escape(name)}(?:\.|->)[A-Za-z]\w*\b(?!\s*\(|\s*=[^=])"
    )
    return re.compile(pattern.encode())
