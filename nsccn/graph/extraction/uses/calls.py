"""What the code of a file calls, and what it hands over instead of calling it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from nsccn.graph.dottednames import DOT
from nsccn.graph.extraction.errors.returnederrors import returned_errors
from nsccn.graph.extraction.errors.settlederrors import settled_calls
from nsccn.graph.extraction.joinednodes import beginning
from nsccn.graph.extraction.scopes.typevariables import TypeVariables
from nsccn.graph.extraction.settings.constantkeys import asked_key
from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.uses.arguments import count_arguments, written_argument, written_arguments
from nsccn.graph.extraction.uses.computed import computed, subscripted
from nsccn.graph.extraction.uses.tokenchains import start_of_chain
from nsccn.graph.extraction.values.assignedvalues import assigned_values
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.arguments import GENERIC, GIVEN
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.expression import ABOVE, IMPLIED, PATH, UNKNOWN, read_expression
from nsccn.graph.notation.marks import ANY, IN_BLOCK, OF_EACH, PROPAGATES
from nsccn.graph.notation.places import ELEMENT
from nsccn.graph.regions import Regions

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.settings.settingkeys import SettingKeys
    from nsccn.graph.language import Language
    from nsccn.graph.languagenodes import NodeKinds
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_PATH: Final = re.compile(rb"([a-z_]\w*)\s*::")
"""A path whose root may have the name of a variable; parameters that stand for types begin with a capital."""
_PATH_END: Final = re.compile(r"(?:\w+\s*::\s*)*(\w+)")
"""Where a path ends, before what a generic type is given."""
_SYMBOL: Final = ":\"'"
"""Stands around a name that is written as a text."""
_CALL_IN_TEXT: Final = re.compile(
    rb"""(?<![\w.>#])([A-Za-z_]\w*(?:\s*::\s*[A-Za-z_]\w*)*)\s*\(|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|/\*.*?\*/|//[^\n]*""",
    re.DOTALL,
)
"""A name before a bracket, where it is in no string and no comment."""
_AT_LINE_START: Final = re.compile(rb"^[ \t]*([A-Za-z_]\w*)(?=[ \t]?\()", re.MULTILINE)
_BLANK: Final = b" "
_MEMBER: Final = b"."
_WRITTEN: Final = (b"(", b"class")
"""Begins a type that is written where it is used."""
_INSIDE: Final = b"::"
_OWN_PROGRAM: Final = b"$crate"
"""What a macro writes before a path of the program that defines it."""
_SUPER: Final = re.compile(rb"\.\s*super\s*\.")


def calls(reader: Reader, keys: SettingKeys, local: AbstractSet[tuple[int, str]]) -> Iterator[ReferenceRow]:
    """Yield the calls of a file.

    `local` are its variables: a name among them without arguments is no call where methods have names of their own,
    unless names of variables say what they are.
    """
    data, language, is_literal = reader.data, reader.language, reader.is_literal
    (starts, scopes), lines = reader.running, reader.lines.starts
    inside = Regions(len(data), reader.closures).owner if reader.closures else None
    reads = f"{language.member_reader}()"
    written, changed = (
        {parts["target"][0] for _, parts in reader.found.get(form, ()) if language.setter_suffix}
        for form in ("assign", "augment")
    )
    returned = returned_errors(reader)
    for kind in ("call", "new"):
        for node, parts in _called_with_arguments(reader, kind):
            byte = node.start_byte
            scope = scopes[bisect_right(starts, byte)]
            if len(parts) == 1:
                end = node.end_byte
                text = data[byte:end]
                is_plain = is_literal and b"\n" not in text and byte not in reader.asides
                target = read_expression(text) if is_plain else reader.written_at(byte, end, scope)
                detail, arguments = asked_key(language, data, byte, end), -1
                if target == reads:
                    others = computed(reader, byte, end, scope)
                    line = bisect_right(lines, max(end - 1, byte))
                    yield from ((kind, scope, other, line, byte, "", -1) for other in others)
            else:
                target, end = _called(reader, node, parts, scope, local)
                detail = _way(parts, is_returned=byte in returned)
                arguments = _count(node, parts, reader, kind)
            if inside is not None and inside(byte):
                detail = "closure"
            target = _of_function(target) if language.arities and kind == "call" else target
            is_own = language.own_methods and target.rstrip("?!").isidentifier()
            if is_own and _is_in_block_of_type(reader, node, scope):
                detail = IN_BLOCK
            given, arguments = _given(reader, parts, target, arguments, scope)
            detail += given
            if target == UNKNOWN or (arguments < 0 and (scope, target) in local and not _is_apart(language)):
                continue
            line = bisect_right(lines, max(end - 1, byte))
            if changed and node in changed:
                yield kind, scope, target + language.setter_suffix, line, byte, detail, -1
            if written and node in written:
                target, arguments = target + language.setter_suffix, -1
            if target == "super" and not language.super_constructs:
                if not language.bare_super:
                    continue
                target = f"super.{_method_around(reader, scope)}"
            yield kind, scope, target, line, byte, detail, arguments
            yield from keys.given(target, end, scope, (line, byte))
    yield from settled_calls(reader, returned)
    yield from _calls_in_expansions(reader)
    yield from _of_literals(reader)


def dispatched(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the calls by which a generic function runs one of its methods: `total.*` of `UseMethod("total")`."""
    for node, parts in reader.found.get("dispatch", ()):
        byte = node.start_byte
        name = text_of(parts["method"][0], reader.data)
        target = f"{name}{DOT}{ANY}" if "prefix" in parts else f"{UNKNOWN}.{name}"
        yield "call", reader.scope(byte), target, reader.line(byte), byte, "", -1


def _of_literals(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the calls of the functions that the suffixes of literals name."""
    for node, parts in reader.found.get("suffix", ()):
        byte = node.start_byte
        scope = reader.scope(byte)
        target = reader.language.literal_functions.format(text_of(node, reader.data))
        given = GIVEN + written_argument(reader, parts["value"][0], scope)
        yield "call", scope, target, reader.line(byte), byte, given, -1


def _of_function(target: str) -> str:
    """Return what is called without the number of types behind its name: a function is no type."""
    return target if "." in target else plain_arity(target)[0]


def _given(reader: Reader, parts: Parts, target: str, arguments: int, scope: int) -> tuple[str, int]:
    """Return for the detail of a call what it is given, where that tells what is meant, and how many arguments."""
    language = reader.language
    types = _types_given(parts, language.nodes) if language.generic_overloads else 0
    before = f"{GENERIC}{types}" if types else ""
    is_told = bool(language.argument_types) or target.rpartition(".")[2] in language.told_functions
    if arguments <= 0 or not is_told:
        return before, arguments
    given, arguments = written_arguments(reader, parts["arguments"][0], scope)
    return before + given, arguments


def _types_given(parts: Parts, kinds: NodeKinds) -> int:
    """Return how many types a call is given that stand behind its name."""
    callee = parts["callee"][0] if "callee" in parts else None
    while callee is not None and callee.type in kinds.holders:
        callee = callee.child_by_field_name("name") or callee.named_children[-1]
    if callee is None or callee.type not in kinds.generic_names:
        return 0
    return callee.named_children[-1].named_child_count


def _count(node: Node, parts: Parts, reader: Reader, kind: str) -> int:
    """Return how many arguments a call has, -1 where that is not known.

    A method of an object has none that is called by its own name, and not by a text that has it.
    """
    if "arguments" in parts:
        count = count_arguments(parts["arguments"][0], reader.data, reader.language)
        return count + _given_beside(node, reader) if count >= 0 and reader.language.pipe else count
    is_bare = (
        reader.language.bare_calls
        and "receiver" in parts
        and parts["method"][0].type in reader.language.nodes.names
    )
    return 0 if kind == "new" or is_bare else -1


def _given_beside(node: Node, reader: Reader) -> int:
    """Return how many arguments a call has that do not stand among them: what it is piped, and the block behind it.

    What a call begins with that is piped is given nothing: `url |> client().get()`.
    """
    byte, around = node.start_byte, node.parent
    given = int(node.children[-1].type in reader.language.nodes.trailing_arguments)
    if around is not None and around.start_byte == byte:
        return given
    while reader.data[byte - 1 : byte].isspace():
        byte -= 1
    return given + reader.data.endswith(reader.language.pipe.encode(), 0, byte)


def _is_in_block_of_type(reader: Reader, node: Node, scope: int) -> bool:
    """Whether code stands in a block in the body of a type, outside of its methods."""
    definition = reader.definitions[scope]
    if scope == 0 or (definition.kind not in TYPE_KINDS and definition.kind != "module"):
        return False
    around: Node | None = node
    while around is not None and around.start_byte > definition.full_range.start_byte:
        if around.type in reader.language.blocks:
            return True
        around = around.parent
    return False


def _is_apart(language: Language) -> bool:
    """Whether what is named without arguments is none of the variables: those have a mark, or macros are called."""
    return bool(language.variables or language.macros_from_elsewhere)


def _calls_in_expansions(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the calls in texts that the grammar does not read: bodies of macros."""
    for node, _ in reader.found.get("expansion", ()):
        start = node.start_byte
        for match in _CALL_IN_TEXT.finditer(reader.data[start : node.end_byte]):
            if match.group(1):
                byte = start + match.start(1)
                scope = reader.scope(byte)
                yield "call", scope, reader.written(match.group(1), scope), reader.line(byte), byte, "", -1


def unread_calls(reader: Reader, text: bytes) -> Iterator[ReferenceRow]:
    """Yield the uses of macros that begin a line and that the grammar was not given, as without a semicolon."""
    if not reader.language.included_names or text == reader.data:
        return
    for match in _AT_LINE_START.finditer(reader.data):
        byte = match.start(1)
        if text[byte] in _BLANK:
            name = match[1].decode("utf-8", "replace")
            yield "call", reader.scope(byte), name, reader.line(byte), byte, "", -1


def _way(parts: Parts, *, is_returned: bool) -> str:
    """Return the detail of a call that says how it comes about, or what becomes of its errors."""
    if "each" in parts:
        return OF_EACH
    return PROPAGATES if "propagates" in parts or is_returned else ""


def _called(
    reader: Reader, node: Node, parts: Parts, scope: int, local: AbstractSet[tuple[int, str]]
) -> tuple[str, int]:
    """Return the expression of a callee, and where it ends."""
    if "callee" not in parts and "method" in parts:
        method = text_of(parts["method"][0], reader.data).strip(_SYMBOL)
        if "receiver" in parts:
            before = f"{_receiver(reader, parts['receiver'][0], scope)}{_implemented(reader, parts)}"
            element = ELEMENT if "each" in parts else ""
            method = f"{before}{element}{_above(reader, parts)}.{method}"
        return method, parts["method"][-1].end_byte
    nodes = parts.get("callee") or [node]
    variables, makers, kinds = reader.language.variables, reader.language.makers, reader.language.nodes
    if variables and nodes[0].type in variables:
        return _held(reader, node, nodes, scope), nodes[0].end_byte
    start, end = nodes[0].start_byte, nodes[-1].end_byte
    text = reader.data[start:end]
    if reader.language.module_paths and (path := _PATH.match(text)):
        root = path.group(1).decode("utf-8", "replace")
        if (scope, root) in local:
            return PATH + reader.written(text, scope), end  # no variable, though one has the name
    if reader.language.subscripted_members and (member := subscripted(reader, start, end, scope)):
        return member, end
    if kinds.written_types and text.startswith(_WRITTEN) and (written := reader.written_type(nodes[0])):
        return written, end
    if text.startswith(_MEMBER) and len(nodes) == 1:
        return IMPLIED + text.decode("utf-8", "replace"), end
    if kinds.suffixes and (first := beginning(nodes[0])).type in reader.language.literal_types:
        text = f"{reader.language.literal_types[first.type]}()".encode() + reader.data[first.end_byte : end]
        return reader.written(text, scope), end
    if len(nodes) > 1 and text.startswith(_MEMBER):  # a run of tokens in a macro
        start = start_of_chain(nodes[0], reader.data)
        text = reader.data[start:end]
        if text.startswith(_MEMBER):
            return UNKNOWN + text.decode("utf-8", "replace"), end
    if len(nodes) > 1 and text.startswith(_INSIDE) and reader.data.endswith(_OWN_PROGRAM, 0, start):
        text = _OWN_PROGRAM[1:] + text
    written = reader.written_at(start, end, scope) if len(nodes) == 1 else reader.written(text, scope)
    return reader.of_type(nodes[0], written) if makers and node.type in makers else written, end


def _held(reader: Reader, whole: Node, callee: list[Node], scope: int) -> str:
    """Return what runs of what a variable holds: the method by which it is called, of a type that is made itself."""
    held = reader.expression(callee[0], scope)
    makes = whole.type in reader.language.makers or held == UNKNOWN
    return held if makes else f"{held}.{reader.language.calling_method}"


def _called_with_arguments(reader: Reader, kind: str) -> Iterable[tuple[Node, Parts]]:
    """Return the calls of a file, but for those whose arguments a placeholder stands for: they hand a function over.

    Nor is a call what is named as a variable for types is, which converts.
    """
    found, placeholder = reader.found.get(kind, ()), reader.language.placeholder
    if typing := [(node.start_byte, node.end_byte) for node, _ in reader.found.get("typing", ())]:
        return [match for match in found if not _is_within(match[0].start_byte, typing)]
    if reader.language.converting_types and "typevariable" in reader.found:
        data, variables = reader.data, TypeVariables(reader)
        return (
            (node, parts)
            for node, parts in found
            if not ("callee" in parts and variables.has(text_of(parts["callee"][0], data), node.start_byte))
        )
    if not placeholder:
        return found
    return (
        (node, parts)
        for node, parts in found
        if "arguments" not in parts
        or not any(child.type == placeholder for child in parts["arguments"][0].named_children[:1])
    )


def _is_within(byte: int, extents: list[tuple[int, int]]) -> bool:
    """Whether a byte lies in one of several extents, which are sorted and do not overlap."""
    at = bisect_right(extents, byte, key=itemgetter(0)) - 1
    return at >= 0 and byte < extents[at][1]


def _above(reader: Reader, parts: Parts) -> str:
    """Return the step to what a class around inherits from: `Shop.super.open()`."""
    if not reader.language.outer_object:
        return ""
    between = reader.data[parts["receiver"][-1].end_byte : parts["method"][0].start_byte]
    return f".{ABOVE}" if _SUPER.search(between) else ""


def _implemented(reader: Reader, parts: Parts) -> str:
    """Return the steps that say which type has the method that is meant, of those which the receiver implements."""
    found = _PATH_END.match(text_of(parts["implemented"][0], reader.data)) if "implemented" in parts else None
    return f".{reader.language.implemented}.{found[1]}" if found else ""


def _receiver(reader: Reader, node: Node, scope: int) -> str:
    if variable := reader.asides.whole(node.start_byte, node.end_byte):
        return variable
    if reader.language.extension_receiver and node.type in reader.language.literal_types:
        return f"{reader.language.literal_types[node.type]}()"
    if node.type in reader.language.brackets:
        inside = [one.value for one in assigned_values(reader, node, scope)]
        return inside[0] if len(inside) == 1 and inside[0] else UNKNOWN
    text = text_of(node, reader.data)
    is_symbol = text.startswith(":") and not text.startswith("::")
    if is_symbol:
        return reader.written(text[1:].encode(), scope)
    return reader.of_type(node, reader.expression(node, scope))


def _method_around(reader: Reader, scope: int) -> str:
    definitions = reader.definitions
    while scope > 0 and definitions[scope].kind not in ("func", "method"):
        scope = definitions[scope].parent
    return definitions[scope].name


def changes(reader: Reader, called: list[ReferenceRow]) -> Iterator[AssignmentRow]:
    """Yield the calls of methods that change their object in place, as assignments to it."""
    mutators = reader.language.mutators
    for _, scope, target, line, byte, _, _ in called:
        base, _, name = target.rpartition(".")
        if (
            base
            and name in mutators
            and (base in reader.known or "." in base or reader.language.included_names)
        ):
            yield scope, base, name, "", "call", line, byte


def decorators(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the decorators of the file's definitions."""
    for ordinal, definition in enumerate(reader.definitions):
        for decorator in definition.decorators:
            if decorator != UNKNOWN:
                scope = reader.scopes[max(definition.parent, 0)]
                place = definition.full_range
                target = decorator.removesuffix("()")
                yield "decorate", scope, target, place.start_line, place.start_byte, str(ordinal), -1
