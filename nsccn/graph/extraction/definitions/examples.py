"""What groups of examples in tests have by name, in the terms of RSpec.

`describe Cart do` says what `described_class` and `subject` are in it, and `let(:order) { Order.new }` that `order` is
what the block gives. Each holds in all of its group, wherever it stands there, as a variable would that is declared at
the beginning.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.values.assignedvalues import AssignedValue, assigned_values
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow


class _Group(NamedTuple):
    start: int
    """The first byte behind the word or bracket that opens its block."""
    end: int
    type: Node | None = None


def example_groups(reader: Reader, assigned: Iterable[AssignmentRow]) -> Iterator[AssignmentRow]:
    """Yield what the examples of a file have by name, as variables that are declared where their group begins.

    What an example assigns to such a name is a variable of its own there.
    """
    groups = _groups(reader)
    if not groups:
        return
    subject = reader.language.described[1]
    named = list(_memoized(reader, groups))
    told = {group for group, name, _ in named if name == subject} | _defining(reader, groups, subject)
    yield from (_declared(reader, group, name, value) for group, name, value in named)
    yield from _implied(reader, groups, told)
    names = {name for _, name, _ in named} | set(reader.language.described)
    own = (row for row in assigned if row[4] == "assign" and row[1] in names)
    yield from ((*row[:2], "", "", "declare", *row[5:]) for row in own)


def _groups(reader: Reader) -> list[_Group]:
    """Return the groups of a file in its order; a call within a function is one of another meaning."""
    found: dict[int, _Group] = {}
    for node, parts in reader.found.get("examples", ()):
        block, start = parts["body"][0], node.start_byte
        if reader.definitions[reader.scope(start)].kind in FUNCTION_KINDS:
            continue
        opened = block.children[0].end_byte
        if opened not in found or "type" in parts:
            found[opened] = _Group(opened, block.end_byte, parts["type"][0] if "type" in parts else None)
    return [found[start] for start in sorted(found)]


def _around(groups: Sequence[_Group], places: Iterable[int]) -> Iterator[_Group | None]:
    """Yield the innermost group around each of some places, which stand in the order of the file."""
    coming, around = deque(groups), list[_Group]()
    for place in places:
        while coming and coming[0].start <= place:
            around.append(coming.popleft())
        while around and around[-1].end <= place:
            around.pop()
        yield around[-1] if around else None


def _memoized(reader: Reader, groups: Sequence[_Group]) -> Iterator[tuple[_Group, str, AssignedValue]]:
    """Yield the names that groups give to what a block gives."""
    found = sorted(reader.found.get("memoized", ()), key=lambda one: one[0].start_byte)
    around = _around(groups, [node.start_byte for node, _ in found])
    for (node, parts), group in zip(found, around, strict=True):
        if group is None:
            continue
        given = assigned_values(reader, parts["value"][0], reader.scope(node.start_byte))
        yield from ((group, name, one) for name in _names(reader, parts) for one in given)


def _defining(reader: Reader, groups: Sequence[_Group], name: str) -> set[_Group]:
    """Return the groups that define a method of a name."""
    starts = sorted(one.full_range.start_byte for one in reader.definitions if one.name == name)
    return {group for group in _around(groups, starts) if group is not None}


def _implied(reader: Reader, groups: Sequence[_Group], told: AbstractSet[_Group]) -> Iterator[AssignmentRow]:
    """Yield the type that each group is about, and its object unless the group or one around it names another."""
    type_name, subject = reader.language.described
    has_own: set[_Group | None] = set()
    for group, outer in zip(groups, _around(groups, [group.start - 1 for group in groups]), strict=True):
        if group in told or outer in has_own:
            has_own.add(group)
        if group.type is None:
            continue
        described = reader.expression(group.type, reader.scope(group.start))
        yield _declared(reader, group, type_name, AssignedValue(described))
        if group not in has_own:
            made = f"{described}.{reader.language.constructor_call}()"
            yield _declared(reader, group, subject, AssignedValue(made))


def _names(reader: Reader, parts: Parts) -> list[str]:
    """Return the names of what examples have: `subject(:cart) { ... }` has two."""
    subject = reader.language.described[1]
    written = [text_of(name, reader.data).lstrip(":") for name in parts.get("target", ())]
    is_subject = text_of(parts["method"][0], reader.data).rstrip("!") == subject
    return [*written, subject] if is_subject else written


def _declared(reader: Reader, group: _Group, name: str, given: AssignedValue) -> AssignmentRow:
    start = group.start
    value = "" if given.value == UNKNOWN else given.value
    return reader.scope(start), name, value, given.annotation, "declare", reader.line(start), start
