"""Measures nsccn on a directory: cold index against parsing alone, warm start, and each tool.

    python benchmarks/speed.py DIR [--runs N] [--json FILE]

The directory is only read; the cache lies in a temporary directory. Every figure is the median of its runs, with the
least and the most beside it. Times are in milliseconds unless the row says otherwise. On a shared machine the ratios
of one run mean more than its absolute times.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

QUERY = "how is the cache of a function cleared"
ISSUE = "solve raises NotImplementedError for a Piecewise argument\n\n>>> solve(Piecewise((x, x > 0), (0, True)), x)\n"
TASK = "parsing an expression with implicit multiplication fails with a SyntaxError"


class Row(NamedTuple):
    """One figure over several runs."""

    name: str
    unit: str
    values: list[float]

    def text(self) -> str:
        middle = f"{median(self.values):,.1f}"
        spread = f"{min(self.values):,.1f} to {max(self.values):,.1f}"
        return f"| {self.name} | {middle} {self.unit} | {spread} |"


def main() -> None:
    """Measure, print a table, and write the figures where asked."""
    options = _options()
    root = options.directory.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        rows = list(_measure(root, Path(scratch), options.runs))
    print("| figure | median | least to most |\n|---|---|---|")
    for row in rows:
        print(row.text())
    if options.json:
        options.json.write_text(
            json.dumps({row.name: {"unit": row.unit, "values": row.values} for row in rows})
        )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def _measure(root: Path, scratch: Path, runs: int) -> Iterable[Row]:
    parses = [_child("parse", root, scratch / "unused") for _ in range(runs)]
    yield Row("source files", "", [parses[0]["files"]])
    yield Row("lines", "", [parses[0]["lines"]])
    yield Row("parse only, CPU", "s", [run["cpu"] for run in parses])
    colds = [_child("index", root, scratch / f"cold-{number}") for number in range(runs)]
    yield Row("cold index, CPU", "s", [run["cpu"] for run in colds])
    yield Row("cold index, wall", "s", [run["wall"] for run in colds])
    parse_cpu, parse_wall = (median(run[name] for run in parses) for name in ("cpu", "wall"))
    yield Row("cold index CPU / parse only CPU", "x", [run["cpu"] / parse_cpu for run in colds])
    yield Row("cold index wall / parse only wall", "x", [run["wall"] / parse_wall for run in colds])
    yield Row("cold index, peak memory of the indexing process", "MB", [run["peak"] for run in colds])
    yield Row("cold index, peak memory of a worker", "MB", [run["worker_peak"] for run in colds])
    cache = scratch / "cold-0"
    size = sum(path.stat().st_size for path in cache.rglob("*") if path.is_file()) / 1e6
    yield Row("cache on disk", "MB", [size])
    yield from _start_up(root, cache, runs)
    tools = [_child("tools", root, cache) for _ in range(max(runs // 2, 1))]
    for name in tools[0]["times"]:
        yield Row(name, "ms", [value for run in tools for value in run["times"][name]])
    yield Row("memory of a process that has answered with every tool", "MB", [run["peak"] for run in tools])


def _start_up(root: Path, cache: Path, runs: int) -> Iterable[Row]:
    """Time whole commands: a bare interpreter, the imports of a search, a search on the indexed repository."""
    imports = "import nsccn.cli.main, nsccn.index, nsccn.search.search, nsccn.tools.search_and_rank, numpy"
    command = [
        sys.executable,
        "-P",
        "-m",
        "nsccn",
        "search",
        QUERY,
        "--repo",
        str(root),
        "--cache-dir",
        str(cache),
    ]
    bare = [_wall([sys.executable, "-c", "pass"]) for _ in range(runs)]
    imported = [_wall([sys.executable, "-P", "-c", imports]) for _ in range(runs)]
    searched = [_wall(command) for _ in range(runs)]
    yield Row("python -c pass, wall", "ms", bare)
    yield Row("interpreter and imports of a search, wall", "ms", imported)
    yield Row("nsccn search, warm, wall", "ms", searched)
    yield Row(
        "nsccn search beyond interpreter and imports", "ms", [value - median(imported) for value in searched]
    )


def _wall(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def _child(what: str, root: Path, cache: Path) -> dict:
    """Run one part of the measurement in a process of its own, so that its memory and CPU are its own."""
    command = [sys.executable, "-P", __file__, what, str(root), str(cache)]
    environ = {**os.environ, "NSCCN_BENCHMARK_CHILD": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environ)
    return json.loads(done.stdout)


# -- what the child processes do


def _peak(who: int) -> float:
    peak = resource.getrusage(who).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def _cpu() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _parse(root: Path, _: Path) -> dict:
    """Parse every file in a known language, and do nothing else; reading is not counted."""
    from tree_sitter import Parser

    from nsccn.graph.files import read_bytes, walk
    from nsccn.graph.language import detect, grammar

    texts = []
    for file in walk(root).files:
        data = read_bytes(root, file.path)
        language = detect(file.path, data)
        if language is not None:
            texts.append((Parser(grammar(language.grammar_name(file.path))), data))
    cpu, wall = time.process_time(), time.perf_counter()
    for parser, data in texts:
        parser.parse(data)
    return {
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "files": len(texts),
        "lines": sum(data.count(b"\n") for _, data in texts),
    }


def _index(root: Path, cache: Path) -> dict:
    from nsccn.index import RepoIndex
    from nsccn.settings import load_settings

    cpu, wall = _cpu(), time.perf_counter()
    index = RepoIndex.build(root, settings=load_settings({"cache_dir": cache}, repo=root))
    index.close()
    return {
        "cpu": _cpu() - cpu,
        "wall": time.perf_counter() - wall,
        "peak": _peak(resource.RUSAGE_SELF),
        "worker_peak": _peak(resource.RUSAGE_CHILDREN),
    }


def _tools(root: Path, cache: Path) -> dict:
    """Time what each tool does beyond the check for changes, which has a row of its own."""
    from nsccn.index import RepoIndex
    from nsccn.search.search import Query, search
    from nsccn.select import select_context
    from nsccn.settings import load_settings
    from nsccn.tools.open_surgical_window import open_surgical_window
    from nsccn.tools.read_skeleton import read_skeleton
    from nsccn.tools.session import DirectSession
    from nsccn.trace import trace

    settings = load_settings({"cache_dir": cache}, repo=root)
    index = RepoIndex.build(root, settings=settings)
    graph = index.snapshot.graph
    hubs = sorted(range(len(graph)), key=lambda entity: -len(graph.incoming(entity, {"CALLS"})))[:3]
    large = max(graph.files, key=lambda file: file.entity_count)
    session = DirectSession(root, settings)
    session.index()
    actions: dict[str, Callable[[], object]] = {
        "check for changes": index.refresh,
        "search, short query": lambda: search(index.snapshot, Query(QUERY), settings),
        "search, issue of 20,000 characters": lambda: search(index.snapshot, Query(ISSUE * 200), settings),
        "skeleton of the file with most definitions": lambda: read_skeleton(session, large.path),
        "trace of the most called, upstream, depth 3": lambda: trace(graph, hubs[0], "upstream", 3),
        "trace of the most called, downstream, depth 3": lambda: trace(graph, hubs[0], "downstream", 3),
        "window": lambda: open_surgical_window(session, graph.id_of(hubs[0])),
        "select": lambda: select_context(index, TASK),
    }
    times: dict[str, list[float]] = {}
    for name, action in actions.items():
        action()
        times[name] = []
        for _ in range(5):
            start = time.perf_counter()
            action()
            times[name].append((time.perf_counter() - start) * 1000)
    peak = _peak(resource.RUSAGE_SELF)
    index.close()
    return {"times": times, "peak": peak}


if __name__ == "__main__":
    if os.environ.get("NSCCN_BENCHMARK_CHILD"):
        part = {"parse": _parse, "index": _index, "tools": _tools}[sys.argv[1]]
        print(json.dumps(part(Path(sys.argv[2]), Path(sys.argv[3]))))
    else:
        main()
