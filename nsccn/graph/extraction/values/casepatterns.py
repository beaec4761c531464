"""What a name in a pattern is given: a value that a case of an enum holds, or a part of a tuple.

switch state {
case let .paid(cart, (till, _)): ...   // the first value of `paid`, and the first part of its second
}
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.results import CASE, EACH, PLACE

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader


def case_value(reader: Reader, name: Node, scope: int) -> str:
    """Return the expression of what a pattern gives to one of the names in it, empty where it takes nothing apart."""
    step = name
    while step.parent is not None and step.parent.type in reader.language.nodes.patterns:
        if _opening(step) is not None:
            break
        step = step.parent
    return _held(reader, step, scope)


def _held(reader: Reader, part: Node, scope: int) -> str:
    """Return the expression of what stands for a part between the brackets of a pattern."""
    opening = _opening(part)
    if opening is None or part.parent is None:
        return ""
    whole = _whole(reader, part, scope)
    before = opening.prev_sibling
    is_case = before is not None and before.type in reader.language.nodes.names
    case = text_of(before, reader.data) if is_case and before is not None else ""
    return f"{whole}{CASE}{case}{PLACE}{_place(opening, part)}" if whole else ""


def _whole(reader: Reader, part: Node, scope: int) -> str:
    """Return the expression of what the pattern around a part is compared with."""
    kinds, around = reader.language.nodes, part.parent
    if around is None:
        return ""
    if around.type not in kinds.patterns:
        return reader.value(value, scope) if (value := _compared(part)) is not None else ""
    if _opening(around) is not None:
        return _held(reader, around, scope)
    above = around.parent
    while above is not None and above.type in kinds.pattern_holders:
        above = above.parent
    field = kinds.matching.get(above.type) if above is not None else None
    value = above.child_by_field_name(field) if above is not None and field is not None else None
    found = reader.value(value, scope) if value is not None and above is not None else ""
    is_each = above is not None and above.type in reader.language.loops
    return f"{found}{EACH}" if found and is_each else found


def _opening(part: Node) -> Node | None:
    """Return the bracket of the list that a part of a pattern stands in, beside it."""
    at = part.prev_sibling
    while at is not None and at.type not in ("(", ")", "="):
        at = at.prev_sibling
    return at if at is not None and at.type == "(" else None


def _place(opening: Node, part: Node) -> int:
    """Return how many parts stand before one."""
    place, at = 0, opening.next_sibling
    while at is not None and at.start_byte < part.start_byte:
        place += at.type == ","
        at = at.next_sibling
    return place


def _compared(part: Node) -> Node | None:
    """Return what stands behind the list of a part and an equals sign: of `if case .paid(let cart) = state`."""
    at = part.next_sibling
    while at is not None and at.type != ")":
        at = at.next_sibling
    sign = at.next_sibling if at is not None else None
    return sign.next_sibling if sign is not None and sign.type == "=" else None
