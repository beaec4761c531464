"""What a text names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_snapshot import snapshot_of

from nsccn.graph.fileroles import role_of
from nsccn.search.mentions import FRAME, NAME, PATH, QUALIFIED, Mentions, mentions

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

SOURCES = {
    "src/shop/cart.py": """
        class Basket:
            def add_item(self, item):
                self.items.append(item)

            def total(self):
                return sum(item.price for item in self.items)
        """,
    "src/shop/order.py": """
        from shop.cart import Basket

        def place_order(cart):
            return cart.total()

        class Order:
            def total(self):
                return 0
        """,
    "src/shop/__init__.py": "",
    "tests/test_order.py": """
        def place_order(cart):
            pass
        """,
    "docs/order.md": "# Orders",
}


@pytest.fixture(scope="module")
def graph() -> CodeGraph:
    """The graph of a small shop."""
    return snapshot_of(SOURCES).graph


def mentioned(text: str, graph: CodeGraph) -> Mentions:
    """Return what a text names."""
    return mentions(text, graph, np.array([role_of(path) for path in graph.paths], np.uint8))


def named(text: str, graph: CodeGraph, kind: str) -> dict[str, float]:
    """Return what a text mentions in one way: id or path -> weight."""
    return {
        graph.id_of(one.entity) if one.entity >= 0 else graph.files[one.file].path: round(one.weight, 2)
        for one in mentioned(text, graph).found
        if one.kind == kind
    }


def test_a_path_names_its_file(graph: CodeGraph) -> None:
    assert named("see src/shop/cart.py for it", graph, PATH) == {"src/shop/cart.py": 1.0}
    assert named("see C:\\work\\shop\\cart.py for it", graph, PATH) == {"src/shop/cart.py": 1.0}
    assert named("see cart.py", graph, PATH) == {"src/shop/cart.py": 0.7}


@pytest.mark.parametrize(("definitions", "meant"), [(12, 12), (13, 0)])
def test_a_name_of_very_many_definitions_names_none_of_them(definitions: int, meant: int) -> None:
    files = {f"part_{number}.py": "def place_order(): ...\n" for number in range(definitions)}
    assert len(named("`place_order` fails", snapshot_of(files).graph, NAME)) == meant


def test_a_path_elsewhere_names_nothing(graph: CodeGraph) -> None:
    assert named("/usr/lib/python3/site-packages/numpy/cart.py", graph, PATH) == {}
    assert named("see https://example.com/src/shop/cart.py", graph, PATH) == {}
    assert named("e.g. cart.pyc or nothing.py", graph, PATH) == {}


def test_a_link_into_the_repository_names_the_place(graph: CodeGraph) -> None:
    host, place = "https://code.example.com/team/shop", "method:src/shop/cart.py:Basket.add_item"
    assert named(f"see {host}/blob/v2.x/src/shop/cart.py.", graph, PATH) == {"src/shop/cart.py": 1.0}
    assert named(f"([here]({host}/-/blob/fix/it/src/shop/cart.py#L3-L4))", graph, PATH) == {place: 1.0}
    for other in ("issues/1/src/shop/cart.py", "blob/main/lib/cart.py", "blob/src/shop/cart.py"):
        assert named(f"see {host}/{other}", graph, PATH) == {}


def test_a_line_names_the_entity_around_it(graph: CodeGraph) -> None:
    assert named("at src/shop/cart.py:3", graph, PATH) == {"method:src/shop/cart.py:Basket.add_item": 1.0}


def test_a_patch_names_what_it_changes(graph: CodeGraph) -> None:
    hunk = "@@ -5,2 +5,2 @@\n     def total(self):\n-        return 0\n+        return 1\n"
    text = f"Review this:\n--- a/src/shop/cart.py\n+++ b/src/shop/cart.py\n{hunk}"

    assert named(text, graph, PATH) == {
        "src/shop/cart.py": 1.0,
        "method:src/shop/cart.py:Basket.total": 1.0,
    }
    assert [*named(text.replace("src/shop", "lib/shop"), graph, PATH)] == ["src/shop/cart.py"]


def test_a_qualified_name_names_one_of_several(graph: CodeGraph) -> None:
    assert named("Order.total is wrong", graph, QUALIFIED) == {"method:src/shop/order.py:Order.total": 1.0}
    assert named("call shop.cart.Basket::total", graph, QUALIFIED) == {
        "method:src/shop/cart.py:Basket.total": 1.0
    }
    assert named("call shop.Basket", graph, QUALIFIED) == {"class:src/shop/cart.py:Basket": 1.0}


def test_a_package_is_named_and_not_a_file_that_is_called_so() -> None:
    sources = {
        "client/model.go": "package client\n\ntype Feed struct{}\n",
        "internal/model/feed.go": "package model\n\ntype Feed struct{}\n",
    }
    assert named("model.Feed is empty", snapshot_of(sources).graph, QUALIFIED) == {
        "struct:internal/model/feed.go:Feed": 1.0
    }


def test_an_object_stands_for_its_class_with_less_certainty(graph: CodeGraph) -> None:
    assert named("basket.total() is negative", graph, QUALIFIED) == {
        "method:src/shop/cart.py:Basket.total": 0.6
    }


def test_an_identifier_names_its_definitions_by_their_number(graph: CodeGraph) -> None:
    assert named("`add_item` fails", graph, NAME) == {"method:src/shop/cart.py:Basket.add_item": 1.0}
    assert named("`total` fails", graph, NAME) == {
        "method:src/shop/cart.py:Basket.total": 0.5,
        "method:src/shop/order.py:Order.total": 0.5,
    }


def test_source_is_meant_before_tests(graph: CodeGraph) -> None:
    assert named("`place_order` fails", graph, NAME) == {"func:src/shop/order.py:place_order": 1.0}


def test_plain_words_name_nothing(graph: CodeGraph) -> None:
    assert mentioned("the total of an order is wrong", graph).found == ()


def test_frames_count_more_the_deeper_they_lie(graph: CodeGraph) -> None:
    trace = """\
