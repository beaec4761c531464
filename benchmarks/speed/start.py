"""Warm start: whole commands on an indexed repository, and what they import."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import bars
from processes import environment, nsccn, observe, time_of
from table import Row

QUERY = "how is the cache of a function cleared"
TASK = "parsing an expression with implicit multiplication fails with a SyntaxError"
BARE = [sys.executable, "-c", "pass"]
_SERVER_ONLY = ("fastmcp", "mcp")
_LARGEST = 8


def rows(root: Path, cache: Path, runs: int, lines: float) -> Iterator[Row]:
    """Time a bare interpreter and whole commands, in turns."""
    repository = ("--repo", root, "--cache-dir", cache)
    search = nsccn("search", QUERY, *repository)
    select = nsccn("select", "--task", TASK, *repository)
    time_of(search)
    bare, searched, selected = [], [], []
    for _ in range(max(runs, 3) * 3):
        bare.append(time_of(BARE))
        searched.append(time_of(search))
        selected.append(time_of(select))
    yield Row("python -c pass", "ms", [wall * 1000 for wall, _ in bare])
    yield Row("nsccn search, whole process", "ms", [wall * 1000 for wall, _ in searched])
    beyond = [
        ((wall - wall_0) * 1000, (cpu - cpu_0) * 1000)
        for (wall, cpu), (wall_0, cpu_0) in zip(searched, bare, strict=True)
    ]
    limit = bars.warm_start(lines)
    yield Row("nsccn search beyond python -c pass", "ms", [wall for wall, _ in beyond], limit)
    yield Row("nsccn search beyond python -c pass, CPU", "ms", [cpu for _, cpu in beyond])
    yield Row("nsccn select, whole process", "ms", [wall * 1000 for wall, _ in selected])
    yield Row("nsccn search, memory", "MB", [observe(search).resident])
    for command, name in ((search, "search"), (select, "select")):
        imported = imports_of(command)
        yield Row(f"nsccn {name}, imports", "ms", [imported.total])


class Imports(NamedTuple):
    """What a command imports."""

    total: float
    """Milliseconds for all."""
    modules: int
    packages: list[tuple[str, float]]
    """Top-level packages and the milliseconds of their own modules, most first."""
    server_only: list[str]
    """What only the server may import, and is imported all the same."""


def imports_of(command: list[str]) -> Imports:
    """Run a command under `-X importtime`."""
    timed = [command[0], "-X", "importtime", *command[1:]]
    done = subprocess.run(timed, env=environment(), check=True, capture_output=True, text=True)
    own: Counter[str] = Counter()
    modules = 0
    for line in done.stderr.splitlines():
        _, found, figures = line.partition("import time:")
        fields = figures.split("|")
        if found and len(fields) == 3 and fields[0].strip().isdigit():
            own[fields[2].strip().partition(".")[0]] += int(fields[0])
            modules += 1
    packages = [(name, spent / 1000) for name, spent in own.most_common()]
    return Imports(
        sum(own.values()) / 1000, modules, packages, [name for name in _SERVER_ONLY if name in own]
    )


def print_imports(root: Path, cache: Path) -> None:
    """Print the packages whose imports take longest, and whether the server's are among them."""
    for name, arguments in (("search", (QUERY,)), ("select", ("--task", TASK))):
        found = imports_of(nsccn(name, *arguments, "--repo", root, "--cache-dir", cache))
        largest = ", ".join(f"{package} {spent:.0f} ms" for package, spent in found.packages[:_LARGEST])
        server = ", ".join(found.server_only) or "none"
        print(f"\nImports of `nsccn {name}` ({found.modules} modules, {found.total:.0f} ms): {largest}.")
        print(f"Of what only the server needs ({', '.join(_SERVER_ONLY)}): {server}.")
