"""The arrays of a snapshot of which some are made when one of them is first asked for, by whoever asks first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Final

from nsccn.errors import MISTAKES, LinkingFailed
from nsccn.precedence import QUESTIONS

if TYPE_CHECKING:
    from nsccn.arrays import Array


_CIRCUMSTANCES: Final = (MemoryError, OSError)
"""May be others the next time."""
_MISTAKES: Final = (*MISTAKES, RuntimeError)
"""Are ours, and would be made again."""


class PendingArrays(Mapping[str, "Array"]):
    """All arrays by name; the first who asks for any of them makes them. Any thread may ask."""

    def __init__(self, ready: Mapping[str, Array], make: Callable[[], Mapping[str, Array]]) -> None:
        """Hold what is ready; `make` returns the rest, and other arrays in place of some."""
        self.ready = ready
        """The arrays that are there already, of which some may grow."""
        self._make = make
        self.seconds = 0.0
        """That it took to make the rest."""
        self._all: Mapping[str, Array] = {}
        self.failure: LinkingFailed | None = None
        """Why the rest could not be made when it was tried last."""
        self._lock = Lock()
        self._askers: set[int] = set()
        """The threads that want what is pending for an answer."""

    def __getitem__(self, name: str) -> Array:
        self.complete()
        return self._all[name]

    def __iter__(self) -> Iterator[str]:
        self.complete()
        return iter(self._all)

    def __len__(self) -> int:
        self.complete()
        return len(self._all)

    @property
    def are_complete(self) -> bool:
        """Whether nobody has to wait for any of them."""
        return bool(self._all)

    @property
    def are_wanted(self) -> bool:
        """Whether somebody waits for what is pending, or makes it, for more than having it ready."""
        return bool(self._askers)

    def complete(self, *, beforehand: bool = False) -> None:
        """Make what is pending, unless that has been done; waits where another thread is at it.

        Args:
            beforehand: nobody waits for it.

        Raises:
            LinkingFailed: it cannot be made. What failed by a mistake of ours is not tried again.
        """
        if self._all:
            return
        if not beforehand:
            self._askers.add(get_ident())
        try:
            with QUESTIONS.waiting(), self._lock:
                self._complete()
        finally:
            self._askers.discard(get_ident())

    def _complete(self) -> None:
        if self.failure is not None and self.failure.is_mistake:
            raise self.failure
        if not self._all:
            begun = time.perf_counter()
            self._all = {**self.ready, **self._made()}
            self.seconds = time.perf_counter() - begun
            self.failure = None
            del self._make  # with all that it was to be made from

    def _made(self) -> Mapping[str, Array]:
        try:
            return self._make()
        except (*_CIRCUMSTANCES, *_MISTAKES) as error:
            self.failure = LinkingFailed(error, is_mistake=isinstance(error, _MISTAKES))
            raise self.failure from error


def ready_of(arrays: Mapping[str, Array]) -> Mapping[str, Array]:
    """Return those of the arrays of a snapshot that nobody has to wait for."""
    return arrays.ready if isinstance(arrays, PendingArrays) else arrays
