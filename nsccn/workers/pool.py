"""An executor whose work can be killed: extraction in worker processes, with a deadline for every file.

Each process belongs to one thread, which hands it a batch and reads one answer per file as it comes. So it
knows at once which file a worker hung on or died of; to halve the batch until the file is found, as one must
where a whole batch has one answer, would cost the deadline again and again. That file is reported, the worker
is replaced, and the rest of the batch goes on in the new one.

Processes are started, never forked, and talk through pipes of their own; nothing is pickled.
"""

from __future__ import annotations

import os
import site
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Condition, Lock, Thread, current_thread
from types import TracebackType
from typing import IO, Any, Final, NamedTuple, ParamSpec, TypeVar, cast

import msgspec

from nsccn.workers.worker import EXTRACTOR, Answers, Batch, extract_batch, read_message, write_message

P = ParamSpec("P")
T = TypeVar("T")

TIMED_OUT: Final = "timed out"
CRASHED: Final = "crashed the parser"

_START_SECONDS: Final = 60.0
_TICK_SECONDS: Final = 0.1
_READ_BYTES: Final = 1 << 18
_USER_TICKS: Final = 10
"""Where the user time of a process stands behind its state."""
_CREATION_FLAGS: Final = 0
if sys.platform == "win32":
    _CREATION_FLAGS = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW


class WorkersUnavailable(BrokenExecutor):
    """No worker process can be started, or the pool was killed."""


class _Lost(Exception):
    """A worker is gone."""

    def __init__(self, *, timed_out: bool) -> None:
        super().__init__()
        self.timed_out = timed_out


class _Task(NamedTuple):
    future: Future[Answers]
    batch: Batch


class WorkerPool(Executor):
    """Runs `nsccn.workers.worker.extract_batch`, and nothing else, in up to `workers` processes.

    A file may take `deadline` seconds, and `deadline_per_megabyte` more for each megabyte of its text.
    Each process starts when a batch comes while all others are busy, and stays until shutdown. Leaving a `with` block
    through an exception, such as Ctrl-C, kills them.
    """

    def __init__(
        self,
        workers: int,
        *,
        deadline: float = 10.0,
        deadline_per_megabyte: float = 10.0,
        extractor: str = EXTRACTOR,
    ) -> None:
        if workers < 1:
            raise ValueError("a pool needs at least one worker")
        self._size = workers
        self._deadline = deadline
        self._deadline_per_byte = deadline_per_megabyte / 1_000_000
        self._extractor = extractor
        self._watch = _Watch()
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._lock = Lock()
        self._lanes: dict[Thread, _Worker] = {}
        self._unanswered = 0
        self._closed = False

    def allow(self, workers: int) -> None:
        """Let so many processes start; those that have started stay."""
        with self._lock:
            self._size = workers

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Schedule `extract_batch` over one batch."""
        if cast("Any", fn) is not extract_batch or len(args) != 1 or kwargs:
            raise TypeError("a WorkerPool runs extract_batch(batch) and nothing else")
        future: Future[Any] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the pool is shut down")
            self._tasks.put(_Task(future, cast("Batch", args[0])))
            self._unanswered += 1
            if len(self._lanes) < min(self._size, self._unanswered):
                self._add_lane()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        """Take no more work, and end the workers when all that was submitted (or has begun) is done."""
        with self._lock:
            self._closed = True
            lanes = list(self._lanes)
        if cancel_futures:
            self._cancel_waiting()
        for _ in lanes:
            self._tasks.put(None)
        if wait:
            try:
                for lane in lanes:
                    lane.join()
            except BaseException:
                self.kill()
                raise

    def kill(self) -> None:
        """End all workers now: what is running fails, what is waiting is cancelled."""
        with self._lock:
            self._closed = True
            workers = list(self._lanes.values())
        self._cancel_waiting()
        for worker in workers:
            worker.retire()
        self.shutdown(wait=False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.kill()
        self.shutdown(wait=True)

    def _add_lane(self) -> None:
        worker = _Worker(self._extractor, self._watch)
        # A daemon, so that an interpreter that ends need not wait; the worker sees the end of its input.
        lane = Thread(target=self._run_lane, args=(worker,), name="nsccn worker", daemon=True)
        self._lanes[lane] = worker
        lane.start()

    def _run_lane(self, worker: _Worker) -> None:
        while (task := self._tasks.get()) is not None:
            if not task.future.set_running_or_notify_cancel():
                self._note_answer()
                continue
            try:
                allowed = [self._deadline + self._deadline_per_byte * len(text) for _, text in task.batch]
                answers = worker.extract(task.batch, allowed)
            except BaseException as error:  # noqa: BLE001 - an executor hands every error to who asked
                self._note_answer()
                task.future.set_exception(error)
            else:
                self._note_answer()
                task.future.set_result(answers)
        worker.stop()
        with self._lock:
            del self._lanes[current_thread()]
            if not self._lanes:
                self._watch.end()

    def _note_answer(self) -> None:
        """Before it is handed over: who gets it may submit the next batch at once."""
        with self._lock:
            self._unanswered -= 1

    def _cancel_waiting(self) -> None:
        with suppress(Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None and task.future.cancel():
                    task.future.set_running_or_notify_cancel()  # tells those who wait


class _Worker:
    """One worker process at a time, replaced when it is lost. Used by one thread, retired by any."""

    def __init__(self, extractor: str, watch: _Watch) -> None:
        self._command = [sys.executable, "-P", "-m", "nsccn.workers.worker", extractor]
        self._watch = watch
        self._lock = Lock()
        self._retired = False
        self._process: subprocess.Popen[bytes] | None = None

    def extract(self, batch: Batch, allowed: Sequence[float]) -> Answers:
        """Return an answer for each file, whatever happens to the process.

        A process may be killed for no fault of the file, by a machine short of memory for one. So a file is
        only said to have crashed the parser when a second process dies of it too.
        """
        answers: Answers = []
        suspect = None
        while len(answers) < len(batch):
            try:
                process = self._process or self._start()
                self._send(process, batch[len(answers) :], allowed[len(answers) :])
                while len(answers) < len(batch):
                    answers.append(self._receive(process, allowed[len(answers)]))
            except _Lost as lost:
                self.stop()
                if lost.timed_out:
                    answers.append(TIMED_OUT)
                elif suspect == len(answers):
                    answers.append(CRASHED)
                else:
                    suspect = len(answers)
        return answers

    def retire(self) -> None:
        """Kill the process, and start no other."""
        with self._lock:
            self._retired = True
            if self._process:
                self._process.kill()

    def stop(self) -> int | None:
        """Kill the process, close its pipes and return its exit code; only for the thread that reads."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()
        return process.wait()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._retired:
                raise WorkersUnavailable("the pool was killed")
            process = self._process = subprocess.Popen(
                self._command,
                bufsize=_READ_BYTES,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=child_environment(),
                # Away from the terminal's Ctrl-C, which is for the parent.
                start_new_session=os.name != "nt",
                creationflags=_CREATION_FLAGS,
            )
        try:
            greeting = self._receive(process, _START_SECONDS)
        except _Lost:
            greeting = f"it ended with code {self.stop()}"
        if not isinstance(greeting, int):
            self.stop()
            raise WorkersUnavailable(f"a worker process cannot start: {greeting}")
        return process

    def _send(self, process: subprocess.Popen[bytes], batch: Batch, allowed: Sequence[float]) -> None:
        message = [
            (path.encode("utf-8", "surrogatepass"), text, seconds)
            for (path, text), seconds in zip(batch, allowed, strict=True)
        ]
        self._watch.start(process, _START_SECONDS)
        try:
            write_message(cast("IO[bytes]", process.stdin).fileno(), message)
        except OSError as error:
            raise _Lost(timed_out=False) from error
        finally:
            self._watch.stop(process)

    def _receive(self, process: subprocess.Popen[bytes], seconds: float) -> Any:  # noqa: ANN401
        self._watch.start(process, seconds)
        try:
            message = read_message(cast("IO[bytes]", process.stdout))
        finally:
            killed = self._watch.stop(process)
        if message is None:
            raise _Lost(timed_out=killed)
        try:
            return msgspec.msgpack.decode(message)
        except msgspec.DecodeError as error:
            raise _Lost(timed_out=False) from error


