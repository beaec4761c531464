"""Writers that are killed at any point: what is stored stays whole, nobody is left behind, and the next one goes on."""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
from killed_writer import become, state
from mcp_client import NSCCN, environment
from rebuilding import answers, assert_same_arrays, brought_up_to_date
from written_files import write

from nsccn.progress import PHASES
from nsccn.snapshots.snapshot import FORMAT, Snapshot, decode_manifest
from nsccn.storage.store import SnapshotStore

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")

WRITERS: Final = 18
COMMANDS: Final = 8
PATIENCE: Final = 60.0
MARK: Final = "TEST_KILLS_MARK"

AT_FIRST: Final = (
    "facts-1",
    "facts-1/cache.db-wal",
    "snapshots/*",
    "snapshots/*/root.txt",
    "snapshots/*/writing.lock",
)
"""What a writer makes in an empty cache."""
EACH_TIME: Final = (
    "snapshots/*/walk.*.tmp",
    "snapshots/*/*.arrays.*.tmp",
    "snapshots/*/*.arrays",
    "snapshots/*/current.*.tmp",
)
"""What a writer makes whenever it stores an index."""


class World:
    """A repository and a cache, and what is known of them."""

    def __init__(self, directory: Path) -> None:
        self.root = directory / "repository"
        self.cache = directory / "cache"
        self.mark = f"{MARK}={directory}"
        self._directory = directory
        self._rebuilt: dict[object, Snapshot] = {}
        self._count = 0

    @property
    def environment(self) -> dict[str, str]:
        return environment(**{MARK: str(self._directory)}, OPENBLAS_NUM_THREADS="1")

    def stored(self) -> Snapshot | None:
        """What is stored at this moment, which must be whole."""
        loaded = SnapshotStore(self.cache, self.root, version=FORMAT).load()
        if loaded is None:
            return None
        manifest = decode_manifest(loaded[1])
        assert manifest is not None
        snapshot = Snapshot(loaded[0], manifest)
        known = self._rebuilt.get(_content(snapshot)) or self._state_of(snapshot)
        assert_same_arrays(snapshot, known)
        return snapshot

    def _state_of(self, snapshot: Snapshot) -> Snapshot:
        """The state that a snapshot is of, indexed from nothing at another place."""
        (turn,) = (
            int(name.removeprefix("turn_"))
            for name in map(snapshot.graph.name_of, range(len(snapshot.graph)))
            if name.startswith("turn_")
        )
        root = write(self._fresh() / self.root.name, state(turn))
        return self._remember(brought_up_to_date(root, root.parent / "cache").snapshot)

    def recover(self, *, ask: bool) -> None:
        """Index what a killed writer left, whatever state the files are in, and compare with a full rebuild."""
        index = brought_up_to_date(self.root, self.cache)
        anew = brought_up_to_date(self.root, self._fresh() / "cache")
        self._remember(anew.snapshot)
        assert index.warnings == ()
        assert_same_arrays(index.snapshot, anew.snapshot)
        stored = self.stored()
        assert stored is not None
        assert _content(stored) == _content(anew.snapshot)
        if ask:
            assert answers(index) == answers(anew)

    def _remember(self, snapshot: Snapshot) -> Snapshot:
        self._rebuilt[_content(snapshot)] = snapshot
        return snapshot

    def _fresh(self) -> Path:
        self._count += 1
        return self._directory / f"fresh-{self._count}"

    def wait_for_the_end_of_all_but(self, *spared: int) -> None:
        """Wait until no process is left that was started for this world: a worker ends with its input."""
        while left := self._processes() - set(spared):
            for process in left:
                with suppress(ProcessLookupError):
                    _wait_for_the_end(process)

    def _processes(self) -> set[int]:
        found = set()
        for directory in Path("/proc").iterdir():
            with suppress(OSError):
                if directory.name.isdigit() and self.mark.encode() in (directory / "environ").read_bytes():
                    found.add(int(directory.name))
        return found

    def is_tidy_after_a_while(self) -> None:
        """Whoever stores next removes what killed writers left, once it is old."""
        for path in self.cache.rglob("*"):
            os.utime(path, (0, 0))
        become(self.root, 0)
        brought_up_to_date(self.root, self.cache)
        assert self._left_over() == []
        (database,) = self.cache.glob("facts-*/cache.db")
        with sqlite3.connect(database) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()

    def _left_over(self) -> list[Path]:
        """Temporary files, and snapshots that are not the last two."""
        snapshots = sorted(self.cache.rglob("*.arrays"), key=lambda path: path.stat().st_mtime)
        return [*self.cache.rglob("*.tmp"), *snapshots[:-2]]


