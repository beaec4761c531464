"""Finds the long values of a file that a skeleton leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nsccn.graph.model import SourceRange

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.extraction.queries import Found
    from nsccn.graph.language import Language


def elisions(
    found: Found, data: bytes, language: Language, declarations: Declarations
) -> tuple[SourceRange, ...]:
    """Return the outermost long values outside bodies."""
    line = declarations.lines.line
    bodies = sorted(
        (definition.body_start, definition.body_end)
        for definition in declarations.definitions
        if definition.body_end
    )
    ranges = sorted(
        {_left_out(node) for node, _ in found.get("elide", ())}
        | set(_assigned(found, data, language) if language.elided_values else ())
    )
    kept: list[SourceRange] = []
    covered, next_body = 0, 0
    for start, end in ranges:
        while next_body < len(bodies) and bodies[next_body][0] <= start:
            covered = max(covered, bodies[next_body][1])
            next_body += 1
        if start >= covered and line(start) != line(end - 1):
            kept.append(SourceRange(start, end, line(start), line(end - 1)))
            covered = end
    return tuple(kept)


def _assigned(found: Found, data: bytes, language: Language) -> Iterator[tuple[int, int]]:
    for node, parts in found.get("assign", ()):
        if "value" in parts:
            value = parts["value"][0]
            start, end = value.start_byte, value.end_byte
            if b"\n" in data[start:end] and value.type in language.elided_values.get(node.type, ()):
                yield _left_out(value)


def _left_out(value: Node) -> tuple[int, int]:
    """Return what of a value is left out: of a call that begins on one line, what is between its brackets."""
    given = value.child_by_field_name("arguments")
    if given is None or given.end_byte != value.end_byte or given.start_point[0] != value.start_point[0]:
        return value.start_byte, value.end_byte
    if not given.children or given.children[0].type != "(":  # a text in which a mark would be a part of it
        return value.start_byte, value.end_byte
    return given.start_byte + 1, given.end_byte - 1
