"""What a method gives that is given a function: what that makes of each element, `carts.map(cart -> cart.item())`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.values.assignedvalues import assigned_values
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import MAPPED_ASIDE
from nsccn.graph.notation.results import ALL

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_NEW: Final = ".new()"
_OF_ELEMENT: Final = b"_."
"""Begins a function that is written as what it makes of its parameter alone."""


def mapped(reader: Reader, call: Node, parts: Parts) -> Iterator[AssignmentRow]:
    """Yield what the call of such a method gives to a variable that nobody writes.

    What is declared of the method counts for more. The names in the function are those that hold there.
    """
    start, scope = call.start_byte, reader.scope(call.start_byte)
    function = _function(reader, parts["each"][0])
    made = _result(reader, function)
    result = _called(reader, function, scope) if made is None else _only(reader, made, scope)
    if not result:
        return
    name, byte = f"{MAPPED_ASIDE}{start}-{call.end_byte}", (made or function).start_byte
    if written := reader.value(call, scope):
        yield scope, name, written, "", "assign", reader.line(start), start
    is_whole = text_of(parts["method"][0], reader.data) in reader.language.joining_methods
    yield scope, name, result if is_whole else f"{result}{ALL}", "", "assign", reader.line(byte), byte


def _function(reader: Reader, given: Node) -> Node:
    """Return a function out of what stands around it as an argument."""
    language, kinds = reader.language, reader.language.nodes
    around = kinds.argument_holders | kinds.argument_lists | kinds.trailing_arguments | kinds.parentheses
    around |= language.statement_lists
    while given.type in around - language.function_literals and given.named_child_count == 1:
        given = given.named_children[0]
    return given


def _result(reader: Reader, function: Node) -> Node | None:
    """Return what a function without a name gives last, None for one that is handed over by its name."""
    language, kinds = reader.language, reader.language.nodes
    if function.type not in language.function_literals | kinds.lambdas:
        return function if reader.data.startswith(_OF_ELEMENT, function.start_byte) else None
    made = function.child_by_field_name("body") or (function.named_children or [function])[-1]
    while made.type in language.statement_lists and made.named_children:
        made = made.named_children[-1]
    if made.type in kinds.returns and made.named_children:
        return made.named_children[0]
    return made.child_by_field_name("result") or made


def _only(reader: Reader, node: Node, scope: int) -> str:
    """Return the expression of a value, empty where it may be one of several."""
    given = assigned_values(reader, node, scope)
    if len(given) != 1 or given[0].annotation or given[0].value in ("", UNKNOWN):
        return ""
    is_bare = node.type in reader.language.nodes.creations and not given[0].value.endswith(")")
    return f"{given[0].value}()" if is_bare else given[0].value


def _called(reader: Reader, function: Node, scope: int) -> str:
    """Return what a function gives that is handed over by its name, or a type by its constructor."""
    named = reader.written(reader.run([function]).encode(), scope)
    return "" if UNKNOWN in named else f"{named}()".replace(_NEW, "()")
