"""The index follows the files in the background: real files, real events, and a real server."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from mcp_client import SERVE, environment
from test_server_process import REQUESTS

from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.snapshots.snapshot import FORMAT, decode_manifest
from nsccn.storage.store import SnapshotStore
from nsccn.tools.roots import RootPolicy
from nsccn.tools.session import Workspace
from nsccn.watching import Watcher

pytest.importorskip("watchfiles", reason="the package watchfiles is not installed")

LINUX = sys.platform == "linux"
PATIENCE = 30.0


def eventually(what: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True)


def settle(root: Path) -> None:
    """Make the files old, so that their time stamps can be relied on."""
    for path in [*root.rglob("*"), root]:
        os.utime(path, (1e9, 1e9))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with trees that are none of its own."""
    root = tmp_path / "project"
    for name in ("package/inner", "node_modules/a/b/c", "build/deep", "docs"):
        (root / name).mkdir(parents=True)
    (root / "package/inner/store.py").write_text("def save(): ...\n")
    (root / "app.py").write_text("def main(): ...\n")
    (root / "docs/guide.md").write_text("# Guide\n")
    (root / "node_modules/a/b/c/index.js").write_text("function theirs() {}\n")
    (root / "build/deep/out.py").write_text("def built(): ...\n")
    (root / ".gitignore").write_text("build/\n*.log\n")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "All of it")
    settle(root)
    return root


