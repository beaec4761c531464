"""The cache is cared for: what each repository holds in it, what goes, and what must not."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from mcp_client import NSCCN, environment

from nsccn.cli import main
from nsccn.errors import CacheInUse
from nsccn.housekeeping import clear, keep_within, prune, usage
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.storage.rootfolder import RootFolder, all_folders, pruning
from nsccn.storage.store import FactStore, SnapshotStore

DAY = 86_400.0


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def repository(path: Path, *modules: str) -> Path:
    """Write a repository with a file for each of these names; equal names have equal content."""
    path.mkdir(parents=True)
    for name in modules:
        functions = [f"def {name}{number}():\n    return {name}\n" for number in ("", *range(19))]
        (path / f"{name}.py").write_text("".join(functions))
    return path


def indexed(root: Path, cache: Path, **settings: int) -> RepoIndex:
    index = RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1, **settings))
    index.close()
    return index


def roots(cache: Path) -> list[str]:
    """Names of the roots in the cache, least recently used first."""
    return [folder.root.name for folder in all_folders(cache) if folder.root]


def last_used(cache: Path, root: Path, days_ago: float) -> None:
    path = RootFolder.of(cache, root).path / "used"
    path.touch()
    os.utime(path, (time.time() - days_ago * DAY,) * 2)


def stored(cache: Path) -> dict[str, float]:
    """Every fact in the store and when it was written: a file that is extracted again is written again."""
    with closing(sqlite3.connect(cache / "facts-1" / "cache.db")) as connection:
        return dict(connection.execute("SELECT key, store_time FROM Cache").fetchall())


def make_facts_old(cache: Path) -> None:
    with closing(sqlite3.connect(cache / "facts-1" / "cache.db")) as connection, connection:
        connection.execute("UPDATE Cache SET store_time = 1")


def size_on_disk(cache: Path) -> int:
    return sum(path.stat().st_size for path in cache.rglob("*") if path.is_file())


def named(index: RepoIndex) -> set[str]:
    return index.snapshot.manifest.facts


# Facts by content


def git(*arguments: str | Path, cwd: Path) -> None:
    subprocess.run(["git", *map(str, arguments)], cwd=cwd, check=True, capture_output=True)


def test_a_worktree_and_a_clone_cost_nothing_and_a_change_costs_one_file(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one", "two", "three")
    git("init", "-q", cwd=root)
    git("add", ".", cwd=root)
    git("commit", "-qm", "first", cwd=root)
    first = indexed(root, cache)
    before = stored(cache)
    assert named(first) == set(before)

    git("worktree", "add", "-q", tmp_path / "worktree", "-b", "other", cwd=root)
    git("clone", "-q", root, tmp_path / "clone", cwd=tmp_path)
    for copy in ("worktree", "clone"):
        assert named(indexed(tmp_path / copy, cache)) == set(before)
    assert stored(cache) == before

    (tmp_path / "worktree" / "two.py").write_text("def second(): ...\n")
    indexed(tmp_path / "worktree", cache)
    after = stored(cache)
    assert len(after) == len(before) + 1
    assert before.items() <= after.items()


def test_a_branch_that_was_there_before_costs_nothing(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one", "two")
    git("init", "-q", cwd=root)
    git("add", ".", cwd=root)
    git("commit", "-qm", "first", cwd=root)
    indexed(root, cache)
    git("switch", "-qc", "other", cwd=root)
    repository(root / "deep", "three")
    (root / "one.py").write_text("def other(): ...\n")
    git("add", ".", cwd=root)
    git("commit", "-qm", "second", cwd=root)
    indexed(root, cache)
    before = stored(cache)

    git("switch", "-q", "-", cwd=root)

    assert len(named(indexed(root, cache))) == 2
    assert stored(cache) == before


def test_a_vendored_copy_costs_nothing(tmp_path: Path, cache: Path) -> None:
    indexed(repository(tmp_path / "library", "one", "two"), cache)
    before = stored(cache)
    user = repository(tmp_path / "user" / "lib" / "copied", "one", "two").parent.parent

    indexed(user, cache)

    assert stored(cache) == before


# What the cache holds


def test_the_cache_by_repository(tmp_path: Path, cache: Path) -> None:
    indexed(repository(tmp_path / "first", "one", "two"), cache)
    indexed(repository(tmp_path / "second", "two", "three"), cache)
    last_used(cache, tmp_path / "first", days_ago=3)

    held = usage(cache)

    second, first = held.roots
    assert (first.root, second.root) == (tmp_path / "first", tmp_path / "second")
    assert (first.files, first.entities, first.exists) == (2, 42, True)
    assert 0 < first.own_bytes < second.own_bytes + second.shared_bytes
    assert first.shared_bytes == second.shared_bytes > 0
    assert held.unnamed_bytes == 0
    assert held.total_bytes > sum(row.snapshot_bytes + row.own_bytes for row in held.roots)


def test_looking_at_the_cache_is_no_use_of_a_repository_and_makes_no_cache(
    tmp_path: Path, cache: Path
) -> None:
    assert usage(cache) == ((), 0, 0)
    assert not cache.exists()
    root = repository(tmp_path / "root", "one")
    indexed(root, cache)
    last_used(cache, root, days_ago=3)
    usage(cache)

    assert RootFolder.of(cache, root).used < time.time() - 2 * DAY


def test_a_use_is_noted_once_an_hour(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one")
    indexed(root, cache)
    last_used(cache, root, days_ago=0.01)
    noted = RootFolder.of(cache, root).used
    indexed(root, cache)
    assert RootFolder.of(cache, root).used == noted

    last_used(cache, root, days_ago=0.1)
    indexed(root, cache)
    assert RootFolder.of(cache, root).used > noted


def test_a_snapshot_that_cannot_be_read_is_listed(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one")
    SnapshotStore(cache, root, version="of another time").publish({}, b"")

    (row,) = usage(cache).roots

    assert (row.root, row.files, row.entities) == (root, None, None)
    assert row.snapshot_bytes > 0


# Removing


def test_pruning_removes_what_was_not_used_and_what_is_gone(tmp_path: Path, cache: Path) -> None:
    old, new, gone = (repository(tmp_path / name, name, "shared") for name in ("old", "new", "gone"))
    for root in (old, new, gone):
        indexed(root, cache)
    last_used(cache, old, days_ago=40)
    for path in gone.iterdir():
        path.unlink()
    gone.rmdir()

    removed = prune(cache, days=30)

    assert sorted(removed.roots) == [str(gone), str(old)]
    assert removed.facts == 2
    assert removed.bytes > 0
    assert roots(cache) == ["new"]
    assert set(stored(cache)) == named(indexed(new, cache))


def test_pruning_removes_old_facts_that_nobody_names(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one", "two")
    indexed(root, cache)
    make_facts_old(cache)
    (root / "one.py").write_text("def other(): ...\n")
    indexed(root, cache)
    (root / "two.py").unlink()  # its facts are old, but the snapshot in the cache names them
    (root / "three.py").write_text("def third(): ...\n")
    with closing(FactStore(cache)) as facts:
        facts.put_many({"python:0:of an index that was interrupted": b"facts"})

    assert prune(cache, days=30).facts == 1
    assert len(stored(cache)) == 3


def test_clearing_one_repository_leaves_the_others(tmp_path: Path, cache: Path) -> None:
    first = repository(tmp_path / "first", "one", "shared")
    second = repository(tmp_path / "second", "two", "shared")
    indexed(first, cache)
    kept = indexed(second, cache)

    assert clear(cache, first).roots == (str(first),)

    assert roots(cache) == ["second"]
    assert set(stored(cache)) == named(kept)
    assert clear(cache, first).roots == ()


def test_clearing_all_gives_the_space_back(tmp_path: Path, cache: Path) -> None:
    indexed(repository(tmp_path / "root", *(f"module_{number}" for number in range(100))), cache)
    before = size_on_disk(cache)

    clear(cache)

    assert stored(cache) == {}
    assert roots(cache) == []
    assert size_on_disk(cache) < before / 4


def test_who_has_a_snapshot_open_keeps_it_and_can_store_the_next(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one", "two")
    index = RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1))
    index.flush()
    clear(cache)
    assert index.snapshot.graph.lookup("two") is not None

    (root / "one.py").write_text("def other(): ...\n")
    index.refresh()
    assert index.snapshot.graph.lookup("two") is not None
    assert index.warnings == ()
    index.close()
    assert roots(cache) == ["root"]


def test_lost_facts_of_a_file_that_has_changed_are_never_taken_from_what_it_holds_now(
    tmp_path: Path, cache: Path
) -> None:
    names = ("one", "two", "three", "four", "five", "six")
    root, copy = (repository(tmp_path / name, *names) for name in ("root", "copy"))
    index = RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1))
    index.flush()
    clear(cache)
    (root / "one.py").write_text("def other(): ...\n")
    (root / "two.py").unlink()
    index.refresh()
    index.close()
    assert index.snapshot.graph.lookup("other") is not None

    assert indexed(copy, cache).snapshot.graph.lookup("one") is not None


# The limit


def test_what_was_used_least_recently_goes_first(tmp_path: Path, cache: Path) -> None:
    for days, name in ((1, "first"), (3, "second"), (2, "third")):
        root = repository(tmp_path / name, name, "shared")
        indexed(root, cache)
        last_used(cache, root, days)
    limit = usage(cache).total_bytes

    fourth = indexed(repository(tmp_path / "fourth", "fourth", "shared"), cache, max_cache_bytes=limit)

    assert "second" not in roots(cache)
    assert "fourth" in roots(cache)
    assert "first" in roots(cache)
    assert named(fourth) <= set(stored(cache))


def test_what_was_just_used_stays_however_small_the_limit(tmp_path: Path, cache: Path) -> None:
    indexed(repository(tmp_path / "first", "one", "shared"), cache)
    last = indexed(repository(tmp_path / "last", "two", "shared"), cache, max_cache_bytes=1)

    assert roots(cache) == ["last"]
    assert set(stored(cache)) == named(last)
    assert last.warnings == ()


def test_old_facts_that_nobody_names_go_before_any_repository(tmp_path: Path, cache: Path) -> None:
    indexed(repository(tmp_path / "first", "one"), cache)
    last = indexed(repository(tmp_path / "last", "two"), cache)
    with closing(FactStore(cache)) as facts:
        facts.put_many({"python:0:ff": os.urandom(1_000_000)})
        make_facts_old(cache)
        keep_within(900_000, cache, facts, RootFolder.of(cache, last.root))

    assert roots(cache) == ["first", "last"]
    assert "python:0:ff" not in stored(cache)


# With other processes at work


def test_while_another_process_indexes_nothing_goes(tmp_path: Path, cache: Path) -> None:
    root = repository(tmp_path / "root", "one")
    indexed(root, cache)
    before = stored(cache)
    with SnapshotStore(cache, tmp_path / "other").writing() as alone:
        assert alone
        with pytest.raises(CacheInUse):
            clear(cache)
        with closing(FactStore(cache)) as facts:
            keep_within(1, cache, facts, RootFolder.of(cache, tmp_path))

    assert stored(cache) == before
    assert roots(cache) == ["root"]


INDEXER = """
import sys
from pathlib import Path
from nsccn.storage.store import SnapshotStore
print("begins", flush=True)
with SnapshotStore(Path(sys.argv[1]), Path(sys.argv[2])).writing() as alone:
    print(alone, flush=True)
