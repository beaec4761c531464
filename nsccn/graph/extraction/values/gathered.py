"""Values that are made of others: collections that are written out, and what functions of the platform give of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.annotation import EMPTY
from nsccn.graph.notation.results import ALL, MAPPED, NUMBERED, OPERATOR, each

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_MOST_ELEMENTS: Final = 64
"""Elements of a collection beyond which it is a table, of which the first tell nothing."""
_EACH_TOLD: Final = "="
_WHOLE: Final = frozenset({"*", _EACH_TOLD})
"""Ways of collections that are written out; where they are tuples as well, something must be known of each element."""
_CALLED: Final = {"called": ALL, "mapped": MAPPED}
"""Ways of functions that call what they are given -> the sign of the collection of what that gives."""
_NOTHING: Final = EMPTY | {""}
_SPREAD: Final = (b"*", b"...")
"""Begin what is a collection of several elements among others."""


def inner(reader: Reader, node: Node) -> Node:
    """Return what stands in the brackets around a value that change nothing, or is given a name in them."""
    while (field := reader.language.brackets.get(node.type)) is not None:
        inside = node.child_by_field_name(field) if field else next(iter(node.named_children), None)
        if inside is None:
            break
        node = inside
    return node


def gathered(reader: Reader, node: Node, scope: int) -> str:
    """Return what is known of a value by what it is made of, empty where that is nothing or it is none such."""
    language = reader.language
    if node.type == "call":
        return _given(reader, node, scope) if language.derived_results else ""
    if node.type in language.operations:
        return _operated(reader, node, scope)
    if node.type in language.made_types:
        return reader.run([node.child_by_field_name("name") or node.children[0]])
    way = language.gathered.get(node.type)
    if way is None:
        return ""
    elements = node.named_children if way in _WHOLE else (node.child_by_field_name(way),)
    if len(elements) > _MOST_ELEMENTS:
        return ""
    is_mapping = any(one is not None and one.type == "pair" for one in elements)
    found = {_element(reader, one, scope) for one in elements if one is not None}
    if way == _EACH_TOLD and "" in found:
        return ""
    found -= _NOTHING
    return found.pop() + (MAPPED if is_mapping else ALL) if len(found) == 1 else ""


def _element(reader: Reader, node: Node, scope: int) -> str:
    """Return what one of the values written out in a collection is; of `*others`, one of these."""
    value = node.child_by_field_name("value") if node.type == "pair" else node
    if value is None:
        return ""
    if reader.data.startswith(_SPREAD, value.start_byte):
        inside = value.named_children
        return each(reader.value(inside[0], scope)) if inside else ""
    return reader.value(value, scope)


def _operated(reader: Reader, node: Node, scope: int) -> str:
    """Return what an operator makes of its first operand."""
    operand = reader.value(node.children[0], scope)
    operator = reader.run([node.children[1]])
    return f"{operand}{NUMBERED}{OPERATOR}{operator}" if operand and operand not in EMPTY else ""


def derives(reader: Reader, call: Node) -> bool:
    """Whether a call may be one of a function of the platform whose result follows from its arguments, by its name."""
    start, data = call.start_byte, reader.data
    bracket = data.find(b"(", start, call.end_byte)
    return data[start:bracket].rpartition(b".")[2].rstrip() in reader.deriving_names


def _given(reader: Reader, call: Node, scope: int) -> str:
    """Return what a function of the platform gives of its arguments: one of them, an element of it, or all of these."""
    function, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or arguments is None:
        return ""
    way, _, place = reader.language.derived_results.get(reader.origin(function), "").partition(" ")
    given = positional(reader, arguments) if way else ()
    if len(given) <= int(place or 0):
        return ""
    value = reader.value(given[int(place)], scope)
    if way == "made":
        return each(value) if value.endswith(")") else f"{value}()" if value else ""
    if way in _CALLED:
        return f"{value}(){_CALLED[way]}" if value.isidentifier() else ""
    is_one_of_them = way == "same" or (way == "most" and len(given) > 1)
    found = value if is_one_of_them else each(value)
    return found + ALL if found and way == "all" else found


def positional(reader: Reader, arguments: Node) -> Sequence[Node]:
    """Return the arguments that a call gives by position, up to the first that stands for several."""
    if arguments.type in reader.language.gathered:
        return (arguments,)
    given: list[Node] = []
    for node in arguments.named_children:
        if node.child_by_field_name("name") is not None or node.is_extra:
            continue
        if reader.data.startswith(_SPREAD, node.start_byte):
            break
        given.append(node)
    return given
