"""Functions of an object that is written out and has no name, which those beside them name as members of their own.

In `register({ start() { this.stop(); }, stop() {} })` nothing but the object itself says what `this.stop` is: it goes
by the ordinal of the function, `stop@block#3`, as what has its name in a part of its scope alone.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.arguments import renamed_arguments
from nsccn.graph.notation.marks import ORDINAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_MEMBER: Final = re.compile(r"self\.([\w$]+)(?=[.(\[]|\Z)")
_SEEN: Final = frozenset({"call", "value"})
_ACCESSOR: Final = re.compile(rb"[gs]et\s+[\w$]")


class LiteralMembers:
    """The functions of the objects that a file writes out, each with those beside it."""

    def __init__(self, reader: Reader, assigned: Sequence[AssignmentRow]) -> None:
        """Note the functions that state their object, `this: Cart`, or call a parameter like it."""
        self._reader = reader
        self._stated = {row[0] for row in assigned if row[1] == "self" and (row[3] or row[4] == "parameter")}

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references with the functions that they name as members of their own object."""
        if not self._beside:
            return rows
        return [self._reference(row) if row[0] in _SEEN else row for row in rows]

    def assignments(self, rows: list[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments of what such functions give, or of the functions themselves."""
        if not self._beside:
            return rows
        return [(*row[:2], self._named(row[0], row[2]), *row[3:]) for row in rows]

    @cached_property
    def _beside(self) -> dict[int, dict[str, int]]:
        """The functions by their ordinals, each with the ordinals of all in its object, by their names."""
        reader = self._reader
        ordinals = {
            item.full_range.start_byte: ordinal
            for ordinal, item in enumerate(reader.definitions)
            if item.kind in FUNCTION_KINDS
        }
        objects: dict[int, dict[str, int]] = {}
        beside: dict[int, dict[str, int]] = {}
        for node, parts in (*reader.found.get("loose.func", ()), *reader.found.get("definition.func", ())):
            ordinal = ordinals.get(node.start_byte)
            if "members" not in parts or ordinal is None:
                continue
            if not _ACCESSOR.match(reader.data, node.start_byte):
                beside[ordinal] = objects.setdefault(parts["members"][0].start_byte, {})
                beside[ordinal][reader.definitions[ordinal].name] = ordinal
        return beside

    def _reference(self, row: ReferenceRow) -> ReferenceRow:
        kind, scope, target, line, byte, detail, arguments = row
        if kind == "call" and "self." in detail:
            detail = renamed_arguments(detail, lambda given: self._named(scope, given))
        return kind, scope, self._named(scope, target), line, byte, detail, arguments

    def _named(self, scope: int, path: str) -> str:
        member = _MEMBER.match(path)
        if member is None:
            return path
        ordinal = self._beside.get(self._with_object(scope), {}).get(member.group(1))
        return path if ordinal is None else f"{member.group(1)}{ORDINAL}{ordinal}{path[member.end() :]}"

    def _with_object(self, scope: int) -> int:
        """Return the function around code whose object is that of the code, if it is one without a type."""
        definitions = self._reader.definitions
        while scope > 0 and scope not in self._stated and definitions[scope].kind not in TYPE_KINDS:
            is_member = scope in self._beside and not definitions[scope].signature.endswith("=>")
            if is_member or definitions[scope].has_other_object:
                return scope
            scope = definitions[scope].parent
        return -1
