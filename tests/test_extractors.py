"""Indexes of one process share the workers that read few files."""

from __future__ import annotations

import pytest

from nsccn.workers import extractors
from nsccn.workers.extractors import Extractors, KeptWorkers
from nsccn.workers.pool import WorkerPool
from nsccn.workers.worker import extract_batch


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


def test_many_files_are_read_by_workers_that_end_when_all_are_read() -> None:
    files = Extractors(1)
    kept, own = files.of_files(2), files.of_files(1000)
    assert own is not kept
    assert files.of_files(2) is own
    files.end()
    assert files.of_files(2) is kept
    files.close()
