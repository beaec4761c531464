"""Finds the entities whose vectors lie nearest to a query's: by bits first where there are many, then in full."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.search.fuse import rank

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

MOST_EXACT: Final = 50_000
"""Of more entities only those are compared in full whose signs agree best."""
_RESCORED: Final = 10
"""So many times the wanted number are compared in full."""


@dataclass(frozen=True)
class Vectors:
    """Unit vectors of entities."""

    entities: NDArray[np.int64]
    """Ascending."""
    rows: NDArray[np.int64]
    """Where the vector of each entity stands in `stored`."""
    stored: NDArray[Any]
    embed: Callable[[str], NDArray[np.float32]]
    """Returns the unit vector of a query."""
    most_exact: int = MOST_EXACT

    def nearest(
        self, text: str, weight_of: Callable[[NDArray[Any]], NDArray[np.float64]], limit: int
    ) -> list[int]:
        """Return the entities nearest to a text, best first; one with a weight of 0 is none."""
        if not len(self.entities):
            return []
        query = self.embed(text)
        weights = weight_of(self.entities)
        places = np.arange(len(self.entities))
        if len(places) > self.most_exact:
            agreement = np.where(weights > 0, self._agreement(query), 0).astype(np.float64)
            places = np.sort(np.array(rank(agreement, _RESCORED * limit), np.int64))
        scores = np.maximum(self.stored[self.rows[places]].astype(np.float32) @ query, 0) * weights[places]
        found: list[int] = self.entities[places[rank(scores, limit)]].tolist()
        return found

    def _agreement(self, query: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return in how many dimensions each vector has the query's sign."""
        differing = np.bitwise_count(self._signs ^ np.packbits(query > 0)).sum(axis=1, dtype=np.int64)
        agreement: NDArray[np.int64] = len(query) - differing
        return agreement

    @cached_property
    def _signs(self) -> NDArray[np.uint8]:
        return np.packbits(self.stored[self.rows] > 0, axis=1)
