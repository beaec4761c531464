"""The fields of kept objects that a library is told by keywords or texts: `Cart.objects.filter(owner__name="a")`.

Candidates are found in the text, and the syntax tree is asked about those alone: most files query nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import CREATED, FILLED, QUERIED, RESULT

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow

_FIELDS: Final = re.compile(r"[-+]?([^\W\d]\w*)\Z")
"""A path of fields, which may stand for the order that they give."""
_FIRST: Final = re.compile(rb"\s*(?:[\"']|\w+\s*=(?!=)|[~(\s]*(?:\w+\.)?[A-Z]\w*[(,.])")
"""The first argument of a call that may name fields: a text, a keyword, a condition, or a type that has them."""
_BEFORE: Final = frozenset((b".", b" ", b"\n", b"\t", b"(", b"[", b"{", b",", b"=", b""))
"""What stands before the name of a function, where that is not the end of a longer one."""
_DETAILS: Final = {"writes": FILLED, "creates": CREATED}
_STEP: Final = "__"
_KEY: Final = "_id"
"""Ends the name of the column that holds the key of another object."""
_QUOTES: Final = "\"'"


def queried_fields(tree: Tree, reader: Reader) -> Iterator[ReferenceRow]:
    """Yield what is asked for, or given, of kept objects by the names of their fields."""
    language, told = reader.language, set[tuple[int, str, int]]()
    if not language.queried_fields:
        return
    for name, start in _places(reader.data, language.queried_fields):
        node = tree.root_node.descendant_for_byte_range(start, start + 1)
        call = node.parent.parent if node is not None and node.parent is not None else None
        arguments = call.child_by_field_name("arguments") if call is not None else None
        if call is None or arguments is None or arguments.start_byte != start:
            continue
        use = language.queried_fields[name]
        scope = reader.scope(call.start_byte)
        holder = _holder(reader, call, arguments, scope)
        if not holder:
            continue
        detail = _DETAILS.get(use, QUERIED)
        for field in _named(reader, arguments, is_text=use == "named"):
            byte = field.start_byte
            for path in _paths(text_of(field, reader.data).strip(_QUOTES)):
                target, line = f"{holder}.{path}", reader.line(byte)
                if (scope, target, line) not in told:
                    told.add((scope, target, line))
                    yield "read", scope, target, line, byte, detail, -1


def _places(data: bytes, names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield the calls of some functions that may be given fields, each with where its arguments begin.

    That bytes are looked for, and no pattern of all names, spares most of the time.
    """
    for name in names:
        called = f"{name}(".encode()
        start = data.find(called)
        while start >= 0:
            end = start + len(called)
            if data[start - 1 : start] in _BEFORE and _FIRST.match(data, end):
                yield name, end - 1
            start = data.find(called, end)


def _holder(reader: Reader, call: Node, arguments: Node, scope: int) -> str:
    """Return the expression of one of the objects; empty where it is not known."""
    callee = call.child_by_field_name("function")
    held = callee.child_by_field_name("object") if callee is not None else None
    if held is None:
        held = next(iter(arguments.named_children), None)
        written = reader.expression(held, scope) if held is not None else UNKNOWN
        if written.rpartition(".")[2][:1].isupper():
            return written + RESULT
    else:
        written = reader.expression(held, scope)
    return "" if UNKNOWN in written else f"{written}.{reader.language.record_step}"


def _named(reader: Reader, arguments: Node, *, is_text: bool) -> Iterator[Node]:
    """Yield what names fields in the arguments of a call: keywords, and those of conditions, or else texts."""
    for node in arguments.named_children:
        if is_text:
            if reader.data[node.start_byte : node.start_byte + 1] in (b'"', b"'"):
                yield node
            continue
        name = node.child_by_field_name("name")
        if name is not None:
            yield name
        else:
            yield from _in_conditions(reader, node)


def _in_conditions(reader: Reader, node: Node) -> Iterator[Node]:
    """Yield the keywords of the conditions that an argument is made of: `Q(size=3) | ~Q(size=4)`."""
    callee, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if callee is None:
        for inner in node.named_children:
            if inner.child_by_field_name("object") is None:
                yield from _in_conditions(reader, inner)
    elif (
        arguments is not None
        and text_of(callee, reader.data).rpartition(".")[2] in reader.language.query_conditions
    ):
        yield from _named(reader, arguments, is_text=False)


def _paths(written: str) -> Iterator[str]:
    """Yield the fields that a keyword leads through; what it ends with may be what is compared of the last.

    >>> list(_paths("owner__name__in")), list(_paths("-cart_id"))
    (['owner.name.in'], ['cart_id', 'cart'])
    """
    if (match := _FIELDS.match(written)) is None:
        return
    steps = match[1].split(_STEP)
    if all(map(str.isidentifier, steps)):
        yield ".".join(steps)
        if steps[-1].endswith(_KEY) and steps[-1] != _KEY:
            yield ".".join([*steps[:-1], steps[-1].removesuffix(_KEY)])
