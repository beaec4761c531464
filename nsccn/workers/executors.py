"""Extraction by executors that are not ours: the threads of a program, or a cluster.

Nothing is known of such an executor. A worker of it may die, hang, lack a package, or have another version of
the extractor. So its answers are checked, and what fails there is done again in our own worker processes, which
have a deadline for every file.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from threading import Condition, Thread
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar, cast

from nsccn.errors import InvalidArgument, shown
from nsccn.graph.versions import extractor_version
from nsccn.workers.worker import Answers, Batch, extract_batch

P = ParamSpec("P")
T = TypeVar("T")

_PATIENCE_SECONDS: Final = 120.0
"""An executor that has answered nothing for so long, with work at hand, is given up."""
_MOST_FAILURES: Final = 5
"""So many failures in a row are the executor's, not the files'."""
_CONNECT_SECONDS: Final = 10
_REASON_CHARACTERS: Final = 200


class Opened(NamedTuple):
    """An executor that an address stands for."""

    executor: Executor
    workers: int
    """How many batches it works on at the same time; 0 where nobody knows."""


@contextmanager
def opened(address: str) -> Iterator[Opened]:
    """Connect to what an address names, such as `dask://scheduler:8786`, until the block ends.

    Raises:
        InvalidArgument: the address is of no known kind, its package is missing, or nobody answers there.
    """
    scheme, _, place = address.partition("://")
    opener = _OPENERS.get(scheme)
    if opener is None or not place:
        known = ", ".join(f"{name}://HOST:PORT" for name in _OPENERS)
        raise InvalidArgument(f"There is no executor {shown(address)}; give {known}.")
    with opener(place) as found:
        yield found


@contextmanager
def _dask(place: str) -> Iterator[Opened]:
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise InvalidArgument(
            "dask:// needs the package distributed; install it with: pip install 'nsccn[dask]'."
        ) from None
    host, _, port = place.rpartition(":")
    try:
        # Dask would try for a while, and then say in many words that nobody is there.
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
        client = distributed.Client(f"tcp://{place}", timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidArgument(
            f"No Dask scheduler answers at {shown(place)} ({_reason(error)}); "
            "give the address that it shows at its start, or leave --executor out."
        ) from error
    with client:
        # Not `pure`: that would hash every text once more, to find what our cache has found before.
        yield Opened(client.get_executor(pure=False), sum(client.nthreads().values()))


_OPENERS: Final = {"dask": _dask}
"""Scheme of an address -> how it is opened."""


class _Job(NamedTuple):
    future: Future[Answers]
    batch: Batch


class BorrowedExecutor(Executor):
    """Runs `nsccn.workers.worker.extract_batch` on somebody else's executor, and on our own what fails there.

    It never shuts the other executor down.
    """

    def __init__(
        self, theirs: Executor, ours: Callable[[], Executor], *, patience: float = _PATIENCE_SECONDS
    ) -> None:
        """`ours` gives our own executor, once it is needed; `patience` is in seconds."""
        self._theirs = theirs
        self._ours = ours
        self._patience = patience
        self._changed = Condition()
        self._waiting: dict[Future[Answers], _Job] = {}
        self._heard = 0.0
        self._failures = 0
        self._given_up = False
        self._redone = 0
        self._last_reason = ""
        self._watch: Thread | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What failed on the other executor, in one sentence, where anything did."""
        if not self._last_reason:
            return ()
        given_up = " and was not used any more" if self._given_up else ""
        files = "1 file was" if self._redone == 1 else f"{self._redone:,} files were"
        return (f"The executor failed{given_up}, so that {files} read here: {self._last_reason}.",)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Schedule `extract_batch` over one batch."""
        if cast("Any", fn) is not extract_batch or len(args) != 1 or kwargs:
            raise TypeError("files are read by extract_batch(batch) and nothing else")
        job = _Job(Future(), cast("Batch", args[0]))
        job.future.set_running_or_notify_cancel()
        if self._given_up:
            self._do_here(job)
        else:
            self._hand_over(job)
        return cast("Future[T]", job.future)

    def abandon(self) -> None:
        """Forget all that is under way: nobody waits for it any more."""
        with self._changed:
            waiting = list(self._waiting)
            self._waiting.clear()
        for future in waiting:
            future.cancel()

    def _hand_over(self, job: _Job) -> None:
        try:
            future = self._theirs.submit(extract_batch, job.batch, extractor_version())
        except Exception as error:  # noqa: BLE001 - whatever ails it, there is a way without it
            self._note_failure(error)
            self._do_here(job)
            return
        with self._changed:
            if not self._waiting:
                self._heard = time.monotonic()
            self._waiting[future] = job
            if self._watch is None:
                self._watch = Thread(target=self._watch_silence, name="executor", daemon=True)
                self._watch.start()
            self._changed.notify()
        future.add_done_callback(self._take)

    def _take(self, future: Future[Answers]) -> None:
        """Take an answer that has come; somebody else's thread calls this."""
        with self._changed:
            job = self._waiting.pop(future, None)
            self._heard = time.monotonic()
        if job is None:
            return
        try:
            answers = future.result()
            _check(answers, job.batch)
        except (Exception, CancelledError) as error:  # noqa: BLE001
            self._note_failure(error)
            self._do_here(job)
            return
        self._failures = 0
        # A reason may be the file's, or that of the machine over there.
        self._do_here(job, answers)

    def _do_here(self, job: _Job, answers: Sequence[bytes | str] = ()) -> None:
        """Find the facts that are missing among the answers with our own executor."""
        complete = list(answers) or [""] * len(job.batch)
        missing = [number for number, answer in enumerate(complete) if isinstance(answer, str)]
        if not missing:
            job.future.set_result(complete)
            return
        try:
            with self._changed:
                ours = self._ours()
                self._redone += 0 if answers else len(missing)
            done = ours.submit(extract_batch, [job.batch[number] for number in missing])
            done.add_done_callback(partial(_complete, job, complete, missing))
        except Exception as error:  # noqa: BLE001 - an executor hands every error to who asked
            job.future.set_exception(error)

    def _note_failure(self, error: BaseException) -> None:
        self._last_reason = _reason(error)
        self._failures += 1
        if self._failures >= _MOST_FAILURES:
            self._give_up()

    def _give_up(self) -> None:
        with self._changed:
            self._given_up = True
            left = dict(self._waiting)
            self._waiting.clear()
        for future, job in left.items():
            self._do_here(job)
            future.cancel()

    def _watch_silence(self) -> None:
        while not self._given_up:
            with self._changed:
                if not self._waiting:
                    self._changed.wait()
                    continue
                left = self._heard + self._patience - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
            self._last_reason = f"no answer for {self._patience:g} seconds"
            self._give_up()


def _complete(job: _Job, answers: Answers, missing: Sequence[int], done: Future[Answers]) -> None:
    """Fill in what was missing."""
    try:
        for number, answer in zip(missing, done.result(), strict=True):
            answers[number] = answer
    except BaseException as error:  # noqa: BLE001 - an executor hands every error to who asked
        job.future.set_exception(error)
    else:
        job.future.set_result(answers)


def _check(answers: object, batch: Batch) -> None:
    whole = isinstance(answers, list) and len(answers) == len(batch)
    if not whole or not all(isinstance(answer, bytes | str) for answer in cast("Answers", answers)):
        raise TypeError("it did not answer with facts")


def _reason(error: BaseException) -> str:
    text = ""
    with suppress(Exception):  # an error of somebody else's may not even be shown
        text = " ".join(str(error).split()).rstrip(".")
    return f"{type(error).__name__}: {text}"[:_REASON_CHARACTERS] if text else type(error).__name__
