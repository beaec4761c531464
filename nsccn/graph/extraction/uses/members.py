"""What the code of a file reads of objects: an attribute may be a property, which reading it runs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.expression import IMPLIED, LONGEST, UNKNOWN, root_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.joinednodes import Joined
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_OBJECTS: Final = frozenset({"self", "super"})
_DOT: Final = b"."
"""Begins a member of a type that is left out before it."""
_MEMBER: Final = re.compile(rb"(\w+)\s*\.")


def typed_names(reader: Reader, assigned: Iterable[AssignmentRow]) -> frozenset[str]:
    """Return the names that a file says something of: of what other names stand for, no type can be known."""
    begun = (name.partition(".")[0] for name in reader.known if "." in name)  # by `import shop.cart`
    return frozenset(row[1] for row in assigned if row[2] or row[3]) | reader.known.union(begun) | _OBJECTS


def untold_parameters(
    reader: Reader, typed: AbstractSet[str], assigned: Iterable[AssignmentRow]
) -> frozenset[str]:
    """Return the names of parameters of which a file says nothing but what members it names of them, if any."""
    if not reader.language.fitting_types:
        return frozenset()
    untold = {row[1] for row in assigned if row[4] == "parameter"} - typed
    begun = (_MEMBER.match(reader.data, node.start_byte) for node, _ in reader.found.get("member", ()))
    return frozenset(found.group(1).decode() for found in begun if found is not None) & untold


def members(
    reader: Reader, typed: AbstractSet[str], untold: AbstractSet[str], handed_over: Iterable[ReferenceRow]
) -> Iterator[ReferenceRow]:
    """Yield the attributes that a file reads of what is `typed`, without those that are called or assigned to.

    Each is told once on a line, unless it is handed over there; of what is `untold` the first alone.
    """
    matches = reader.found.get("member", ())
    if not matches:
        return
    told = {(owner, handed, line) for kind, owner, handed, line, *_ in handed_over if kind == "value"}
    seen_to = _ends_of_others(reader)
    is_open = reader.language.implicit_self
    is_name_read = reader.is_name_read if reader.reads_names else None
    starts, scopes = reader.running
    literals = reader.language.literal_types if is_open else ()
    for node, _ in matches:
        start, end = node.start_byte, node.end_byte
        if end <= seen_to.get(start, 0):
            continue
        seen_to[start] = end
        if end - start > LONGEST or (is_name_read and is_name_read(start)):
            continue
        scope = scopes[bisect_right(starts, start)]
        is_implied = reader.data.startswith(_DOT, start)
        if is_implied:
            target = IMPLIED + reader.data[start:end].decode()
        else:
            target = (_of_literal(reader, node, scope) if literals else "") or reader.written_at(
                start, end, scope
            )
        root = root_of(target)
        if root in untold:
            target = _first_member(target)
        if target == UNKNOWN or (scope, target, line := reader.line(start)) in told:
            continue
        if is_implied or root in typed or root in untold or (is_open and target[:1].isupper()):
            told.add((scope, target, line))
            yield "member", scope, target, line, start, "", -1


def _of_literal(reader: Reader, node: Node | Joined, scope: int) -> str:
    """Return what is read of a literal, with its type for that; empty for anything else."""
    literals, first = reader.language.literal_types, node.children[0] if node.children else None
    while first is not None and first.type not in literals and first.type == node.type:
        first = first.children[0] if first.children else None
    if first is None or first.type not in literals:
        return ""
    rest = reader.data[first.end_byte : node.end_byte]
    return reader.written(f"{literals[first.type]}()".encode() + rest, scope)


def _first_member(target: str) -> str:
    """Return what is read first of the object that an expression begins with, if that is a member."""
    root, _, rest = target.partition(".")
    name = rest.partition(".")[0].removesuffix("[]")
    return f"{root}.{name}" if name.isidentifier() else UNKNOWN


def _ends_of_others(reader: Reader) -> dict[int, int]:
    """Return where calls, and what is assigned to, begin and end: what is read of them is told by them."""
    ends: dict[int, int] = {}
    for kind in ("call", "new"):
        for node, parts in reader.found.get(kind, ()):
            start = node.start_byte
            end = parts["callee"][0].end_byte if "callee" in parts else node.end_byte
            if end > ends.get(start, 0):
                ends[start] = end
    for form in ("assign", "augment", "delete"):
        for _, parts in reader.found.get(form, ()):
            target = parts["target"][0]
            several = b"," in reader.data[target.start_byte : target.end_byte]
            for node in target.named_children if several else (target,):
                ends[node.start_byte] = node.end_byte
    return ends
