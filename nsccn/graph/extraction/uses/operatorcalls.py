"""Operators that may call a function which is chosen by the types of their operands, by `operator_functions`.

An operation is written as in `operations`; its operands follow as the arguments of a call do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.uses.arguments import written_argument
from nsccn.graph.notation.arguments import BETWEEN, GIVEN, TYPED
from nsccn.graph.notation.expression import LONGEST, UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_DECLARING: Final = frozenset({"declare", "parameter", "loop", "with"})
_NO_OBJECT: Final = frozenset((b"", *(b"%c" % byte for byte in b"0123456789\"'")))
"""How numbers and texts begin, and what is not there."""
_NO_OBJECTS: Final = frozenset({b"this", b"nullptr", b"NULL", b"true", b"false"})
_SAYS_NOTHING: Final = (UNKNOWN, TYPED)
"""How arguments begin that are no name of an object."""
_OUT_OF: Final = "x ["
_INTO: Final = "x [ ="
"""What is done to a collection out of which something is read, or into which something is written."""
_WRITING: Final = ("assign", "augment", "lend")
_BRACKETED: Final = re.compile(rb"\[[^\[\]]*\]")
_CALLED: Final = re.compile(rb"\.\s*\w+\s*(?:::<|\()")
"""What is written is then an object that a method gives, and not what the collection holds."""


def operator_calls(reader: Reader, assigned: Iterable[AssignmentRow]) -> Iterator[ReferenceRow]:
    """Yield the operations of a file that may call a function for an operator, each once in a scope."""
    functions, operands = reader.language.operator_functions, reader.language.operands
    matches = reader.found.get("operation", ())
    if not matches:
        return
    data, built_in = reader.data, _built_in(assigned, reader.language)
    written = _written(reader) if _INTO in functions else {}
    told: set[tuple[int, bytes, bytes, str]] = set()
    begins: dict[tuple[int, str], Node] = {}
    for whole, parts in matches:
        first = parts["operand"][0] if "operand" in parts else _operand(whole, operands[whole.type][0])
        if first is None:
            continue
        others = operands[whole.type][1:] if "operator" not in parts else ()
        second = _operand(whole, others[0]) if others else None
        start, end = first.start_byte, first.end_byte
        texts = (_text(data, first), _text(data, second) if second is not None else b"")
        if all(one in built_in or one[:1] in _NO_OBJECT or len(one) > LONGEST for one in texts):
            continue
        if "operator" in parts:
            operation = f"{parts['operator'][0].type} x"
        else:
            operation = _operation(data, whole, start, end, second)
        if operation not in functions:
            continue
        if operation == _OUT_OF and whole.end_byte <= written.get(start, 0):
            behind = data[whole.end_byte : min(written[start], whole.end_byte + LONGEST)]
            operation = operation if _CALLED.search(_BRACKETED.sub(b"", behind)) else _INTO
        if operation in reader.language.chained_operators and first.type == whole.type:
            first = _first_operand(whole, first, operation[2:], begins)
            texts = _text(data, first), texts[1]
        scope = reader.scope(start)
        key = (scope, *texts, operation)
        if key in told:
            continue
        told.add(key)
        given = [written_argument(reader, node, scope) for node in (first, second) if node is not None]
        if any(one and one[0] not in _SAYS_NOTHING for one in given):
            target = given[0] if given[0] and given[0][0] not in _SAYS_NOTHING else UNKNOWN
            detail = f"{operation}{GIVEN}{BETWEEN.join(given)}"
            yield "operate", scope, target.lstrip("&*"), reader.line(whole.start_byte), start, detail, -1


def _written(reader: Reader) -> dict[int, int]:
    """Return where what is written, or lent to be written, begins, and the furthest end of it."""
    found: dict[int, int] = {}
    for form in _WRITING:
        for _, parts in reader.found.get(form, ()):
            for node in parts["target"]:
                found[node.start_byte] = max(node.end_byte, found.get(node.start_byte, 0))
    return found


def _text(data: bytes, node: Node) -> bytes:
    """Return the text of a node, of a long one the end: each link of a chain holds all before it."""
    return data[max(node.start_byte, node.end_byte - LONGEST - 1) : node.end_byte]


def _operand(whole: Node, field: str) -> Node | None:
    return whole.named_child(int(field)) if field.isdecimal() else whole.child_by_field_name(field)


def _operation(data: bytes, whole: Node, start: int, end: int, second: Node | None) -> str:
    """Return what a node does to its first operand, as written, with `x` for that."""
    if whole.start_byte < start:
        return data[whole.start_byte : start].strip().decode("utf-8", "replace") + " x"
    behind = second.start_byte if second is not None else whole.end_byte
    sign = data[end:behind].strip() or data[behind : behind + 1]
    if sign[:2] == b"->":
        sign = b"->"
    return "x " + sign.decode("utf-8", "replace")


def _first_operand(whole: Node, operand: Node, sign: str, known: dict[tuple[int, str], Node]) -> Node:
    """Return the object that a chain of one operator begins with: `out` of `out << a << b`.

    What is `known` of links, by node and operator, is added to: each is asked for, and chains may be long.
    """
    links = [(whole.id, sign)]
    while operand.type == whole.type and (operand.id, sign) not in known:
        left, operator = operand.child_by_field_name("left"), operand.child_by_field_name("operator")
        if left is None or operator is None or operator.type != sign:
            break
        links.append((operand.id, sign))
        operand = left
    first = known.get((operand.id, sign), operand)
    known.update(dict.fromkeys(links, first))
    return first


def _built_in(assigned: Iterable[AssignmentRow], language: Language) -> frozenset[bytes]:
    """Return the names that are declared to be numbers or pointers wherever a file declares them."""
    numbers: set[str] = set()
    others: set[str] = set()
    for _, target, _, annotation, form, _, _ in assigned:
        if annotation.endswith("*") or annotation in language.numbers:
            numbers.add(target)
        elif form in _DECLARING:
            others.add(target)
    return _NO_OBJECTS.union(name.encode() for name in numbers - others)
