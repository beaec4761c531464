"""Scores of those entities that have one, so that what a query does not touch costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.search.fuse import rank

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from nsccn.search.postings import Postings

_AT_ONCE: Final = 1 << 16
"""Scores that are weighted at once: so few that they stay in the processor's cache."""
Stretch = tuple["NDArray[np.integer[Any]]", "NDArray[np.float64]"]
"""Some entities, ascending, and what each of them scores."""


class Scores(NamedTuple):
    """Positive scores, parallel to the entities that have them; all others have 0."""

    entities: NDArray[np.integer[Any]]
    """Ascending."""
    values: NDArray[np.float64]

    @classmethod
    def joined(cls, parts: Iterable[Stretch]) -> Scores:
        """Take the positive ones of several stretches of entities and their scores, one after the other."""
        held = [cls(entities.astype(np.int32, copy=False), values).positive() for entities, values in parts]
        if not held:
            return NONE
        return cls(
            np.concatenate([part.entities for part in held]), np.concatenate([part.values for part in held])
        )

    @classmethod
    def of(
        cls,
        postings: Postings,
        weights: Mapping[int, float],
        among: NDArray[np.integer[Any]] | None = None,
    ) -> Scores:
        """Take the positive BM25 scores for weighted terms, of some entities, which ascend, or of all."""
        blocks = postings.blocks([weights], among)
        return cls.joined((documents, scores) for documents, (scores,) in blocks)

    @classmethod
    def of_items(cls, items: Mapping[int, float]) -> Scores:
        """Take scores by entity."""
        entities = np.array(sorted(items), np.int32)
        return cls(entities, np.array([items[entity] for entity in entities.tolist()], np.float64)).positive()

    def positive(self) -> Scores:
        """Leave out what is not positive."""
        held = self.values > 0
        return self if held.all() else Scores(self.entities[held], self.values[held])

    def weighted(self, weight_of: Callable[[NDArray[np.integer[Any]]], NDArray[np.float64]]) -> Scores:
        """Multiply each score by its entity's weight."""
        values = np.empty(len(self.values))
        for start in range(0, len(values), _AT_ONCE):
            stretch = slice(start, start + _AT_ONCE)
            np.multiply(self.values[stretch], weight_of(self.entities[stretch]), out=values[stretch])
        return Scores(self.entities, values).positive()

    def at(self, wanted: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Return the scores of some entities, in any order; 0 for -1."""
        if not len(self.entities):
            return np.zeros(len(wanted))
        places = _places(self.entities, wanted)
        return np.where(self.entities[places] == wanted, self.values[places], 0.0)

    @property
    def highest(self) -> float:
        """The highest score, 0 where there is none."""
        return float(self.values.max()) if len(self.values) else 0.0

    def best(self, limit: int) -> dict[int, float]:
        """Return the entities of the highest scores, best first, equal ones in their order, with their scores."""
        places = rank(self.values, limit)
        return dict(zip(self.entities[places].tolist(), self.values[places].tolist(), strict=True))


class Blocks:
    """The scores of some entities, which ascend, or of all, for several queries."""

    def __init__(
        self,
        postings: Postings,
        queries: Sequence[Mapping[int, float]],
        among: NDArray[np.integer[Any]] | None = None,
    ) -> None:
        self._queries = len(queries)
        self.blocks = list(postings.blocks(queries, among))

    def at(self, wanted: NDArray[np.integer[Any]]) -> list[NDArray[np.float64]]:
        """Return for each query the scores of some entities, in any order; 0 for -1."""
        order = np.argsort(wanted, kind="stable")
        ordered = wanted[order]
        found = np.zeros((self._queries, len(wanted)))
        bounds = [int(ordered.searchsorted(block.documents[0])) for block in self.blocks]
        for (documents, every_score), first, after in zip(
            self.blocks, bounds, [*bounds, len(wanted)][1:], strict=False
        ):
            places = _places(documents, ordered[first:after])
            is_held = documents[places] == ordered[first:after]
            held = order[first:after][is_held]
            for own, scores in zip(found, every_score, strict=True):
                own[held] = scores[places[is_held]]
        return list(found)


def _places(entities: NDArray[np.integer[Any]], wanted: NDArray[np.integer[Any]]) -> NDArray[np.intp]:
    """Return where the wanted ones of some entities stand; somewhere for those that are not among them."""
    first, most = int(entities[0]), len(entities) - 1
    if int(entities[-1]) - first == most:
        return np.clip(wanted.astype(np.intp) - first, 0, most)
    return np.minimum(entities.searchsorted(wanted.astype(entities.dtype)), most)


NONE: Final = Scores(np.zeros(0, np.int32), np.zeros(0))


def normalised(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide by the maximum, if there is one."""
    highest = float(values.max(initial=0.0))
    return values / highest if highest > 0 else values
