"""Work in a server stands back while a question is answered, and goes on where an answer waits for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from mcp_client import Caller, connected
from written_files import write_and_settle

from nsccn import precedence
from nsccn.index import RepoIndex
from nsccn.precedence import QUESTIONS, Precedence
from nsccn.search import search as searching
from nsccn.search.search import Query, search
from nsccn.settings import Settings
from nsccn.snapshots.pending import PendingArrays
from nsccn.tools.roots import RootPolicy
from nsccn.tools.server import create_server
from nsccn.tools.session import Workspace

A_MOMENT = 0.3
SHOP = {
    "shop.py": "class Shop:\n    def open(self): self.ring()\n    def ring(self): pass\n",
    "kiosk.py": "from shop import Shop\nclass Kiosk(Shop):\n    def ring(self): pass\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_and_settle(tmp_path / "repo", SHOP)
    return tmp_path / "repo"


@pytest.fixture
def in_a_thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads


def test_work_stands_back_while_any_question_is_answered(in_a_thread: ThreadPoolExecutor) -> None:
    questions = Precedence()
    with questions.answering():
        with questions.answering():
            work = in_a_thread.submit(questions.stand_back)
            assert not wait([work], A_MOMENT).done
        assert not wait([work], A_MOMENT).done
    work.result(60)
    questions.stand_back()


def test_work_goes_on_while_answers_wait_for_it(in_a_thread: ThreadPoolExecutor) -> None:
    questions = Precedence()
    with questions.answering(), questions.waiting():
        questions.stand_back()
        with questions.answering():
            work = in_a_thread.submit(questions.stand_back)
            assert not wait([work], A_MOMENT).done
        work.result(60)


def test_work_goes_on_at_times_where_questions_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "_MOST_SECONDS", A_MOMENT)
    monkeypatch.setattr(precedence, "_LEAST_SECONDS", 60)
    questions = Precedence()
    with questions.answering():
        begun = time.monotonic()
        for _ in range(1000):
            questions.stand_back()
    assert A_MOMENT <= time.monotonic() - begun < 60


def test_an_answer_that_needs_what_is_pending_does_not_have_it_stand_back(
    in_a_thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precedence, "_MOST_SECONDS", 60)

    def linked() -> dict[str, Any]:
        QUESTIONS.stand_back()
        return {"edges": np.zeros(1)}

    def answer() -> int:
        with QUESTIONS.answering():
            return len(PendingArrays({}, linked))

    assert in_a_thread.submit(answer).result(30) == 1
    assert len(PendingArrays({}, linked)) == 1
    with QUESTIONS.answering():
        work = in_a_thread.submit(QUESTIONS.stand_back)
        assert not wait([work], A_MOMENT).done


def test_a_search_is_answered_while_linking_stands_back(
    root: Path, tmp_path: Path, in_a_thread: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(precedence, "_MOST_SECONDS", 60)
    index = RepoIndex(root, settings=Settings(cache_dir=tmp_path / "cache"))
    with QUESTIONS.answering():
        index.refresh()
        linking = in_a_thread.submit(index.complete)
        hits = search(index.snapshot, Query("Kiosk", 1), index.settings)
        assert [hit.entity.qualified_name for hit in hits] == ["Kiosk"]
        assert not wait([linking], A_MOMENT).done
        assert not index.is_complete
    linking.result(60)
    assert index.is_complete
    index.close()


@pytest.fixture
def server(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Caller]:
    """A server whose linking never goes on during an answer, and which does nothing before it is asked."""
    monkeypatch.setattr(precedence, "_MOST_SECONDS", 60)
    monkeypatch.setattr("nsccn.tools.server._HEAD_START", 60)
    workspace = Workspace(RootPolicy(root, named=True), lambda _: Settings())
    with connected(create_server(workspace, Settings())) as caller:
        yield caller


def test_every_call_of_a_server_has_linking_stand_back_but_those_that_wait_for_it(
    server: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on = Event(), Event()

    def slow(*arguments: object, **options: object) -> object:
        begun.set()
        assert goes_on.wait(60)
        return search(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(searching, "search", slow)
    with ThreadPoolExecutor(2) as threads:
        answer = threads.submit(server.text, "search_and_rank", query="Kiosk")
        assert begun.wait(60)
        tracing = threads.submit(server.text, "trace_causal_path", entity_id="Shop.open")
        assert not wait([tracing], A_MOMENT).done
        goes_on.set()
        assert "Kiosk" in answer.result(60)
        assert "Kiosk.ring" in tracing.result(60)
