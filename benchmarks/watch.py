"""Measures what `nsccn serve --watch` costs while nothing happens, and how soon a save is in the snapshot.

    python benchmarks/watch.py DIR [--runs N] [--idle SECONDS]

Linux only. The directory is copied, since files in the copy are edited. The servers with and without `--watch` are
asked one question and then left alone; memory (resident) and watches are those of the kernel in /proc. `save to
snapshot` is the time until a new function in the file in the middle of the list can be looked up without anybody
asking for a refresh; `refresh alone` is the same kind of edit, refreshed for by a call at once. The difference is what
noticing takes.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from statistics import median

from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.tools.roots import RootPolicy
from nsccn.tools.session import Workspace

_TICKS = os.sysconf("SC_CLK_TCK")
_LONGEST = 60.0


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--idle", type=float, default=20.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "copy"
        shutil.copytree(options.directory, root, symlinks=True)
        settings = Settings(cache_dir=Path(scratch) / "cache")
        RepoIndex.build(root, settings=settings).close()
        time.sleep(3)  # until the time stamps of the copy can be relied on
        print("| | without --watch | with --watch |\n|---|---|---|")
        columns = [_idle(root, settings, extra, options.idle) for extra in ((), ("--watch",))]
        for name, plain, watching in zip(("memory", "idle CPU", "watches"), *columns, strict=True):
            print(f"| {name} | {plain} | {watching} |")
        alone, noticed = _saves(root, settings, options.runs)
        print(f"| save to snapshot | {_milliseconds(alone)} (refresh alone) | {_milliseconds(noticed)} |")


def _idle(root: Path, settings: Settings, extra: tuple[str, ...], seconds: float) -> tuple[str, str, str]:
    """Return the memory, the share of a processor, and the watches of a server that nobody asks."""
    with _server(root, settings, extra) as process:
        time.sleep(2)  # what follows the first answer
        before = _processor(process.pid)
        time.sleep(seconds)
        share = (_processor(process.pid) - before) / seconds
        entries = Path(f"/proc/{process.pid}/fdinfo").iterdir()
        watches = sum(entry.read_text().count("inotify wd") for entry in entries)
        return f"{_resident(process.pid) / 1e6:.0f} MB", f"{share:.2%}", str(watches)


@contextmanager
def _server(root: Path, settings: Settings, extra: tuple[str, ...]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "nsccn", "serve", *extra, "--cache-dir", str(settings.cache_dir)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "-", "version": "0"},
    }
    question = {"name": "search_and_rank", "arguments": {"query": "main"}}
    for number, (method, parameters) in enumerate({"initialize": client, "tools/call": question}.items()):
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        while json.loads(process.stdout.readline()).get("id") != number:
            continue
    try:
        yield process
    finally:
        process.communicate(timeout=_LONGEST)


def _processor(pid: int) -> float:
    """Return the seconds that a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _saves(root: Path, settings: Settings, runs: int) -> tuple[list[float], list[float]]:
    """Return the seconds from a save to the snapshot: with a refresh by call, and by the background's."""
    index = RepoIndex.build(root, settings=settings)
    paths = [file.path for file in index.snapshot.graph.files if file.path.endswith(".py")]
    path = root / paths[len(paths) // 2]
    alone = []
    for number in range(runs):
        start = _save(path, f"by_call_{number}")
        index.refresh()
        alone.append(time.perf_counter() - start)
        index.flush()
    index.close()
    reports: SimpleQueue[str] = SimpleQueue()
    workspace = Workspace(RootPolicy(root, named=True), lambda _: settings, watch=reports.put)
    workspace.start()
    print(f"<!-- {reports.get(timeout=_LONGEST).replace(str(root), 'the copy')} -->")
    watched = workspace.repository().index
    noticed = []
    for number in range(runs):
        time.sleep(2)
        start = _save(path, f"by_event_{number}")
        while not watched.snapshot.graph.named(f"by_event_{number}"):
            time.sleep(0.002)
        noticed.append(time.perf_counter() - start)
    workspace.close()
    return alone, noticed


def _save(path: Path, name: str) -> float:
    with path.open("a") as file:
        file.write(f"\n\ndef {name}(): ...\n")
    return time.perf_counter()


def _milliseconds(seconds: list[float]) -> str:
    return f"{median(seconds) * 1000:.0f} ms"


if __name__ == "__main__":
    main()
