"""What becomes of a new snapshot beside the answers that it already gives: it is linked, then stored."""

from __future__ import annotations

import logging
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

from nsccn.errors import LinkingFailed
from nsccn.snapshots.build import no_progress

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import ExitStack

    from nsccn.snapshots.build import Progress
    from nsccn.snapshots.snapshot import Snapshot

ANSWER_SECONDS: Final = 0.1
"""How long an answer may take before what nobody waits for is done beside it."""


_log = logging.getLogger("nsccn")


class Abandoned(Exception):
    """Nobody waits for what is being linked."""


class Publisher:
    """Completes snapshots in a thread, one after the other, and hands them on. Any thread may ask."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._is_awaited = Event()
        """Set while somebody waits for the thread."""
        self._is_abandoned = Event()
        """Set when nobody will ask for edges any more."""
        self._report: Progress = no_progress
        """Of who waits for edges."""

    def begin(self, built: Snapshot, held: ExitStack, publish: Callable[[], None]) -> None:
        """Complete a snapshot in a moment, and call `publish`; `held` is let go at the end, whatever happens."""
        thread = Thread(target=self._run, args=(built, held, publish), name="nsccn publisher")
        thread.start()
        self._thread = thread  # not before: `flush` may be waiting for it in another thread

    def _run(self, built: Snapshot, held: ExitStack, publish: Callable[[], None]) -> None:
        with held:
            self._is_awaited.wait(ANSWER_SECONDS)
            try:
                built.complete()
            except LinkingFailed as failure:
                _log.error("linking failed", exc_info=failure.__cause__)
                return
            except Exception:  # noqa: BLE001 - nobody waits any more, or who asks for an edge is told
                return
            publish()

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

    def go_on(self, done: int, total: int, phase: str) -> None:
        """Tell whoever waits for linking how far it is; end it where nobody will."""
        if self._is_abandoned.is_set():
            raise Abandoned
        self._report(done, total, phase)

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
