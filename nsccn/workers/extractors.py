"""Who extracts for an index: processes of our own, one that is kept for single files, or somebody else's executor."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Final

from nsccn.settings import default_workers

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from nsccn.workers.executors import BorrowedExecutor
    from nsccn.workers.pool import WorkerPool

_FEW_FILES: Final = 4


class Extractors:
    """Starts what extracts when it is first needed. One thread at a time asks for more than `single`."""

    def __init__(self, most: int, executor: Executor | None = None) -> None:
        """`most` workers at once; `executor` does what it can in place of processes of our own."""
        self._most = most
        self._pool: WorkerPool | None = None
        self._single: WorkerPool | None = None
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
        """Return what extracts so many files; for a few, a worker that is kept for the next change."""
        return self._borrowed or (self.single() if files <= _FEW_FILES else self._own())

    def single(self) -> WorkerPool:
        """Return the one worker that is kept warm for single files."""
        from nsccn.workers.pool import WorkerPool

        with self._lock:
            if self._single is None:
                self._single = WorkerPool(1)
            return self._single

    def _own(self) -> Executor:
        from nsccn.workers.pool import WorkerPool

        if self._pool is None:
            # With another executor, `workers` says how many that one has.
            most = default_workers() if self._borrowed else self._most
            self._pool = WorkerPool(min(most, self._most))
        return self._pool

    def end(self, *, kill: bool = False) -> None:
        """End all but the worker for single files."""
        if self._borrowed is not None:
            self._borrowed.abandon()
        self.end_own(kill=kill)

    def end_own(self, *, kill: bool = False) -> None:
        """End our own processes, but the worker for single files."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.kill() if kill else pool.shutdown()

    def close(self) -> None:
        """End everything at once."""
        self.end(kill=True)
        self.are_closed = True
        with self._lock:
            if self._single is not None:
                self._single.kill()
                self._single = None
