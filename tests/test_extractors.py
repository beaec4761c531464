"""Indexes of one process share the workers that read few files."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.workers import extractors
from nsccn.workers.extractors import Extractors, KeptWorkers
from nsccn.workers.pool import WorkerPool
from nsccn.workers.worker import extract_batch

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractors, "KEPT", KeptWorkers())


def is_at_work(pool: WorkerPool) -> bool:
    try:
        return len(pool.submit(extract_batch, [("a.py", b"")]).result(timeout=60)) == 1
    except RuntimeError:
        return False


def test_workers_end_with_the_last_index_that_shares_them() -> None:
    one, other = Extractors(1), Extractors(1)
    pool = one.for_few()
    assert other.for_few() is pool
    one.close()
    one.close()
    assert is_at_work(pool)
    other.close()
    assert not is_at_work(pool)

    later = Extractors(1)
    assert later.for_few() is not pool
    later.close()


def test_no_more_of_them_start_than_indexes_share_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractors, "default_workers", lambda: 2)
    sharing = [Extractors(1) for _ in range(3)]
    allowed: list[int] = []
    monkeypatch.setattr(WorkerPool, "allow", lambda _, workers: allowed.append(workers))
    for one in sharing:
        one.for_few()
    assert allowed == [1, 2, 2]
    for one in sharing:
        one.close()


def test_an_index_that_is_closed_starts_none() -> None:
    closed = Extractors(1)
    closed.close()
    with pytest.raises(RuntimeError, match="closed"):
        closed.for_few()


def test_no_kept_worker_begins_what_many_others_go_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch is full by its bytes sooner than by its files, so it does not tell how many there are."""
    root = tmp_path / "root"
    root.mkdir()
    for number in range(100):
        (root / f"m{number:02}.py").write_text(f"LONG = '{'x' * 12_000}'\ndef f{number}(): pass\n")
    kept: list[WorkerPool] = []
    want = KeptWorkers.want
    monkeypatch.setattr(KeptWorkers, "want", lambda self: kept.append(pool := want(self)) or pool)
    with closing(RepoIndex(root, settings=Settings(cache_dir=tmp_path / "cache", workers=2))) as index:
        index.refresh()
        assert len(index.snapshot.entities.files) == 100
        assert not kept
        (root / "m00.py").write_text("def edited(): pass\n")
        index.refresh()
        assert index.snapshot.entities.named("edited")
    assert kept


def test_many_files_are_read_by_workers_that_end_when_all_are_read() -> None:
    files = Extractors(1)
    kept, own = files.of_files(2), files.of_files(1000)
    assert own is not kept
    assert files.of_files(2) is own
    files.end()
    assert files.of_files(2) is kept
    files.close()
