"""What an assignment writes: one target, or several that share what its value gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.values.assignedvalues import AssignedValue
from nsccn.graph.notation.expression import LONGEST, UNKNOWN
from nsccn.graph.notation.marks import RESULT
from nsccn.graph.notation.results import NUMBERED, each

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm

_NAMED: Final = frozenset({"identifier", "attribute", "call", "await"})
"""Nodes that one expression stands for, in languages whose tuples are taken apart."""
_MARKS = re.compile(r"\b(?:mut|ref)\b")
"""What says of a name in a pattern how it is bound."""
_MEMBER = re.compile(r"[)\]]\.[^\W\d][\w.]*\Z")
"""Ends with a member of what a call gives: `pointer().clicked`."""
_TARGETS = re.compile(r"[^\W\d][\w.]*")


def targets(
    reader: Reader, node: Node, value: Node | None, scope: int, form: AssignmentForm
) -> Iterator[tuple[str, AssignmentForm, Node | AssignedValue | None]]:
    """Yield what an assignment writes, the form, and the value where it has one of its own."""
    target = reader.expression(node, scope)
    if target == UNKNOWN:
        yield from _several(reader, node, value, scope, form)
    elif target.endswith("[]"):
        yield target[:-2], "item", value
    elif "(" not in target or _MEMBER.search(target):
        yield target, form, value


def _several(
    reader: Reader, node: Node, value: Node | None, scope: int, form: AssignmentForm
) -> Iterator[tuple[str, AssignmentForm, Node | AssignedValue | None]]:
    """Yield the targets of `a, b = x, y`, each with its value; of `a, b = x` without, or each with its result."""
    language = reader.language
    if value is not None and node.type in language.sequences and value.type in language.sequences:
        pairs = _paired(reader, node.named_children, value.named_children)
        if pairs:
            for target, source, is_rest in pairs:
                for path, own_form, given in targets(reader, target, source, scope, form):
                    if is_rest:
                        yield path, own_form, None
                    yield path, "item" if is_rest else own_form, given
            return
    result = reader.value(value, scope) if language.several_results and value is not None else ""
    if language.tuple_results and result:
        yield from _of_tuple(reader, node, result, scope, form)
        return
    is_taken_apart = form == "assign" and language.untyped_objects and value is not None
    for place, name in enumerate(_TARGETS.findall(text_of(node, reader.data)[:LONGEST])):
        path = reader.rooted(name, scope)
        part = _part(reader, node, value, scope, place) if is_taken_apart else None
        if place and result.endswith(RESULT):
            yield path, form, AssignedValue(f"{result}{NUMBERED}{place}")
        elif "." in path and isinstance(part, AssignedValue):
            yield path, form, AssignedValue(each(part.value))
        else:
            yield path, form, value if result and place == 0 else None
        if part is not None and "." not in path:
            yield path, "loop", part


def _of_tuple(
    reader: Reader, node: Node, result: str, scope: int, form: AssignmentForm
) -> Iterator[tuple[str, AssignmentForm, AssignedValue | None]]:
    """Yield the names of a pattern, each with the part of a tuple that it takes, those of patterns in it with none."""
    taken = [child for child in node.children if child.type not in "(),"]
    for place, child in enumerate(taken):
        names = _TARGETS.findall(_MARKS.sub("", text_of(child, reader.data)[:LONGEST]))
        is_whole = len(names) == 1 and not child.type.startswith("tuple")
        for name in names:
            value = AssignedValue(f"{result}{NUMBERED}{place}") if is_whole else None
            yield reader.rooted(name, scope), form, value


def _part(
    reader: Reader, targets: Node, value: Node | None, scope: int, place: int
) -> Node | AssignedValue | None:
    """Return the part of a tuple that one of several targets takes; all that it may be where they are nested."""
    written = reader.value(value, scope) if value is not None and value.type in _NAMED else ""
    is_flat = all(target.type in _NAMED for target in targets.named_children[: place + 1])
    return AssignedValue(f"{written}{NUMBERED}{place}") if written and is_flat else value


def _paired(reader: Reader, targets: list[Node], given: list[Node]) -> list[tuple[Node, Node, bool]]:
    """Pair targets with values; one target may be a collection of the rest, as in `a, *b = x, y, z`."""
    rest = [place for place, target in enumerate(targets) if text_of(target, reader.data).startswith("*")]
    if not rest and len(targets) == len(given):
        return [(target, source, False) for target, source in zip(targets, given, strict=True)]
    if len(rest) != 1 or len(given) < len(targets) - 1:
        return []
    place, extra = rest[0], len(given) - len(targets) + 1
    inner = (targets[place].named_children or targets[place : place + 1])[0]
    return [
        *((target, source, False) for target, source in zip(targets[:place], given, strict=False)),
        *((inner, source, True) for source in given[place : place + extra]),
        *(
            (target, source, False)
            for target, source in zip(targets[place + 1 :], given[place + extra :], strict=True)
        ),
    ]
