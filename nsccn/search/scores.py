"""Scores of those entities that have one, so that what a query does not touch costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nsccn.search.fuse import rank

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray


class Scores(NamedTuple):
    """Positive scores, parallel to the entities that have them; all others have 0."""

    entities: NDArray[np.integer[Any]]
    """Ascending."""
    values: NDArray[np.float64]

    @classmethod
    def of(cls, every: NDArray[np.float64]) -> Scores:
        """Take the positive ones from the scores of all entities."""
        held = np.flatnonzero(every > 0)
        return cls(held, every[held])

    @classmethod
    def of_items(cls, items: Mapping[int, float]) -> Scores:
        """Take scores by entity."""
        entities = np.array(sorted(items), np.int64)
        return cls(entities, np.array([items[entity] for entity in entities.tolist()], np.float64)).positive()

    def positive(self) -> Scores:
        """Leave out what is not positive."""
        held = self.values > 0
        return self if held.all() else Scores(self.entities[held], self.values[held])

    def weighted(self, weight_of: Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]) -> Scores:
        """Multiply each score by its entity's weight."""
        return Scores(self.entities, self.values * weight_of(self.entities)).positive()

    def every(self, size: int) -> NDArray[np.float64]:
        """Return the scores of all of so many entities."""
        scores = np.zeros(size)
        scores[self.entities] = self.values
        return scores

    def over(self, entities: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Return the scores of ascending entities; for few scores and many entities."""
        found = np.zeros(len(entities))
        if len(entities):
            places = np.minimum(np.searchsorted(entities, self.entities), len(entities) - 1)
            held = entities[places] == self.entities
            found[places[held]] = self.values[held]
        return found

    @property
    def highest(self) -> float:
        """The highest score, 0 where there is none."""
        return float(self.values.max()) if len(self.values) else 0.0

    def best(self, limit: int) -> list[int]:
        """Return the entities of the highest scores, best first, equal ones in their order."""
        found: list[int] = self.entities[rank(self.values, limit)].tolist()
        return found


def normalised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide by the maximum, if there is one."""
    highest = float(values.max(initial=0.0))
    return values / highest if highest > 0 else values
