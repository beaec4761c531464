"""The first index of a repository, as a whole command, against parsing alone in the same run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bars
from processes import nsccn, observe, part
from table import Row


def parse_rows(root: Path, runs: int) -> tuple[list[dict[str, Any]], list[Row]]:
    """Parse several times; return what was found, and its rows."""
    parses = [part("parsing", root) for _ in range(runs)]
    return parses, [
        Row("source files", "", [parses[0]["files"]]),
        Row("lines", "", [parses[0]["lines"]]),
        Row("parse only, CPU", "s", [run["cpu"] for run in parses]),
        Row("parse only, wall", "s", [run["wall"] for run in parses]),
    ]


def rows(root: Path, scratch: Path, runs: int, parses: list[dict[str, Any]]) -> Iterator[Row]:
    """Index several times, each into an empty cache: the first into `scratch/cold-0`, which is used further."""
    colds = []
    for number in range(runs):
        cache = scratch / f"cold-{number}"
        colds.append(observe(nsccn("index", "--json", "--quiet", "--repo", root, "--cache-dir", cache)))
    pairs = list(zip(colds, parses, strict=True))
    lines = parses[0]["lines"]
    cpu_bar, wall_bar = bars.cold(parses[0]["cpu"])
    yield Row("cold index, CPU", "s", [cold.cpu for cold in colds])
    yield Row("cold index, wall", "s", [cold.wall for cold in colds])
    yield Row("cold index, CPU / parse only", "x", [a.cpu / b["cpu"] for a, b in pairs], cpu_bar)
    yield Row("cold index, wall / parse only", "x", [a.wall / b["wall"] for a, b in pairs], wall_bar)
    seconds = [json.loads(cold.output)["seconds"] for cold in colds]
    searched = [sum(phases.values()) - phases.get("link", 0.0) for phases in seconds]
    yield Row("cold index, until a search is answered", "s", searched)
    for phase in seconds[0]:
        yield Row(f"cold index, wall of phase: {phase}", "s", [run[phase] for run in seconds])
    memory = bars.cold_memory(lines)
    yield Row("cold index, peak memory of all processes", "MB", [cold.resident for cold in colds], memory)
    if colds[0].proportional:
        shares = [cold.proportional for cold in colds]
        yield Row("cold index, the same with shared pages counted once", "MB", shares, memory)
    yield Row("index on disk", "MB", [disk_use(scratch / "cold-0")])


def disk_use(directory: Path) -> float:
    """Return the MB that the files below a directory take."""
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file()) / 1e6
