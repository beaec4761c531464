"""A file of code in which functions may answer fields of GraphQL, and what is said of one that does."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.routes.marks import marks_above
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.marks import Mark
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity

_PART: Final = regex(r"_([^\W_])")


class Resolver(NamedTuple):
    """A function that answers a field of a type."""

    type: str
    field: str
    entity: int
    path: str
    line: int
    """Where it is said."""
    is_certain: bool = True
    """Whether the code spells the field; else a schema must have it under a name that is alike."""


class CodeFile:
    """A file of code, and what is defined in it."""

    def __init__(self, table: EntityTable, path: str, text: str) -> None:
        self.table = table
        self.path = path
        self.text = text

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of it."""
        return self.text.split("\n")

    @cached_property
    def entities(self) -> Sequence[Entity]:
        """What it defines."""
        return [self.table.entity(one) for one in self.table.entities_of(self.path)]

    @cached_property
    def functions(self) -> Sequence[Entity]:
        """The functions that it defines."""
        return [one for one in self._present if one.kind in FUNCTION_KINDS]

    @cached_property
    def types(self) -> Sequence[Entity]:
        """The types that it defines, the innermost last."""
        return [one for one in self._present if one.kind in TYPE_KINDS]

    @cached_property
    def _present(self) -> Sequence[Entity]:
        """What it defines within its lines: a file may have become shorter since it was indexed."""
        return [one for one in self.entities if one.name_line <= len(self.lines)]

    def owner(self, function: Entity) -> Entity | None:
        """Return the type that a function is a method of."""
        around = function.parent
        inside = self.table.entities_of(self.path)
        if around not in inside:
            return None
        found = self.entities[around - inside.start]
        return found if found.kind in TYPE_KINDS else None

    def around(self, line: int) -> Entity | None:
        """Return the innermost type around a line."""
        return next((one for one in reversed(self.types) if one.start_line <= line <= one.end_line), None)

    def marks(self, entity: Entity) -> Sequence[Mark]:
        """Return the decorators of a definition."""
        if entity.name_line > len(self.lines):
            return []
        return marks_above(self.lines, entity)

    def line_of(self, place: int) -> int:
        """Return the number of the line around a place."""
        return bisect_right(self._ends, place - 1) + 1

    @cached_property
    def _ends(self) -> Sequence[int]:
        return [found.start() for found in re.finditer("\n", self.text)]


def camel(name: str) -> str:
    """Return a name as GraphQL spells one that is written with `_`.

    >>> camel("created_at"), camel("user")
    ('createdAt', 'user')
    """
    return _PART.sub(lambda found: found[1].upper(), name)


def small(name: str) -> str:
    """Return a name that begins with a small letter."""
    return name[:1].lower() + name[1:]
