"""Measures how nsccn tells that nothing has changed: the full walk, the check in its place, and stat alone.

    python benchmarks/freshness.py DIR [--runs N]

The directory is only read; what a walk found is remembered in a temporary directory. `first check` is what a fresh
process pays: it reads what another one remembered. `stat alone` asks about every file and directory that the check
asks about, by its absolute path, and looks at nothing: less is hardly possible. Times are milliseconds, wall and CPU;
every figure is the median of its runs.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from nsccn.graph.walk.files import survey
from nsccn.settings import Settings
from nsccn.snapshots.freshness import WalkMemory, walk


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    root = options.directory.resolve()
    settings = Settings()
    found, basis = survey(root, settings.ignore_patterns, settings.max_file_bytes, time.time_ns())
    if basis is None:
        raise SystemExit(
            "What a walk finds here cannot be told from time stamps: try again in three seconds."
        )
    below = [file.path for file in found.files] + [os.fsdecode(item.path) for item in basis.directories]
    paths = [f"{root}/{path}" for path in below]
    print(f"{len(found.files)} files in {len(basis.directories)} directories, git: {found.used_git}")
    print("| | wall | CPU |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        remembered = Path(scratch) / "walk"
        memory = WalkMemory(root, settings, remembered)
        memory.walk()
        _row("full walk", lambda: walk(root, settings), min(options.runs, 5))
        _row("first check", lambda: WalkMemory(root, settings, remembered).walk(), options.runs)
        _row("check", memory.walk, options.runs)
        _row("stat alone", lambda: [os.lstat(path) for path in paths], options.runs)
        if memory.full_walks > 1:
            raise SystemExit("The directory has changed while it was measured.")


def _row(name: str, action: Callable[[], object], runs: int) -> None:
    wall, processor = [], []
    for _ in range(runs):
        started, used = time.perf_counter(), time.process_time()
        action()
        wall.append(time.perf_counter() - started)
        processor.append(time.process_time() - used)
    print(f"| {name} | {median(wall) * 1000:.1f} | {median(processor) * 1000:.1f} |")


if __name__ == "__main__":
    main()
