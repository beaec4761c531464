"""Where the code of a file gives variables, attributes and items their values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.declarator import declared
from nsccn.graph.expression import LONGEST, UNKNOWN
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
            value = reader.value(parts["value"][0], scope) if "value" in parts else ""
            annotation = _annotation(reader, parts) if "type" in parts else ""
            written = parts["target"][0]
            if "owner" in parts:
                if value:
                    target = _member(text_of(parts["owner"][0], reader.data), text_of(written, reader.data))
                    yield scope, target, value, annotation, form, bisect_right(lines, byte), byte
                continue
            if declarators:
                written, kind = declared(written, declarators)
                if kind and form == "declare":
                    continue
            for target, target_form, is_first in _targets(reader, written, scope, form):
                value = value if is_first else ""
                if form == "declare" and target == names[scope] and byte in starts:
                    continue  # the name of a function is a name of what is around it
                if form in ("assign", "declare", "loop") and "." not in target:
                    if not value and not annotation and (scope, target) in told:
                        continue
                    told.add((scope, target))
                yield scope, target, value, annotation, target_form, bisect_right(lines, byte), byte


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
) -> tuple[tuple[str, AssignmentForm, bool], ...]:
    """Return what an assignment writes, the form, and whether the value is its own."""
    target = reader.expression(node, scope)
    if target == UNKNOWN:
        names = _TARGETS.findall(text_of(node, reader.data)[:LONGEST])
        first = reader.language.first_result
        return tuple(
            (reader.rooted(name, scope), form, first and place == 0) for place, name in enumerate(names)
        )
    if target.endswith("[]"):
        return ((target[:-2], "delete" if form == "delete" else "item", False),)
    return () if "(" in target else ((target, form, True),)
