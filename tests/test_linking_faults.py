"""A mistake of nsccn in linking costs one file its edges, in an update as in a full index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

from nsccn.graph.codegraph import CodeGraph
from nsccn.graph.extraction.extract import extract
from nsccn.graph.linking import resolve
from nsccn.graph.linking.calls.calls import Calls
from nsccn.graph.linking.linkrows import read_faults
from nsccn.snapshots import update
from nsccn.snapshots.assembly import FactSource, Files, Surroundings, build_arrays
from nsccn.snapshots.update import Worth, update_arrays
from nsccn.storage.codec import encode_facts

if TYPE_CHECKING:
    from nsccn.arrays import Array

ALWAYS = Worth(touched=9.0, affected=9.0)
SOURCES = {
    "a.py": "def settle(): ...\n\ndef one(): settle()\n",
    "b.py": "from a import settle\n\ndef two(): settle()\n",
    "c.py": "from a import settle\n\ndef three(): settle()\n",
}
CHANGED = {**SOURCES, "b.py": "from a import settle\n\ndef two(): return settle()\n"}


def files_of(sources: Mapping[str, str]) -> Files:
    paths = sorted(sources)
    facts = {slot: encode_facts(extract(path, sources[path].encode())) for slot, path in enumerate(paths)}
    keys = [f"{path}:{sources[path]}" for path in paths]
    return Files(paths, keys, FactSource(lambda slots: {slot: facts[slot] for slot in slots}))


def built(sources: Mapping[str, str]) -> Mapping[str, Array]:
    return dict(build_arrays(files_of(sources), Surroundings(sources.get)))


def updated(
    old: Mapping[str, Array], before: Mapping[str, str], after: Mapping[str, str]
) -> Mapping[str, Array]:
    arrays = update_arrays(old, files_of(before), files_of(after), Surroundings(after.get), ALWAYS)
    assert arrays is not None
    return dict(arrays)


def callers(arrays: Mapping[str, Array]) -> list[str]:
    graph = CodeGraph(arrays)
    return [graph.name_of(edge.source) for edge in graph.incoming(graph.lookup("settle"), {"CALLS"})]


def failing(function: Any, *slots: int) -> Any:  # noqa: ANN401
    """A function that makes a mistake for some files; which one it is, is its second argument."""

    def mistaken(first: Any, slot: int, *rest: Any) -> Any:  # noqa: ANN401
        return function(first, slot, *rest) if slot not in slots else {}["no such key"]

    return mistaken


def test_in_an_update_it_costs_the_file_its_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    old = built(SOURCES)
    monkeypatch.setattr(Calls, "link", failing(Calls.link, 1))
    arrays = updated(old, SOURCES, CHANGED)
    assert read_faults(arrays) == [(1, "KeyError")]
    assert callers(arrays) == ["one", "three"]


def test_what_it_cost_stays_known_where_other_files_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Calls, "link", failing(Calls.link, 2))
    old = built(SOURCES)
    assert read_faults(old) == [(2, "KeyError")]
    arrays = updated(old, SOURCES, CHANGED)
    assert read_faults(arrays) == [(2, "KeyError")]
    assert callers(arrays) == ["one", "two"]


def test_a_file_that_could_not_be_linked_is_tried_again_where_others_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Calls, "link", failing(Calls.link, 2))
        old = built(SOURCES)
    arrays = updated(old, SOURCES, CHANGED)
    assert read_faults(arrays) == []
    assert callers(arrays) == ["one", "two", "three"]


def test_in_learning_whose_methods_are_whose_too(monkeypatch: pytest.MonkeyPatch) -> None:
    old = built(SOURCES)
    monkeypatch.setattr(resolve, "owners", failing(resolve.owners, 1))
    assert read_faults(updated(old, SOURCES, CHANGED)) == [(1, "KeyError")]


@pytest.mark.parametrize("part", ["affected_files", "resolve_shared", "read_rows"])
def test_where_an_update_fails_all_files_are_linked(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old = built(SOURCES)

    def mistaken(*arguments: object, **named: object) -> object:
        del arguments, named
        raise KeyError("no such key")

    monkeypatch.setattr(update, part, mistaken)
    arrays = updated(old, SOURCES, CHANGED)
    assert read_faults(arrays) == []
    assert callers(arrays) == ["one", "two", "three"]