class Watched:
    """A workspace that keeps one repository ready."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.reports: queue.Queue[str] = queue.Queue()
        settings = Settings(cache_dir=cache, workers=1)
        self.workspace = Workspace(RootPolicy(root, named=True), lambda _: settings, watch=self.reports.put)
        self.workspace.start()
        self.report = self.reports.get(timeout=PATIENCE)
        self.index: RepoIndex = self.workspace.repository().index

    def knows(self, name: str) -> bool:
        """Whether the snapshot has such an entity. Nobody has asked for a refresh."""
        return bool(self.index.snapshot.graph.named(name))


@pytest.fixture
def watched(root: Path, tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(root, tmp_path / "cache")
    yield watched
    watched.workspace.close()
    eventually(lambda: not LINUX or watches() == 0)  # else the next test counts them


# -- what is seen


def test_a_save_is_in_the_snapshot_before_anybody_asks(root: Path, watched: Watched) -> None:
    assert not watched.knows("added")
    (root / "package/inner/store.py").write_text("def save(): ...\ndef added(): ...\n")
    eventually(lambda: watched.knows("added"))


def test_a_file_that_an_editor_replaces(root: Path, watched: Watched) -> None:
    (root / ".app.py.swp").write_text("def replaced(): ...\n")
    (root / ".app.py.swp").replace(root / "app.py")
    eventually(lambda: watched.knows("replaced"))


def test_a_new_directory_is_watched_even_while_it_is_empty(root: Path, watched: Watched) -> None:
    (root / "more").mkdir()
    eventually(lambda: str(root / "more") in (watched.index.walked_directories or ()))
    eventually(lambda: not LINUX or watches() == 5)
    (root / "more/late.py").write_text("def late(): ...\n")
    eventually(lambda: watched.knows("late"))


def test_a_directory_that_went_and_came_again(root: Path, watched: Watched) -> None:
    for word in ("first", "second"):
        shutil.rmtree(root / "package")
        (root / "package/inner").mkdir(parents=True)
        (root / "package/inner/store.py").write_text(f"def {word}(): ...\n")
        eventually(lambda word=word: watched.knows(word))
    (root / "package/inner/store.py").write_text("def third(): ...\n")
    eventually(lambda: watched.knows("third"))


def test_a_branch_switch(root: Path, watched: Watched) -> None:
    git(root, "checkout", "-qb", "other")
    (root / "app.py").write_text("def other(): ...\n")
    git(root, "commit", "-qam", "Other")
    eventually(lambda: watched.knows("other"))
    git(root, "checkout", "-q", "-")
    eventually(lambda: watched.knows("main") and not watched.knows("other"))


def test_a_root_that_went_and_came_again(root: Path, watched: Watched) -> None:
    shutil.rmtree(root)
    eventually(lambda: not LINUX or watches() == 0)
    root.mkdir()
    (root / "new.py").write_text("def reborn(): ...\n")
    eventually(lambda: watched.knows("reborn"))
    (root / "new.py").write_text("def alive(): ...\n")
    eventually(lambda: watched.knows("alive"))


# -- what is not


def watches() -> int:
    """How many watches this process holds."""
    found = 0
    for entry in Path("/proc/self/fdinfo").iterdir():
        try:
            found += entry.read_text().count("inotify wd")
        except OSError:
            continue
    return found


@pytest.mark.skipif(not LINUX, reason="elsewhere one watch is for a whole tree")
def test_only_directories_of_the_project_are_watched(root: Path, watched: Watched) -> None:
    assert watched.report == f"watching 4 directories of {root}."
    assert watches() == 4, "the root, package, package/inner, docs"
    watched.workspace.close()
    eventually(lambda: watches() == 0)


def test_noise_in_a_watched_directory_asks_for_nothing(root: Path, tmp_path: Path) -> None:
    """A log beside the sources is written all day."""
    (root / "noise.log").write_text("")
    settle(root)
    index = RepoIndex(root, settings=Settings(cache_dir=tmp_path / "cache", workers=1))
    asked: list[float] = []

    def refresh() -> Future[None]:
        asked.append(time.monotonic())
        index.refresh()
        done: Future[None] = Future()
        done.set_result(None)
        return done

    begun = threading.Event()
    watcher = Watcher(index, refresh, lambda _: begun.set())
    watcher.start()
    assert begun.wait(PATIENCE)
    eventually(lambda: len(asked) >= 2)
    before = len(asked)
    for _ in range(20):
        with (root / "noise.log").open("a") as log:
            log.write("and again\n")
        (root / "node_modules/a/b/c/index.js").write_text("function theirs() {}\n")
    (root / "app.py").write_text("def heard(): ...\n")
    eventually(lambda: index.snapshot.graph.named("heard"))
    watcher.stop()
    assert len(asked) - before <= 2, "for the last one, and again while its time stamp is young"


# -- the server


class Server:
    """`nsccn serve --watch`, spoken to in bytes."""

    def __init__(self, root: Path, cache: Path, *before: str) -> None:
        self.process = subprocess.Popen(
            [*before, *SERVE, "--watch"],
            cwd=root,
            env=environment(NSCCN_CACHE_DIR=str(cache), NSCCN_WORKERS="1"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.ask(REQUESTS[0])
        self.said = self.process.stderr.readline().decode()

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == request["id"]:
                return answer

    def search(self, query: str) -> str:
        params = {"name": "search_and_rank", "arguments": {"query": query}}
        answer = self.ask({"jsonrpc": "2.0", "id": query, "method": "tools/call", "params": params})
        return str(answer["result"]["content"][0]["text"])

    def end(self) -> bytes:
        """Close its input; return what it said after the first line."""
        _, said = self.process.communicate(timeout=PATIENCE)
        return said


def stored_files(cache: Path, root: Path) -> list[str]:
    loaded = SnapshotStore(cache, root, version=FORMAT).load()
    manifest = decode_manifest(loaded[1]) if loaded else None
    return [file.path for file in manifest.files] if manifest else []


def test_the_server_keeps_the_index_ready_and_ends_with_its_input(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    server = Server(root, cache)
    assert server.said == f"nsccn: watching 4 directories of {root}.\n" or not LINUX
    (root / "fresh.py").write_text("def freshly_saved(): ...\n")
    eventually(lambda: "fresh.py" in stored_files(cache, root))  # nobody has called a tool
    assert "func:fresh.py:freshly_saved" in server.search("freshly_saved")
    assert server.end() == b""
    assert server.process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there a server's input ends with its client")
def test_the_server_ends_with_its_parent(root: Path, tmp_path: Path) -> None:
    """Somebody else holds its input open."""
    held, held_end = os.pipe()
    program = (
        "import subprocess, sys, time\n"
        f"server = subprocess.Popen({[*SERVE, '--watch']!r}, stdin={held}, stdout=subprocess.DEVNULL)\n"
        "server.wait()\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=root,
        env=environment(NSCCN_CACHE_DIR=str(tmp_path / "cache"), NSCCN_WORKERS="1"),
        pass_fds=(held,),
        stderr=subprocess.PIPE,
    )
    os.close(held)
    os.write(held_end, json.dumps(REQUESTS[0]).encode() + b"\n")
    assert b"watching" in parent.stderr.readline()
    parent.kill()
    parent.wait()
    assert parent.stderr.read() == b"", "the server held this pipe to its end"
    os.close(held_end)


def in_a_namespace_with(limit: str, value: int) -> list[str]:
    """A command line before a command, under which the kernel allows fewer watches."""
    return ["unshare", "-Ur", "sh", "-c", f'echo {value} > /proc/sys/user/{limit} && exec "$@"', "sh"]


def can_limit() -> bool:
    if not LINUX or shutil.which("unshare") is None:
        return False
    command = [*in_a_namespace_with("max_inotify_watches", 2), "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_limit(), reason="the number of watches cannot be limited here")
@pytest.mark.parametrize("limit", ["max_inotify_watches", "max_inotify_instances"])
def test_the_limit_of_watches_is_said_once_and_costs_no_answer(
    root: Path, tmp_path: Path, limit: str
) -> None:
    value = 2 if limit == "max_inotify_watches" else 0
    server = Server(root, tmp_path / "cache", *in_a_namespace_with(limit, value))
    assert server.said.startswith(f"nsccn: {root} is not watched (")
    assert server.said.endswith("); answers are as true without.\n")
    (root / "app.py").write_text("def afterwards(): ...\n")
    assert "func:app.py:afterwards" in server.search("afterwards")
    assert server.end() == b""


def test_without_the_package_one_sentence_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['watchfiles'] = None\n"
        "from nsccn.cli import main; sys.exit(main(['serve', '--watch']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=environment(),
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "nsccn: --watch needs the package watchfiles; install it with: pip install 'nsccn[watch]'.\n"
    )
