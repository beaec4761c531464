"""Every number that ranking weighs with: `weights.json`, or what a caller puts in its place."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


class Weights(msgspec.Struct, frozen=True):
    """What each stream and each signal counts; one that is not named counts nothing."""

    streams: dict[str, float]
    """Of the ranked streams in the final fusion."""
    file_streams: dict[str, float]
    """Of the two rankings of files: by their signals, and by their best entities."""
    files: dict[str, float]
    """Of the signals of a file."""
    entities: dict[str, float]
    """Of the signals of an entity, where a phrase asks."""
    reports: dict[str, float]
    """The same where a long report asks; between the two they are mixed."""

    def at(self, breadth: float) -> Weights:
        """Return what they are for a query of which the title says this share: `entities` as it is weighed there."""
        phrase = breadth**2
        names = dict.fromkeys((*self.entities, *self.reports))
        mixed = {
            name: phrase * self.entities.get(name, 0.0) + (1 - phrase) * self.reports.get(name, 0.0)
            for name in names
        }
        return msgspec.structs.replace(self, entities=mixed)


@cache
def default_weights() -> Weights:
    """Return the weights that come with the package."""
    return msgspec.json.decode((files("nsccn.search") / "weights.json").read_bytes(), type=Weights)


def weighted_sum(
    signals: Mapping[str, NDArray[np.float64]], weights: Mapping[str, float], size: int
) -> NDArray[np.float64]:
    """Return the sum of signals of one size; one without a weight, or a weight without a signal, adds nothing."""
    total = np.zeros(size)
    for name, weight in weights.items():
        if name in signals:
            total += weight * signals[name]
    return total
