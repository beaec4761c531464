"""What operators and statements do to the objects of a file: they may run methods, by `operators` of the language.

An operation is written as in the source with `x` for its operand: `x +`, `in x`, `with x`, `x [`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.expression import LONGEST, UNKNOWN
from nsccn.graph.members import root_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.packed import ReferenceRow
    from nsccn.graph.queries import Parts
    from nsccn.graph.reader import Reader

_WRITTEN: Final = {"assign": ("{} =",), "augment": ("{}", "{} ="), "delete": ("del {}",)}
"""Form of an assignment to an operation -> what it does besides, or instead."""
_Span = tuple[int, int]


def operations(reader: Reader, typed: AbstractSet[str]) -> Iterator[ReferenceRow]:
    """Yield the operations of a file on what it knows a type of, each once in a scope."""
    matches = reader.found.get("operate", ())
    if not matches:
        return
    written = _written(reader)
    told: set[tuple[int, str, str]] = set()
    known = reader.language.operators
    for operand, operation, whole in _longest(reader, matches):
        start, end = operand.start_byte, operand.end_byte
        forms = _WRITTEN.get(written.get((whole.start_byte, whole.end_byte), ""), ("{}",))
        names = [name for form in forms if (name := form.format(operation)) in known]
        if not names or end - start > LONGEST:
            continue
        scope = reader.scope(start)
        target = reader.written(reader.data[start:end], scope)
        if target == UNKNOWN or root_of(target) not in typed:
            continue
        for name in names:
            if (scope, target, name) not in told:
                told.add((scope, target, name))
                yield "operate", scope, target, reader.line(start), start, name, -1


def _longest(reader: Reader, matches: list[tuple[Node, Parts]]) -> Iterator[tuple[Node, str, Node]]:
    """Yield operands with their operations; of two that begin alike, as `for` and `async for`, the longer one."""
    found: dict[tuple[int, bool], tuple[Node, str, Node]] = {}
    data = reader.data
    for whole, parts in matches:
        operand, operators = parts["operand"][0], parts["operator"]
        written = " ".join(data[node.start_byte : node.end_byte].decode() for node in operators)
        is_before = operators[0].start_byte < operand.start_byte
        operation = f"{written} x" if is_before else f"x {written}"
        key = (operand.start_byte, is_before)
        if key not in found or len(operation) > len(found[key][1]):
            found[key] = (operand, operation, whole)
    yield from found.values()


def _written(reader: Reader) -> dict[_Span, str]:
    """Return what is assigned to or deleted, with the form."""
    return {
        (node.start_byte, node.end_byte): form
        for form in _WRITTEN
        for _, parts in reader.found.get(form, ())
        for node in parts["target"]
    }
