"""The stores, with real databases, real processes and real kills."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from typing import TypeVar

import numpy as np
import pytest

from nsccn.arrays import write_arrays
from nsccn.atomic import make_private_directory
from nsccn.graph.model import Definition, FileFacts, SourceRange
from nsccn.storage.codec import decode_facts, encode_facts
from nsccn.storage.diskstore import DiskStore, PlainDisk, StoreUnavailable, UnsafeValue
from nsccn.storage.store import FactStore, SnapshotStore, facts_key

Store = TypeVar("Store", FactStore, DiskStore)

posix = pytest.mark.skipif(os.name == "nt", reason="needs signals and limits")

FACTS = FileFacts("python", 3, (Definition("module", "a", "", -1, SourceRange(0, 9, 1, 3), 1),))


def python(code: str, *arguments: str | Path, stdin: int | None = None) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, text=True, stdin=stdin, stdout=PIPE, stderr=PIPE)


def finish(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    return output


def database(cache: Path) -> Path:
    return cache / "facts-1" / "cache.db"


OPEN: list[FactStore | DiskStore] = []


@pytest.fixture(autouse=True)
def _everything_is_closed() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def opened(store: Store) -> Store:
    """Have the store closed after the test: Windows removes no directory that somebody uses."""
    OPEN.append(store)
    return store


# Facts


def test_facts_survive_the_process(tmp_path: Path) -> None:
    key = facts_key("python", "1", "00ff")
    with_facts = opened(FactStore(tmp_path))
    with_facts.put_many({key: encode_facts(FACTS)})
    with_facts.close()

    found = opened(FactStore(tmp_path)).get_many([key, "unknown"])

    assert {key: decode_facts(value) for key, value in found.items()} == {key: FACTS}


def test_bytes_that_are_no_facts_are_refused() -> None:
    for damaged in (b"", encode_facts(FACTS)[:-1], b"\xc1", b"\x93\x01\x02\x03"):
        with pytest.raises(ValueError):  # noqa: PT011 - the message is msgspec's
            decode_facts(damaged)


def test_more_keys_than_one_statement_takes(tmp_path: Path) -> None:
    items = {f"python:1:{number:04}": bytes([number % 256]) * 100 for number in range(3000)}
    store = opened(FactStore(tmp_path))
    store.put_many(items)

    assert store.get_many(reversed(items)) == items


def test_a_value_can_be_replaced_and_be_large(tmp_path: Path) -> None:
    store = opened(FactStore(tmp_path))
    store.put_many({"a": b"old", "b": b""})
    large = random.Random(0).randbytes(3_000_000)
    store.put_many({"a": large})

    assert store.get_many("ab") == {"a": large, "b": b""}
    assert [path.name for path in (tmp_path / "facts-1").iterdir() if path.is_dir()] == []


def test_prune_removes_what_nobody_names_and_is_not_new(tmp_path: Path) -> None:
    store = opened(FactStore(tmp_path))
    store.put_many({"a": b"1", "b": b"2", "c": b"3"})

    assert store.prune({"a"}) == 0
    assert store.prune({"a"}, spared_seconds=-1) == 2
    assert store.get_many("abc") == {"a": b"1"}


def test_nothing_is_written_before_the_store_is_used(tmp_path: Path) -> None:
    opened(FactStore(tmp_path / "cache")).close()

    assert not (tmp_path / "cache").exists()


@posix
def test_only_the_owner_may_look_in(tmp_path: Path) -> None:
    opened(FactStore(tmp_path / "cache")).put_many({"a": b"1"})

    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


# Facts that others tampered with


class Trap:
    """Leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.trace,)


def plant(
    cache: Path, mode: int, value: object, *, key: object = "trap", raw: int = 1, filename: str = ""
) -> None:
    row = (key, raw, mode, filename or None, value)
    columns = "key, raw, store_time, mode, filename, value"
    with sqlite3.connect(database(cache)) as connection:
        connection.execute(f"INSERT OR REPLACE INTO Cache({columns}) VALUES (?, ?, 0, ?, ?, ?)", row)
    connection.close()


