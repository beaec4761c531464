"""An index that goes from machine to machine: in one file that is checked from end to end."""

# ruff: noqa: ANN401 - an executor is given anything

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_client import NSCCN, environment
from written_files import write

from nsccn.errors import InvalidArgument
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.snapshots.exportfile import _HEADER, TRANSFER_FORMAT
from nsccn.snapshots.transfer import Imported, export_snapshot, import_snapshot
from nsccn.storage.store import FactStore
from nsccn.workers.worker import extract_batch

SOURCES = {
    "store.py": "def save(key): return key\n\nclass Client:\n    def get(self, key): return save(key)\n",
    "app.py": "from store import Client\n\ndef main():\n    return Client().get(1)\n",
    "web/page.js": "export function show() { return draw() }\nfunction draw() { return 1 }\n",
    "README.md": "# Saving things\n",
    "empty.py": "",
}


class Recorded(Executor):
    """Runs at once what it is given, and remembers the paths."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.read += [path for path, _ in args[0]]
        future: Future[Any] = Future()
        future.set_result(extract_batch(args[0]))
        return future


def git(directory: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=directory, check=True, capture_output=True)


class Machine:
    """A clone of the repository, and a cache."""

    def __init__(self, directory: Path, origin: Path, name: str = "project") -> None:
        directory.mkdir()
        git(directory, "clone", "-q", str(origin), name)
        self.root = directory / name
        self.settings = Settings(cache_dir=directory / "cache", workers=1)
        for path in self.root.rglob("*"):
            os.utime(path, (1e9, 1e9))  # a file that has just been written would be read again

    def index(self) -> tuple[RepoIndex, list[str]]:
        """The index, brought up to date, and the paths that had to be extracted."""
        executor = Recorded()
        index = RepoIndex.build(self.root, settings=self.settings, executor=executor)
        index.close()
        return index, sorted(executor.read)

    def take(self, source: Path) -> Imported:
        return import_snapshot(self.root, self.settings, source)


def edges(index: RepoIndex) -> list[str]:
    graph = index.snapshot.graph
    return sorted(
        f"{graph.id_of(edge.source)} {edge.kind} {graph.id_of(edge.target)} {edge.evidence.line}"
        for edge in graph.all_edges()
    )


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    origin = tmp_path_factory.mktemp("origin")
    git(origin, "init", "-q")
    for name, text in SOURCES.items():
        (origin / name).parent.mkdir(exist_ok=True)
        (origin / name).write_text(text)
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "All of it")
    return origin


@pytest.fixture(scope="module")
def exported(origin: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What continuous integration has made."""
    machine = Machine(tmp_path_factory.mktemp("integration") / "machine", origin)
    machine.index()
    target = machine.root.parent / "index.nsccn"
    assert export_snapshot(machine.root, machine.settings, target) == target.stat().st_size
    return target


@pytest.fixture
def laptop(origin: Path, tmp_path: Path) -> Machine:
    return Machine(tmp_path / "laptop", origin)


# -- from one machine to another


def test_an_equal_clone_takes_the_snapshot_over(exported: Path, laptop: Machine, origin: Path) -> None:
    assert laptop.take(exported) == Imported(len(SOURCES), is_current=True)
    index, read = laptop.index()
    assert read == []
    assert index.update() is False
    own, _ = Machine(laptop.root.parent.parent / "own", origin).index()
    assert edges(index) == edges(own)
    assert index.snapshot.problems == own.snapshot.problems
    assert index.status().languages == own.status().languages


def test_what_differs_is_read_and_the_rest_is_not(exported: Path, laptop: Machine) -> None:
    (laptop.root / "app.py").write_text("from store import Client\n\ndef main():\n    return Client()\n")
    (laptop.root / "more.py").write_text("from app import main\n")
    (laptop.root / "README.md").unlink()
    assert laptop.take(exported) == Imported(len(SOURCES), is_current=False)
    index, read = laptop.index()
    assert read == ["app.py", "more.py"]
    assert index.status().files == len(SOURCES)
    assert "module:more.py:__init__ IMPORTS func:app.py:main 1" in edges(index)


def test_a_clone_of_another_name_takes_the_snapshot_over(
    exported: Path, origin: Path, tmp_path: Path
) -> None:
    other = Machine(tmp_path / "laptop", origin, "another")
    assert other.take(exported) == Imported(len(SOURCES), is_current=True)
    assert other.index()[1] == []


def test_a_root_that_is_a_package_imports_itself_by_its_name(tmp_path: Path) -> None:
    """So a clone of another name has other links, and uses the facts alone."""
    origin = tmp_path / "origin"
    write(
        origin,
        {"__init__.py": "", "store.py": "def save(): ...\n", "app.py": "from shop.store import save\n"},
    )
    git(origin, "init", "-q")
    git(origin, "add", ".")
    git(origin, "commit", "-qm", "All of it")
    shop, other = (Machine(tmp_path / name, origin, name) for name in ("shop", "other"))
    led = "module:app.py:__init__ IMPORTS func:store.py:save 1"
    assert led in edges(shop.index()[0])
    export_snapshot(shop.root, shop.settings, tmp_path / "index.nsccn")

    assert other.take(tmp_path / "index.nsccn") == Imported(3, is_current=False)

    index, read = other.index()
    assert read == []
    assert led not in edges(index)


