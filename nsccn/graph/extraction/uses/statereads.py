"""Where the code of a file reads what it declares as a field, and what its functions write.

As with constants, candidates are found in the text and the syntax tree is asked about those alone; a query over all
attributes costs more than parsing.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.joinednodes import run
from nsccn.graph.kinds import CHANGES, DATA_KINDS, FUNCTION_KINDS
from nsccn.graph.notation.expression import LONGEST, PRIVATE, UNKNOWN
from nsccn.graph.notation.marks import STATE

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.scopes.blocks import Blocks
    from nsccn.graph.extraction.scopes.narrowing import Narrowed
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_DECLARES: Final = frozenset({"assign", "augment"})
"""Those that, where an assignment declares, are of a local variable unless the function says otherwise."""
_WRITES: Final = re.compile(rb"\s*(?:[-+*/%&|^]|<<|>>>?|\*\*|//|\|\||&&|\?\?)?=[^=]")
"""What behind a name says that it is written."""
_WRITES_OR_CALLS: Final = re.compile(rb"\s*\(|" + _WRITES.pattern)
"""The same, or that it is called, where what is called is always a method, whatever a variable of its name holds."""
_VARIABLE: Final = re.compile(r"_*(?:[a-z]\w*|[A-Z][A-Z0-9_]*)")
"""The name of a variable, or of a constant, by custom; of others that a file imports most are types."""
_COLON: Final = re.compile(rb"\s*:(?!:)")
_WORD: Final = frozenset(bytes((byte,)) for byte in f"{string.ascii_letters}{string.digits}_".encode())
_MEMBER: Final = frozenset((b".", b"@", b"#"))
"""What stands before the name of a member, besides `->`."""
_NO_VARIABLE: Final = frozenset((b":", b"$"))
_SHORT: Final = 3
"""Letters of names that other words hold too often for them to be looked for as bytes."""


class _Written(NamedTuple):
    """The names of the fields that a file declares, and of what its functions write."""

    members: frozenset[bytes]
    variables: frozenset[bytes]


def state_reads(
    tree: Tree, reader: Reader, assigned: Iterable[AssignmentRow], blocks: Blocks, narrowed: Narrowed
) -> Iterator[ReferenceRow]:
    """Yield what functions read of what the file declares as a field or its functions write, once on each line."""
    written = _written(reader, assigned)
    is_function = [definition.kind in FUNCTION_KINDS for definition in reader.definitions]
    told: set[tuple[int, str, int]] = set()
    no_read = _WRITES_OR_CALLS if reader.language.separate_methods else _WRITES
    sign = reader.language.wrapper_sign.encode()
    for start, end, is_member in _candidates(reader.data, written, no_read, _NO_VARIABLE - {sign}):
        scope = reader.scope(start)
        if not is_function[scope]:
            continue
        node = tree.root_node.descendant_for_byte_range(start, end)
        if node is None or not (_is_name(node) or node.type in reader.language.nodes.names):
            continue
        if (
            _is_parameter(node, reader)
            if is_member
            else _is_label(node, reader) or _names(node, scope, reader)
        ):
            continue
        is_wrapper = not is_member and reader.data[start - 1 : start] == sign != b""
        begin = start if is_wrapper else _whole(node, reader, start, end, is_member=is_member).start_byte
        target = reader.written(reader.data[begin:end], scope) if end - begin <= LONGEST else UNKNOWN
        narrow = narrowed.renamed(target, start) if is_member else target
        target, line = blocks.read(scope, narrow, start), reader.line(start)
        if target != UNKNOWN and (scope, target, line) not in told:
            told.add((scope, target, line))
            yield "read", scope, target, line, start, STATE, -1


def _whole(node: Node, reader: Reader, start: int, end: int, *, is_member: bool) -> Node:
    """Return a name with the object that it is a member of; alone where it asks whether an object has such a member."""
    kinds = reader.language.nodes
    whole = node.parent if is_member and not node.type.endswith("_variable") else node
    if whole is not None and whole.parent is not None and whole.type in kinds.member_suffixes:
        whole = whole.parent
    if is_member and whole is not None and whole.type in kinds.suffixes:
        outer = whole.parent
        whole = run(outer if outer is not None and outer.type in kinds.suffixes else whole, kinds)
    is_question = whole is not None and whole.end_byte > end and _is_private(reader.data, start)
    return node if whole is None or is_question else whole


def _is_private(data: bytes, start: int) -> bool:
    return data[start - 1 : start] == PRIVATE.encode()


def _is_parameter(node: Node, reader: Reader) -> bool:
    """Whether a member is itself what a function takes, as `this.port` in `Shop(this.port)` of Dart."""
    holder = node.parent.parent if node.parent else None
    return (
        holder is not None
        and holder.type in reader.language.nodes.plain_parameters
        and b"=" not in reader.data[holder.start_byte : node.start_byte]
    )


def _is_label(node: Node, reader: Reader) -> bool:
    """Whether a name says which parameter an argument is for: `fill(size: 3)`."""
    is_held = node.parent is not None and node.parent.type in reader.language.nodes.label_holders
    return is_held and _COLON.match(reader.data, node.end_byte) is not None


def _names(node: Node, scope: int, reader: Reader) -> bool:
    """Whether a name is that of the function itself, which a field may have too: `func size(of: Item)` in Swift."""
    function = reader.definitions[scope]
    is_here = function.name_line == reader.line(node.start_byte)
    return is_here and node.parent is not None and node.parent.child_by_field_name("name") == node


def _is_name(node: Node) -> bool:
    return "identifier" in node.type or node.type.endswith("_variable") or node.type in ("constant", "name")


def _written(reader: Reader, assigned: Iterable[AssignmentRow]) -> _Written:
    data = {item.name for item in reader.definitions if item.kind in DATA_KINDS}
    is_function = [definition.kind in FUNCTION_KINDS for definition in reader.definitions]
    members = {name.encode() for name in _declared(reader)}
    variables: set[bytes] = set()
    assigned = list(assigned)
    declares = _DECLARES if reader.language.assignment_declares else frozenset()
    outside = {(row[0], row[1]) for row in assigned if row[4] == "global" or not row[1].isidentifier()}
    for scope, target, _, _, form, _, _ in assigned:
        base, _, name = target.rpartition(".")
        name = name.removeprefix(PRIVATE)
        if form == "initialize" and name.isidentifier():
            members.add(name.encode())  # what it gets is mostly read of a field of its name
        elif form in CHANGES and is_function[scope]:
            if base and name.isidentifier():
                members.add(name.encode())
            elif name in data and (form not in declares or (scope, name) in outside):
                variables.add(name.encode())
    if reader.language.implicit_self and not reader.language.marked_members:
        variables |= members
    if reader.language.read_fields:
        variables |= {name.encode() for name in reader.origins if _VARIABLE.fullmatch(name)}
    return _Written(frozenset(members), frozenset(variables))


def _declared(reader: Reader) -> Iterator[str]:
    """Yield the fields that types of the file declare: what writes them may stand in other files."""
    definitions = reader.definitions
    for item in definitions:
        if item.kind == "attr" and item.parent >= 0 and definitions[item.parent].kind != "enum":
            yield item.name


def _candidates(
    data: bytes, written: _Written, no_read: re.Pattern[bytes], no_variable: AbstractSet[bytes]
) -> Iterator[tuple[int, int, bool]]:
    """Yield the stretches of names that may be read, by name, and whether each is the member of something.

    `no_read` matches behind a name that is not read, and before that of a variable stands nothing of `no_variable`.
    """
    for name in sorted(written.members | written.variables):
        length = len(name)
        of_member, of_variable = name in written.members, name in written.variables
        for start in _places(data, name):
            end = start + length
            before = data[start - 1 : start]
            if before in _WORD or data[end : end + 1] in _WORD:
                continue
            is_member = before in _MEMBER or data[start - 2 : start] == b"->"
            wanted = of_member if is_member else of_variable and before not in no_variable
            if wanted and no_read.match(data, end) is None:
                yield start, end, is_member


def _places(data: bytes, name: bytes) -> Iterator[int]:
    """Yield where a name stands; where it is short, as a word of its own."""
    if len(name) <= _SHORT:
        for match in _short(name).finditer(data):
            yield match.start()
        return
    find, length = data.find, len(name)
    place = find(name)
    while place >= 0:
        yield place
        place = find(name, place + length)


@lru_cache(maxsize=1 << 10)
def _short(name: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"\b" + re.escape(name) + rb"\b")