def test_a_planted_pickle_is_refused_and_never_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    trap = pickle.dumps(Trap(trace))
    store = opened(DiskStore(tmp_path / "cache"))
    plant(tmp_path / "cache", mode=4, value=trap)
    plant(tmp_path / "cache", mode=1, value=b"1", key=trap, raw=0)

    assert store.get_many(["trap"]) == {}
    cache = store._cache
    reads = [
        lambda: cache.get("trap"),
        lambda: cache["trap"],
        lambda: cache.read("trap"),
        lambda: list(cache),
        cache.peekitem,
        lambda: cache.peekitem(last=False),
        lambda: cache.pop("trap"),
    ]
    for read in reads:
        with pytest.raises(UnsafeValue):
            read()
    assert not trace.exists()

    store.put_many({"trap": b"good"})
    assert store.get_many(["trap"]) == {"trap": b"good"}


def test_a_planted_file_name_leads_nowhere(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    store = opened(DiskStore(tmp_path / "cache"))
    for mode in (1, 2, 3, 4):
        plant(tmp_path / "cache", mode=mode, value=None, filename="../../secret")
        assert store.get_many(["trap"]) == {}
        with pytest.raises(UnsafeValue):
            store._cache.get("trap")

    store.put_many({"trap": b"good"})
    store.prune((), -1)

    assert secret.read_bytes() == b"secret"


@pytest.mark.parametrize("value", [None, 7, "text", b"not compressed", b""])
def test_a_row_that_we_did_not_write_counts_as_missing(tmp_path: Path, value: object) -> None:
    store = opened(DiskStore(tmp_path))
    store.put_many({"good": b"good"})
    plant(tmp_path, mode=1, value=value, key="odd")

    assert store.get_many(["good", "odd"]) == {"good": b"good"}


@pytest.mark.parametrize("value", [None, ["list"], {"a": 1}, object(), True, bytearray(b"x")])
def test_only_plain_values_are_written(tmp_path: Path, value: object) -> None:
    cache = opened(DiskStore(tmp_path))._cache
    with pytest.raises(TypeError):
        cache["key"] = value
    with pytest.raises(TypeError):
        cache[value] = b"value"
    with pytest.raises(TypeError):
        cache.push(value)

    assert len(cache) == 0


@pytest.mark.parametrize("value", [b"bytes", "text", 7, 0.5])
def test_plain_values_are_kept(tmp_path: Path, value: object) -> None:
    cache = opened(DiskStore(tmp_path))._cache
    cache[value] = value

    assert cache[value] == value
    assert list(cache) == [value]
    assert isinstance(cache.disk, PlainDisk)


# Facts on a machine that fails


def test_a_damaged_database_is_put_aside(tmp_path: Path) -> None:
    opened(FactStore(tmp_path)).put_many({"a": b"1"})
    for path in (tmp_path / "facts-1").iterdir():
        path.write_bytes(b"this is no database at all" * 1000)

    store = opened(FactStore(tmp_path))
    assert store.get_many("a") == {}
    store.put_many({"a": b"2"})

    assert store.problem is None
    assert opened(FactStore(tmp_path)).get_many("a") == {"a": b"2"}


def test_damage_that_shows_later_ends_with_the_process(tmp_path: Path) -> None:
    first = opened(FactStore(tmp_path))
    first.put_many({str(number): random.Random(number).randbytes(3000) for number in range(1000)})
    first.close()
    content = bytearray(database(tmp_path).read_bytes())
    content[4096 * 30 :] = random.Random(1).randbytes(len(content) - 4096 * 30)
    database(tmp_path).write_bytes(content)

    store = opened(FactStore(tmp_path))
    store.get_many(map(str, range(1000)))
    store.put_many({"new": b"1"})
    assert store.problem
    assert "malformed" in store.problem
    assert store.get_many(["new"]) == {"new": b"1"}

    healed = opened(FactStore(tmp_path))
    healed.put_many({"new": b"2"})
    assert opened(FactStore(tmp_path)).get_many(["new"]) == {"new": b"2"}
    assert healed.problem is None


def test_the_files_of_a_damaged_database_go_after_a_day(tmp_path: Path) -> None:
    opened(FactStore(tmp_path)).put_many({"a": b"1"})
    marker = tmp_path / "facts-1" / "damaged"
    marker.touch()
    store = opened(FactStore(tmp_path))
    store.prune(())
    assert database(tmp_path).exists()

    os.utime(marker, (0, 0))
    store.prune(())

    assert list(marker.parent.iterdir()) == [marker]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE Cache (other TEXT)",
        "CREATE TABLE Settings (other TEXT)",
        "CREATE TABLE Settings (key TEXT, value); INSERT INTO Settings VALUES ('_sql', 7), ('disk_x', 1)",
    ],
)
def test_a_foreign_database_is_left_alone(tmp_path: Path, statement: str) -> None:
    database(tmp_path).parent.mkdir()
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.executescript(statement)
    connection.close()

    store = opened(FactStore(tmp_path))
    store.put_many({"a": b"1"})

    assert store.get_many("a") == {"a": b"1"}
    assert store.problem


