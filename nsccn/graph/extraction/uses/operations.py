"""What operators and statements do to the objects of a file: they may run methods, by `operators` of the language.

An operation is written as in the source with `x` for its operand: `x +`, `in x`, `with x`, `x [`. `y + x` is one that
runs a method of its second operand where the first one has none; that stands behind it as an argument does. So does the
second operand where its type tells functions of the first one apart.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.uses.arguments import written_argument
from nsccn.graph.notation.arguments import GIVEN, TYPED
from nsccn.graph.notation.expression import LONGEST, UNKNOWN, root_of

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language
    from nsccn.graph.packed import ReferenceRow

_NAMED: Final = frozenset({"identifier", "attribute"})
"""Nodes of operands that are named, where all others are written out."""
_ROOT: Final = re.compile(rb"\w+")
_WRITTEN: Final = {"assign": ("{} =",), "augment": ("{}", "{} ="), "delete": ("del {}",)}
"""Form of an assignment to an operation -> what it does besides, or instead."""


def operations(reader: Reader, typed: AbstractSet[str]) -> Iterator[ReferenceRow]:
    """Yield the operations of a file on what it knows a type of, each once in a scope."""
    matches = reader.found.get("operate", ())
    if not matches:
        return
    data, (starts, scopes) = reader.data, reader.running
    ways: dict[tuple[bytes, str, bool], tuple[tuple[str, ...], bool]] = {}
    written, longer = _written(reader), _longer(matches)
    has_own_methods = reader.language.own_methods  # types, too, and those of other files
    read: set[tuple[int, bytes, tuple[bytes, str, bool], str]] = set()
    told: set[tuple[int, str, str]] = set()
    for whole, parts in matches:
        if "receiver" in parts:
            continue
        operand, operators = parts["operand"][0], parts["operator"]
        start, end, before = operand.start_byte, operand.end_byte, operators[0].start_byte
        if end - start > LONGEST or (longer and len(operators) < longer.get((start, before < start), 0)):
            continue
        operator = data[before : operators[0].end_byte]
        if len(operators) > 1:
            operator = b" ".join(data[node.start_byte : node.end_byte] for node in operators)
        form = written.get((start, whole.end_byte), "") if start in written else ""
        way = (operator, form, before < start)
        if way not in ways:
            ways[way] = _operations(
                reader.language, operator.decode("utf-8", "replace"), form, before < start
            )
        names, is_mirrored = ways[way]
        if not names:
            continue
        scope, text, first = scopes[bisect_right(starts, start)], data[start:end], ""
        if is_mirrored:
            first = _first(reader, operand, scope, typed)
        elif reader.language.operand_types and "value" in parts:
            first = written_argument(reader, parts["value"][0], scope)
        key = (scope, text, way, first)
        if key in read:
            continue
        read.add(key)
        target = reader.written_at(start, end, scope)
        if target == UNKNOWN or not (root_of(target) in typed or (has_own_methods and target[:1].isupper())):
            continue
        for name in names:
            detail = f"{name}{GIVEN}{first}" if first else name
            if (scope, target, detail) not in told:
                told.add((scope, target, detail))
                yield "operate", scope, target, reader.line(start), start, detail, -1


def reflected_operations(reader: Reader, typed: AbstractSet[str]) -> Iterator[ReferenceRow]:
    """Yield the operations whose first operand leaves them to the second, or may do so: types tell."""
    data = reader.data
    told: set[tuple[int, str, str]] = set()
    for _, parts in reader.found.get("operate", ()):
        if "receiver" in parts:
            first, second = parts["receiver"][0], parts["operand"][0]
        elif "value" in parts:
            first, second = parts["operand"][0], parts["value"][0]
        else:
            continue
        sign = parts["operator"][0]
        begun = _ROOT.match(data, second.start_byte)
        if begun is None or begun.group().decode() not in typed:
            continue
        operation = f"y {data[sign.start_byte : sign.end_byte].decode('utf-8', 'replace')} x"
        if operation not in reader.language.operators or second.end_byte - first.start_byte > LONGEST:
            continue
        scope = reader.scope(second.start_byte)
        asked = reader.expression(first, scope) if first.type in _NAMED else TYPED
        target = reader.written_at(second.start_byte, second.end_byte, scope)
        detail = f"{operation}{GIVEN}{asked}"
        if UNKNOWN in (asked, target) or (scope, target, detail) in told:
            continue
        if asked == TYPED or root_of(asked) in typed:
            told.add((scope, target, detail))
            yield "operate", scope, target, reader.line(second.start_byte), second.start_byte, detail, -1


def _first(reader: Reader, second: Node, scope: int, typed: AbstractSet[str]) -> str:
    """Return what stands before a second operand, empty where the file says nothing of its type."""
    first = second.prev_named_sibling
    asked = reader.expression(first, scope) if first is not None else UNKNOWN
    return asked if root_of(asked) in typed or root_of(asked)[:1].isupper() else ""


def _operations(
    language: Language,
    operator: str,
    form: str,
    is_before: bool,  # noqa: FBT001
) -> tuple[tuple[str, ...], bool]:
    """Return what an operator does in something that may be written, if it runs anything; and whether `y == x` does."""
    operation = f"{operator} x" if is_before else f"x {operator}"
    names = tuple(way.format(operation) for way in _WRITTEN.get(form, ("{}",)))
    if is_before and language.is_symmetric(mirrored := f"y {names[0]}"):
        return (mirrored,), True
    return tuple(name for name in names if name in language.operators), False


def _longer(matches: list[tuple[Node, Parts]]) -> dict[tuple[int, bool], int]:
    """Return how many words the longest operation on an operand has: of `for` and `async for` it is the one meant."""
    found: dict[tuple[int, bool], int] = {}
    for _, parts in matches:
        words = len(parts["operator"])
        if words > 1:
            start = parts["operand"][0].start_byte
            key = (start, parts["operator"][0].start_byte < start)
            found[key] = max(words, found.get(key, 0))
    return found


def _written(reader: Reader) -> dict[int | tuple[int, int], str]:
    """Return where something is assigned to or deleted begins, and its stretch with the form."""
    found: dict[int | tuple[int, int], str] = {}
    for form in _WRITTEN:
        for _, parts in reader.found.get(form, ()):
            for node in parts["target"]:
                start = node.start_byte
                found[start] = found[start, node.end_byte] = form
    return found
