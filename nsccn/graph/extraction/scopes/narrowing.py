"""Stretches of a file in which a name is known to be of a type, because the code has asked.

In such a stretch the name counts as a variable of its own, which is declared to be of that type, for example
`item@block:3`. It ends where the name, or the object that it is read from, gets another value, before the loop around
that; and it leaves out what has the name for something else, as a comprehension or a function inside.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.scopes.asked import regions
from nsccn.graph.kinds import FUNCTION_KINDS, GIVING
from nsccn.graph.notation.arguments import GIVEN, renamed_arguments
from nsccn.graph.notation.contextual import CONTEXTUAL, predicate_type, told_by
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import BLOCK

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_SEEN: Final = frozenset({"call", "new", "value", "member", "operate", "send"})
_GIVEN: Final = frozenset({"call", "new", "operate"})
_Span = tuple[int, int]


class _Stretch(NamedTuple):
    start: int
    end: int
    name: str
    scope: int
    annotation: str
    line: int
    around: Node
    """What the stretch lies in."""


class Narrowed:
    """What a file narrows."""

    def __init__(self, reader: Reader, assigned: Sequence[AssignmentRow]) -> None:
        """Find the stretches of a file, and what they leave out."""
        self._stretches: dict[str, list[tuple[int, int, str]]] = {}
        found = sorted(_stretches(reader), key=lambda stretch: stretch[:6])
        names = self.names = frozenset(stretch.name for stretch in found)
        self._roots = {name.partition(".")[0] for name in names}
        self._declared: list[AssignmentRow] = []
        given = _given(assigned, names)
        for number, stretch in enumerate(found):
            variable = f"{stretch.name.replace('.', '_')}{BLOCK}:{number}"
            end, others = _bounds(reader, stretch, given)
            pieces = ((*piece, variable) for piece in _without(others, stretch.start, end))
            self._stretches.setdefault(stretch.name, []).extend(pieces)
            before = stretch.name if stretch.annotation.startswith(CONTEXTUAL) else ""
            self._declared.append(
                (stretch.scope, variable, before, stretch.annotation, "declare", stretch.line, stretch.start)
            )
        for stretches in self._stretches.values():
            stretches.sort()

    def assignments(self, rows: Sequence[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments in the names that hold where they stand, with the declarations of these."""
        if not self._stretches:
            return list(rows)
        changed = [
            (
                row[0],
                self.renamed(row[1], row[6]) if "." in row[1] else row[1],
                self.renamed(row[2], row[6]),
                *row[3:],
            )
            for row in rows
        ]
        return [*changed, *self._declared]

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references in the names that hold where they stand."""
        if not self._stretches:
            return rows
        return [self._reference(row) if row[0] in _SEEN else row for row in rows]

    def _reference(self, row: ReferenceRow) -> ReferenceRow:
        kind, scope, target, line, byte, detail, arguments = row
        if kind in _GIVEN and GIVEN in detail:
            detail = renamed_arguments(detail, lambda given: self.renamed(given, byte))
        return kind, scope, self.renamed(target, byte), line, byte, detail, arguments

    def renamed(self, target: str, byte: int) -> str:
        """Return a path with the variable for what it begins with: of `node` and `node.left`, the longer one."""
        if target.partition(".")[0].removesuffix("[]") not in self._roots:
            return target
        name, held = "", target
        for step in target.split("."):
            name = f"{name}.{step}" if name else step
            plain = name.removesuffix("[]")
            variable = self._at(plain, byte) if plain in self._stretches else ""
            held = variable + target[len(plain) :] if variable else held
            if step.endswith((")", "]")):
                break
        return held

    def _at(self, name: str, byte: int) -> str:
        """Return the variable that a name stands for at a byte, empty where it is itself."""
        stretches = self._stretches[name]
        place = bisect_right(stretches, (byte, 1 << 62, ""))
        inside = (variable for start, end, variable in reversed(stretches[:place]) if start <= byte < end)
        return next(inside, "")


def _stretches(reader: Reader) -> Iterator[_Stretch]:
    """Yield what a file narrows: in `body`, or behind the whole, to the end of what is around."""
    for whole, parts in reader.found.get("narrow", ()):
        told = _asked(reader, whole, parts)
        if told is None:
            continue
        if "body" in parts:
            body = parts["body"][0]
            line = reader.line(body.start_byte)
            yield _Stretch(body.start_byte, body.end_byte, *told, line, body)
        elif (around := whole.parent) is not None:
            yield _Stretch(whole.end_byte, around.end_byte, *told, reader.line(whole.start_byte), around)
    for test, parts in reader.found.get("asked", ()):
        told = _asked(reader, test, parts)
        if told is not None:
            for start, end, around in regions(reader, test):
                yield _Stretch(start, end, *told, reader.line(start), around)


def _asked(reader: Reader, whole: Node, parts: Parts) -> tuple[str, int, str] | None:
    """Return the name of which a type is known, its scope, and the type; None where it is no plain name."""
    scope = reader.scope(whole.start_byte)
    name = reader.expression(parts["target"][0], scope)
    annotation = _told(reader, parts, scope) if "callee" in parts else _annotation(reader, parts)
    is_plain = name != UNKNOWN and "(" not in name and "[" not in name
    return (name, scope, annotation) if is_plain and annotation else None


def _given(assigned: Sequence[AssignmentRow], names: AbstractSet[str]) -> dict[str, list[AssignmentRow]]:
    """Return where each name, or an object that one is read from, gets a value."""
    found: dict[str, list[AssignmentRow]] = {
        ".".join(steps[:count]): []
        for steps in (name.split(".") for name in names)
        for count in range(1, len(steps) + 1)
    }
    for row in assigned if found else ():
        if row[1] in found and row[4] in GIVING:
            found[row[1]].append(row)
    for rows in found.values():
        rows.sort(key=lambda row: row[6])
    return found


def _bounds(
    reader: Reader, stretch: _Stretch, given: dict[str, list[AssignmentRow]]
) -> tuple[int, list[_Span]]:
    """Return where a stretch ends, and what in it has the name for something else."""
    end, others = stretch.end, list[_Span]()
    steps = stretch.name.split(".")
    for count in range(1, len(steps) + 1):
        for row in given[".".join(steps[:count])]:
            byte = row[6]
            if not stretch.start <= byte < end:
                continue
            inner = _inner(reader, stretch, row)
            if inner is not None:
                others.append(inner)
            elif row[4] != "parameter":
                end = _begin(reader, stretch, byte)
                end = max(end, _end_of_statement(reader, stretch, row)) if end == byte else end
    return end, sorted(others)


def _inner(reader: Reader, stretch: _Stretch, row: AssignmentRow) -> _Span | None:
    """Return the function or expression in a stretch of which a variable is that gets a value there."""
    if row[0] != stretch.scope:
        around = reader.definitions[row[0]].full_range
        is_inside = stretch.start <= around.start_byte and around.end_byte <= stretch.end
        return (around.start_byte, around.end_byte) if is_inside else None
    at = stretch.around.descendant_for_byte_range(row[6], row[6])
    while at is not None and at.start_byte >= stretch.start and at.parent is not None:
        if at.type in reader.language.inner_names:
            return at.parent.start_byte, at.parent.end_byte
        at = at.parent
    return None


def _end_of_statement(reader: Reader, stretch: _Stretch, row: AssignmentRow) -> int:
    """Return where a statement ends that assigns and nothing else: what it gives is worked out before."""
    end, at = 0, stretch.around.descendant_for_byte_range(row[6], row[6])
    while reader.language.reassigned_variables and row[4] == "assign" and at is not None:
        if at.start_byte < row[6] or at.type in reader.language.statement_lists:
            break
        end, at = at.end_byte, at.parent
    return end


def _begin(reader: Reader, stretch: _Stretch, byte: int) -> int:
    """Return where what may have changed at a byte is first not known: at the outermost loop in a stretch."""
    found, at = byte, stretch.around.descendant_for_byte_range(byte, byte)
    while at is not None and at.start_byte >= stretch.start and at.id != stretch.around.id:
        if at.type in reader.language.loops:
            found = at.start_byte
        at = at.parent
    return found


def _without(others: Sequence[_Span], start: int, end: int) -> Iterator[_Span]:
    """Yield a stretch in pieces, between what it leaves out."""
    for other_start, other_end in others:
        if start < min(other_start, end):
            yield start, min(other_start, end)
        start = max(start, other_end)
    if start < end:
        yield start, end


def _told(reader: Reader, parts: Parts, scope: int) -> str:
    """Return what says the type by a function that was asked, empty where that is one of the file which does not."""
    callee = reader.expression(parts["callee"][0], scope)
    own = [item.returns for item in reader.definitions if item.name == callee and item.kind in FUNCTION_KINDS]
    return told_by(callee) if callee != UNKNOWN and (not own or any(map(predicate_type, own))) else ""


def _annotation(reader: Reader, parts: Parts) -> str:
    """Return the type that is asked for, or the several that are."""
    node: Node = parts["type"][0]
    several = node.named_children if node.type in reader.language.sequences else [node]
    return " | ".join(
        reader.data[one.start_byte : one.end_byte].decode("utf-8", "replace") for one in several
    )
