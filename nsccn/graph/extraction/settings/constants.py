"""Reads of constants and settings: upper-case names from another module, attributes of settings objects.

A query over all identifiers costs more than parsing; so candidates are found in the text, and the syntax tree is
asked about those alone, which keeps strings and comments out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.expression import expression
from nsccn.graph.notation.settings import settings_object

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.language import Language
    from nsccn.graph.model import Import
    from nsccn.graph.packed import ReferenceRow

_UPPER: Final = re.compile(r"[A-Z][A-Z0-9_]+\Z")
# A pattern that begins with a literal or a set of characters is found several times as fast as one that first
# looks behind; so what stands before a match is looked at afterwards.
_MEMBERS: Final = tuple(
    (separator, re.compile(re.escape(separator) + rb"([A-Z][A-Z0-9_]+)\b(?!\s*(?:[({]|::|=[^=>]))"))
    for separator in (b".", b"::", b"->")
)
_ROOT: Final = re.compile(rb"(?<![\w.$:>])([A-Za-z_]\w*)\Z")
_LONGEST_ROOT: Final = 80
_READ: Final = (rb"\b(?!:|\s*(?:\(|::|=[^=>]))", rb"\b(?!\s*(?:\(|::|=[^=>]))")
"""What stands behind a constant that is read; the second where a colon begins a block, and no key stands before it."""
_CONSTANTS: Final = tuple(re.compile(rb"[A-Z][A-Z0-9_]+" + behind) for behind in _READ)
_DEFINED: Final = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_WORD: Final = re.compile(rb"\w+")
_COMMENT: Final = re.compile(rb"//|/\*")
_FEW: Final = 12
"""Constants that are looked for one by one."""
_BEFORE_CONSTANT: Final = frozenset(b" \t\n([{,=!&|+-*/%<>;:\r")
_HOLDER: Final = re.compile(rb"(?<![\w.$>?])(?:[A-Za-z_]\w*(?:\.|->))+\Z")
"""What a settings object is an attribute of."""
_STEP: Final = re.compile(rb"(?:\.|->)([A-Za-z]\w*)\b([?!]?+)(?!\s*\(|\s*=[^=])")
"""A field that is read: no method that is called, nor what is written."""
_PATHS: Final = ("scoped_", "qualified_", "stable_", "identifier")
"""How the types of nodes begin that hold a path of names: a package, or what is in one."""
_NO_BEGINNING: Final = re.compile(rb"[\w.$]")


def constant_reads(
    tree: Tree,
    data: bytes,
    parsed: bytes,
    language: Language,
    declarations: Declarations,
    imports: list[Import],
    import_nodes: list[tuple[Node, Parts]],
) -> Iterator[ReferenceRow]:
    """Yield the reads of constants that a file imports, and of the attributes of settings objects.

    `parsed` is the text as the grammar is given it: in it conditions are blank that tear statements apart.
    """
    aliases = {imported.alias for imported in imports if imported.alias}
    statements = sorted((node.start_byte, node.end_byte) for node, _ in import_nodes)
    own = _defined_here(data, declarations) if language.included_names else set()
    told: set[tuple[int, str, str, int]] = set()
    condition = _condition_pattern(language.conditions) if language.conditions else None
    settings = _settings_names(language, imports)
    next_statement, imported_to = 0, 0
    for start, end, text in sorted(set(_candidates(data, aliases, settings, language))):
        while next_statement < len(statements) and statements[next_statement][0] <= start:
            imported_to = max(imported_to, statements[next_statement][1])
            next_statement += 1
        scope = declarations.scopes[declarations.regions.owner(start)]
        detail = "condition" if condition and _is_tested(data, start, condition) else ""
        line = declarations.lines.line(start)
        place = (scope, text, detail, line)
        if start < imported_to or text in own or place in told:
            continue
        if detail and parsed[start:end].isspace():
            is_read = _COMMENT.search(data, data.rfind(b"\n", 0, start) + 1, start) is None
        else:
            is_read = _is_read(tree, data, start, end, text, language)
        if not is_read:
            continue
        told.add(place)
        yield "read", scope, text, line, start, detail, -1


def _is_read(tree: Tree, data: bytes, start: int, end: int, text: str, language: Language) -> bool:
    """Whether what looks like a constant, or a setting, is the name of one."""
    node = tree.root_node.descendant_for_byte_range(end - 1, end)
    if node is None or not (_is_name(node) or node.type in language.nodes.names):
        return False
    if _names_package(node, data[start:end], language) or _is_generic_call(node, language):
        return False
    root = text.partition(".")[0]
    is_free = root in language.argument_objects or not language.inner_names
    return is_free or not is_inner_name(node, root, language)


def _is_name(node: Node) -> bool:
    return "identifier" in node.type or node.type in ("constant", "name")


def _is_generic_call(node: Node, language: Language) -> bool:
    """Whether types stand behind a name, with which it is called: `settings.Get<int>("room")`."""
    return node.parent is not None and node.parent.type in language.nodes.generic_names


def _names_package(node: Node, text: bytes, language: Language) -> bool:
    """Whether what looks like a settings object is a package of that name, or a module with a type in it."""
    _, dot, name = text.rpartition(b".")
    if not dot:
        return False
    is_type = not language.capital_members and name[:1].isupper() and not name.isupper()
    return is_type or (node.parent is not None and node.parent.type.startswith(_PATHS))


def is_inner_name(node: Node, name: str, language: Language) -> bool:
    """Whether an expression around a node gives a name to something of its own."""
    at: Node | None = node
    while at is not None and at.type not in language.statement_lists:
        for child in at.named_children:
            field = language.inner_names.get(child.type)
            named = child.child_by_field_name(field) if field else child if field is not None else None
            if named is not None and name.encode() in _WORD.findall(named.text or b""):
                return True
        at = at.parent
    return False


def _defined_here(data: bytes, declarations: Declarations) -> set[str]:
    """Return the names that a file defines for itself, those of macros that say nothing else too."""
    defined = {item.name for item in declarations.definitions if item.parent == 0}
    return defined | {name.decode() for name in _DEFINED.findall(data)}


@cache
def _condition_pattern(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode())


def _is_tested(data: bytes, start: int, condition: re.Pattern[bytes]) -> bool:
    """Whether a name stands in a line that begins as a condition."""
    return condition.match(data, data.rfind(b"\n", 0, start) + 1) is not None


def _settings_names(language: Language, imports: list[Import]) -> set[str]:
    """Return the names that settings objects have in a file."""
    renamed = {
        imported.alias for imported in imports if imported.alias and settings_object(imported, language)
    }
    arguments = () if language.bare_calls else language.argument_objects  # there they are read by a subscript
    return {*language.settings_objects, *arguments, *renamed}


def _candidates(
    data: bytes, aliases: set[str], settings: set[str], language: Language
) -> Iterator[tuple[int, int, str]]:
    if (aliases or language.visible_types) and language.upper_constants:
        yield from _members(data, aliases, language)
    constants = {alias for alias in aliases if _UPPER.match(alias)} if language.upper_constants else set()
    if language.included_names or len(constants) > _FEW:
        pattern = _CONSTANTS[language.colon_blocks]
        yield from _constants(pattern, data, None if language.included_names else constants)
    else:
        for name in sorted(constants):
            yield from _constants(_constant_pattern(name, language.colon_blocks), data, None)
    for name in sorted(settings):
        if name.encode() in data:
            yield from _settings(data, name, language)


def _constants(
    pattern: re.Pattern[bytes], data: bytes, wanted: set[str] | None
) -> Iterator[tuple[int, int, str]]:
    for match in pattern.finditer(data):
        start, name = match.start(), match.group().decode()
        if (wanted is None or name in wanted) and (start == 0 or data[start - 1] in _BEFORE_CONSTANT):
            yield start, match.end(), name


@lru_cache(maxsize=1 << 12)
def _constant_pattern(name: str, is_before_block: bool) -> re.Pattern[bytes]:  # noqa: FBT001
    return re.compile(re.escape(name).encode() + _READ[is_before_block])


def _members(data: bytes, aliases: set[str], language: Language) -> Iterator[tuple[int, int, str]]:
    for separator, pattern in _MEMBERS:
        for match in pattern.finditer(data) if separator in data else ():
            root = _ROOT.search(data, max(match.start() - _LONGEST_ROOT, 0), match.start())
            name = root.group(1).decode() if root else ""
            if root and (name in aliases or (language.visible_types and name[:1].isupper())):
                yield root.start(), match.end(), f"{name}.{match.group(1).decode()}"


def _settings(data: bytes, name: str, language: Language) -> Iterator[tuple[int, int, str]]:
    for match in _settings_pattern(name).finditer(data):
        start = match.start()
        before = _HOLDER.search(data, max(start - _LONGEST_ROOT, 0), start)
        if before:
            start = before.start()
        elif start and _NO_BEGINNING.match(data, start - 1):
            continue
        if (
            not language.bare_calls
            or (match.group(1) + match.group(2)).decode() not in language.common_methods
        ):
            yield start, match.end(1), expression(data[start : match.end(1)].decode())
            for step in _further(data, match.end(1)) if name not in language.argument_objects else ():
                yield start, step, expression(data[start:step].decode())


def _further(data: bytes, end: int) -> Iterator[int]:
    """Yield where the fields end that are read of a setting which is an object itself: `config.server.port`."""
    while step := _STEP.match(data, end):
        end = step.end(1)
        yield end


@cache
def _settings_pattern(name: str) -> re.Pattern[bytes]:
    return re.compile(re.escape(name).encode() + _STEP.pattern)
