"""Measures nsccn on a repository, beside parsing alone and beside rivals: one table for each run.

    python benchmarks/speed DIR [--runs N] [--rivals VENV] [--cache DIR] [--only PARTS] [--json FILE]

The directory is only read. The cache, and a copy of the repository in which files are edited and branches switched, lie
in a temporary directory. Rivals are looked for in the virtual environment VENV, else on PATH, and skipped where they
are not installed; they too work in the copy. `--cache` uses an index that is already there, as it is, and leaves out
what would have to index anew. Every figure is the median of its runs, with the least and the most beside it. On a
shared machine the ratios of one run mean more than its absolute times. It needs Linux for the memory of processes and
for the server.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import cold
import corpus
import edits
import hub
import queries
import served
import start
from processes import part
from rivals import aider, cognitive_cache, ctags
from rivals.environment import Setting
from table import Row, System, print_comparison, print_rows

PARTS = ("cold", "start", "queries", "server", "edits", "hub", "rivals")
_NEED_PARSING = frozenset({"cold", "rivals"})
_NEED_SIZES = frozenset({"start", "queries", "server"})
_NEED_COLD = frozenset({"cold", "edits", "rivals"})


def main() -> None:
    """Measure, print tables, and write the figures where asked."""
    options = _options()
    print(f"{options.directory.name}: {os.cpu_count()} cores, {_load()}")
    with tempfile.TemporaryDirectory(prefix="nsccn-speed-") as scratch:
        done = Measurement(options, Path(scratch))
        done.run()
    print(f"\nAt the end: {_load()}")
    if options.json:
        found = {
            "rows": [row.data() for row in done.rows],
            "systems": [system._asdict() for system in done.systems],
        }
        options.json.write_text(json.dumps(found, indent=1))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path, metavar="DIR")
    parser.add_argument("--runs", type=int, default=3, metavar="N")
    parser.add_argument("--rivals", type=Path, metavar="VENV")
    parser.add_argument("--cache", type=Path, metavar="DIR")
    parser.add_argument("--only", default=",".join(PARTS), metavar="PARTS", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    options.directory = options.directory.resolve()
    options.only = frozenset(options.only.split(","))
    if unknown := options.only - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    if options.cache:
        options.only -= _NEED_COLD
    return options


def _load() -> str:
    try:
        return f"load {os.getloadavg()[0]:.1f}"
    except (AttributeError, OSError):
        return "load unknown"


class Measurement:
    """One run over one repository."""

    def __init__(self, options: argparse.Namespace, scratch: Path) -> None:
        self._root: Path = options.directory
        self._runs: int = options.runs
        self._parts: frozenset[str] = options.only
        self._venv: Path | None = options.rivals
        self._scratch = scratch
        self._cache: Path = options.cache or scratch / "cold-0"
        self.rows: list[Row] = []
        self.systems: list[System] = []

    def run(self) -> None:
        """Measure the parts that were asked for, in their order."""
        parses: list[dict[str, float]] = []
        if self._parts & _NEED_PARSING:
            parses, rows = cold.parse_rows(self._root, self._runs)
            self._show("Parsing alone", iter(rows))
        if "cold" in self._parts:
            self._show("Cold", cold.rows(self._root, self._scratch, self._runs, parses))
        if self._parts & _NEED_SIZES:
            self._warm()
        if "hub" in self._parts:
            self._show("A hub with 50,000 callers", hub.rows(self._scratch))
        if self._parts & {"edits", "rivals"}:
            self._in_a_copy(parses)

    def _warm(self) -> None:
        sizes = part("sizes", self._root, self._cache)
        self._show("What is indexed", (Row(name, "", [number]) for name, number in sizes.items()))
        if "start" in self._parts:
            self._show("Warm start", start.rows(self._root, self._cache, self._runs, sizes["lines"]))
            start.print_imports(self._root, self._cache)
        if "queries" in self._parts:
            rows = queries.rows(self._root, self._cache, self._runs, sizes)
            self._show("Questions to a process that holds the index", rows)
        if "server" in self._parts:
            self._show("Server", served.rows(self._root, self._cache, self._runs, sizes["entities"]))

    def _in_a_copy(self, parses: list[dict[str, float]]) -> None:
        work = corpus.copy(self._root, self._scratch / "copy")
        if "edits" in self._parts:
            self._show("After an edit", edits.rows(work, self._cache, self._runs))
        if "rivals" in self._parts:
            wall, cpu = (median(run[name] for run in parses) for name in ("wall", "cpu"))
            setting = Setting(self._venv, work, self._scratch, self._runs, wall, cpu)
            self.systems = print_comparison(self._systems(setting))

    def _show(self, title: str, rows: Iterator[Row]) -> None:
        self.rows += print_rows(title, rows)

    def _systems(self, setting: Setting) -> Iterator[System]:
        yield self._ours(setting.parse_wall)
        for rival in (cognitive_cache, aider, ctags):
            measured = rival.measure(setting)
            if isinstance(measured, System):
                yield measured
            else:
                yield System(f"{rival.NAME}: skipped. {measured}", {})

    def _ours(self, parse_wall: float) -> System:
        known = {row.name: median(row.values) for row in self.rows}
        in_ms = 1 / 1000 / parse_wall
        names = {
            "cold wall": ("cold index, wall / parse only", 1),
            "cold CPU": ("cold index, CPU / parse only", 1),
            "peak memory": ("cold index, peak memory of all processes", 1),
            "on disk": ("index on disk", 1),
            "later process, first answer": ("nsccn select, whole process", in_ms),
            "one edited file, answered": ("one edited file, answered", in_ms),
            "one question": ("select", in_ms),
        }
        return System(
            "nsccn",
            {column: known[name] * factor for column, (name, factor) in names.items() if name in known},
        )


if __name__ == "__main__":
    main()
