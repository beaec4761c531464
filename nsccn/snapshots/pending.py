"""The arrays of a snapshot of which some are made when one of them is first asked for, by whoever asks first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.arrays import Array


class PendingArrays(Mapping[str, "Array"]):
    """Arrays by name. The names are known from the beginning; any thread may ask."""

    def __init__(
        self, ready: Mapping[str, Array], pending: Sequence[str], make: Callable[[], Mapping[str, Array]]
    ) -> None:
        """Hold what is ready; `make` returns the arrays of the names that are pending, and is called once."""
        self._ready = ready
        self._pending = pending
        self._make = make
        self._made: Mapping[str, Array] = {}
        self._lock = Lock()

    def __getitem__(self, name: str) -> Array:
        if name in self._ready:
            return self._ready[name]
        if name not in self._pending:
            raise KeyError(name)
        self.complete()
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._ready
        yield from self._pending

    def __len__(self) -> int:
        return len(self._ready) + len(self._pending)

    def complete(self) -> None:
        """Make what is pending, unless that has been done; waits where another thread is at it."""
        with self._lock:
            if not self._made:
                self._made = self._make()
                del self._make  # with all that it was to be made from
