"""The pool, with real processes that hang, crash, print and are killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import pytest

from nsccn.storage.codec import decode_facts
from nsccn.workers.pool import CRASHED, TIMED_OUT, WorkerPool, WorkersUnavailable
from nsccn.workers.worker import MANY, extract_batch

TESTS = Path(__file__).parent
OBEY = "odd_extractors:obey"

posix = pytest.mark.skipif(os.name == "nt", reason="needs signals")


@pytest.fixture(autouse=True)
def _workers_find_the_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(TESTS), str(TESTS.parent))))


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with WorkerPool(1, deadline=30.0, extractor=OBEY) as pool:
        yield pool


@pytest.fixture
def hasty() -> Iterator[WorkerPool]:
    with WorkerPool(1, deadline=0.8, extractor=OBEY) as pool:
        yield pool


def files(*texts: str) -> list[tuple[str, bytes]]:
    """One file per text; `obey` gives facts that name the file's path as their language."""
    return [(f"file{number}", text.encode()) for number, text in enumerate(texts)]


def run(pool: WorkerPool, *texts: str) -> list[str]:
    """Each file's path where it was extracted, else the reason why not."""
    return readable(pool.submit(extract_batch, files(*texts)).result(timeout=60))


def readable(answers: list[bytes | str]) -> list[str]:
    return [answer if isinstance(answer, str) else decode_facts(answer).language for answer in answers]


def eventually(condition: object, seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and was not asked for its code yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with contextlib.suppress(OSError):
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    return True


def told(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().split()] if path.exists() else []


# Ordinary work


def test_answers_come_in_order(pool: WorkerPool) -> None:
    assert run(pool, "a", "b", "c") == ["file0", "file1", "file2"]
    assert run(pool) == []


def test_many_batches_over_several_workers() -> None:
    with WorkerPool(3, extractor=OBEY) as pool:
        batches = [[(f"{batch}/{number}", b"x" * 5000) for number in range(20)] for batch in range(30)]
        answers = list(pool.map(extract_batch, batches))

    assert [readable(answer) for answer in answers] == [[path for path, _ in batch] for batch in batches]


@posix
def test_a_process_starts_only_where_the_others_are_busy(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with WorkerPool(3, extractor=OBEY) as pool:
        for _ in range(5):
            assert run(pool, f"tell {pids}") == ["file0"]
        assert len(set(told(pids))) == 1

        napping = pool.submit(extract_batch, files(f"tell_and_sleep {pids}"))
        assert run(pool, f"tell {pids}") == ["file0"]
        assert eventually(lambda: len(set(told(pids))) == 2)
        pool.kill()
    assert isinstance(napping.exception(timeout=20), WorkersUnavailable)


def test_large_files_pass(pool: WorkerPool) -> None:
    (answer,) = pool.submit(extract_batch, [("large", b"x" * 20_000_000)]).result()

    assert decode_facts(answer).lines == 20_000_000


def test_paths_that_are_no_unicode_pass(pool: WorkerPool) -> None:
    (answer,) = pool.submit(extract_batch, [("caf\udce9.py", b"")]).result()

    assert "UnicodeEncodeError" in answer  # the stand-in puts the path into the facts


def test_the_same_function_runs_anywhere() -> None:
    batch = [("a.py", b"def f(): pass\n"), ("b.txt", b"text")]
    here = extract_batch(batch)
    with ProcessPoolExecutor(1, get_context("spawn")) as foreign, WorkerPool(1) as ours:
        assert foreign.submit(extract_batch, batch).result() == here
        assert ours.submit(extract_batch, batch).result() == here

    assert [decode_facts(answer).language for answer in here] == ["python", "text"]


def test_nothing_else_is_run(pool: WorkerPool) -> None:
    with pytest.raises(TypeError, match="extract_batch"):
        pool.submit(len, [])
    with pytest.raises(ValueError, match="at least one"):
        WorkerPool(0)


# Files that go wrong


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("fail bad grammar", "ValueError: bad grammar"),
        ("exhaust", "MemoryError: "),
        ("recurse", "RecursionError: maximum recursion depth exceeded"),
        ("crash", CRASHED),
        ("leave", CRASHED),
        ("leave_at_once", CRASHED),
    ],
)
def test_a_bad_file_costs_no_other(pool: WorkerPool, order: str, reason: str) -> None:
    answers = run(pool, "good", order, "good", order, "good")

    assert [answer.startswith(reason) for answer in answers] == [False, True, False, True, False]
    assert [answers[number] for number in (0, 2, 4)] == ["file0", "file2", "file4"]
    assert run(pool, "good") == ["file0"]


