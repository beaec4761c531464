"""Arrays that are made when they are asked for: once, by whoever asks first, and never for a search."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import numpy as np
import pytest

from nsccn.graph.columns import EDGE_ARRAYS
from nsccn.search.search import Query, search
from nsccn.settings import Settings
from nsccn.snapshots.pending import PendingArrays
from nsccn.snapshots.snapshot import Snapshot

from .small_snapshot import snapshot_of

if TYPE_CHECKING:
    from nsccn.arrays import Array

READY = {"a": np.arange(2)}


def test_any_number_of_threads_get_what_one_of_them_makes() -> None:
    begun, made = Barrier(4), []

    def make() -> Mapping[str, Array]:
        made.append({"b": np.arange(3)})
        return made[-1]

    def ask(_: int) -> Array:
        begun.wait()
        return arrays["b"]

    arrays = PendingArrays(READY, ("b",), make)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, range(4)))
    assert len(made) == 1
    assert all(array is made[0]["b"] for array in found)


def test_names_and_what_is_ready_are_told_without_making_the_rest() -> None:
    def make() -> Mapping[str, Array]:
        raise AssertionError

    arrays = PendingArrays(READY, ("b",), make)
    assert (list(arrays), len(arrays), arrays["a"] is READY["a"]) == (["a", "b"], 2, True)
    with pytest.raises(KeyError):
        arrays["c"]


def test_a_search_asks_for_no_edges_and_a_trace_gets_them() -> None:
    whole = snapshot_of(
        {
            "shop.py": "class Shop:\n    def open(self): self.ring()\n    def ring(self): pass\n",
            "kiosk.py": "from shop import Shop\nclass Kiosk(Shop):\n    def ring(self): pass\n",
        }
    )
    ready = {name: array for name, array in whole.arrays.items() if name not in EDGE_ARRAYS}
    made: list[dict[str, Array]] = []

    def make() -> Mapping[str, Array]:
        made.append({name: whole.arrays[name] for name in EDGE_ARRAYS})
        return made[-1]

    snapshot = Snapshot(PendingArrays(ready, EDGE_ARRAYS, make), whole.manifest)
    hits = search(snapshot, Query("who rings when a shop opens"), Settings())
    assert [hit.entity.qualified_name for hit in hits[:1]] == ["Shop.open"]
    assert not made
    opened = snapshot.graph.index_of("method:shop.py:Shop.open")
    assert opened is not None
    called = [snapshot.graph.qualified_of(edge.target) for edge in snapshot.graph.outgoing(opened, ["CALLS"])]
    assert called == ["Kiosk.ring", "Shop.ring"]
    assert len(made) == 1
