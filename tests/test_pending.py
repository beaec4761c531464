"""Arrays that are made when they are asked for: once, by whoever asks first, and never for a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier, Event
from time import sleep
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nsccn.errors import LinkingFailed
from nsccn.index import RepoIndex
from nsccn.publishing import Abandoned
from nsccn.search.search import Query, search
from nsccn.settings import Settings
from nsccn.snapshots import assembly, update
from nsccn.snapshots.pending import PendingArrays
from nsccn.snapshots.snapshot import Snapshot

from .rebuilding import assert_same_arrays, brought_up_to_date
from .small_snapshot import snapshot_of
from .test_update import REPOSITORIES
from .written_files import write

if TYPE_CHECKING:
    from nsccn.arrays import Array

READY = {"a": np.arange(2)}


def test_any_number_of_threads_get_what_one_of_them_makes() -> None:
    begun, made = Barrier(4), []

    def make() -> Mapping[str, Array]:
        made.append({"b": np.arange(3)})
        return made[-1]

    def ask(_: int) -> Array:
        begun.wait()
        return arrays["b"]

    arrays = PendingArrays(READY, make)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, range(4)))
    assert len(made) == 1
    assert all(array is made[0]["b"] for array in found)


def test_the_time_of_linking_is_noted_once_however_many_wait_for_it() -> None:
    begun = Barrier(4)
    complete = snapshot_of({"a.py": "def a(): b()\ndef b(): pass\n"})

    def make() -> Mapping[str, Array]:
        sleep(0.05)  # until all of them wait
        return complete.arrays

    def ask(_: int) -> None:
        begun.wait()
        snapshot.complete()

    snapshot = Snapshot(PendingArrays(complete.arrays, make), complete.manifest)
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(ask, range(4)))
    assert [name for name, _ in snapshot.manifest.phases].count("link") == 1


def test_what_is_made_comes_in_place_of_what_was_ready() -> None:
    arrays = PendingArrays(READY, lambda: {"a": np.arange(3), "b": np.arange(4)})
    assert (arrays.are_complete, len(arrays.ready["a"])) == (False, 2)
    assert ({name: len(array) for name, array in arrays.items()}, arrays.are_complete) == (
        {"a": 3, "b": 4},
        True,
    )
    with pytest.raises(KeyError):
        arrays["c"]


def test_who_asks_again_after_a_failure_that_is_no_mistake_has_it_tried_again() -> None:
    answers = iter([OSError("the disk is gone"), {"b": np.arange(3)}])

    def make() -> Mapping[str, Array]:
        answer = next(answers)
        if isinstance(answer, OSError):
            raise answer
        return answer

    arrays = PendingArrays(READY, make)
    with pytest.raises(
        LinkingFailed, match=r"linking failed \(OSError: the disk is gone at test_pending.py:\d+\)"
    ):
        arrays["b"]
    assert len(arrays["b"]) == 3
    assert arrays.failure is None


def test_a_mistake_is_not_made_again() -> None:
    made = []

    def make() -> Mapping[str, Array]:
        made.append("once")
        return {}["nothing"]

    arrays = PendingArrays(READY, make)
    for _ in range(2):
        with pytest.raises(LinkingFailed, match="by a mistake of nsccn; please report it"):
            arrays["b"]
    assert made == ["once"]


def test_what_ends_linking_early_is_no_failure() -> None:
    def make() -> Mapping[str, Array]:
        raise Abandoned

    arrays = PendingArrays(READY, make)
    with pytest.raises(Abandoned):
        arrays["b"]
    assert arrays.failure is None


SHOP = {
    "shop.py": "class Shop:\n    def open(self): self.ring()\n    def ring(self): pass\n",
    "kiosk.py": "from shop import Shop\nclass Kiosk(Shop):\n    def ring(self): pass\n",
}


@pytest.fixture
def index(tmp_path: Path) -> Iterator[RepoIndex]:
    write(tmp_path / "repo", SHOP)
    index = RepoIndex.build(tmp_path / "repo", settings=Settings(cache_dir=tmp_path / "cache"))
    yield index
    index.close()


def edit(index: RepoIndex) -> None:
    (index.root / "kiosk.py").write_text(SHOP["kiosk.py"] + "    def polish_bell(self): self.ring()\n")
    index.refresh()


def found(index: RepoIndex, text: str) -> list[str]:
    return [hit.entity.qualified_name for hit in search(index.snapshot, Query(text, 1), index.settings)]


def called_by(index: RepoIndex, entity_id: str) -> list[str]:
    graph = index.snapshot.graph
    entity = graph.index_of(entity_id)
    assert entity is not None
    return [graph.qualified_of(edge.target) for edge in graph.outgoing(entity, ["CALLS"])]


def test_after_an_edit_a_search_waits_for_no_linking_and_a_trace_does(
    index: RepoIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_link, link = Event(), update.resolve_shared

    def held_up(*args: object, **options: object) -> object:
        assert may_link.wait(60)
        return link(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(update, "resolve_shared", held_up)
    edit(index)
    assert found(index, "polish the bell") == ["Kiosk.polish_bell"]
    assert found(index, "polish_bell") == ["Kiosk.polish_bell"]
    assert not index.is_complete
    may_link.set()
    assert called_by(index, "method:kiosk.py:Kiosk.polish_bell") == ["Kiosk.ring"]
    assert called_by(index, "method:shop.py:Shop.open") == ["Kiosk.ring", "Shop.ring"]


class HeldUp:
    """A step of linking that waits until it is let go, and counts how often it has begun and come to its end."""

    def __init__(self, step: Callable[..., object]) -> None:
        self._step = step
        self.begun, self.goes_on = Event(), Event()
        self.times_begun = self.times_ended = 0

    def __call__(self, *arguments: object, **options: object) -> object:
        self.times_begun += 1
        self.begun.set()
        assert self.goes_on.wait(60)
        made = self._step(*arguments, **options)
        self.times_ended += 1
        return made


@pytest.fixture
def new(tmp_path: Path) -> Iterator[RepoIndex]:
    write(tmp_path / "repo", SHOP)
    index = RepoIndex(tmp_path / "repo", settings=Settings(cache_dir=tmp_path / "cache"))
    yield index
    index.close()


def test_an_edit_while_a_new_index_is_linked_can_be_searched_at_once_and_loses_nothing_of_that_linking(
    new: RepoIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, later = HeldUp(assembly.resolve_shared), HeldUp(update.resolve_shared)
    monkeypatch.setattr(assembly, "resolve_shared", first)
    monkeypatch.setattr(update, "resolve_shared", later)
    new.refresh()
    assert first.begun.wait(60)
    edit(new)
    assert found(new, "polish the bell") == ["Kiosk.polish_bell"]
    (new.root / "stall.py").write_text("from kiosk import Kiosk\ndef wipe(): Kiosk().polish_bell()\n")
    new.refresh()
    assert found(new, "wipe") == ["wipe"]
    first.goes_on.set()
    later.goes_on.set()
    assert called_by(new, "func:stall.py:wipe") == ["Kiosk", "Kiosk.polish_bell"]
    assert called_by(new, "method:shop.py:Shop.open") == ["Kiosk.ring", "Shop.ring"]
    new.flush()
    assert (first.times_begun, later.times_begun) == (1, 1)  # all files once, then what two edits affect
    assert_same_arrays(new.snapshot, brought_up_to_date(new.root, tmp_path / "other").snapshot)


@pytest.fixture
def step(index: RepoIndex, monkeypatch: pytest.MonkeyPatch) -> HeldUp:
    """Linking of what is edited from now on."""
    index.flush()
    held_up = HeldUp(update.resolve_shared)
    monkeypatch.setattr(update, "resolve_shared", held_up)
    return held_up


def test_where_files_are_again_what_they_were_the_linking_in_between_is_given_up(
    index: RepoIndex, step: HeldUp
) -> None:
    edit(index)
    assert step.begun.wait(60)
    (index.root / "kiosk.py").write_text(SHOP["kiosk.py"])
    index.refresh()
    assert index.is_complete
    assert called_by(index, "method:shop.py:Shop.open") == ["Kiosk.ring", "Shop.ring"]
    step.goes_on.set()
    index.flush()
    assert (step.times_begun, step.times_ended) == (1, 0)
    assert index.is_complete


def test_who_waits_for_the_edges_of_a_state_that_is_gone_gets_them(index: RepoIndex, step: HeldUp) -> None:
    edit(index)
    edited = index.snapshot
    with ThreadPoolExecutor(1) as thread:
        graph = thread.submit(lambda: edited.graph)
        assert step.begun.wait(60)
        while not edited.is_wanted:
            sleep(0.001)
        (index.root / "kiosk.py").write_text(SHOP["kiosk.py"])
        index.refresh()
        step.goes_on.set()
        assert graph.result(60).index_of("method:kiosk.py:Kiosk.polish_bell") is not None
    assert index.snapshot.graph.index_of("method:kiosk.py:Kiosk.polish_bell") is None


@settings(max_examples=10, deadline=None)
@given(st.data())
def test_any_edits_while_linking_goes_on_end_in_what_a_new_index_says(data: st.DataObject) -> None:
    versions = REPOSITORIES["python"]
    with TemporaryDirectory() as directory, ThreadPoolExecutor(2) as threads:
        root, cache = Path(directory) / "repo", Path(directory) / "cache"
        write(root, {path: texts[0] for path, texts in versions.items()})
        index = RepoIndex(root, settings=Settings(cache_dir=cache, workers=1), executor=threads)
        for _ in range(data.draw(st.integers(1, 6), "edits")):
            path = data.draw(st.sampled_from(sorted(versions)), "file")
            write(root, {path: data.draw(st.sampled_from(versions[path]), "text")})
            index.refresh()
            if data.draw(st.booleans(), "is asked for edges"):
                threads.submit(index.complete)
            sleep(data.draw(st.sampled_from([0, 0.01, 0.1, 0.15]), "pause"))
        index.refresh()
        index.complete()
        index.close()
        assert_same_arrays(index.snapshot, brought_up_to_date(root, Path(directory) / "other").snapshot)


def test_what_cannot_be_linked_is_told_to_who_asks_for_edges_and_forgotten_with_the_next_edit(
    index: RepoIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> object:
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken:
        broken.setattr(update, "resolve_shared", fail)
        edit(index)
        assert found(index, "polish the bell") == ["Kiosk.polish_bell"]
        with pytest.raises(LinkingFailed, match="the disk is gone"):
            index.complete()
    (index.root / "stall.py").write_text("from kiosk import Kiosk\ndef wipe(): Kiosk().polish_bell()\n")
    index.refresh()
    assert called_by(index, "func:stall.py:wipe") == ["Kiosk", "Kiosk.polish_bell"]


def test_linking_ends_early_where_the_index_is_closed_for_good(
    index: RepoIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, link, ended = Event(), update.resolve_shared, []

    def noted(*args: object, **options: object) -> object:
        begun.set()
        index_is_closing.wait(60)
        ended.append("begun")
        made = link(*args, **options)  # type: ignore[arg-type]
        ended.append("linked")
        return made

    index_is_closing = index._publisher._is_abandoned
    monkeypatch.setattr(update, "resolve_shared", noted)
    edit(index)
    assert begun.wait(60)
    index.close(abandon=True)
    assert ended == ["begun"]