@pytest.mark.parametrize("order", ["hang", "sleep"])
def test_a_file_that_takes_too_long_is_given_up(hasty: WorkerPool, order: str) -> None:
    assert run(hasty, "good", order, "good") == ["file0", TIMED_OUT, "file2"]
    assert run(hasty, order) == [TIMED_OUT]
    assert run(hasty, "good") == ["file0"]


@pytest.mark.skipif(sys.platform != "linux", reason="only here is it known how long a process has run")
def test_time_in_which_others_have_the_processor_is_held_against_no_file(hasty: WorkerPool) -> None:
    assert run(hasty, "good") == ["file0"]
    hog = "import os\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\nwhile True: pass"
    hogs = [subprocess.Popen([sys.executable, "-c", hog]) for _ in range(5)]
    try:
        assert run(hasty, "toil 0.4") == ["file0"]
    finally:
        for process in hogs:
            process.kill()
            process.wait()


def test_files_of_which_a_batch_has_many_are_told_so() -> None:
    batch = [
        *((f"{number}.py", b"") for number in range(MANY)),
        *((f"{number}.rb", b"") for number in range(MANY - 1)),
    ]

    with WorkerPool(1, extractor="odd_extractors:told") as pool:
        answers = readable(pool.submit(extract_batch, batch).result(timeout=60))

    assert answers == ["one of many"] * MANY + [f"{number}.rb" for number in range(MANY - 1)]


def test_a_large_file_may_take_longer() -> None:
    with WorkerPool(1, deadline=0.1, deadline_per_megabyte=1000, extractor=OBEY) as pool:
        assert run(pool, "nap", "nap " + "x" * 100_000) == [TIMED_OUT, "file1"]


