"""Local variables that hold in a part of their function only, and mean something else outside it.

In that part the name counts as a variable of its own, for example `item@block3`: elsewhere in the function it may mean
a type or a function.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node, Tree

    from nsccn.graph.language import Language
    from nsccn.graph.model import Import
    from nsccn.graph.packed import AssignmentRow, ReferenceRow
    from nsccn.graph.reader import Reader

_DECLARES: Final = frozenset({"declare", "loop"})
_BINDS: Final = _DECLARES | {"parameter"}
_RUNS: Final = frozenset({"call", "new"})
_SEEN: Final = frozenset({"call", "new", "value", "member", "operate", "raise"})
_ROOT: Final = re.compile(r"[^\W\d]\w*(?=[.(\[]|\Z)")
_Name = tuple[int, str]
"""Scope and name."""


class Blocks:
    """Where the local variables of a file hold whose names have another meaning besides."""

    def __init__(
        self,
        tree: Tree,
        reader: Reader,
        imports: Iterable[Import],
        assigned: Sequence[AssignmentRow],
        used: Sequence[ReferenceRow],
    ) -> None:
        self._stretches: dict[_Name, list[tuple[int, int, str]]] = {}
        self._declared: dict[tuple[int, str, int], str] = {}
        self._bound: set[_Name] = set()
        """The names that scopes bind as a whole, where a variable of a function around may have the same."""
        self._around = [definition.parent for definition in reader.definitions]
        self._reaches_inside = reader.language.whole_blocks
        if not reader.language.blocks:
            return
        runs = [definition.kind in FUNCTION_KINDS for definition in reader.definitions]
        nested = {(definition.parent, definition.name) for definition in reader.definitions}
        nested.update((imported.scope, imported.alias) for imported in imports)
        declared = [
            row
            for row in assigned
            if row[4] in _DECLARES and runs[row[0]] and "." not in row[1] and row[:2] not in nested
        ]
        wanted = _ambiguous(reader, declared, used)
        names = {name for _, name in wanted}
        ends = {row[:2] for row in declared} & wanted
        binding = {row[:2] for row in assigned if row[4] in _BINDS and row[1] in names} - ends
        given = {row[:2] for row in assigned if row[4] == "parameter" and row[1] in names}
        self._bound = binding | given | {place for place in nested if place[1] in names}
        for number, (scope, name, *_, byte) in enumerate(declared):
            if (scope, name) in wanted and (scope, name, byte) not in self._declared:
                start, end = _stretch(tree, byte, reader.language)
                known = self._stretches.setdefault((scope, name), [])
                variable = next((held for *place, held in known if place == [start, end]), "")
                if not variable:
                    variable = f"{name}@block{number}"
                    known.append((start, end, variable))
                self._declared[scope, name, byte] = variable

    def assignments(self, rows: list[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [(row[0], self._target(row), self._renamed(row[0], row[2], row[6]), *row[3:]) for row in rows]

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [
            (*row[:2], self._renamed(row[1], row[2], row[4]), *row[3:]) if row[0] in _SEEN else row
            for row in rows
        ]

    def _target(self, row: AssignmentRow) -> str:
        scope, target, byte = row[0], row[1], row[6]
        return self._declared.get((scope, target, byte)) or self._renamed(scope, target, byte)

    def _renamed(self, scope: int, target: str, byte: int) -> str:
        root = _ROOT.match(target)
        if root is None:
            return target
        name = root.group()
        while scope > 0:
            stretches = self._stretches.get((scope, name), ())
            around = [(start, variable) for start, end, variable in stretches if start <= byte < end]
            if around:
                return max(around)[1] + target[root.end() :]
            if not self._reaches_inside or (scope, name) in self._bound:
                break
            scope = self._around[scope]
        return target


def _ambiguous(reader: Reader, declared: Sequence[AssignmentRow], used: Sequence[ReferenceRow]) -> set[_Name]:
    """Return the local names that the file declares otherwise too, or that are called or made like no variable."""
    first: dict[_Name, int] = {}
    for scope, name, *_, byte in declared:
        first[scope, name] = min(byte, first.get((scope, name), byte))
    found = {place for place in first if place[1] in reader.known}
    for kind, scope, target, _, byte, *_ in used:
        if kind in _RUNS and (root := _ROOT.match(target)):
            place = (scope, root.group())
            if place in first and (place[1] == target or byte < first[place]):
                found.add(place)
    return found


def _stretch(tree: Tree, byte: int, language: Language) -> tuple[int, int]:
    """Return from where to where a variable holds.

    Mostly behind the statement that declares it, to the end of the block; in some languages in the whole block.
    """
    node: Node | None = tree.root_node.descendant_for_byte_range(byte, byte + 1)
    start, ends = byte, language.blocks
    while node is not None and node.type not in ends:
        if node.type in language.hoisted:
            ends = language.hoisted[node.type]
        if node.type not in language.statement_lists:
            start = node.end_byte
        node = node.parent
    if node is None:
        return start, tree.root_node.end_byte
    return node.start_byte if language.whole_blocks else start, node.end_byte