Traceback (most recent call last):
  File "/home/me/src/shop/order.py", line 5, in place_order
    return cart.total()
  File "/home/me/src/shop/cart.py", line 7, in total
    return sum(item.price for item in self.items)
AttributeError: 'int' object has no attribute 'price'
"""
    assert named(trace, graph, FRAME) == {
        "func:src/shop/order.py:place_order": 0.5,
        "method:src/shop/cart.py:Basket.total": 1.0,
    }


def test_files_gather_the_weight_of_all_that_lies_in_them(graph: CodeGraph) -> None:
    found = mentioned("`add_item` in src/shop/order.py", graph)
    assert {graph.files[slot].path: weight for slot, weight in found.files.items()} == {
        "src/shop/cart.py": 0.4,
        "src/shop/order.py": 1.0,
    }
    assert {graph.id_of(entity) for entity in found.entities} == {"method:src/shop/cart.py:Basket.add_item"}


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("Raise if a prefix is given in exists? for sources", 0.8),
        ("Raise if a prefix is given in `exists?`", 1.0),
        ("Raise if a prefix is given in exists?", 0.4),
        ("It exists there", None),
    ],
)
def test_names_that_end_with_a_mark(text: str, weight: float | None) -> None:
    ruby = {"lib/shop.rb": "class Shop\n  def exists?(source)\n    source\n  end\n  def exists\n  end\nend\n"}
    graph = snapshot_of(ruby).graph
    found = named(text, graph, NAME)
    assert found == ({} if weight is None else {"method:lib/shop.rb:Shop.exists?": weight})
    assert list(named("Shop#exists? fails", graph, QUALIFIED)) == ["method:lib/shop.rb:Shop.exists?"]
    assert list(named("Why is there no Shop#exists!", graph, QUALIFIED)) == ["method:lib/shop.rb:Shop.exists"]
