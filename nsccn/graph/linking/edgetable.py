"""Collects the edges of one file after another: one for each source, kind and target, with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.notation.expression import PATH

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.linking.linkrows import LinkWriter

VIAS: Final = ("direct", "override", "indirect", "property", "dunder", "decorator", "initializer")
MOST_OVERRIDES: Final = 32
"""Overrides of one target that a call has edges to; of more, only the types say which they are."""
_VIA_NUMBER: Final = {name: number for number, name in enumerate(VIAS)}
_INITIALIZER: Final = _VIA_NUMBER["initializer"]


class EdgeTable:
    """The edges of the file that is being linked."""

    def __init__(self, writer: LinkWriter) -> None:
        self._writer = writer
        self._rows: dict[tuple[int, int, int], tuple[float, int, int]] = {}
        """Negative probability, way and line of the best evidence: of equally likely ways the first in `VIAS` holds."""
        self._lines: dict[tuple[int, int, int], set[int]] = {}
        """All lines of the edges that have more than one."""
        self._unresolved: dict[str, set[tuple[int, str, int, int]]] = {}
        """Name -> call sites of that name that could not be resolved."""
        self._used: set[str] = set()

    def add(
        self, source: int, kind: str, target: int, line: int, *, probability: float = 1.0, via: str = "direct"
    ) -> None:
        """Add an edge; evidence is a line of the file. A repeated edge keeps the likelier, more direct, earlier."""
        self.add_lines(source, kind, target, (line,), probability=probability, via=via)

    def has(self, source: int, kind: str, target: int) -> bool:
        """Whether the file has an edge so far."""
        return (source, EDGE_NUMBER[kind], target) in self._rows

    def changes(self, source: int, target: int) -> bool:
        """Whether the file has an edge so far of code that changes data, and does not only begin an object with it."""
        row = self._rows.get((source, EDGE_NUMBER["MUTATES"], target))
        return row is not None and row[1] != _INITIALIZER

    def add_lines(
        self,
        source: int,
        kind: str,
        target: int,
        lines: Sequence[int],
        *,
        probability: float = 1.0,
        via: str = "direct",
    ) -> None:
        """Add an edge with several lines of evidence; where some are sure, guesses add none to these."""
        key = (source, EDGE_NUMBER[kind], target)
        row = (-probability, _VIA_NUMBER[via], min(lines))
        known = self._rows.get(key)
        if known is not None and _is_sure(known) != _is_sure(row):
            if _is_sure(known):
                return
            self._lines.pop(key, None)
            known = None
        if known is None or row < known:
            self._rows[key] = row
        if known is None and len(lines) == 1:
            return
        seen = {*lines} if known is None else {known[2], *lines}
        if len(seen) > 1:
            self._lines.setdefault(key, set()).update(seen)

    def add_unresolved(self, source: int, callee: str, arguments: int, lines: Iterable[int]) -> None:
        """Count calls that could not be resolved, each once, though facts also say that it hands its error on."""
        sites = self._unresolved.setdefault(callee.rpartition(".")[2].removeprefix(PATH), set())
        sites.update((source, callee, arguments, line) for line in lines)

    def outside(self, entity_id: str) -> int:
        """Return the negative number that stands for an entity in no file."""
        self._used.add(entity_id)
        return self.named_outside(entity_id)

    def named_outside(self, entity_id: str) -> int:
        """Return the negative number of an entity in no file without making it part of the graph."""
        return -1 - self._writer.outside.number(entity_id)

    def end_file(self, slot: int) -> None:
        """Hand the edges of a file on, and begin anew."""
        rows = [
            (source, kind, target, -row[0], row[2], row[1], len(self._lines.get((source, kind, target), "1")))
            for (source, kind, target), row in self._rows.items()
        ]
        self._writer.extend("edge", slot, rows)
        sites = [(*key, line) for key, lines in self._lines.items() for line in sorted(lines)]
        self._writer.extend("site", slot, sites)
        names, number = self._writer.names, self._writer.outside.number
        self._writer.extend("used", slot, [(number(entity_id),) for entity_id in sorted(self._used)])
        self._writer.extend(
            "unresolved", slot, [(names.number(name), len(sites)) for name, sites in self._unresolved.items()]
        )
        self._rows.clear()
        self._lines.clear()
        self._used.clear()
        self._unresolved.clear()


def _is_sure(row: tuple[float, int, int]) -> bool:
    return row[0] <= -1.0
