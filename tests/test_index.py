"""The index of one repository: answers follow the files, whatever happens to them, to the cache or to a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nsccn.errors import IndexNotReady, NotARepository
from nsccn.index import RepoIndex
from nsccn.settings import Settings

STORE = "def save(key): return key\n\nclass Client:\n    def get(self, key): return save(key)\n"
APP = "from store import Client\n\ndef main():\n    client = Client()\n    return client.get(1)\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "store.py").write_text(STORE)
    (root / "app.py").write_text(APP)
    (root / "README.md").write_text("# Saving things\n")
    return root


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", workers=1)


@pytest.fixture
def index(root: Path, settings: Settings) -> Iterator[RepoIndex]:
    index = RepoIndex.build(root, settings=settings)
    yield index
    index.close()


def edges(index: RepoIndex) -> list[str]:
    graph = index.snapshot.graph
    return [
        f"{graph.id_of(edge.source)} {edge.kind} {graph.id_of(edge.target)} {edge.evidence.line}"
        for edge in graph.all_edges()
    ]


def callers(index: RepoIndex, name: str) -> list[str]:
    graph = index.snapshot.graph
    return [graph.id_of(edge.source) for edge in graph.incoming(graph.lookup(name), {"CALLS"})]


def rebuilt(root: Path, tmp_path: Path) -> list[str]:
    """The edges of an index that has never seen another state of the files."""
    fresh = RepoIndex.build(
        root, settings=Settings(cache_dir=tmp_path / f"fresh-{time.time_ns()}", workers=1)
    )
    fresh.close()
    return edges(fresh)


def test_an_index_without_a_snapshot_says_so(root: Path, settings: Settings) -> None:
    index = RepoIndex(root, settings=settings)
    assert not index.ready
    with pytest.raises(IndexNotReady):
        _ = index.snapshot


def test_what_is_no_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        RepoIndex(tmp_path / "missing")


def test_nothing_changed_nothing_built(index: RepoIndex) -> None:
    time.sleep(0.01)
    snapshot = index.snapshot
    index.refresh()  # files as young as these are read once more
    assert edges(index) == edges(index)
    assert callers(index, "save") == ["method:store.py:Client.get"]
    assert snapshot.graph.paths[:] == ["README.md", "app.py", "store.py"]


@pytest.mark.parametrize(
    "change",
    [
        {"store.py": STORE.replace("save", "keep")},
        {"store.py": "\n\n\n" + STORE},
        {"store.py": None},
        {"other.py": "from store import save\n\ndef again(): return save(2)\n"},
        {"app.py": "def main(:\n", "lib/deep.py": "x = 1\n"},
        {"store.py": "print('no more')\n", "app.py": None, "README.md": None},
    ],
)
def test_every_change_is_seen_and_equals_a_full_rebuild(
    index: RepoIndex, root: Path, tmp_path: Path, change: dict[str, str | None]
) -> None:
    for path, text in change.items():
        if text is None:
            (root / path).unlink()
        else:
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text)
    assert index.update()
    assert edges(index) == rebuilt(root, tmp_path)


def test_a_change_that_keeps_size_and_time_stamp_of_a_young_file_is_seen(
    index: RepoIndex, root: Path
) -> None:
    path = root / "store.py"
    stamp = path.stat()
    path.write_text(STORE.replace("save", "hold"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    index.refresh()
    assert callers(index, "hold") == ["method:store.py:Client.get"]


def test_an_index_that_was_prepared_for_edits_follows_them(
    index: RepoIndex, root: Path, tmp_path: Path
) -> None:
    index.prepare()
    (root / "store.py").write_text(STORE.replace("save", "hold"))
    assert index.update()
    assert edges(index) == rebuilt(root, tmp_path)


def test_a_second_index_starts_from_the_stored_snapshot(
    index: RepoIndex, root: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = time.time() - 3600
    for path in root.iterdir():
        os.utime(path, (old, old))
    index.refresh()
    index.flush()
    monkeypatch.setattr(
        "nsccn.workers.pool.WorkerPool.submit", lambda *_: pytest.fail("something was extracted again")
    )
    second = RepoIndex(root, settings=settings)
    assert not second.update()
    assert edges(second) == edges(index)


def test_facts_are_shared_by_content(
    index: RepoIndex, root: Path, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    for path in root.iterdir():
        (clone / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(
        "nsccn.workers.pool.WorkerPool.submit", lambda *_: pytest.fail("something was extracted again")
    )
    assert edges(RepoIndex.build(clone, settings=settings)) == edges(index)


def test_one_file_is_read_without_an_index(root: Path, settings: Settings) -> None:
    index = RepoIndex(root, settings=settings)
    names = [definition.qualified_name for definition in index.facts("store.py").definitions]
    assert names == ["__init__", "save", "Client", "Client.get"]
    assert index.text("README.md") == "# Saving things\n"
    index.close()


def test_broken_files_are_named_and_still_answer(root: Path, settings: Settings) -> None:
    (root / "broken.py").write_text("def whole():\n    return 1\n\ndef half(:\n")
    index = RepoIndex.build(root, settings=settings)
    status = index.status()
    assert [(path, line) for path, line, _ in status.problems] == [("broken.py", 4)]
    assert index.snapshot.graph.lookup("whole")


def test_what_is_skipped_is_counted(root: Path, settings: Settings) -> None:
    (root / "node_modules" / "left").mkdir(parents=True)
    (root / "node_modules" / "left" / "pad.js").write_text("module.exports = 1\n")
    (root / ".env").write_text("SECRET=1\n")
    (root / "data.bin").write_bytes(bytes(range(256)))
    (root / "huge.py").write_text("x = 1\n" * 300_000)
    index = RepoIndex.build(root, settings=settings)
    skipped = index.status().skipped
    assert skipped["vendored"] == 1
    assert skipped["secret"] == 1
    assert skipped["binary"] == 1
    assert skipped["too large"] == 1


def test_damaged_facts_are_extracted_again(index: RepoIndex, root: Path, settings: Settings) -> None:
    from nsccn.graph.versions import facts_version
    from nsccn.graph.walk.files import digest
    from nsccn.storage.store import FactStore, facts_key

    before = edges(index)
    store = FactStore(settings.cache_dir)
    store.put_many({facts_key("python", facts_version("python"), digest(STORE.encode())): b"\xc1 no facts"})
    store.close()
    (root / "new.py").write_text("y = 2\n")
    again = RepoIndex.build(root, settings=settings)
    assert [edge for edge in edges(again) if "new.py" not in edge] == before


def test_a_cache_that_cannot_be_written_is_one_warning(root: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a directory should be\n")
    index = RepoIndex.build(root, settings=Settings(cache_dir=blocked / "cache", workers=1))
    assert callers(index, "save") == ["method:store.py:Client.get"]
    assert len(index.status().warnings) == 1


def test_a_build_that_is_interrupted_leaves_a_store_that_works(
    root: Path, settings: Settings, tmp_path: Path
) -> None:
    for number in range(60):
        (root / f"module_{number}.py").write_text(f"def run_{number}():\n    return run_{number}\n" * 50)
    command = [sys.executable, "-P", "-m", "nsccn", "index", "--repo", str(root)]
    command += ["--cache-dir", str(settings.cache_dir)]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.4)
    running.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
    running.wait(timeout=30)
    assert edges(RepoIndex.build(root, settings=settings)) == rebuilt(root, tmp_path)


def test_two_processes_index_at_the_same_time(root: Path, settings: Settings) -> None:
    command = [
        sys.executable,
        "-P",
        "-m",
        "nsccn",
        "trace",
        "save",
        "--direction",
        "upstream",
        "--repo",
        str(root),
    ]
    command += ["--cache-dir", str(settings.cache_dir)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    answers = {process.communicate(timeout=60)[0] for process in running}
    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(answers) == 1
    assert b"Client.get" in answers.pop()


def test_facts_of_a_language_whose_files_have_changed_are_made_anew(
    index: RepoIndex, root: Path, settings: Settings, tmp_path: Path
) -> None:
    from dataclasses import replace

    from nsccn.snapshots.snapshot import FORMAT, encode_manifest
    from nsccn.storage.store import SnapshotStore

    now = index.snapshot.manifest
    assert dict(now.versions)["python"]
    earlier = tuple((language, "of an earlier release") for language, _ in now.versions)
    store = SnapshotStore(settings.cache_dir, root, version=FORMAT)
    assert store.publish(index.snapshot.arrays, encode_manifest(replace(now, versions=earlier)))
    later = RepoIndex(root, settings=settings)
    assert later.update()
    assert later.snapshot.manifest.versions == now.versions
    assert edges(later) == rebuilt(root, tmp_path)
    later.close()


def test_a_new_stamp_on_the_same_text_links_nothing(index: RepoIndex, root: Path) -> None:
    for path in root.iterdir():
        os.utime(path, (1, 1))  # young ones would be looked at again
    index.refresh()
    linked: list[str] = []
    path = root / "store.py"
    path.write_text(path.read_text())
    os.utime(path, (2, 2))
    index.refresh(progress=lambda done, total, phase: linked.append(phase))
    assert "link" not in linked
    assert not index.update()
    assert index.snapshot.manifest.phases[-1][0] == "extract"