def _content(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    return tuple((file.path, file.digest) for file in snapshot.manifest.files)


def _wait_for_the_end(process: int) -> None:
    descriptor = os.pidfd_open(process)
    try:
        ended, _, _ = select.select([descriptor], [], [], PATIENCE)
        assert ended, Path(f"/proc/{process}/cmdline").read_bytes()
    finally:
        os.close(descriptor)


@pytest.fixture
def world(tmp_path: Path) -> World:
    world = World(tmp_path)
    become(world.root, 0)
    return world


class Launcher:
    """Starts writers."""

    def __init__(self, world: World) -> None:
        command = [sys.executable, "-P", str(Path(__file__).with_name("killed_writer.py"))]
        self.process = subprocess.Popen(
            [*command, str(world.root), str(world.cache)],
            env=world.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, turn: int) -> int:
        """Start a writer; return its process id."""
        self.process.stdin.write(f"{turn}\n")
        self.process.stdin.flush()
        return int(self.line())

    def line(self) -> str:
        return self.process.stdout.readline()

    def kill(self, writer: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(writer, signal.SIGKILL)
        while not (line := self.line()).startswith("ended"):
            pass
        assert line == f"ended -{signal.SIGKILL:d}\n"


@pytest.fixture
def launcher(world: World) -> Iterator[Launcher]:
    launcher = Launcher(world)
    yield launcher
    launcher.process.communicate()


def test_writers_that_edit_and_index_are_killed(world: World, launcher: Launcher) -> None:
    chance = random.Random(11)
    duration = 0.0
    for number in range(WRITERS):
        appearing = EACH_TIME
        if number < WRITERS / 3:
            appearing += AT_FIRST
            shutil.rmtree(world.cache, ignore_errors=True)
        before = world.stored()
        began = time.monotonic()
        writer = launcher.start(10 * number)
        match number % 4:
            case 0:
                for _ in range(chance.randint(1, 3)):
                    launcher.line()
                duration = duration or time.monotonic() - began
                time.sleep(chance.uniform(0, duration / 4))
            case 1:
                time.sleep(chance.uniform(0, duration))
            case _:
                _wait_for(world.cache, chance.choice(appearing), duration / 2)
        launcher.kill(writer)
        assert world.stored() or not before
        world.wait_for_the_end_of_all_but(launcher.process.pid)
        if chance.random() < 0.7:
            world.recover(ask=number % 4 == 0)
    world.is_tidy_after_a_while()


def _wait_for(cache: Path, pattern: str, seconds: float) -> None:
    """Wait until something new of that name appears."""
    known = set(cache.glob(pattern))
    end = time.monotonic() + seconds
    while time.monotonic() < end and known.issuperset(cache.glob(pattern)):
        time.sleep(0.0002)


def test_commands_that_index_are_killed(world: World) -> None:
    chance = random.Random(12)
    command = [*NSCCN, "index", "--repo", str(world.root), "--cache-dir", str(world.cache)]
    began = time.monotonic()
    subprocess.run(command, env=world.environment, check=True, capture_output=True)
    duration = time.monotonic() - began
    phases = list(PHASES.values())[1:]
    for number in range(1, COMMANDS + 1):
        if number < COMMANDS / 2:
            shutil.rmtree(world.cache)
        before = world.stored()
        become(world.root, number)
        process = subprocess.Popen(command, env=world.environment, stderr=subprocess.PIPE, text=True)
        if number % 2:
            time.sleep(chance.uniform(0, duration))
        else:
            phase = chance.choice(phases)
            while (line := process.stderr.readline()) and not line.startswith(phase):
                pass
            time.sleep(chance.uniform(0, 0.03))
        process.kill()
        process.communicate()
        assert world.stored() or not before
        world.wait_for_the_end_of_all_but()
        if number % 4 == 0:
            search = [*NSCCN, "search", f"turn_{number}", *command[-4:]]
            done = subprocess.run(search, env=world.environment, check=True, capture_output=True, text=True)
            assert done.stdout.startswith(f"1. func:turn.py:turn_{number}")
            assert done.stderr == ""
        world.recover(ask=number % 4 == 1)
    world.is_tidy_after_a_while()
