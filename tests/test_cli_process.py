"""The command line as a process of its own: what it imports, how it ends, and what it does to a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import hostile_repository
import pytest
from mcp_client import NSCCN, SOURCE, environment

from nsccn import __version__


def test_version_and_help_import_nothing_heavy() -> None:
    code = (
        "import sys\nfrom nsccn.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'networkx', 'rich', 'tree_sitter', 'fastmcp', 'msgspec', 'diskcache', 'asyncio'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout == f"nsccn {__version__}\n[]\n"


def test_commands_do_not_import_fastmcp(shop: Path) -> None:
    code = (
        f"import sys\nfrom nsccn.cli import main\nmain(['search', 'cart', '--repo', {str(shop)!r}])\n"
        "print(sorted({'fastmcp', 'mcp', 'rich', 'networkx'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("\n[]\n")


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="threads are counted by what Linux shows of them"
)
def test_a_command_starts_no_thread_that_only_waits(shop: Path) -> None:
    code = (
        f"import os\nfrom nsccn.cli import main\nmain(['search', 'cart', '--repo', {str(shop)!r}])\n"
        "import numpy, threading\nprint(len(os.listdir('/proc/self/task')) - threading.active_count())\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(), capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("\n0\n")


def test_closed_pipe_ends_quietly(shop: Path) -> None:
    process = subprocess.Popen(
        [*NSCCN, "export", "--repo", str(shop)],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 0


def test_interrupt_ends_without_a_traceback_and_leaves_a_usable_store(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    for number in range(500):
        (root / f"m{number}.py").write_text(f"def f{number}():\n    return {number}\n" * 20)
    cache = str(tmp_path / "cache")
    command = [*NSCCN, "index", "--repo", str(root), "--cache-dir", cache]
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True, **_own_group())
    while "Reading" not in (line := process.stderr.readline()):
        assert line
    process.send_signal(signal.SIGINT if os.name == "posix" else signal.CTRL_BREAK_EVENT)
    errors = process.stderr.read()
    if os.name == "posix":
        assert process.wait() == 130
        assert errors.endswith("nsccn: Interrupted.\n")
        assert "Traceback" not in errors
    (root / "m7.py").write_text("def seven(): ...\n")
    done = subprocess.run(
        [*NSCCN, "search", "seven", "--repo", str(root), "--cache-dir", cache],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("1. func:m7.py:seven")


def _own_group() -> dict[str, Any]:
    return {} if os.name == "posix" else {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}


def test_encoding_that_lacks_a_character_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def tick():\n    return '\u2713 \u4e2d'\n", encoding="utf-8")
    done = subprocess.run(
        [*NSCCN, "window", "tick", "--repo", str(tmp_path)],
        env=environment(PYTHONIOENCODING="cp1252", PYTHONUTF8="0"),
        capture_output=True,
        check=True,
    )
    assert b"return '\\u2713 \\u4e2d'" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_terminal_gets_no_escape_from_the_repository(tmp_path: Path) -> None:
    import pty

    root = tmp_path / "repository"
    hostile_repository.build(root)
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [*NSCCN, "window", "coloured", "--repo", str(root)],
        env=environment(),
        stdout=terminal,
        stderr=subprocess.PIPE,
    )
    os.close(terminal)
    shown = _read_terminal(controller)
    assert process.wait() == 0
    assert b"\\x1b]0;title" in shown
    assert b"\x1b" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_index_draws_a_bar_on_a_terminal(tmp_path: Path) -> None:
    import pty

    (tmp_path / "a.py").write_text("def a(): ...\n")
    controller, terminal = pty.openpty()
    command = [*NSCCN, "index", "--repo", str(tmp_path), "--cache-dir", str(tmp_path / ".cache")]
    process = subprocess.Popen(
        command, env=environment(TERM="xterm"), stdout=subprocess.PIPE, stderr=terminal
    )
    os.close(terminal)
    shown = _read_terminal(controller)
    assert process.wait() == 0
    assert process.stdout.read() == b""
    assert b"1/1" in shown
    assert b"1 file indexed" in shown


def _read_terminal(controller: int) -> bytes:
    shown = b""
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # the other side is closed
            piece = b""
        if not piece:
            os.close(controller)
            return shown
        shown += piece


def test_module_runs_with_foreign_modules_in_the_directory(tmp_path: Path) -> None:
    for name in ("http", "json", "logging", "tools", "graph"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(66)\n")
    done = subprocess.run(
        [sys.executable, "-m", "nsccn", "search", "x", "--repo", "."],
        cwd=tmp_path,
        env={**environment(), "PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_few_edits_are_stored_once_somebody_asks_for_their_edges(tmp_path: Path) -> None:
    cart, cache = tmp_path / "shop" / "cart.py", tmp_path / "cache"
    cart.parent.mkdir()
    cart.write_text("def total():\n    return 1\n")
    for name in ("paid", "sent", "lost"):
        (cart.parent / f"{name}.py").write_text(f"def {name}():\n    return 0\n")

    def ask(*words: str) -> str:
        command = [*NSCCN, *words, "--repo", str(cart.parent), "--cache-dir", str(cache)]
        return subprocess.run(
            command, env=environment(), capture_output=True, text=True, check=True, timeout=60
        ).stdout

    def stored() -> set[str]:
        return {path.name for path in cache.rglob("*.arrays")}

    ask("search", "total")
    before = stored()
    cart.write_text("def total():\n    return taxed()\n\n\ndef taxed():\n    return 2\n")
    assert ask("search", "taxed").startswith("1. func:cart.py:taxed  L5")
    assert ask("search", "taxed").startswith("1. func:cart.py:taxed  L5")
    assert stored() == before
    assert ":total  calls L2" in ask("trace", "taxed", "--direction", "upstream")
    assert stored() != before
