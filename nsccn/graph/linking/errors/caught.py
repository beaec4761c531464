"""What the handlers around each place of a file catch."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from nsccn.graph.linking.linkrows import DETACHED, EVERYTHING
from nsccn.graph.regions import Region, Regions

CATCHES_ALL: Final = frozenset({EVERYTHING})
RUN_BY_NOBODY: Final = frozenset({DETACHED})


class CaughtRegion(NamedTuple):
    """A stretch whose errors are caught, or a function that its owner does not run: `caught` is `RUN_BY_NOBODY`."""

    start: int
    end: int
    caught: frozenset[int]


class CaughtAround:
    """Byte -> what is caught around it; handlers outside a function that nobody runs catch nothing inside it."""

    def __init__(self, regions: Iterable[CaughtRegion]) -> None:
        ordered = sorted(regions, key=lambda region: (region.start, -region.end))
        sets: list[frozenset[int]] = [frozenset()]
        open_regions: list[tuple[int, int]] = []
        for number, region in enumerate(ordered, 1):
            while open_regions and open_regions[-1][0] <= region.start:
                open_regions.pop()
            outer = sets[open_regions[-1][1]] if open_regions else sets[0]
            sets.append(region.caught if region.caught == RUN_BY_NOBODY else outer | region.caught)
            open_regions.append((region.end, number))
        self._sets = [_ordered(found) for found in sets]
        nested = [Region(region.start, region.end, number) for number, region in enumerate(ordered, 1)]
        self._regions = Regions(max((region.end for region in ordered), default=0) + 1, nested)

    def __bool__(self) -> bool:
        return len(self._sets) > 1

    def at(self, byte: int) -> tuple[int, ...]:
        """Return the errors that are caught around a byte, sorted."""
        return self._sets[self._regions.owner(byte)]


def _ordered(found: frozenset[int]) -> tuple[int, ...]:
    return tuple(sorted(found & {EVERYTHING, DETACHED} if EVERYTHING in found else found))
