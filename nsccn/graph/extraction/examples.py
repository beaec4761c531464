"""What groups of examples in tests have by name, in the terms of RSpec.

`describe Cart do` says what `described_class` and `subject` are in it, and `let(:order) { Order.new }` that `order` is
what the block gives. Each holds in all of its group, wherever it stands there, as a variable would that is declared at
the beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.extraction.assignedvalues import assigned_values
from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow


class _Group(NamedTuple):
    start: int
    """The first byte behind the word or bracket that opens its block."""
    end: int


def example_groups(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what the examples of a file have by name, as variables that are declared where their group begins."""
    groups = [(node, parts, _group(parts["body"][0])) for node, parts in reader.found.get("examples", ())]
    told: set[tuple[_Group, str]] = set()
    for node, parts in reader.found.get("memoized", ()):
        start = node.start_byte
        around = max((group for *_, group in groups if group.start <= start < group.end), default=None)
        if around is None:
            continue
        given = assigned_values(reader, parts["value"][0], reader.scope(start))
        for name in _names(reader, parts):
            told.add((around, name))
            for one in given:
                value = "" if one.value == UNKNOWN else one.value
                yield _declared(reader, around, name, value, one.annotation)
    for node, parts, group in groups:
        if "type" in parts:
            type_name, subject = reader.language.described
            described = reader.expression(parts["type"][0], reader.scope(node.start_byte))
            yield _declared(reader, group, type_name, described)
            if (group, subject) not in told:
                made = f"{described}.{reader.language.constructor_call}()"
                yield _declared(reader, group, subject, made)


def _group(block: Node) -> _Group:
    return _Group(block.children[0].end_byte, block.end_byte)


def _names(reader: Reader, parts: Parts) -> list[str]:
    """Return the names of what examples have: `subject(:cart) { ... }` has two."""
    subject = reader.language.described[1]
    written = [text_of(name, reader.data).lstrip(":") for name in parts.get("target", ())]
    is_subject = text_of(parts["method"][0], reader.data).rstrip("!") == subject
    return [*written, subject] if is_subject else written


def _declared(reader: Reader, group: _Group, name: str, value: str, annotation: str = "") -> AssignmentRow:
    start = group.start
    return reader.scope(start), name, value, annotation, "declare", reader.line(start), start