def test_other_patterns_are_another_snapshot(exported: Path, laptop: Machine) -> None:
    laptop.settings = Settings(cache_dir=laptop.settings.cache_dir, workers=1, ignore_patterns=("web",))
    assert not laptop.take(exported).is_current
    assert laptop.index()[0].status().files == len(SOURCES) - 1


def test_a_file_that_changes_after_the_import_is_seen(exported: Path, laptop: Machine) -> None:
    laptop.take(exported)
    (laptop.root / "app.py").write_text("def other(): ...\n")
    index, read = laptop.index()
    assert read == ["app.py"]
    assert index.snapshot.graph.lookup("other")


def test_equal_indexes_give_equal_files(exported: Path, laptop: Machine, tmp_path: Path) -> None:
    laptop.take(exported)
    for name in ("one", "two"):
        export_snapshot(laptop.root, laptop.settings, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    assert Machine(tmp_path / "third", laptop.root).take(tmp_path / "one").is_current


# -- what is refused


def refused(source: Path, machine: Machine) -> str:
    with pytest.raises(InvalidArgument) as caught:
        machine.take(source)
    assert not machine.settings.cache_dir.exists(), "nothing of it was used"
    return str(caught.value)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_wrong_byte_anywhere_is_noticed(exported: Path, laptop: Machine, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, exported.stat().st_size - 1), "place")
    refused(changed(exported, laptop, place, data.draw(st.integers(1, 255), "difference")), laptop)


@pytest.mark.parametrize("place", range(_HEADER.size))
def test_one_wrong_byte_in_the_header_is_noticed(exported: Path, laptop: Machine, place: int) -> None:
    refused(changed(exported, laptop, place, 1), laptop)


def changed(exported: Path, laptop: Machine, place: int, difference: int) -> Path:
    content = bytearray(exported.read_bytes())
    content[place] ^= difference
    damaged = laptop.root.parent / "damaged"
    damaged.write_bytes(content)
    return damaged


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_one_that_was_cut_or_grew_is_noticed(exported: Path, laptop: Machine, data: st.DataObject) -> None:
    content = exported.read_bytes()
    length = data.draw(st.integers(0, len(content) - 1), "length")
    for other in (content[:length], content + content[:length] + b"\0"):
        (laptop.root.parent / "other").write_bytes(other)
        refused(laptop.root.parent / "other", laptop)


