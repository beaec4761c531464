"""Whether an index equals one that has never seen another state of the files, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nsccn.graph.linking.linkrows import read_faults
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

QUERIES = ("cart total price", "what reads the settings", "backend/cart.py", "ValueError: unknown")
TASK = "The total of a cart is wrong when a discount is applied; see Cart.total in backend/cart.py."
_MOST_ASKED = 3


def brought_up_to_date(root: Path, cache: Path) -> RepoIndex:
    """An index of the files as they are now, from whatever the cache holds; files are read in a thread."""
    with ThreadPoolExecutor(1) as threads:
        index = RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1), executor=threads)
    index.close()
    assert read_faults(index.snapshot.arrays) == []
    return index


def canonical(snapshot: Snapshot) -> dict[str, tuple[str, tuple[int, ...], bytes]]:
    """The arrays of the graph and of the search index; how links are kept for the next update is no part of it."""
    return {
        name: (column.dtype.str, column.shape, column.tobytes())
        for name, column in snapshot.arrays.items()
        if not name.startswith("link.")
    }


def assert_same_arrays(found: Snapshot, expected: Snapshot) -> None:
    ours, theirs = canonical(found), canonical(expected)
    assert ours.keys() == theirs.keys()
    assert [name for name in theirs if ours[name] != theirs[name]] == []
    assert found.problems == expected.problems
    assert found.skipped == expected.skipped


class Given:
    """A session with an index as it is."""

    structured = False

    def __init__(self, index: RepoIndex) -> None:
        self._index = index

    def settings(self, _repo_path: str = "") -> Settings:
        return self._index.settings

    def reader(self, _repo_path: str = "") -> RepoIndex:
        return self._index

    def searchable(self, _repo_path: str = "") -> RepoIndex:
        return self._index

    def index(self, _repo_path: str = "") -> RepoIndex:
        return self._index


def answers(index: RepoIndex) -> Mapping[str, str]:
    """What each of the five tools says of some of what the index holds."""
    session = Given(index)
    graph = index.snapshot.graph
    found: dict[str, Any] = {f"search {query}": search_and_rank(session, query) for query in QUERIES}
    found["skeleton"] = read_skeleton(session, ".")
    for path in graph.paths[:: max(1, len(graph.paths) // _MOST_ASKED)]:
        found[f"skeleton {path}"] = read_skeleton(session, path)
    wanted = ("func", "method", "class", "struct")
    ids = [graph.id_of(number) for number in range(len(graph)) if graph.kinds[graph.kind[number]] in wanted]
    for name in ids[:: max(1, len(ids) // _MOST_ASKED)]:
        for direction in ("upstream", "downstream", "errors", "inheritance"):
            found[f"trace {direction} {name}"] = trace_causal_path(session, name, direction)
        found[f"window {name}"] = open_surgical_window(session, name)
    found["select"] = select_context(session, TASK)
    return {question: answer.text for question, answer in found.items()}