"""


def test_who_begins_to_index_waits_until_pruning_is_done(tmp_path: Path, cache: Path) -> None:
    cache.mkdir()
    order = []
    with pruning(cache) as alone:
        assert alone
        indexer = subprocess.Popen(
            [sys.executable, "-c", INDEXER, cache, tmp_path],
            env=environment(),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert indexer.stdout.readline() == "begins\n"
        folder = RootFolder.of(cache, tmp_path).path
        while not folder.exists():
            time.sleep(0.01)
        assert not (folder / "writing.lock").exists()
        order.append("pruned")
    order.append(indexer.communicate(timeout=60)[0])

    assert order == ["pruned", "True\n"]


LOOP = """
import sys
from pathlib import Path
from nsccn.index import RepoIndex
from nsccn.settings import Settings
root = Path(sys.argv[2])
for turn in range(4):
    (root / "turn.py").write_text(f"def turn_{turn}(): ...\\n")
    index = RepoIndex.build(root, settings=Settings(cache_dir=Path(sys.argv[1]), workers=1))
    assert index.snapshot.graph.lookup(f"turn_{turn}") is not None
    assert index.snapshot.graph.lookup("shared") is not None
    assert index.warnings == (), index.warnings
    index.close()
"""


def test_whatever_is_cleared_meanwhile_every_answer_is_right_and_every_snapshot_is_stored(
    tmp_path: Path, cache: Path
) -> None:
    places = [repository(tmp_path / name, name, "shared") for name in ("first", "second")]
    running = [
        subprocess.Popen([sys.executable, "-c", LOOP, cache, root], env=environment(), stderr=subprocess.PIPE)
        for root in places
    ]
    cleared = 0
    while any(process.poll() is None for process in running):
        try:
            cleared += len(clear(cache).roots)
        except CacheInUse:
            time.sleep(0.005)
    assert [process.communicate()[1] for process in running] == [b"", b""]

    assert {row.root for row in usage(cache).roots} <= set(places)
    for root in places:
        graph = indexed(root, cache).snapshot.graph
        assert graph.lookup("turn_3") is not None
        assert graph.lookup("shared") is not None


# The command


@pytest.fixture
def _two_repositories(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NSCCN_CACHE_DIR", str(cache))
    indexed(repository(tmp_path / "first", "one", "two"), cache)
    indexed(repository(tmp_path / "second", "two", "three"), cache)
    last_used(cache, tmp_path / "first", days_ago=8)


@pytest.mark.usefixtures("_two_repositories")
def test_the_command_shows_prunes_and_clears(
    tmp_path: Path, cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*arguments: str) -> str:
        assert main(["cache", *arguments]) == 0
        return capsys.readouterr().out

    shown = run()
    assert shown.startswith(f"cache  {cache}\nsize   ")
    assert [line.split()[:3] for line in shown.splitlines()[4:]] == [
        [str(tmp_path / "second"), "2", "42"],
        [str(tmp_path / "first"), "2", "42"],
    ]
    data = json.loads(run("--json"))
    assert data["limit"] == 2_000_000_000
    assert data["repositories"][1]["root"] == str(tmp_path / "first")
    for arguments in ((), ("--prune", "0")):
        assert main(["cache", *arguments, "--repo", str(tmp_path / "second")]) == 2
        assert "leave --repo out" in capsys.readouterr().err
    assert run("--prune").startswith("Removed 0 repositories and 0 facts")
    assert run("--prune", "7").startswith("Removed 1 repository and 1 facts")
    assert json.loads(run("--clear", "--repo", str(tmp_path / "second"), "--json"))["facts"] == 2
    assert str(tmp_path) not in run().replace(str(cache), "")


@pytest.mark.usefixtures("_two_repositories")
def test_the_command_says_when_it_must_not(cache: Path, tmp_path: Path) -> None:
    with SnapshotStore(cache, tmp_path / "other").writing():
        done = subprocess.run(
            [*NSCCN, "cache", "--clear"], env=environment(), capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith("nsccn: Another process is indexing; nothing was removed")
    assert main(["cache", "--prune", "-5"]) == 2
