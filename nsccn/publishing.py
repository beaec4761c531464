"""What becomes of a new snapshot beside the answers that it already gives: it is linked, then stored."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import LinkingFailed
from nsccn.snapshots.build import no_progress

if TYPE_CHECKING:
    from contextlib import ExitStack

    from nsccn.snapshots.build import Progress
    from nsccn.snapshots.snapshot import Snapshot

ANSWER_SECONDS: Final = 0.1
"""How long an answer may take before what nobody waits for is done beside it."""


_log = logging.getLogger("nsccn")


class Abandoned(Exception):
    """Nobody waits for what is being linked."""


class _Job(NamedTuple):
    """A snapshot to complete, and what to call then."""

    snapshot: Snapshot
    publish: Callable[[], None]


class Publisher:
    """Completes snapshots in a thread, one after the other, and hands them on. Any thread may ask.

    Of those that come while one is being completed only the last is; the others never become the current one.
    """

    def __init__(self, ended: Callable[[], None]) -> None:
        """`ended` is called in the thread, at its end."""
        self._ended = ended
        self._thread: Thread | None = None
        self._lock = Lock()
        self._running: Snapshot | None = None
        self._next: _Job | None = None
        self._obsolete: Snapshot | None = None
        """The one that is being completed, where a later one does without."""
        self._is_awaited = Event()
        """Set while somebody waits for the thread."""
        self._is_abandoned = Event()
        """Set when nobody will ask for edges any more."""
        self._report: Progress = no_progress
        """Of who waits for edges."""

    @property
    def running(self) -> Snapshot | None:
        """The snapshot that is being completed or published; None while there is none."""
        return self._running

    def begin(self, built: Snapshot, held: ExitStack, publish: Callable[[], None]) -> None:
        """Complete a snapshot in a moment, and call `publish`; `held` is let go at the end, whatever happens."""
        with self._lock:
            self._next = _Job(built, publish)
            if self._running is None:
                self._running = built
                thread = Thread(target=self._run, args=(held.pop_all(),), name="nsccn publisher")
                thread.start()
                self._thread = thread  # not before: `flush` may be waiting for it in another thread

    def _run(self, held: ExitStack) -> None:
        held.callback(self._ended)
        with held:
            while (job := self._take()) is not None:
                self._is_awaited.wait(ANSWER_SECONDS)
                try:
                    if self._completed(job.snapshot) and self._next is None:
                        job.publish()
                except Exception:  # noqa: BLE001 - what comes next is completed all the same
                    _log.exception("the index could not be stored")

    def _take(self) -> _Job | None:
        with self._lock:
            job, self._next = self._next, None
            self._running = job.snapshot if job is not None else None
            return job

    def _completed(self, snapshot: Snapshot) -> bool:
        try:
            snapshot.complete(beforehand=True)
        except LinkingFailed as failure:
            _log.error("linking failed", exc_info=failure.__cause__)
            return False
        except Exception:  # noqa: BLE001 - nobody waits any more, or who asks for an edge is told
            return False
        return True

    def complete(self, snapshot: Snapshot, progress: Progress | None = None) -> None:
        """Link what is left of a snapshot to link."""
        self._report = progress or no_progress
        try:
            snapshot.complete()
        except KeyboardInterrupt:
            self.abandon()
            raise
        finally:
            self._report = no_progress

    def go_on(self, snapshot: Snapshot, done: int, total: int, phase: str) -> None:
        """Tell whoever waits for the linking of a snapshot how far it is; end it where nobody will."""
        if self._is_abandoned.is_set() or (self._obsolete is snapshot and not snapshot.is_wanted):
            raise Abandoned
        self._report(done, total, phase)

    def give_up(self, *, but: Snapshot | None = None) -> None:
        """End early what nobody waits for, except for one snapshot: a later one does without."""
        with self._lock:
            self._next = None
            self._obsolete = self._running if self._running is not but else None

    def flush(self) -> None:
        """Wait until the last snapshot is published, where it can be."""
        if self._thread is not None:
            self._is_awaited.set()
            try:
                self._thread.join()
            except KeyboardInterrupt:
                self.abandon()
                raise
            self._is_awaited.clear()

    def abandon(self) -> None:
        """Have linking end early, for good."""
        self._is_abandoned.set()
