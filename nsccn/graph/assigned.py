"""Where the code of a file gives variables, attributes and items their values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.declarator import declared
from nsccn.graph.expression import LONGEST, UNKNOWN
from nsccn.graph.given import Given, elements, given
from nsccn.graph.model import EVERY_MEMBER
from nsccn.graph.source import one_line, text_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.packed import AssignmentRow
    from nsccn.graph.queries import Parts
    from nsccn.graph.reader import Reader

CAPTURED_FORMS: Final[tuple[AssignmentForm, ...]] = (
    "assign",
    "declare",
    "parameter",
    "loop",
    "with",
    "augment",
    "item",
    "delete",
    "global",
)
_NOTHING: Final = (Given(""),)
_TARGETS = re.compile(r"[^\W\d][\w.]*")


def assignments(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what a file assigns; of what says nothing of a variable's type, the first for each variable."""
    told: set[tuple[int, str]] = set()
    pieces, scopes, lines = reader.pieces, reader.piece_scopes, reader.lines.starts
    declarators = reader.language.declarators
    names, starts = [definition.name for definition in reader.definitions], set(pieces)
    for form in CAPTURED_FORMS:
        for node, parts in reader.found.get(form, ()):
            byte = node.start_byte
            scope = scopes[bisect_right(pieces, byte)]
            annotation = _annotation(reader, parts) if "type" in parts else ""
            written = parts["target"][0]
            line = bisect_right(lines, byte)
            if "owner" in parts:
                value = reader.value(parts["value"][0], scope) if "value" in parts else ""
                if value:
                    target = _member(text_of(parts["owner"][0], reader.data), text_of(written, reader.data))
                    yield scope, target, value, annotation, form, line, byte
                continue
            if declarators:
                written, kind = declared(written, declarators)
                if kind and form == "declare":
                    continue
            targets = _targets(reader, written, scope, form)
            for (target, target_form), values in zip(
                targets, _given(reader, parts, scope, form, len(targets)), strict=True
            ):
                if form == "declare" and target == names[scope] and byte in starts:
                    continue  # the name of a function is a name of what is around it
                for value, stated in values:
                    if form in ("assign", "declare", "loop") and "." not in target:
                        if not value and not annotation and not stated and (scope, target) in told:
                            continue
                        told.add((scope, target))
                    yield scope, target, value, annotation or stated, target_form, line, byte


def _given(
    reader: Reader, parts: Parts, scope: int, form: AssignmentForm, count: int
) -> list[Sequence[Given]]:
    """Return what each of the targets of an assignment is given."""
    if "value" not in parts or not count:
        return [_NOTHING] * count
    node = parts["value"][0]
    if form == "loop" and reader.language.iterators:
        return [[Given(value)] for value in elements(reader, node, scope, count)]
    if count > 1 and not reader.language.first_result:
        return [_NOTHING] * count
    return [given(reader, node, scope), *[_NOTHING] * (count - 1)]


def _member(owner: str, name: str) -> str:
    """Return what an object that is written out says of one member; of `...others`, of all of them."""
    return f"{owner}.{EVERY_MEMBER if name.startswith('...') else name}"


def _annotation(reader: Reader, parts: Parts) -> str:
    annotation = one_line(reader.run(parts["type"])).lstrip(": ")
    if annotation in reader.language.inferred_types:
        return ""
    return annotation.partition("{")[0].strip() if reader.language.declarators else annotation


def _targets(
    reader: Reader, node: Node, scope: int, form: AssignmentForm
) -> tuple[tuple[str, AssignmentForm], ...]:
    """Return what an assignment writes, and the form."""
    target = reader.expression(node, scope)
    if target == UNKNOWN:
        names = _TARGETS.findall(text_of(node, reader.data)[:LONGEST])
        return tuple((reader.rooted(name, scope), form) for name in names)
    if target.endswith("[]"):
        return ((target[:-2], "delete" if form == "delete" else "item"),)
    return () if "(" in target else ((target, form),)
