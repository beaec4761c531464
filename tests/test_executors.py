"""Extraction by executors that are not ours: threads, processes, and a Dask cluster that is really there."""

# ruff: noqa: ANN401 - an executor is given anything

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from mcp_client import NSCCN, SOURCE, environment

from nsccn.errors import InvalidArgument
from nsccn.graph.versions import extractor_version
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.workers.executors import BorrowedExecutor, opened
from nsccn.workers.pool import WorkerPool
from nsccn.workers.worker import extract_batch

FILES = 12


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for number in range(FILES):
        other = f"from m{number - 1} import f{number - 1}\n" if number else ""
        call = f"f{number - 1}()" if number else "0"
        (root / f"m{number}.py").write_text(f"{other}\ndef f{number}():\n    return {call}\n")
    return root


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", workers=2)


@pytest.fixture(scope="module")
def expected(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The edges that our own workers' facts give."""
    index = RepoIndex.build(root, settings=Settings(cache_dir=tmp_path_factory.mktemp("own"), workers=1))
    index.close()
    return edges(index)


def edges(index: RepoIndex) -> list[str]:
    graph = index.snapshot.graph
    return [
        f"{graph.id_of(edge.source)} {edge.kind} {graph.id_of(edge.target)}" for edge in graph.all_edges()
    ]


def built(root: Path, settings: Settings, executor: Executor) -> tuple[list[str], tuple[str, ...]]:
    """The edges of an index, and its warnings."""
    index = RepoIndex.build(root, settings=settings, executor=executor)
    index.close()
    return edges(index), index.warnings


class Recorded(Executor):
    """Runs at once what it is given, as `wrong` wants it."""

    def __init__(self, wrong: Callable[..., Any] = extract_batch) -> None:
        self._wrong = wrong
        self.given: list[Callable[..., Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(fn)
        future: Future[Any] = Future()
        try:
            future.set_result(self._wrong(*args, **kwargs))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future


# -- any executor


def test_threads_of_the_caller(root: Path, settings: Settings, expected: list[str]) -> None:
    with ThreadPoolExecutor(2) as threads:
        assert built(root, settings, threads) == (expected, ())
        assert threads.submit(int).result() == 0, "it is left running"


def test_processes_of_the_caller(root: Path, settings: Settings, expected: list[str]) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert built(root, settings, processes) == (expected, ())


def test_what_is_handed_over_is_the_batch_function(root: Path, settings: Settings) -> None:
    executor = Recorded()
    built(root, settings, executor)
    assert set(executor.given) == {extract_batch}


def older(batch: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """As it was before it took a version."""
    raise AssertionError(batch)


def wrong_version(batch: Sequence[tuple[str, bytes]], version: str) -> list[bytes | str]:
    return extract_batch(batch, f"{version} of another time")


def no_package(batch: Sequence[tuple[str, bytes]], version: str) -> list[bytes]:
    raise ModuleNotFoundError("No module named 'nsccn'")


def reasons(batch: Sequence[tuple[str, bytes]], version: str) -> list[str]:
    return ["MemoryError"] * len(batch)


def too_few(batch: Sequence[tuple[str, bytes]], version: str) -> list[bytes | str]:
    return extract_batch(batch, version)[1:]


def nonsense(batch: Sequence[tuple[str, bytes]], version: str) -> list[object]:
    return [None for _ in batch]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (older, "older() takes 1 positional argument but 2 were given"),
        (wrong_version, f"version {extractor_version()}, not {extractor_version()} of another time"),
        (no_package, "No module named 'nsccn'"),
        (too_few, "it did not answer with facts"),
        (nonsense, "it did not answer with facts"),
    ],
)
def test_what_fails_there_is_done_here_and_said(
    root: Path, settings: Settings, expected: list[str], wrong: Callable[..., Any], reason: str
) -> None:
    found, (warning,) = built(root, settings, Recorded(wrong))
    assert found == expected
    assert reason in warning
    assert f"{FILES} files were read here" in warning


def test_a_file_that_could_not_be_read_there_is_tried_here(
    root: Path, settings: Settings, expected: list[str]
) -> None:
    """A machine short of memory says the same of every file."""
    assert built(root, settings, Recorded(reasons)) == (expected, ())


def test_an_executor_that_was_shut_down(root: Path, settings: Settings, expected: list[str]) -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    found, (warning,) = built(root, settings, threads)
    assert found == expected
    assert "after shutdown" in warning


def test_an_executor_that_never_answers_is_given_up() -> None:
    class Silent(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            return Future()

    with WorkerPool(1) as pool:
        executor = BorrowedExecutor(Silent(), lambda: pool, patience=0.05)
        futures = [executor.submit(extract_batch, [(f"a{number}.py", b"x = 1\n")]) for number in range(3)]
        answers = [future.result(timeout=60) for future in futures]
        assert all(isinstance(answer, bytes) for (answer,) in answers)
        assert executor.submit(extract_batch, [("b.py", b"")]).result(timeout=60)
    (warning,) = executor.warnings
    assert "was not used any more, so that 4 files were read here: no answer for 0.05 seconds." in warning


def test_after_several_failures_in_a_row_it_is_not_asked_any_more() -> None:
    broken = Recorded(no_package)
    with WorkerPool(1) as pool:
        executor = BorrowedExecutor(broken, lambda: pool)
        for _ in range(8):
            assert isinstance(executor.submit(extract_batch, [("a.py", b"x = 1\n")]).result()[0], bytes)
    assert len(broken.given) == 5
    assert "was not used any more, so that 8 files were read here" in executor.warnings[0]


# -- addresses


@pytest.mark.parametrize("address", ["ray://head:10001", "scheduler:8786", "dask://", ""])
def test_an_address_of_no_known_kind(address: str) -> None:
    with pytest.raises(InvalidArgument, match=r"give dask://HOST:PORT\.$"), opened(address):
        pass


def test_the_command_refuses_an_address_of_no_known_kind(root: Path) -> None:
    done = index_command(root, "ray://head:10001")
    assert done.returncode == 2
    assert done.stderr == "nsccn: There is no executor 'ray://head:10001'; give dask://HOST:PORT.\n"


def index_command(root: Path, address: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*NSCCN, "index", "--repo", str(root), "--executor", address, *options],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


# -- a Dask cluster

try:
    import distributed
except ImportError:
    distributed = None  # type: ignore[assignment]

needs_dask = pytest.mark.skipif(distributed is None, reason="the package distributed is not installed")


class Cluster:
    """A scheduler, and workers as processes of their own."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._processes: list[subprocess.Popen[str]] = []
        self.address = ""

    def start(self, source: str = SOURCE) -> None:
        scheduler = self._started(source, "scheduler", "--host", "127.0.0.1", "--port", "0")
        self.address = _said(scheduler, "Scheduler at:").replace("tcp://", "dask://")
        for _ in range(2):
            self._started(
                source, "worker", self.address.replace("dask", "tcp"), "--nthreads", "1", "--no-nanny"
            )
        for worker in self.workers:
            _said(worker, "Registered to:")

    @property
    def workers(self) -> list[subprocess.Popen[str]]:
        return self._processes[1:]

    def stop(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
            process.stderr.close()

    def _started(self, source: str, role: str, *options: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"distributed.cli.dask_{role}", *options, "--no-dashboard"],
            cwd=self._directory,
            env=environment(PYTHONPATH=source, DASK_TEMPORARY_DIRECTORY=str(self._directory)),
            stderr=subprocess.PIPE,
            text=True,
        )
        self._processes.append(process)
        return process


def _said(process: subprocess.Popen[str], words: str) -> str:
    """Wait until the process says the words; return what follows them."""
    for line in process.stderr:
        if words in line:
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return line.partition(words)[2].strip()
    raise AssertionError(f"{process.args} ended before it said {words!r}")


@contextmanager
def cluster_of(directory: Path, source: str = SOURCE) -> Iterator[Cluster]:
    cluster = Cluster(directory)
    try:
        cluster.start(source)
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster_of(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


def facts_in(cache: Path, root: Path) -> int:
    """How many facts an index of the root would find in the cache."""
    index = RepoIndex(root, settings=Settings(cache_dir=cache, workers=1))
    try:
        return len(index._facts.sizes())
    finally:
        index.close()


def work_of(executor: Executor) -> int:
    """How much the workers of a cluster have done."""
    return sum(executor._client.run(lambda dask_worker: len(dask_worker.state.log)).values())


@needs_dask
def test_a_dask_cluster_reads_the_files(
    root: Path, settings: Settings, expected: list[str], cluster: Cluster
) -> None:
    with opened(cluster.address) as found:
        assert found.workers == 2
        before = work_of(found.executor)
        assert built(root, settings, found.executor) == (expected, ())
        assert work_of(found.executor) > before
    assert facts_in(settings.cache_dir, root) == FILES


@needs_dask
def test_the_command_indexes_on_a_dask_cluster(root: Path, tmp_path: Path, cluster: Cluster) -> None:
    done = index_command(root, cluster.address, "--cache-dir", str(tmp_path / "cache"), "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert facts_in(tmp_path / "cache", root) == FILES


@needs_dask
def test_a_cluster_of_another_version_is_not_believed(
    root: Path, tmp_path: Path, settings: Settings, expected: list[str]
) -> None:
    """Its facts would be found under our version's name for ever."""
    other = tmp_path / "other"
    shutil.copytree(Path(SOURCE, "nsccn"), other / "nsccn", ignore=shutil.ignore_patterns("__pycache__"))
    queries = other / "nsccn" / "graph" / "languages" / "python" / "tags.scm"
    queries.write_text(f"; As it was before.\n{queries.read_text(encoding='utf-8')}", encoding="utf-8")
    with cluster_of(tmp_path, str(other)) as cluster, opened(cluster.address) as found:
        edges_found, (warning,) = built(root, settings, found.executor)
    assert edges_found == expected
    assert "the extractor there has version " in warning
    assert f", not {extractor_version()}" in warning
    assert facts_in(settings.cache_dir, root) == FILES


@needs_dask
@pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot be stopped and killed in turn")
def test_a_killed_worker_and_then_a_dead_cluster_cost_no_file(tmp_path: Path) -> None:
    """One worker dies at its work: the other goes on. It stops answering too: the work is done here."""
    batches = [[(f"m{number}.py", b"def f(): ...\n")] for number in range(6)]
    with cluster_of(tmp_path) as cluster, opened(cluster.address) as found, WorkerPool(1) as pool:
        executor = BorrowedExecutor(found.executor, lambda: pool, patience=8)
        first, second = cluster.workers
        os.kill(first.pid, signal.SIGSTOP)  # it has taken its part of the work when it dies
        futures = [executor.submit(extract_batch, batch) for batch in batches[:3]]
        first.kill()
        answers = [future.result(timeout=60) for future in futures]
        assert executor.warnings == ()
        os.kill(second.pid, signal.SIGSTOP)
        futures = [executor.submit(extract_batch, batch) for batch in batches[3:]]
        answers += [future.result(timeout=60) for future in futures]
        second.kill()
    assert answers == [extract_batch(batch) for batch in batches]
    assert "3 files were read here: no answer for 8 seconds" in executor.warnings[0]


@needs_dask
def test_no_scheduler_there(root: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    done = index_command(root, f"dask://127.0.0.1:{port}")
    assert done.returncode == 2
    assert done.stderr.startswith(f"nsccn: No Dask scheduler answers at '127.0.0.1:{port}' (Connection")
    assert done.stderr.count("\n") == 1
