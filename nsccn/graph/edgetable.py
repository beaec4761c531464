"""Collects edges: one for each source, kind and target, with the best confidence, the first line and how many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.graph.model import Confidence

if TYPE_CHECKING:
    import numpy as np

VIAS: Final = ("direct", "override", "indirect", "property", "dunder", "decorator", "constructor")
_VIA_NUMBER: Final = {name: number for number, name in enumerate(VIAS)}
_SURE: Final = 1.0
_ONE_LINE: Final = frozenset({(0, 0)})


class EdgeTable:
    """Edges on their way into arrays."""

    def __init__(self) -> None:
        self._rows: dict[tuple[int, int, int], tuple[float, int, int, int]] = {}
        self._lines: dict[tuple[int, int, int], set[tuple[int, int]]] = {}
        """All places of the edges that have more than one."""
        self.unresolved: Counter[str] = Counter()
        """Name -> call sites of that name that could not be resolved."""
        self.external: dict[str, int] = {}
        """Id of what lies in no file -> its number from 0, in the order of first use."""

    def add(
        self,
        source: int,
        kind: str,
        target: int,
        slot: int,
        line: int,
        *,
        probability: float = 1.0,
        via: str = "direct",
    ) -> None:
        """Add an edge; evidence is a line of a file. A repeated edge keeps the likelier, then the earlier."""
        key = (source, EDGE_NUMBER[kind], target)
        row = (-probability, slot, line, _VIA_NUMBER[via])
        known = self._rows.get(key)
        if known is None or row < known:
            self._rows[key] = row
        if known is not None and known[1:3] != (slot, line):
            self._lines.setdefault(key, {(known[1], known[2])}).add((slot, line))

    def outside(self, entity_id: str) -> int:
        """Return the negative number that stands for an entity in no file until all of them are known."""
        return -1 - self.external.setdefault(entity_id, len(self.external))

    def arrays(self, entities: int) -> dict[str, np.ndarray[Any, Any]]:
        """Return the edges as columns, sorted by source, kind and target. Entities in no file follow the others."""
        import numpy as np

        order = sorted(self.external)
        place = {self.external[entity_id]: entities + number for number, entity_id in enumerate(order)}
        rows = sorted(
            (
                self._place(key[0], place),
                key[1],
                self._place(key[2], place),
                *row,
                len(self._lines.get(key, _ONE_LINE)),
            )
            for key, row in self._rows.items()
        )
        table = np.array(rows, dtype=np.float64).reshape(len(rows), 8)
        probability = -table[:, 3]
        return {
            "source": table[:, 0].astype(np.int32),
            "kind": table[:, 1].astype(np.uint8),
            "target": table[:, 2].astype(np.int32),
            "probability": probability.astype(np.float32),
            "confidence": np.where(probability >= _SURE, Confidence.RESOLVED, Confidence.AMBIGUOUS).astype(
                np.uint8
            ),
            "file": table[:, 4].astype(np.int32),
            "line": table[:, 5].astype(np.int32),
            "via": table[:, 6].astype(np.uint8),
            "sites": table[:, 7].astype(np.int32),
        }

    @staticmethod
    def _place(entity: int, place: dict[int, int]) -> int:
        return entity if entity >= 0 else place[-1 - entity]
