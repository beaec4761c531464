"""How the files and entities of one snapshot become those of the next: what is kept, and where it moves."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.arrays import Array


class Splice:
    """Kept files keep their content, their order and so the ordinals of their entities; only their numbers move."""

    def __init__(
        self,
        old_first: Sequence[int] | Array,
        new_first: Sequence[int] | Array,
        kept: Sequence[tuple[int, int]],
    ) -> None:
        """Describe a change.

        Args:
            old_first: for each old file the number of its first entity, then the number of entities.
            new_first: the same of the new files.
            kept: (old slot, new slot) of each file that is kept, ascending in both.
        """
        self.old_first = np.asarray(old_first, np.int64)
        self.new_first = np.asarray(new_first, np.int64)
        pairs = np.asarray(kept, np.int64).reshape(-1, 2)
        self.kept_old: np.ndarray[Any, np.dtype[np.int64]] = pairs[:, 0]
        self.kept_new: np.ndarray[Any, np.dtype[np.int64]] = pairs[:, 1]

    @cached_property
    def slots(self) -> Array:
        """Old slot -> new slot, -1 where the file is not kept."""
        found = np.full(len(self.old_first) - 1, -1, np.int64)
        found[self.kept_old] = self.kept_new
        return found

    @cached_property
    def entities(self) -> Array:
        """Old entity -> new entity, -1 where its file is not kept."""
        sizes = np.diff(self.old_first)
        shift = np.where(self.slots >= 0, self.new_first[self.slots] - self.old_first[:-1], 0)
        moved = np.arange(int(self.old_first[-1])) + np.repeat(shift, sizes)
        return np.where(np.repeat(self.slots >= 0, sizes), moved, -1)

    @cached_property
    def fresh(self) -> Array:
        """The new slots whose files are not kept, ascending."""
        is_fresh = np.ones(len(self.new_first) - 1, np.bool_)
        is_fresh[self.kept_new] = False
        return np.flatnonzero(is_fresh)
