"""Takes a hit's place in the ranking apart: what each stream gave, and each signal of the entity and of its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from nsccn.search.weights import Weights

Shares = tuple[tuple[str, float], ...]
"""Names and what each adds, that with the largest effect first; what adds nothing is left out."""


class Breakdown(NamedTuple):
    """Why a hit stands where it stands."""

    streams: Shares
    """Of its score; they add up to it."""
    signals: Shares
    """Of the entity's place in the stream `signals`; none where it was no candidate there."""
    file: Shares
    """Of its file's score; none where it lies in no file."""


@dataclass(frozen=True)
class Weighed:
    """Every signal of one query with its weights."""

    file_of: NDArray[np.integer[Any]]
    chosen: NDArray[np.int64]
    """The entities that have signals, ascending."""
    entities: Mapping[str, NDArray[np.float64]]
    files: Mapping[str, NDArray[np.float64]]
    weights: Weights

    def of(self, entity: int, streams: Shares) -> Breakdown:
        """Return what speaks for one entity."""
        slot, place = int(self.file_of[entity]), int(self.chosen.searchsorted(entity))
        is_chosen = place < len(self.chosen) and self.chosen[place] == entity
        return Breakdown(
            streams,
            _shares(self.entities, self.weights.entities, place) if is_chosen else (),
            self.of_file(slot) if slot >= 0 else (),
        )

    def of_file(self, slot: int) -> Shares:
        """Return what speaks for one file."""
        return _shares(self.files, self.weights.files, slot)


def _shares(signals: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float], place: int) -> Shares:
    found = {
        name: weight * float(signals[name][place]) for name, weight in weights.items() if name in signals
    }
    largest = sorted(found, key=lambda name: (-abs(found[name]), name))
    return tuple((name, found[name]) for name in largest if found[name])
