"""Who extracts for an index: processes of our own, some that are kept for few files, or somebody else's executor."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from nsccn.settings import default_workers

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nsccn.workers.executors import BorrowedExecutor
    from nsccn.workers.pool import WorkerPool

_FEW_FILES: Final = 64
"""A worker that has read some reads so many sooner than others can be started."""


class KeptWorkers:
    """Workers for few files that all indexes of this process share, as one that has begun knows its languages.

    There are as many as indexes want them at most. Each starts when it is needed because the others are busy, and they
    end when no index wants them any more.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted_by = 0
        self._pool: WorkerPool | None = None

    def want(self) -> WorkerPool:
        """Return the workers, for an index that has not wanted them yet."""
        from nsccn.workers.pool import WorkerPool

        with self._lock:
            self._wanted_by += 1
            if self._pool is None:
                self._pool = WorkerPool(1)
            self._pool.allow(min(self._wanted_by, default_workers()))
            return self._pool

    def leave(self) -> None:
        """Take note that one of those who wanted them does no longer."""
        with self._lock:
            self._wanted_by -= 1
            if self._pool is not None and not self._wanted_by:
                self._pool.kill()
                self._pool = None


KEPT: Final = KeptWorkers()


class Extractors:
    """Starts what extracts when it is first needed. One thread at a time asks for more than `for_few`."""

    def __init__(self, most: int, executor: Executor | None = None) -> None:
        """`most` workers at once; `executor` does what it can in place of processes of our own."""
        self._most = most
        self._pool: WorkerPool | None = None
        self._for_few: WorkerPool | None = None
        self._lock = Lock()
        self._borrowed = None if executor is None else self._borrow(executor)
        self.are_closed = False

    def _borrow(self, executor: Executor) -> BorrowedExecutor:
        from nsccn.workers.executors import BorrowedExecutor

        return BorrowedExecutor(executor, self._own)

    @property
    def are_borrowed(self) -> bool:
        """Whether somebody else's executor extracts."""
        return self._borrowed is not None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What failed in somebody else's executor."""
        return tuple(self._borrowed.warnings) if self._borrowed else ()

    def of_files(self, files: int) -> Executor:
        """Return what extracts so many files; for a few, workers that are kept for the next change."""
        return self._borrowed or (self._own() if self._pool or files > _FEW_FILES else self.for_few())

    def for_few(self) -> WorkerPool:
        """Return the workers that are kept warm for few files."""
        with self._lock:
            if self.are_closed:
                raise RuntimeError("the index is closed")
            if self._for_few is None:
                self._for_few = KEPT.want()
            return self._for_few

    def _own(self) -> Executor:
        from nsccn.workers.pool import WorkerPool

        if self._pool is None:
            # With another executor, `workers` says how many that one has.
            most = default_workers() if self._borrowed else self._most
            self._pool = WorkerPool(min(most, self._most))
        return self._pool

    def end(self, *, kill: bool = False) -> None:
        """End all but the workers for few files."""
        if self._borrowed is not None:
            self._borrowed.abandon()
        self.end_own(kill=kill)

    def end_own(self, *, kill: bool = False) -> None:
        """End our own processes, but the workers for few files."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.kill() if kill else pool.shutdown()

    def close(self) -> None:
        """End everything at once, but what other indexes share."""
        self.end(kill=True)
        with self._lock:
            self.are_closed = True
            if self._for_few is not None:
                self._for_few = None
                KEPT.leave()
