"""What the functions of a file return and yield."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.values.assignedvalues import assigned_values
from nsccn.graph.extraction.values.gathered import inner
from nsccn.graph.kinds import FUNCTION_KINDS, RESULTS
from nsccn.graph.notation.annotation import EMPTY
from nsccn.graph.notation.marks import ORDINAL, RESULT
from nsccn.graph.notation.results import each, part_of
from nsccn.graph.regions import Region, Regions

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_SPREAD: Final = b"*"
"""Begins what is several parts of a tuple, so that it has no place."""


def results(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what the functions of a file return and yield, each value once."""
    told: set[tuple[int, str, str, str]] = set()
    bodies = Bodies(reader)
    named = _named_functions(reader)
    for form in RESULTS:
        matches = reader.found.get(form, ())
        whole = {parts["each"][0].id for _, parts in matches if "each" in parts}
        for node, parts in matches:
            scope = reader.scope(node.start_byte)
            own = named.get(node.start_byte, -1)
            if own >= 0 or node.type in reader.language.made_types:
                scope = max(reader.definitions[scope if own < 0 else own].parent, 0)
            if node.id in whole or not bodies.are_of(scope, node.start_byte):
                continue  # a function without a name returns it
            line, byte = reader.line(node.start_byte), node.start_byte
            written = _parts(reader, node, scope)
            if own >= 0:
                values = [f"{reader.definitions[own].name}{ORDINAL}{own}"]
            else:
                values = [] if written else _values(reader, node, parts, scope)
            told_of = [(form, RESULT, value) for value in values if value]
            told_of += [
                ("assign", part_of(RESULT, at, is_each=form == "yield"), value) for at, value in written
            ]
            for own_form, target, value in told_of:
                if (scope, own_form, target, value) not in told:
                    told.add((scope, own_form, target, value))
                    yield scope, target, value, "", own_form, line, byte


def _named_functions(reader: Reader) -> dict[int, int]:
    """Return the first bytes of functions that have a name and that nothing means by it, each with its ordinal."""
    return {
        item.full_range.start_byte: ordinal
        for ordinal, item in enumerate(reader.definitions)
        if item.is_loose and item.kind in FUNCTION_KINDS
    }


def _values(reader: Reader, node: Node, parts: Parts, scope: int) -> list[str]:
    """Return what a function may give at a place."""
    if "each" in parts:
        return [each(reader.value(parts["each"][0], scope))]
    return [one.value or reader.value(node, scope) for one in assigned_values(reader, node, scope)]


def _parts(reader: Reader, node: Node, scope: int) -> list[tuple[int, str]]:
    """Return what is known of the parts of a tuple that is written out, each with its place, if they differ."""
    written = inner(reader, node)
    if written.type not in reader.language.tuples:
        return []
    told: list[tuple[int, str]] = []
    places = [one for one in written.named_children if not one.is_extra]
    if any(reader.data.startswith(_SPREAD, one.start_byte) for one in places):
        return []
    for place, part in enumerate(places):
        values = {given.value for given in assigned_values(reader, part, scope)} - EMPTY - {""}
        told += [(place, value) for value in sorted(values)]
    is_of_one = len(told) == len(places) and len({value for _, value in told}) == 1
    return [] if is_of_one else told


class Bodies:
    """What each function of a file runs, be it one without a name."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    @cached_property
    def _starts(self) -> list[int]:
        return [node.start_byte for node, _ in self._reader.found.get("runs", ())]

    @cached_property
    def _inside(self) -> Callable[[int], int]:
        nodes = (node for node, _ in self._reader.found["runs"])
        regions = [Region(node.start_byte, node.end_byte, number) for number, node in enumerate(nodes, 1)]
        return Regions(len(self._reader.data), regions).owner

    def are_of(self, scope: int, byte: int) -> bool:
        """Whether the code at a byte is run by a definition, and by no function without a name inside it."""
        if not self._starts:
            return True
        body = self._inside(byte)
        return bool(body) and self._starts[body - 1] == self._reader.definitions[scope].body_start
