"""Signals: found in their package, each in [0, 1], and right about what it looks at."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from written_files import write

from nsccn.index import RepoIndex
from nsccn.select.candidates import gather
from nsccn.select.context import Context
from nsccn.select.relevance import category, relevance
from nsccn.select.signals import change_recency, signals
from nsccn.select.weights import WeightConfig, tables

TASK = "Store.load_orders in app/store.py raises StoreError: the order line is broken"


def context_of(index: RepoIndex, task: str, *, include_tests: bool | None = None) -> Context:
    return Context(index.snapshot, index.root, index.settings, task, include_tests=include_tests)


def scores_of(
    index: RepoIndex, name: str, task: str = TASK, *, include_tests: bool | None = None
) -> dict[str, float]:
    """The scores of one signal by entity id."""
    context = context_of(index, task, include_tests=include_tests)
    candidates = gather(context)
    signal = next(one for one in signals() if one.name == name)
    scores = signal.score(candidates, context)
    ids = [context.graph.id_of(int(unit)) for unit in candidates]
    return dict(zip(ids, scores.tolist(), strict=True))


def test_every_signal_has_a_weight_and_every_weight_a_signal() -> None:
    names = [signal.name for signal in signals()]
    assert names == sorted(names)
    assert {*names, "redundancy"} == {field.name for field in fields(WeightConfig)} == set(tables().signals)


@pytest.mark.parametrize("task", [TASK, "orders", "qwxz", "add a test of the clock"])
def test_scores_lie_between_0_and_1(orders_index: RepoIndex, task: str) -> None:
    context = context_of(orders_index, task)
    candidates = gather(context)
    for signal in signals():
        scores = signal.score(candidates, context)
        assert scores.shape == candidates.shape, signal.name
        assert np.all((scores >= 0.0) & (scores <= 1.0)), signal.name


def test_definition_match_tells_the_definition_from_its_uses(orders_index: RepoIndex) -> None:
    scores = scores_of(orders_index, "definition_match")
    assert scores["method:app/store.py:Store.load_orders"] == 1.0
    assert scores["func:app/web.py:show_orders"] == 0.0


def test_mentions_take_paths_and_quoted_messages(orders_index: RepoIndex) -> None:
    scores = scores_of(orders_index, "mentions")
    assert scores["method:app/store.py:Store.load_orders"] == 1.0
    assert 0.0 < scores["method:app/store.py:Store.save_order"] < 1.0
    assert scores["func:app/web.py:show_orders"] == 0.0


def test_graph_distance_follows_calls(orders_index: RepoIndex) -> None:
    scores = scores_of(orders_index, "graph_distance", "Store.load_orders")
    assert scores["method:app/store.py:Store.load_orders"] == 1.0
    assert scores["func:app/web.py:show_orders"] > scores.get("func:app/clock.py:now", 0.0)


def test_symbol_overlap_reads_names(orders_index: RepoIndex) -> None:
    scores = scores_of(orders_index, "symbol_overlap", "the save of an order")
    assert max(scores, key=lambda entity: scores[entity]) == "method:app/store.py:Store.save_order"


def test_lexical_similarity_falls_with_the_place_in_search(orders_index: RepoIndex) -> None:
    context = context_of(orders_index, TASK)
    scores = scores_of(orders_index, "lexical_sim")
    ranked = sorted(context.hits, key=lambda unit: context.hits[unit][0])
    values = [scores[context.graph.id_of(unit)] for unit in ranked if context.graph.id_of(unit) in scores]
    assert values[0] == 1.0
    assert values == sorted(values, reverse=True)


def test_file_role_prefers_source(orders_index: RepoIndex) -> None:
    scores = scores_of(orders_index, "file_role", include_tests=False)
    assert scores["method:app/store.py:Store.load_orders"] == 1.0
    assert not any("tests/" in entity for entity in scores)
    asked = scores_of(orders_index, "file_role", include_tests=True)
    assert asked["func:tests/test_store.py:test_load_orders"] == 1.0


def test_categories(orders_index: RepoIndex) -> None:
    context = context_of(orders_index, "Store.load_orders is broken", include_tests=True)
    graph = context.graph

    def category_of(entity: str) -> str:
        index = graph.index_of(entity)
        assert index is not None
        return category(context, index)

    assert category_of("method:app/store.py:Store.load_orders") == "definitions"
    assert category_of("func:app/web.py:show_orders") == "callers"
    assert category_of("module:app/web.py:__init__") == "imports"
    assert category_of("func:tests/test_store.py:test_load_orders") == "tests"
    assert category_of("func:app/rates.py:rate_1") == "relevant"


def test_recency_without_git_is_nothing(orders_index: RepoIndex) -> None:
    assert set(scores_of(orders_index, "change_recency").values()) == {0.0}


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_recency_counts_commits_where_there_is_a_link(tmp_path: Path) -> None:
    files = {
        "old.py": "def order_list():\n    return []\n",
        "new.py": "from old import order_list\n\n\ndef show_orders():\n    return order_list()\n",
        "far.py": "def unrelated():\n    return 1\n",
    }

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    for name, text in files.items():
        write(tmp_path, {name: text})
        git("add", "-A")
        git("commit", "-q", "-m", name)
    index = RepoIndex.build(tmp_path)
    context = context_of(index, "order_list is wrong")
    index.close()
    named = ("func:old.py:order_list", "func:new.py:show_orders", "func:far.py:unrelated")
    old, new, far = change_recency.score(np.array([context.graph.index_of(name) for name in named]), context)
    assert 0.0 < old < new
    assert far == 0.0


MARKUP = {
    "shop/alerts.py": "def send_alert(check):\n    check.alert = True\n    return check\n",
    "static/alerts.less": ".alert { color: red; }\n.alert-check { color: blue; }\n",
}


def test_files_that_are_no_code_are_half_as_relevant_unless_the_task_names_them(tmp_path: Path) -> None:
    write(tmp_path, MARKUP)
    index = RepoIndex.build(tmp_path)

    def relevance_of_styles(task: str) -> tuple[float, float]:
        """Relevance, and what the signals alone would make of it."""
        context = context_of(index, task)
        candidates = gather(context)
        found = relevance(context, candidates, WeightConfig())
        place = [context.graph.path_of(int(unit)) for unit in candidates].index("static/alerts.less")
        return float(found.total[place]), sum(given for _, given in found.contributions(place))

    total, mean = relevance_of_styles("the alert of a check is not sent")
    assert total == pytest.approx(mean / 2)
    total, mean = relevance_of_styles("the alert of a check in static/alerts.less is too red")
    assert total == pytest.approx(mean)
    index.close()
