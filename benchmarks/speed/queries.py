"""Questions to a process that holds the index: each tool as an agent calls it, without the check for changes.

Run by itself it prints the times as JSON.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bars
from corpus import issue, spread
from processes import part, peak_of
from start import QUERY, TASK
from table import Row

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

_SAMPLE = 40
_FEW = 9


def rows(root: Path, cache: Path, runs: int, sizes: Mapping[str, int]) -> Iterator[Row]:
    """Measure in processes of their own."""
    found = [part("queries", root, cache) for _ in range(max(runs // 2, 1))]
    entities = sizes["entities"]
    limits = {
        "check for changes": bars.change_check(sizes["files"]),
        "search, short query": bars.by_entities("search, short query", entities),
        "search, issue of 20,000 characters": bars.by_entities("search, issue", entities),
        "skeleton of a file, cached": bars.SKELETON_CACHED_MS,
        "trace, depth 3, callees": bars.TRACE_MS,
        "trace, depth 3, callers": bars.TRACE_MS,
        "trace, depth 3, callers of the most called": bars.TRACE_MS,
        "window": bars.WINDOW_MS,
        "select": bars.by_entities("select", entities),
    }
    for name in found[0]["times"]:
        values = [value for run in found for value in run["times"][name]]
        yield Row(name, "ms", values, limits.get(name))
    yield Row("memory of a process that has answered all this", "MB", [run["peak"] for run in found])


# -- what the process of its own does


def main(root: Path, cache: Path) -> None:
    """Time every kind of question on entities and files from all over the repository."""
    from nsccn.settings import load_settings
    from nsccn.tools.open_surgical_window import open_surgical_window
    from nsccn.tools.read_skeleton import read_skeleton
    from nsccn.tools.search_and_rank import search_and_rank
    from nsccn.tools.select_context import select_context
    from nsccn.tools.session import DirectSession
    from nsccn.tools.trace_causal_path import trace_causal_path

    session = DirectSession(root, load_settings({"cache_dir": cache}, repo=root))
    index = session.index()
    graph = index.snapshot.graph
    functions = [
        number for number in range(len(graph)) if graph.kinds[graph.kind[number]] in {"func", "method"}
    ]
    sample = spread(functions, _SAMPLE)
    ids = [graph.id_of(number) for number in sample]
    paths = spread([file.path for file in graph.files if file.language != "text"], _SAMPLE)
    hub = graph.id_of(most_called(graph))
    words = [words_of(graph, number) for number in spread(functions, _FEW)]
    text = issue(root, paths)
    times = {
        "check for changes": timed(lambda _: index.refresh(), range(_FEW)),
        "search, short query": timed(lambda query: search_and_rank(session, query), [QUERY, *words]),
        "search, issue of 20,000 characters": timed(lambda _: search_and_rank(session, text), range(5)),
        "skeleton of a file, cached": timed(lambda path: read_skeleton(session, path), paths),
        "trace, depth 3, callees": timed(lambda name: trace_causal_path(session, name), ids),
        "trace, depth 3, callers": timed(lambda name: trace_causal_path(session, name, "upstream"), ids),
        "trace, depth 3, callers of the most called": timed(
            lambda name: trace_causal_path(session, name, "upstream"), [hub] * _FEW
        ),
        "window": timed(lambda name: open_surgical_window(session, name), ids),
        "select": timed(
            lambda task: select_context(session, task),
            [TASK, *(f"{said} gives a wrong result" for said in words[:4])],
        ),
    }
    index.close()
    print(json.dumps({"times": times, "peak": peak_of()}))


def timed(action: Callable[[Any], object], items: Iterable[Any]) -> list[float]:
    """Return the milliseconds that an action takes on each item, after it was done once on the last."""
    items = list(items)
    action(items[-1])
    times = []
    for item in items:
        started = time.perf_counter()
        action(item)
        times.append((time.perf_counter() - started) * 1000)
    return times


def most_called(graph: CodeGraph) -> int:
    """Return the entity with the most callers."""
    import numpy as np

    from nsccn.graph.edges import EDGE_NUMBER

    calls = graph.edge_column("kind") == EDGE_NUMBER["CALLS"]
    return int(np.bincount(graph.edge_column("target")[calls], minlength=1).argmax())


def words_of(graph: CodeGraph, number: int) -> str:
    """Return the words that an entity's name is made of."""
    return " ".join(re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", graph.qualified_of(number))) or QUERY


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
