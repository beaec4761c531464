"""Where nothing can be stored, every command answers all the same, from memory, with one warning.

Root may write anywhere, so that as root a directory is made read-only by taking that right from the process, with
`setpriv` where there is one. A full disk is stood in for by a limit on the size of files, which holds for root too;
where root may mount, there is a real one as well.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp_client import NSCCN, SERVE, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs limits and permissions")

IS_ROOT = os.name != "nt" and os.getuid() == 0
WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if IS_ROOT else []


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    for name in ("one", "two", "three"):
        (root / f"{name}.py").write_text(
            "".join(f"def {name}_{n}():\n    return {name}\n" for n in range(200))
        )
    return root


def run(
    *arguments: str, cache: Path, prefix: list[str] | None = None, limit: Callable[[], None] | None = None
) -> tuple[str, str]:
    """Run a command that must succeed; return what it says on standard output and on standard error."""
    done = subprocess.run(
        [*(prefix or []), *NSCCN, *arguments],
        env=environment(NSCCN_CACHE_DIR=str(cache), NSCCN_WORKERS="1"),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def answers_from_memory(root: Path, cache: Path, **more: Any) -> str:  # noqa: ANN401
    """Ask with several commands; return their warning, which is the same each time."""
    found, warning = run("search", "two_7", "--repo", str(root), cache=cache, **more)
    assert found.startswith("1. func:two.py:two_7")
    assert warning.startswith("nsccn: The index is kept in memory only: ")
    assert warning.count("\n") == 1
    window, again = run("window", "one_3", "--repo", str(root), cache=cache, **more)
    assert "def one_3" in window
    assert again.startswith("nsccn: The index is kept in memory only: ")
    report, errors = run("status", "--json", "--repo", str(root), cache=cache, **more)
    assert errors == ""
    assert json.loads(report)["warnings"] == [warning.removeprefix("nsccn: ").strip()]
    return warning


def test_a_cache_directory_that_is_a_file_or_lies_below_one(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")

    for cache in (tmp_path / "file", tmp_path / "file" / "below"):
        answers_from_memory(root, cache)
    assert (tmp_path / "file").read_text() == "mine"


@pytest.fixture
def read_only(root: Path, tmp_path: Path) -> Iterator[Path]:
    """A cache that was filled and may only be read now."""
    if IS_ROOT and shutil.which("setpriv") is None:
        pytest.skip("nothing is read-only for root")
    cache = tmp_path / "cache"
    run("index", "--quiet", "--repo", str(root), cache=cache)
    directories = [cache, *(path for path in cache.rglob("*") if path.is_dir())]
    for directory in directories:
        directory.chmod(0o500)
    for path in cache.rglob("*"):
        if path.is_file():
            path.chmod(0o400)
    yield cache
    for directory in directories:
        directory.chmod(0o700)


def test_a_read_only_cache(root: Path, read_only: Path) -> None:
    before = sorted(read_only.rglob("*"))
    (root / "two.py").write_text("def two_7(): ...\n")

    answers_from_memory(root, read_only, prefix=WITHOUT_RIGHTS)

    assert sorted(read_only.rglob("*")) == before


def test_a_read_only_cache_that_is_current_is_used(root: Path, read_only: Path) -> None:
    run("search", "two_7", "--repo", str(root), cache=read_only, prefix=WITHOUT_RIGHTS)

    report, _ = run("status", "--json", "--repo", str(root), cache=read_only, prefix=WITHOUT_RIGHTS)

    assert json.loads(report)["cache"]["snapshot_bytes"] > 0


def test_an_empty_read_only_directory(root: Path, tmp_path: Path) -> None:
    if IS_ROOT and shutil.which("setpriv") is None:
        pytest.skip("nothing is read-only for root")
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o500)

    assert "Permission denied" in answers_from_memory(root, cache, prefix=WITHOUT_RIGHTS)
    assert list(cache.iterdir()) == []


def small_files() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))


def test_files_that_cannot_grow(root: Path, tmp_path: Path) -> None:
    answers_from_memory(root, tmp_path / "cache", limit=small_files)

    assert run("search", "two_7", "--repo", str(root), cache=tmp_path / "cache")[1] == ""


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", str(disk)]
    if not IS_ROOT or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk, and not everywhere")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_is_warned_of_and_can_be_cleared(root: Path, full_disk: Path) -> None:
    answers_from_memory(root, full_disk)

    run("cache", "--clear", cache=full_disk)
    assert sum(path.stat().st_size for path in full_disk.rglob("*") if path.is_file()) == 0

    subprocess.run(["mount", "-o", "remount,size=20m", str(full_disk)], check=True)
    assert run("search", "two_7", "--repo", str(root), cache=full_disk)[1] == ""


def test_a_server_says_it_once_on_standard_error(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    search = {"name": "search_and_rank", "arguments": {"query": "two_7"}}
    introduction = {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "raw", "version": "1"},
    }
    process = subprocess.Popen(
        SERVE,
        cwd=root,
        env=environment(NSCCN_CACHE_DIR=str(tmp_path / "file"), NSCCN_WORKERS="1"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    for number, (method, parameters) in enumerate(
        [("initialize", introduction), ("tools/call", search), ("tools/call", search)]
    ):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        while (answer := json.loads(process.stdout.readline())).get("id") != number:
            pass
    _, errors = process.communicate(timeout=20)

    assert "func:two.py:two_7" in answer["result"]["content"][0]["text"]
    assert errors.count("The index is kept in memory only: ") == 1
    assert errors.count("\n") == 1