class _Watch:
    """Kills the processes that are over their time.

    Reading from a pipe cannot time out on Windows, hence a thread that counts. It counts its own ticks, not
    the clock, so that time in which the whole program was stopped or starved is held against no file; and of a
    tick in which a process could not run as it would, only the time in which it ran, where the system tells.
    """

    def __init__(self) -> None:
        self._left: dict[subprocess.Popen[bytes], float] = {}
        self._ran: dict[subprocess.Popen[bytes], float] = {}
        """Processor seconds of those that wanted to run at the last tick, as they were then."""
        self._changed = Condition()
        self._thread: Thread | None = None
        self._ended = False

    def start(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        """Give the process so much time."""
        with self._changed:
            self._left[process] = seconds
            if self._thread is None:
                self._thread = Thread(target=self._run, name="nsccn deadlines", daemon=True)
                self._thread.start()
            elif len(self._left) == 1:
                self._changed.notify()

    def stop(self, process: subprocess.Popen[bytes]) -> bool:
        """Stop counting; whether the process was killed."""
        with self._changed:
            return self._left.pop(process, None) is None

    def end(self) -> None:
        """End the thread."""
        with self._changed:
            self._ended = True
            self._changed.notify()

    def _run(self) -> None:
        before = time.monotonic()
        while self._wait():
            time.sleep(_TICK_SECONDS)
            now = time.monotonic()
            self._count(min(now - before, 2 * _TICK_SECONDS))
            before = now

    def _wait(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._left or self._ended)
            return not self._ended

    def _count(self, seconds: float) -> None:
        with self._changed:
            ran, self._ran = self._ran, {}
            for process, left in list(self._left.items()):
                spent = seconds
                if (running := _running_for(process.pid)) is not None:
                    self._ran[process] = running
                    spent = min(running - ran.get(process, running - seconds), seconds)
                self._left[process] = left - spent
                if left <= spent:
                    del self._left[process]
                    process.kill()


def _running_for(pid: int) -> float | None:
    """Return the processor seconds that a process has had; None unless it runs, or waits for a processor or a disk.

    See proc_pid_stat(5).
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    state, *numbers = stat.rpartition(b")")[2].split()
    if state not in (b"R", b"D"):
        return None
    user, system = numbers[_USER_TICKS : _USER_TICKS + 2]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def child_environment() -> dict[str, str]:
    """Return an environment in which a worker finds this very package, and none in the working directory."""
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ, "PYTHONSAFEPATH": "1"}
    home = str(Path(__file__).parents[2])
    if home not in (*site.getsitepackages(), site.getusersitepackages()):
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    return environment
