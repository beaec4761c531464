"""Functions that are written in several clauses, of which one runs by what it is given: they are one definition.

def total([]), do: 0
def total([item | rest]), do: item.price + total(rest)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.captures import DEFINITION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from nsccn.graph.extraction.definitions.nesting import Declared
    from nsccn.graph.extraction.queries import Found
    from nsccn.graph.languagenodes import NodeKinds

_FUNCTION: Final = f"{DEFINITION}func"
_SAME: Final = "="
"""Between a pattern and the name of all that it matches."""


def with_clauses_joined(raw: Iterable[Declared], *, typed_apart: bool) -> tuple[list[Declared], list[Node]]:
    """Return the definitions of a file, each function whole that clauses define in a row, and the bodies of the later.

    A head without a body, which states defaults or, `typed_apart`, the type, belongs to the clauses behind it; what
    is declared for others to define gives way to a function of the same type that does so itself.
    """
    kept: list[tuple[Declared, Declared | None]] = []
    bodies: list[Node] = []
    open_: list[Declared] = []
    for item in raw:
        before = None
        while open_ and open_[-1].end <= item.start:
            before = open_.pop()
        if before is not None and _is_clause_of(before, item):
            bodies += _go_on(before, item, typed_apart=typed_apart)
            open_.append(before)
        else:
            kept.append((item, open_[-1] if open_ else None))
            open_.append(item)
    defined = {(id(around), item.name, arity(item)) for item, around in kept if _runs(item)}
    return [
        item
        for item, around in kept
        if "type" not in item.parts or (id(around), item.name, arity(item)) not in defined
    ], bodies


def arity(item: Declared) -> int:
    """Return how many arguments the head of a clause takes."""
    return sum(node.named_child_count for node in item.parts.get("arguments", ()))


def add_parameters(found: Found, kinds: NodeKinds, default_mark: str) -> None:
    """Add what the heads of functions take, which a query would ask of each call: heads look like these."""
    given = found.setdefault("parameter", [])
    for main, matches in found.items():
        if main.startswith(DEFINITION):
            for _, parts in matches:
                for node in parts.get("arguments", ()):
                    given += [
                        (one, {"target": [_named(one, kinds, default_mark)]}) for one in node.named_children
                    ]
    given.sort(key=lambda match: match[0].start_byte)


def _named(parameter: Node, kinds: NodeKinds, default_mark: str) -> Node:
    r"""Return the name of a parameter that has one: `cart` of `%Cart{} = cart`, `size` of `size \\ 1`."""
    left, right = parameter.child_by_field_name("left"), parameter.child_by_field_name("right")
    operator = parameter.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return parameter
    if operator.type == default_mark:
        return _named(left, kinds, default_mark) if left.type not in kinds.names else left
    named = next((one for one in (right, left) if one.type in kinds.names), parameter)
    return named if operator.type == _SAME else parameter


def _is_clause_of(first: Declared, item: Declared) -> bool:
    is_named_so = _FUNCTION in item.parts and (first.kind, first.name) == (item.kind, item.name)
    return is_named_so and _head(first) == _head(item)


def _head(item: Declared) -> tuple[list[bytes | None], int]:
    """Return the word that a clause begins with, and how many arguments it takes."""
    words = [node.text for node in item.parts.get("modifier", ())]
    return words, arity(item)


def _runs(item: Declared) -> bool:
    """Whether something stands behind the head: a block, or a value."""
    return "body" in item.parts or "value" in item.parts


def _go_on(first: Declared, clause: Declared, *, typed_apart: bool) -> list[Node]:
    """Let a function go on to the end of a clause; return the body of that, which is left out apart from the first.

    Behind a head without a body, which says what all take, whole clauses are the body; one that says its type is
    part of the first of them.
    """
    first.end = first.outer_end = clause.end
    if typed_apart and not _runs(first):
        first.parts = clause.parts
        return []
    body = first.parts.get("body", [])
    if _runs(first) and not first.is_headed:
        return clause.parts.get("body", [])
    first.is_headed = True
    first.parts = {**first.parts, "body": [*body, *clause.parts[_FUNCTION]]}
    return []
