"""In which registrations the lines of a module stand, or of a function with several: `in socket.on("add")`.

So too in which clause of a function, where a literal tells it: `in handle_event("add")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.clauseheads import clauses_in
from nsccn.graph.kinds import FILE_KINDS, FUNCTION_KINDS
from nsccn.graph.registrations import around, registrations, registrations_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.model import Entity
    from nsccn.graph.registrations import Registration
    from nsccn.index import RepoIndex


class Registered:
    """The registrations of the files that are looked into for one answer, each read once."""

    def __init__(self, index: RepoIndex) -> None:
        self._index = index
        self._lines: dict[str, Sequence[str]] = {}
        self._found: dict[int, list[Registration]] = {}

    def at(self, entity: Entity, line: int) -> Registration | None:
        """Return the innermost registration of what an entity itself does on a line."""
        return around(self._of(entity), line)

    def said(self, entity: Entity, lines: Iterable[int]) -> str:
        """Name lines of an entity by the registrations that they stand in; empty where they stand in none."""
        shown, called = [], ""
        for one, inside in self._groups(entity, lines):
            numbers = f"L{','.join(map(str, inside))}"
            if one is None:
                shown.append(numbers)
            else:
                shown.append(f"{numbers} in {one.name if one.called == called else one.label}")
                called = one.called
        return ", ".join(shown) if called else ""

    def data(self, entity: Entity, lines: Iterable[int]) -> dict[str, list[int]]:
        """Return the same as JSON: lines by the registration that they stand in."""
        return {one.label: inside for one, inside in self._groups(entity, lines) if one}

    def _groups(self, entity: Entity, lines: Iterable[int]) -> list[tuple[Registration | None, list[int]]]:
        """Return lines by the registration that they stand in, first those that stand in none."""
        found: dict[Registration | None, list[int]] = {}
        for line in sorted(lines):
            found.setdefault(self.at(entity, line), []).append(line)
        return sorted(found.items(), key=lambda group: group[0] is not None)

    def _of(self, entity: Entity) -> list[Registration]:
        if entity.index not in self._found:
            self._found[entity.index] = []
            if entity.kind in FILE_KINDS:
                self._found[entity.index] = registrations(self._lines_of(entity.path))
            elif entity.kind in FUNCTION_KINDS:
                lines = self._lines_of(entity.path)
                first, last = entity.start_line, entity.end_line
                self._found[entity.index] = [
                    *clauses_in(lines, entity.name, first, last),
                    *registrations_in(lines, first, last),
                ]
        return self._found[entity.index]

    def _lines_of(self, path: str) -> Sequence[str]:
        if path not in self._lines:
            self._lines[path] = self._index.text_if_any(path).split("\n") if path else []
        return self._lines[path]