def test_what_is_no_export(laptop: Machine, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no index at all\n" * 100)
    (tmp_path / "empty").touch()
    assert "is no export" in refused(tmp_path / "text", laptop)
    assert "is no export" in refused(tmp_path / "empty", laptop)
    assert "is no export" in refused(tmp_path, laptop)
    assert "cannot be read" in refused(tmp_path / "missing", laptop)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such thing there")
def test_a_pipe_is_not_waited_for(laptop: Machine, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "is no export" in refused(tmp_path / "pipe", laptop)


def resealed(
    exported: Path, target: Path, change: Callable[[dict[str, Any]], None], version: int = TRANSFER_FORMAT
) -> Path:
    """An export with other contents, whose digest is right all the same."""
    content = exported.read_bytes()
    magic, _, start, length, _ = _HEADER.unpack_from(content)
    contents = msgspec.msgpack.decode(content[start : start + length])
    change(contents)
    body = content[_HEADER.size : start] + msgspec.msgpack.encode(contents)
    place = (magic, version, start, len(body) + _HEADER.size - start)
    digest = hashlib.blake2b(body + _HEADER.pack(*place, bytes(32)), digest_size=32).digest()
    target.write_bytes(_HEADER.pack(*place, digest) + body)
    return target


def test_the_helper_makes_what_is_taken(exported: Path, laptop: Machine, tmp_path: Path) -> None:
    same = resealed(exported, tmp_path / "same", lambda _: None)
    assert same.read_bytes() == exported.read_bytes()


@pytest.mark.parametrize(
    ("version", "field"),
    [
        (TRANSFER_FORMAT + 1, None),
        (TRANSFER_FORMAT, "snapshot_format"),
        (TRANSFER_FORMAT, "extractor"),
    ],
    ids=str,
)
def test_another_version(
    exported: Path, laptop: Machine, tmp_path: Path, version: int, field: str | None
) -> None:
    other = resealed(
        exported, tmp_path / "x", lambda all_: all_.update({field: "0"} if field else {}), version
    )
    sentence = refused(other, laptop)
    assert "export it with the same version" in sentence
    if field is None:
        assert f"format {version}, and this nsccn reads format {TRANSFER_FORMAT};" in sentence
    else:
        assert "this nsccn reads snapshots of" in sentence


def part(place: int, value: int, *where: str | int) -> Callable[[dict[str, Any]], None]:
    """A change to the start (0) or the length (1) of a part."""

    def change(contents: dict[str, Any]) -> None:
        found: Any = contents
        for step in where:
            found = found[step]
        found[place] = value

    return change


def array(place: int, value: object) -> Callable[[dict[str, Any]], None]:
    """A change to the name (0), the type (1) or the shape (2) of the first array."""

    def change(contents: dict[str, Any]) -> None:
        contents["arrays"][0][place] = value

    return change


def again(contents: dict[str, Any]) -> None:
    """The same bytes a thousand times: a small file that would fill the disk."""
    contents["arrays"] += [[f"more{number}", *contents["arrays"][0][1:]] for number in range(1000)]


HOSTILE = {
    "manifest beyond the end": part(1, 1 << 60, "manifest"),
    "negative length": part(1, -1, "manifest"),
    "before the start": part(0, 0, "manifest"),
    "array beyond the end": part(1, 1 << 62, "arrays", 0, 3),
    "facts beyond the end": part(1, 1 << 40, "facts", 0, 1),
    "facts before the arrays": part(0, 60, "facts", 0, 1),
    "one part many times": again,
    "array of objects": array(1, "|O8"),
    "array of text": array(1, "<U4"),
    "array of an unknown type": array(1, "<f7"),
    "huge shape": array(2, [1 << 40, 1 << 40]),
    "negative shape": array(2, [-1, -1]),
    "many dimensions": array(2, [1] * 64),
    "array for the manifest": array(0, "manifest"),
    "no arrays": lambda contents: contents.update(arrays=[]),
    "array at an odd place": part(0, 65, "arrays", 1, 3),
    "wrong kind of contents": lambda contents: contents.update(facts="none"),
    "manifest that is none": part(1, 5, "manifest"),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_with_a_right_digest(
    exported: Path, laptop: Machine, tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    assert "damaged" in refused(resealed(exported, tmp_path / "hostile", change), laptop)


def test_facts_that_are_none_are_not_taken(exported: Path, laptop: Machine, tmp_path: Path) -> None:
    def cut(contents: dict[str, Any]) -> None:
        for entry in contents["facts"]:
            entry[1][1] -= 1

    other = resealed(exported, tmp_path / "other", cut)
    assert laptop.take(other).facts == 0
    (laptop.root / "new.py").write_text("x = 1\n")
    assert set(SOURCES) <= set(laptop.index()[1]) | {"new.py"}


def test_facts_of_files_that_the_snapshot_does_not_name_are_not_taken(
    exported: Path, laptop: Machine, tmp_path: Path
) -> None:
    def rename(contents: dict[str, Any]) -> None:
        for entry in contents["facts"]:
            entry[0] = f"{entry[0][:-1]}{'0' if entry[0][-1] != '0' else '1'}"

    assert laptop.take(resealed(exported, tmp_path / "other", rename)).facts == 0
    assert FactStore(laptop.settings.cache_dir).sizes() == {}


# -- writing


def test_a_file_that_cannot_be_written(exported: Path, laptop: Machine, tmp_path: Path) -> None:
    laptop.take(exported)
    with pytest.raises(InvalidArgument, match=r"cannot be written \(.+\); name another file\.$"):
        export_snapshot(laptop.root, laptop.settings, tmp_path / "missing" / "file")


def test_nothing_to_export(laptop: Machine, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="nothing to export"):
        export_snapshot(laptop.root, laptop.settings, tmp_path / "file")
    assert not (tmp_path / "file").exists()


# -- the command


def nsccn_index(machine: Machine, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            *NSCCN,
            "index",
            "--repo",
            str(machine.root),
            "--cache-dir",
            str(machine.settings.cache_dir),
            *options,
        ],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_exports_and_imports(laptop: Machine, origin: Path, tmp_path: Path) -> None:
    target = tmp_path / "index.nsccn"
    done = nsccn_index(laptop, "--export", str(target))
    assert done.returncode == 0
    assert f"nsccn: Exported 0.0 MB to {target}.\n" in done.stderr
    other = Machine(tmp_path / "other", origin)
    done = nsccn_index(other, "--import", str(target))
    assert done.returncode == 0
    assert f"nsccn: Imported 5 files from {target}; the repository is the same.\n" in done.stderr
    assert other.index()[1] == []


def test_the_command_refuses_a_damaged_file(exported: Path, laptop: Machine, tmp_path: Path) -> None:
    damaged = shutil.copy(exported, tmp_path / "damaged")
    with damaged.open("r+b") as file:
        file.truncate(file.seek(0, 2) - 1)
    done = nsccn_index(laptop, "--import", str(damaged))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"nsccn: {str(damaged)!r} is damaged (it is not of the length that it names); "
        "fetch or export it again.\n"
    )
