"""Folds the imports of a file that has many of them into a row that counts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.skeleton.cut import Cut

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.language import Language
    from nsccn.graph.model import FileFacts

_MANY_LINES: Final = 12
"""Imports of no more lines are all shown."""
_KEPT: Final = 6
"""So many statements stay, those that name files of the same repository first."""
_IMPORT: Final = regex(
    rb"(import|from|use|using|alias|#[ \t]*include|require(_relative)?)\b(?!\()"
    rb"|(const|let|var)\s[^=;]{1,300}=\s*require\([^()]*\);?\s*\Z"
)
_LISTS: Final = frozenset({"import_list", "import_spec_list"})
_ATTRIBUTES: Final = frozenset({"attribute_item", "attribute"})
_LOOKED_AT: Final = 200
_OWN: Final = (".", "@/", "~/", "crate", "self::", "super")
"""Begins a module of the same repository, as written."""


def folded(data: bytes, facts: FileFacts, root: Node, language: Language) -> Iterator[Cut]:
    """Leave out the imports beyond the first few where there are many, but for those that pass a name on.

    A file that consists of imports for the most part is there for them.
    """
    found = list(_imports(data, facts, root))
    lines = sum(1 + data.count(b"\n", node.start_byte, _end(data, node)) for node in found)
    if not _MANY_LINES < lines <= facts.lines // 2:
        return
    modules = {one.line: one.module for one in facts.imports}
    own = [modules[node.start_point[0] + 1].startswith(_OWN) for node in found]
    kept = sorted(range(len(found)), key=lambda place: (not own[place], place))[:_KEPT]
    rest = [node for place, node in enumerate(found) if place not in kept]
    mark = f"{language.line_comment} ... {len(rest)} more imports".encode()
    for place, node in enumerate(rest):
        yield Cut(_first(node).start_byte, _end(data, node), b"" if place else mark)


def _imports(data: bytes, facts: FileFacts, root: Node) -> Iterator[Node]:
    """Yield the statements that do nothing but import, each on lines of its own."""
    lines = {one.line for one in facts.imports if one.alias not in facts.exports}
    lines -= {item.name_line for item in facts.definitions[1:]}
    for node, is_listed in _statements(root):
        if node.start_point[0] + 1 not in lines or node.has_error or not _stands_alone(data, node):
            continue
        if is_listed or _IMPORT.match(data, node.start_byte, node.end_byte):
            yield node


def _statements(root: Node) -> Iterator[tuple[Node, bool]]:
    """Yield the statements of a file, and what stands in lists of imports."""
    for node in root.children:
        listed = next((one for one in (node, *node.named_children[:1]) if one.type in _LISTS), None)
        if listed is None:
            yield node, False
        else:
            yield from ((one, True) for one in listed.named_children)


def _stands_alone(data: bytes, node: Node) -> bool:
    end = _end(data, node)
    before = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
    behind, _, _ = data[end : end + _LOOKED_AT].partition(b"\n")
    return not before.strip() and not behind.strip()


def _first(node: Node) -> Node:
    """Return the first of the attributes above a statement, `#[cfg(unix)]`, or the statement where it has none."""
    first, above = node, node.prev_sibling
    while above is not None and above.type in _ATTRIBUTES:
        first, above = above, above.prev_sibling
    return first


def _end(data: bytes, node: Node) -> int:
    """Return where a node ends; in some grammars it takes its line break along."""
    return node.start_byte + len(data[node.start_byte : node.end_byte].rstrip())
