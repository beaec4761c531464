"""Servers and commands that use one index at the same time: one does the work, and all answer alike."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import cycle, product
from pathlib import Path
from threading import Barrier
from typing import Final

import pytest
from fastmcp.client.transports import StdioTransport
from mcp_client import NSCCN, SERVE, Caller, connected, environment
from rebuilding import Given, assert_same_arrays, brought_up_to_date
from written_files import write

from nsccn.storage.diskstore import DiskStore
from nsccn.storage.store import SnapshotStore
from nsccn.tools import discover

QUERY: Final = "total price of a cart"
EDITS: Final = 3
NOT_YET: Final = "call again in a few seconds"
NOTE_WRITES: Final = """
CREATE TABLE Written (key TEXT);
CREATE TRIGGER note_new AFTER INSERT ON Cache BEGIN INSERT INTO Written VALUES (NEW.key); END;
CREATE TRIGGER note_old AFTER UPDATE OF value ON Cache BEGIN INSERT INTO Written VALUES (NEW.key); END;
"""


@pytest.fixture
def root(shop: Path, tmp_path: Path) -> Path:
    """Python files that nobody has touched for an hour."""
    root = tmp_path / "shop"
    for name in ("backend", "tests"):
        shutil.copytree(shop / name, root / name)
    for path in root.rglob("*.py"):
        age(path)
    return root


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """A cache whose database notes each fact that is written into it."""
    cache = tmp_path / "cache"
    store = DiskStore(cache)
    store.close()
    with closing(sqlite3.connect(cache / "facts-1" / "cache.db")) as connection:
        connection.executescript(NOTE_WRITES)
    return cache


def age(path: Path) -> None:
    then = path.stat().st_mtime - 3600
    os.utime(path, (then, then))


def written(cache: Path) -> list[str]:
    """The key of each fact, as often as it was written."""
    with closing(sqlite3.connect(cache / "facts-1" / "cache.db")) as connection:
        return [key for (key,) in connection.execute("SELECT key FROM Written")]


class Crowd:
    """Servers and commands on one repository; what they say on standard error is kept."""

    def __init__(self, root: Path, cache: Path, log: Path) -> None:
        self._root = root
        self._environment = environment(NSCCN_CACHE_DIR=str(cache), NSCCN_WORKERS="1")
        self._log = log

    def command(self, *arguments: str) -> str:
        with self._log.open("a") as log:
            return subprocess.run(
                [*NSCCN, *arguments, "--repo", str(self._root)],
                env=self._environment,
                check=True,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            ).stdout.removesuffix("\n")

    def server(self, stack: ExitStack) -> Caller:
        command, *rest = SERVE
        transport = StdioTransport(
            command,
            rest,
            env=self._environment,
            cwd=str(self._root),
            keep_alive=False,
            log_file=self._log,
        )
        return stack.enter_context(connected(transport))

    @property
    def complaints(self) -> str:
        return self._log.read_text()


@pytest.fixture
def crowd(root: Path, cache: Path, tmp_path: Path) -> Crowd:
    return Crowd(root, cache, tmp_path / "log")


def ask(server: Caller, tool: str, **arguments: str) -> str:
    """The answer of a server, once it has one."""
    while (text := server.text(tool, **arguments)).endswith(NOT_YET + "."):
        pass
    return text


def at_once(actions: Iterable[Callable[[], str]]) -> list[str]:
    """Do all that at the same moment, each in a thread of its own."""
    actions = list(actions)
    together = Barrier(len(actions))

    def act(action: Callable[[], str]) -> str:
        together.wait()
        return action()

    with ThreadPoolExecutor(len(actions)) as threads:
        return list(threads.map(act, actions))


def test_eight_begin_on_a_repository_that_is_not_indexed(root: Path, cache: Path, crowd: Crowd) -> None:
    def serve() -> str:
        with ExitStack() as stack:
            return ask(crowd.server(stack), "search_and_rank", query=QUERY)

    def search() -> str:
        return crowd.command("search", QUERY)

    def index() -> str:
        crowd.command("index", "--quiet")
        return search()

    answers = at_once([serve, index, serve, index, serve, search, serve, search])

    assert "backend/cart.py" in answers[0]
    assert set(answers) == {answers[0]}
    assert crowd.complaints == ""
    facts = written(cache)
    assert len(facts) == len(set(facts)) == len(list(root.rglob("*.py")))
    assert len(list(SnapshotStore(cache, root).directory.glob("*.arrays"))) == 1


def side(name: str, version: int) -> dict[str, str]:
    """A file that calls another function in each version."""
    text = (
        f"def {name}_total(cart):\n    return {name}_step_{version}(cart)\n\n\n"
        f'def {name}_step_{version}(cart):\n    """Step {version} to the {name} total."""\n    return {version}\n'
    )
    return {f"backend/{name}.py": text}


BOTH: Final = {
    "backend/both.py": (
        "from backend.left import left_total\nfrom backend.right import right_total\n\n\n"
        "def both_totals(cart):\n    return left_total(cart) + right_total(cart)\n"
    )
}
SEARCH: Final = ("search", "left total right total")
ASKED: Final[dict[tuple[str, str], tuple[str, dict[str, str]]]] = {
    SEARCH: ("search_and_rank", {"query": SEARCH[1]}),
    ("trace", "both_totals"): ("trace_causal_path", {"entity_id": "both_totals"}),
    ("window", "left_total"): ("open_surgical_window", {"entity_id": "left_total"}),
}
"""Command -> its twin among the tools."""


def answered(root: Path, cache: Path) -> dict[tuple[str, str], str]:
    """What is answered in this process."""
    session, tools = Given(brought_up_to_date(root, cache)), discover()
    return {command: tools[tool](session, **arguments).text for command, (tool, arguments) in ASKED.items()}


def possible_answers(root: Path, cache: Path) -> dict[tuple[str, str], set[str]]:
    """What can be answered: two files are edited, each at its own pace, and a walk may come in between."""
    possible: dict[tuple[str, str], set[str]] = {command: set() for command in ASKED}
    for left, right in product(range(EDITS + 1), repeat=2):
        write(root, BOTH | side("left", left) | side("right", right))
        for command, answer in answered(root, cache).items():
            possible[command].add(answer)
    return possible


def test_every_answer_is_of_a_state_that_was_while_two_others_edit_and_index(
    root: Path, cache: Path, crowd: Crowd, tmp_path: Path
) -> None:
    copy = shutil.copytree(root, tmp_path / "copy" / root.name)
    possible = possible_answers(copy, tmp_path / "copy" / "cache")
    write(root, BOTH | side("left", 0) | side("right", 0))
    editing = {"left", "right"}

    def edit(name: str) -> str:
        """Save as editors do, so that nobody reads half a file."""
        try:
            for version in range(1, EDITS + 1):
                for path, text in side(name, version).items():
                    new = write(tmp_path, {name: text}) / name
                    new.replace(root / path)
                crowd.command("index", "--quiet")
        finally:
            editing.discard(name)
        return ""

    def ask_a_server() -> str:
        with ExitStack() as stack:
            server = crowd.server(stack)
            while editing:
                for command, (tool, arguments) in ASKED.items():
                    assert ask(server, tool, **arguments) in possible[command]
            return ask(server, "search_and_rank", query=SEARCH[1])

    def ask_by_commands() -> str:
        for command in cycle(ASKED):
            assert crowd.command(*command) in possible[command]
            if not editing:
                return crowd.command(*SEARCH)
        raise AssertionError

    editors = [partial(edit, "left"), partial(edit, "right")]
    answers = at_once([*editors, *[ask_a_server] * 3, *[ask_by_commands] * 3])[2:]

    assert set(answers) == {answered(root, tmp_path / "fresh")[SEARCH]}
    expected = brought_up_to_date(root, tmp_path / "fresh")
    assert_same_arrays(brought_up_to_date(root, cache).snapshot, expected.snapshot)
    assert crowd.complaints == ""