@pytest.mark.parametrize("place", ["file/below", "$HOME/cache"])
def test_a_place_that_cannot_be_used(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()

    store = opened(FactStore(tmp_path / place))
    store.put_many({"a": b"1"})

    assert store.get_many("ab") == {"a": b"1"}
    assert store.prune(()) == 0
    assert store.problem
    store.close()


@posix
@pytest.mark.skipif(os.name != "nt" and os.getuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_directory(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        store = opened(FactStore(tmp_path))
        store.put_many({"a": b"1"})
        assert store.get_many("a") == {"a": b"1"}
        assert store.problem
    finally:
        tmp_path.chmod(0o700)


FULL = """
import random, resource, sys
from pathlib import Path
import numpy as np
from nsccn.storage.store import FactStore, SnapshotStore
cache = Path(sys.argv[1])
facts, snapshots = FactStore(cache), SnapshotStore(cache, cache)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
facts.put_many({f"new {number}": random.randbytes(10_000) for number in range(200)})
assert facts.problem, "no problem"
assert len(facts.get_many(f"new {number}" for number in range(200))) == 200
assert facts.get_many(["old"]) == {"old": b"1"}, "what is on disk is still read"
facts.put_many({"more": b"2"})
assert facts.get_many(["more", "old"]) == {"more": b"2", "old": b"1"}
assert not snapshots.publish({"large": np.zeros(1_000_000)}, b"new")
assert snapshots.problem
print(snapshots.load()[1].decode())
"""


@posix
def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    opened(FactStore(tmp_path)).put_many({"old": b"1"})
    SnapshotStore(tmp_path, tmp_path).publish({}, b"good")

    assert finish(python(FULL, tmp_path)) == "good\n"
    assert opened(FactStore(tmp_path)).get_many(["old"]) == {"old": b"1"}
    assert not list(tmp_path.rglob("*.tmp"))


# Facts among many processes

WRITER = """
import random, sys
from pathlib import Path
from nsccn.storage.store import FactStore
cache, name, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = FactStore(cache)
for turn in range(rounds):
    mine = {f"{name}:{turn}:{number}": random.randbytes(3000) for number in range(50)}
    shared = {f"shared:{number}": b"shared" * 500 for number in range(50)}
    store.put_many({**mine, **shared})
    assert store.problem is None, store.problem
    assert store.get_many([*mine, *shared]) == {**mine, **shared}
    print(turn, flush=True)
"""


def test_many_processes_start_and_write_at_once(tmp_path: Path) -> None:
    writers = [python(WRITER, tmp_path, str(number), "10") for number in range(8)]
    for writer in writers:
        finish(writer)

    keys = [f"{writer}:{turn}:{number}" for writer in range(8) for turn in range(10) for number in range(50)]
    assert len(opened(FactStore(tmp_path)).get_many(keys)) == 8 * 10 * 50


@posix
def test_killed_writers_lose_nothing_that_was_stored(tmp_path: Path) -> None:
    chance = random.Random(7)
    opened(FactStore(tmp_path)).put_many({"before": b"1"})
    stored = []
    for number in range(8):
        writer = python(WRITER, tmp_path, str(number), "1000")
        assert writer.stdout
        writer.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))
        writer.kill()
        turns, _ = writer.communicate()
        stored += [f"{number}:{turn}:{row}" for turn in ["0", *turns.split()] for row in range(50)]

    store = opened(FactStore(tmp_path))
    assert len(store.get_many([*stored, "before"])) == len(stored) + 1
    assert store.problem is None
    with sqlite3.connect(database(tmp_path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


# Snapshots


def numbers(value: int, length: int = 1000) -> dict[str, np.ndarray]:
    return {"first": np.full(length, value), "last": np.full(length, value)}


def loaded(store: SnapshotStore) -> bytes | None:
    snapshot = store.load()
    return snapshot and snapshot[1]


def test_a_snapshot_is_found_again(tmp_path: Path) -> None:
    root = tmp_path / "root"
    assert SnapshotStore(tmp_path / "cache", root).load() is None

    assert SnapshotStore(tmp_path / "cache", root).publish(numbers(7), b"manifest")

    snapshot = SnapshotStore(tmp_path / "cache", root).load()
    assert snapshot
    arrays, manifest = snapshot
    assert manifest == b"manifest"
    assert sorted(arrays) == ["first", "last"]
    np.testing.assert_array_equal(arrays["last"], np.full(1000, 7))


def test_every_root_has_its_own(tmp_path: Path) -> None:
    SnapshotStore(tmp_path / "cache", tmp_path / "one").publish({}, b"one")
    SnapshotStore(tmp_path / "cache", tmp_path / "two").publish({}, b"two")

    assert loaded(SnapshotStore(tmp_path / "cache", tmp_path / "one")) == b"one"
    assert loaded(SnapshotStore(tmp_path / "cache", tmp_path / "x" / ".." / "two")) == b"two"
    roots = {path.read_text() for path in tmp_path.rglob("root.txt")}
    assert roots == {os.path.normcase(tmp_path / "one"), os.path.normcase(tmp_path / "two")}


def test_another_version_is_not_read(tmp_path: Path) -> None:
    SnapshotStore(tmp_path, tmp_path, "1").publish({}, b"old")

    assert SnapshotStore(tmp_path, tmp_path, "2").load() is None
    assert loaded(SnapshotStore(tmp_path, tmp_path, "1")) == b"old"


def test_arrays_stay_valid_while_newer_snapshots_come(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish(numbers(0), b"0")
    snapshot = store.load()
    assert snapshot
    for value in range(1, 6):
        assert store.publish(numbers(value), b"%d" % value)

    assert loaded(store) == b"5"
    np.testing.assert_array_equal(snapshot[0]["first"], np.zeros(1000))


def test_two_snapshots_are_kept(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    for value in range(5):
        store.publish(numbers(value), b"")

    assert len(list(store.directory.glob("*.arrays"))) == 2


def test_a_slow_publisher_is_overtaken_but_not_robbed(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    written = store.directory / ("0" * 32 + ".arrays")
    store.publish(numbers(1), b"1")
    write_arrays(written, numbers(2))
    for _ in range(4):
        store.publish(numbers(3), b"3")

    assert written.exists()


def test_what_killed_writers_left_goes(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish({}, b"")
    fresh, old = store.directory / "a.arrays.1.tmp", store.directory / "b.arrays.2.tmp"
    fresh.touch()
    old.touch()
    os.utime(old, (0, 0))

    store.publish({}, b"")

    assert fresh.exists()
    assert not old.exists()


@pytest.mark.parametrize(
    "damage", [b"", b"garbage", b"nsccn snapshot 2\n\n../../secret\n\n\n", b"\xff\xfe\n\n\n"]
)
def test_a_damaged_pointer_counts_as_no_snapshot(tmp_path: Path, damage: bytes) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish(numbers(1), b"1")
    (store.directory / "current").write_bytes(damage)

    assert store.load() is None
    assert store.publish(numbers(2), b"2")
    assert loaded(store) == b"2"


@pytest.mark.parametrize("damage", [b"", b"garbage" * 100])
def test_a_damaged_snapshot_counts_as_none(tmp_path: Path, damage: bytes) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish(numbers(1), b"1")
    (snapshot,) = store.directory.glob("*.arrays")
    snapshot.write_bytes(damage)
    assert store.load() is None
    snapshot.unlink()
    assert store.load() is None


def test_the_name_of_the_manifest_is_taken(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="manifest"):
        SnapshotStore(tmp_path, tmp_path).publish({"manifest": np.zeros(1)}, b"")


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = SnapshotStore(tmp_path / "file", tmp_path)

    with store.writing() as alone:
        assert not alone
        assert not store.publish(numbers(1), b"1")
    assert store.problem
    assert store.load() is None


# Snapshots among many processes

PUBLISHER = """
import sys
from pathlib import Path
import numpy as np
from nsccn.storage.store import SnapshotStore
store = SnapshotStore(Path(sys.argv[1]), Path(sys.argv[1]))
print("ready", flush=True)
for turn in range(int(sys.argv[2])):
    value = turn % 100
    array = np.full(20_000, value)
    assert store.publish({"first": array, "last": array}, b"%d" % value), store.problem
"""


def whole(store: SnapshotStore) -> bool:
    snapshot = store.load()
    if snapshot is None:
        return False
    arrays, manifest = snapshot
    return all(bool((arrays[name] == int(manifest)).all()) for name in ("first", "last"))


def test_readers_see_whole_snapshots_while_others_publish(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish(numbers(0), b"0")
    publishers = [python(PUBLISHER, tmp_path, "40") for _ in range(2)]
    while any(publisher.poll() is None for publisher in publishers):
        assert whole(store)
    for publisher in publishers:
        finish(publisher)


@posix
def test_killed_publishers_leave_a_good_snapshot(tmp_path: Path) -> None:
    chance = random.Random(3)
    store = SnapshotStore(tmp_path, tmp_path)
    store.publish(numbers(0), b"0")
    for _ in range(8):
        publisher = python(PUBLISHER, tmp_path, "100000")
        assert publisher.stdout
        publisher.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))
        publisher.kill()
        publisher.communicate()
        assert whole(store)

    for path in store.directory.iterdir():
        os.utime(path, (0, 0))
    assert store.publish(numbers(1), b"1")
    assert len(list(store.directory.glob("*.arrays"))) == 2
    assert not list(store.directory.glob("*.tmp"))


HOLDER = """
import sys, time
from pathlib import Path
from nsccn.storage.store import SnapshotStore
with SnapshotStore(Path(sys.argv[1]), Path(sys.argv[1])).writing() as alone:
    print(alone, flush=True)
    time.sleep(60)
"""


@posix
def test_the_lock_of_a_killed_writer_is_free(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    holder = python(HOLDER, tmp_path)
    assert holder.stdout
    assert holder.stdout.readline() == "True\n"

    with store.writing(patience=0.1) as alone:
        assert not alone
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    with store.writing() as alone:
        assert alone


def test_the_second_writer_waits_for_the_first(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    with store.writing() as alone:
        assert alone
        waiting = python(HOLDER.replace("60", "0").replace("with", "print('waiting')\nwith"), tmp_path)
        assert waiting.stdout
        assert waiting.stdout.readline() == "waiting\n"
        time.sleep(0.1)
        assert waiting.poll() is None

    assert finish(waiting) == "True\n"


def test_one_store_fails_plainly_without_its_front(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="file"):
        opened(DiskStore(tmp_path / "file"))


LIVELY = """
import sys
from pathlib import Path
import nsccn.storage.lock
from nsccn.storage.store import SnapshotStore
nsccn.storage.lock.LIFE_SECONDS = 0.05
with SnapshotStore(Path(sys.argv[1]), Path(sys.argv[1])).writing():
    print("held", flush=True)
    sys.stdin.read()
"""


@posix
def test_a_writer_that_shows_life_is_waited_for_and_one_that_is_stopped_is_not(tmp_path: Path) -> None:
    store = SnapshotStore(tmp_path, tmp_path)
    lock = store.directory / "writing.lock"
    holder = python(LIVELY, tmp_path, stdin=PIPE)
    assert holder.stdout.readline() == "held\n"

    def wait(patience: float) -> bool:
        with store.writing(patience) as alone:
            return alone

    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(wait, 2.0)
        for _ in range(50):  # which takes longer than the patience
            before = lock.stat().st_mtime_ns
            while lock.stat().st_mtime_ns == before:
                time.sleep(0.01)
        assert not waiting.done()
        finish(holder)
        assert waiting.result()

    holder = python(LIVELY, tmp_path, stdin=PIPE)
    assert holder.stdout.readline() == "held\n"
    holder.send_signal(signal.SIGSTOP)
    assert not wait(0.1)
    holder.kill()
    holder.communicate()


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_all_directories_that_are_made_are_the_owner_s_alone(tmp_path: Path) -> None:
    made = tmp_path / "one" / "two" / "three"
    make_private_directory(made)
    assert [path.stat().st_mode & 0o777 for path in (made, *made.parents[:2])] == [0o700] * 3
