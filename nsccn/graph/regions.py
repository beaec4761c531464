"""Which definition each byte of a file belongs to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Region(NamedTuple):
    """The stretch of one definition; `owner` is its ordinal."""

    start: int
    end: int
    owner: int


class Regions:
    """The file cut at every border of a definition: byte -> innermost definition, in logarithmic time."""

    def __init__(self, length: int, nested: Sequence[Region]) -> None:
        """`nested` is sorted by start, outer before inner; it need not contain the file itself."""
        self.starts = [0]
        self.owners = [0]
        self.length = length
        open_regions = [Region(0, length, 0)]
        for region in nested:
            self._close(open_regions, region.start)
            self._cut(region.start, region.owner)
            open_regions.append(region)
        self._close(open_regions, length)

    @classmethod
    def whole(cls, length: int) -> Regions:
        """Return the regions of a file that is one definition."""
        return cls(length, ())

    def _close(self, open_regions: list[Region], position: int) -> None:
        while len(open_regions) > 1 and open_regions[-1].end <= position:
            end = open_regions.pop().end
            self._cut(end, open_regions[-1].owner)

    def _cut(self, position: int, owner: int) -> None:
        if self.starts[-1] >= position:
            self.owners[-1] = owner
        else:
            self.starts.append(position)
            self.owners.append(owner)

    def owner(self, byte: int) -> int:
        """Return the ordinal of the innermost definition around a byte."""
        return self.owners[bisect_right(self.starts, byte) - 1]

    def pieces(self) -> Iterator[tuple[int, int, int]]:
        """Yield start, end and owner of the pieces in order; together they are the whole file."""
        ends = [*self.starts[1:], self.length]
        return zip(self.starts, ends, self.owners, strict=True)