def test_nothing_printed_gets_between_the_answers(
    pool: WorkerPool, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(pool, "chatter one", "good", "chatter two", "good") == ["file0", "file1", "file2", "file3"]
    assert capfd.readouterr() == ("", "")


def test_a_long_reason_is_cut(pool: WorkerPool) -> None:
    (reason,) = run(pool, "fail " + "x" * 10_000)

    assert len(reason) == 200


# Workers that are lost


def test_a_worker_that_dies_for_another_reason_blames_no_file(pool: WorkerPool, tmp_path: Path) -> None:
    assert run(pool, "good", f"once {tmp_path / 'once'}", "good") == ["file0", "file1", "file2"]


@posix
def test_a_worker_killed_amid_a_batch_loses_nothing(pool: WorkerPool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    slow = [("slow", f"tell {pids}".encode())] * 3000
    future = pool.submit(extract_batch, slow)

    def is_amid(kills: int) -> bool:
        """Whether so many workers were at it, and the last one has ended a file: one that kills several is given up."""
        by = told(pids)
        return len(set(by)) >= kills and by.count(by[-1]) > 1

    for kills in (1, 2, 3):
        assert eventually(lambda kills=kills: is_amid(kills))
        with contextlib.suppress(ProcessLookupError):
            os.kill(told(pids)[-1], signal.SIGKILL)

    assert readable(future.result(timeout=60)) == ["slow"] * 3000


@posix
def test_an_idle_worker_that_was_killed_is_replaced(pool: WorkerPool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run(pool, f"tell {pids}")
    (first,) = told(pids)
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: not alive(first))

    assert run(pool, f"tell {pids}", "good") == ["file0", "file1"]
    assert len(set(told(pids))) == 2


@posix
def test_a_stopped_worker_is_replaced(hasty: WorkerPool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run(hasty, f"tell {pids}")
    os.kill(told(pids)[0], signal.SIGSTOP)

    assert run(hasty, "good", "good") == [TIMED_OUT, "file1"]


@posix
def test_ctrl_c_is_not_for_workers(pool: WorkerPool, tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    run(pool, f"tell {pids}")
    os.kill(told(pids)[0], signal.SIGINT)
    run(pool, f"tell {pids}")

    assert len(set(told(pids))) == 1
    assert os.getsid(told(pids)[0]) != os.getsid(0)


def test_workers_that_cannot_start_say_why(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        WorkerPool(1, extractor="odd_extractors:missing") as pool,
        pytest.raises(WorkersUnavailable, match="missing"),
    ):
        run(pool, "good")
    monkeypatch.setenv("ODD_EXTRACTORS_FAIL", "1")
    with WorkerPool(1, extractor=OBEY) as pool, pytest.raises(WorkersUnavailable, match="told to fail"):
        run(pool, "good")
    monkeypatch.setattr(sys, "executable", str(TESTS / "no python"))
    with WorkerPool(1, extractor=OBEY) as pool, pytest.raises(FileNotFoundError):
        run(pool, "good")


def test_nothing_is_imported_from_the_working_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("msgspec", "struct", "nsccn", "odd_extractors", "tree_sitter"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from the working directory')")
    monkeypatch.chdir(tmp_path)

    with WorkerPool(1, extractor=OBEY) as pool:
        assert run(pool, "good") == ["file0"]


# The end


def test_shutdown_finishes_what_was_submitted(tmp_path: Path) -> None:
    pool = WorkerPool(2, extractor=OBEY)
    futures = [pool.submit(extract_batch, files(f"tell {tmp_path / 'pids'}")) for _ in range(20)]
    pool.shutdown()

    assert all(readable(future.result(timeout=0)) == ["file0"] for future in futures)
    assert eventually(lambda: not any(map(alive, told(tmp_path / "pids"))))
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(extract_batch, [])
    pool.shutdown()


def test_shutdown_can_drop_what_is_waiting() -> None:
    pool = WorkerPool(1, deadline=1.0, extractor=OBEY)
    futures = [pool.submit(extract_batch, files("sleep")) for _ in range(5)]
    assert eventually(futures[0].running)
    pool.shutdown(cancel_futures=True)

    assert readable(futures[0].result(timeout=0)) == [TIMED_OUT]
    assert all(future.cancelled() for future in futures[1:])
    assert set(as_completed(futures, timeout=0)) == set(futures)


def test_a_waiting_batch_can_be_cancelled() -> None:
    with WorkerPool(1, deadline=0.5, extractor=OBEY) as pool:
        first, second = (pool.submit(extract_batch, files("sleep")) for _ in range(2))
        assert second.cancel()
        assert readable(first.result()) == [TIMED_OUT]
        with pytest.raises(CancelledError):
            second.result()


def test_an_exception_kills_the_workers_at_once(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    order = f"tell_and_hang {pids}"

    def interrupted() -> None:
        with WorkerPool(2, deadline=60.0, extractor=OBEY) as pool:
            futures.extend(pool.submit(extract_batch, files(order)) for _ in range(4))
            assert eventually(lambda: len(told(pids)) == 2)
            raise KeyboardInterrupt

    futures: list[object] = []
    with pytest.raises(KeyboardInterrupt):
        interrupted()

    assert not any(map(alive, told(pids)))
    assert [future.cancelled() for future in futures] == [False, False, True, True]
    for future in futures[:2]:
        with pytest.raises(WorkersUnavailable):
            future.result(timeout=0)


def test_no_thread_is_left() -> None:
    before = set(threading.enumerate())
    with WorkerPool(2, extractor=OBEY) as pool:
        run(pool, "good")
    killed = WorkerPool(2, extractor=OBEY)
    future = killed.submit(extract_batch, files("sleep"))
    killed.kill()
    killed.kill()

    with pytest.raises((WorkersUnavailable, CancelledError)):
        future.result(timeout=20)
    assert eventually(lambda: set(threading.enumerate()) <= before)


PARENT = f"""
import sys
from nsccn.workers.pool import WorkerPool
from nsccn.workers.worker import MANY, extract_batch
pool = WorkerPool(2, deadline=float(sys.argv[3]), extractor={OBEY!r})
futures = [pool.submit(extract_batch, [("file", sys.argv[1].encode())]) for _ in range(2)]
if sys.argv[2] == "idle":
    for future in futures:
        future.result()
print("ready", flush=True)
if sys.argv[2] == "wait":
    pool.shutdown()
sys.stdin.read()
"""


def parent(order: str, mode: str, *, deadline: float = 0.3) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", PARENT, order, mode, str(deadline)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@posix
@pytest.mark.parametrize(
    ("order", "mode"), [("tell", "idle"), ("tell_and_hang", "busy"), ("tell_and_sleep", "busy")]
)
def test_a_killed_parent_leaves_no_worker(tmp_path: Path, order: str, mode: str) -> None:
    pids = tmp_path / "pids"
    process = parent(f"{order} {pids}", mode, deadline=1)  # time to look at the workers before it ends them
    assert eventually(lambda: len(set(told(pids))) == 2)
    assert any(map(alive, told(pids)))

    process.kill()
    process.communicate()

    assert eventually(lambda: not any(map(alive, told(pids))))


@posix
def test_a_parent_that_forgets_the_pool_ends_and_leaves_no_worker(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    process = parent(f"tell_and_hang {pids}", "busy")
    assert eventually(lambda: len(told(pids)) == 2)
    process.communicate(timeout=20)

    assert process.returncode == 0
    assert eventually(lambda: not any(map(alive, told(pids))))


@posix
def test_ctrl_c_ends_a_parent_that_waits(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    process = parent(f"tell_and_hang {pids}", "wait")
    assert eventually(lambda: len(told(pids)) == 2)

    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)

    assert process.returncode != 0
    assert eventually(lambda: not any(map(alive, told(pids))))
