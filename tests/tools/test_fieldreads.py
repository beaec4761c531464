"""Who reads a field in files that neither declare nor write one of its name, found when a trace asks for it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest
from written_files import write

from nsccn.graph.addedreads import with_reads
from nsccn.index import RepoIndex
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path
from nsccn.tracing import fieldreads, statedreceivers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

GO = {
    "go.mod": "module shop\n\ngo 1.20\n",
    "cart.go": (
        "package shop\n\ntype Cart struct {\n\tTotal int\n}\n\ntype Box struct {\n\tTotal int\n}\n\n"
        "func (c *Cart) Fill(n int) {\n\tc.Total += n\n}\n\nfunc Find() *Cart { return nil }\n"
    ),
}
FILES = {
    "go": (
        GO
        | {
            "show.go": "package shop\n\nfunc Show(cart *Cart) int {\n\treturn cart.Total\n}\n",
            "other.go": "package shop\n\nfunc Other(cart *Box) int {\n\treturn cart.Total\n}\n",
        },
        "Cart.Fill",
        "func:show.go:Show  reads L4",
    ),
    "python": (
        {
            "cart.py": (
                "from dataclasses import dataclass\n\n\n@dataclass\nclass Cart:\n    total: int = 0\n\n"
                "    def fill(self, n):\n        self.total += n\n\n\n@dataclass\nclass Box:\n    total: int = 0\n"
            ),
            "show.py": "from cart import Cart\n\n\ndef show(cart: Cart):\n    return cart.total\n",
            "other.py": "from cart import Box\n\n\ndef other(cart: Box):\n    return cart.total\n",
        },
        "Cart.fill",
        "func:show.py:show  reads L5",
    ),
    "java": (
        {
            "Cart.java": "class Cart {\n    int total;\n    void fill(int n) {\n        total += n;\n    }\n}\n",
            "Box.java": "class Box {\n    int total;\n}\n",
            "Show.java": "class Show {\n    int show(Cart cart) {\n        return cart.total;\n    }\n}\n",
            "Other.java": "class Other {\n    int other(Box cart) {\n        return cart.total;\n    }\n}\n",
        },
        "Cart.fill",
        "method:Show.java:Show.show  reads L3",
    ),
    "typescript": (
        {
            "cart.ts": (
                "export class Cart {\n  total = 0;\n  fill(n: number) {\n    this.total += n;\n  }\n}\n"
                "export interface Box {\n  total: number;\n}\n"
            ),
            "show.ts": 'import { Cart } from "./cart";\nexport const show = (cart: Cart) => cart?.total;\n',
            "other.ts": 'import { Box } from "./cart";\nexport const other = (cart: Box) => cart.total;\n',
        },
        "Cart.fill",
        "func:show.ts:show  reads L2",
    ),
    "php": (
        {
            "Cart.php": (
                "<?php\nclass Cart\n{\n    public int $total = 0;\n    function fill(int $n)\n    {\n"
                "        $this->total += $n;\n    }\n}\n"
            ),
            "Box.php": "<?php\nclass Box\n{\n    public int $total = 0;\n}\n",
            "show.php": "<?php\nfunction show(Cart $cart)\n{\n    return $cart->total;\n}\n",
            "other.php": "<?php\nfunction other(Box $cart)\n{\n    return $cart->total;\n}\n",
        },
        "Cart.fill",
        "func:show.php:show  reads L4",
    ),
    "rust": (
        {
            "Cargo.toml": '[package]\nname = "shop"\nversion = "0.1.0"\n',
            "src/lib.rs": "mod cart;\nmod other;\nmod show;\n",
            "src/cart.rs": (
                "pub struct Cart {\n    pub total: i32,\n}\n\nimpl Cart {\n    pub fn fill(&mut self, n: i32) {\n"
                "        self.total += n;\n    }\n}\n\npub struct Held {\n    pub total: i32,\n}\n"
            ),
            "src/show.rs": "use crate::cart::Cart;\n\npub fn show(cart: &Cart) -> i32 {\n    cart.total\n}\n",
            "src/other.rs": "use crate::cart::Held;\n\npub fn other(cart: &Held) -> i32 {\n    cart.total\n}\n",
        },
        "Cart.fill",
        "func:src/show.rs:show  reads L4",
    ),
    "c": (
        {
            "cart.h": "struct cart {\n  int total;\n};\nstruct box {\n  int total;\n};\n",
            "fill.c": '#include "cart.h"\nvoid fill(struct cart *cart, int n) {\n  cart->total += n;\n}\n',
            "show.c": '#include "cart.h"\nint show(struct cart *cart) {\n  return cart->total;\n}\n',
            "other.c": '#include "cart.h"\nint other(struct box *cart) {\n  return cart->total;\n}\n',
        },
        "fill.c:fill",
        "func:show.c:show  reads L3",
    ),
    "cpp": (
        {
            "cart.hpp": (
                "struct Cart {\n  int total;\n  void fill(int n) { total += n; }\n};\n"
                "struct Box {\n  int total;\n};\n"
            ),
            "show.cpp": '#include "cart.hpp"\nint show(const Cart& cart) {\n  return cart.total;\n}\n',
            "other.cpp": '#include "cart.hpp"\nint other(Box* cart) {\n  return cart->total;\n}\n',
        },
        "Cart.fill",
        "func:show.cpp:show  reads L3",
    ),
}


def _state(tmp_path: Path, files: Mapping[str, str], entity: str) -> str:
    session = DirectSession(write(tmp_path, files), load_settings())
    return trace_causal_path(session, entity, "state").text


@pytest.mark.parametrize("language", FILES)
def test_readers_in_other_files_are_told_by_the_type_of_what_they_read_of(
    tmp_path: Path, language: str
) -> None:
    files, writer, reader = FILES[language]
    text = _state(tmp_path, files, writer)
    assert f"  <- {reader}" in text
    assert "other" not in text.lower()


def test_what_an_edge_tells_so_is_not_named_again_and_lines_of_other_types_are_none_to_wonder_about(
    tmp_path: Path,
) -> None:
    files = FILES["python"][0] | {"any.py": "def anything(cart):\n    return cart.total\n"}
    text = _state(tmp_path, files, "cart.py:Cart.total")
    assert "<- func:show.py:show  reads L5" in text
    assert "names it" not in text
    assert "is not known at any.py:2 in anything;" in text


def test_words_of_texts_and_comments_read_nothing(tmp_path: Path) -> None:
    show = (
        "package shop\n\nfunc Show(cart *Cart) string {\n\t// cart.Total is not asked for\n"
        '\treturn "cart.Total"\n}\n'
    )
    assert "Show" not in _state(tmp_path, GO | {"show.go": show}, "Cart.Fill")


def test_what_is_written_elsewhere_is_no_read(tmp_path: Path) -> None:
    show = "package shop\n\nfunc Show(cart *Cart) {\n\tcart.Total = 3\n}\n"
    text = _state(tmp_path, GO | {"show.go": show}, "Cart.Fill")
    assert "Show  writes L4" in text
    assert "reads" not in text


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("\tcart := Find()\n\treturn cart.Total\n", "5"),
        ("\treturn Find().Total\n", "4"),
        ("\tfor _, cart := range carts {\n\t\treturn cart.Total\n\t}\n\treturn carts[0].Total\n", "5,7"),
        ("\treturn held.(*Cart).Total\n", "4"),
        ("\tone := boxes[0]\n\tif one := carts[0]; true {\n\t\treturn one.Total\n\t}\n\treturn 0\n", ""),
    ],
)
def test_what_is_read_of_is_found_as_linking_finds_it(tmp_path: Path, body: str, lines: str) -> None:
    head = "func Show(carts []*Cart, boxes []*Box, held any) int {\n"
    text = _state(tmp_path, GO | {"show.go": f"package shop\n\n{head}{body}}}\n"}, "Cart.Fill")
    assert (f"Show  reads L{lines}" in text) if lines else ("Show  reads" not in text)


def test_a_method_may_call_its_object_anything(tmp_path: Path) -> None:
    show = (
        "package shop\n\ntype Shop struct {\n\tcart *Cart\n}\n\n"
        "func (shop *Shop) Show() int {\n\treturn shop.cart.Total\n}\n"
    )
    assert "Shop.Show  reads L8" in _state(tmp_path, GO | {"show.go": show}, "Cart.Fill")


def test_a_method_need_not_name_its_object(tmp_path: Path) -> None:
    files = {
        "cart.hpp": "class Cart {\n  int size;\npublic:\n  void fill(int n) { size += n; }\n  bool full(int n);\n};\n",
        "cart.cpp": (
            '#include "cart.hpp"\nbool Cart::full(int n) {\n  return size > n;\n}\n'
            "bool other(int size) {\n  return size > 3;\n}\n"
            "bool Box::full() {\n  return size > 4;\n}\n"
        ),
        "till.cpp": '#include "cart.hpp"\nbool Cart::paid(int size) {\n  return size > 5;\n}\n',
    }
    text = _state(tmp_path, files, "Cart.fill")
    assert "<- method:cart.cpp:Cart.full  reads L3" in text
    assert text.count("reads") == 1


def test_files_that_do_not_see_a_field_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "Cart.java": "class Cart {\n    private int total;\n    void fill(int n) {\n        total += n;\n    }\n}\n",
        "Show.java": "class Show {\n    int show(Cart cart) {\n        return cart.total;\n    }\n}\n",
    }
    monkeypatch.setattr(statedreceivers, "Receivers", lambda *_: pytest.fail("it was asked"))
    assert "Show" not in _state(tmp_path, files, "Cart.fill")


def test_of_too_many_files_it_is_said_how_many_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fieldreads, "_MOST_FILES", 1)
    show = "package shop\n\nfunc Show(cart *Cart) int {\n\treturn cart.Total\n}\n"
    files = GO | {"show.go": show, "then.go": show.replace("Show", "Then")}
    text = _state(tmp_path, files, "Cart.Fill")
    assert "Show  reads L4" in text
    assert "Not looked for, as many have the name: who reads `Total` in 1 file." in text


def test_a_very_large_graph_is_answered_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, entity, said = FILES["go"]
    monkeypatch.setattr(fieldreads, "_MOST_EDGES", 0)
    assert said not in _state(tmp_path, files, entity)


def test_a_graph_with_more_reads_is_one_in_every_order(tmp_path: Path) -> None:
    files = {name: text for name, text in FILES["python"][0].items() if name != "other.py"}
    session = DirectSession(write(tmp_path, files), load_settings())
    graph = session.index().snapshot.graph
    fill, show, made = (graph.lookup(name) for name in ("Cart.fill", "show", "cart.py:Cart"))
    total, other = (graph.lookup(f"cart.py:{name}.total") for name in ("Cart", "Box"))
    added = {(show, total): [5], (fill, other): [9, 12], (show, other): [5, 6], (made, total): [3]}

    found = with_reads(graph, added)

    assert found.edge_count == graph.edge_count + len(added)
    every = list(found.all_edges())
    assert [(edge.source, edge.kind, edge.target) for edge in every if edge.kind != "READS"] == [
        (edge.source, edge.kind, edge.target) for edge in graph.all_edges() if edge.kind != "READS"
    ]
    reads = {
        (every[number].source, every[number].target): found.lines(number)
        for number in range(found.edge_count)
        if every[number].kind == "READS"
    }
    assert {pair: reads[pair] for pair in added} == added
    for entity in range(len(found)):
        numbers = [found.edges_of(np.array([entity]), outgoing=way).tolist() for way in (True, False)]
        assert numbers[0] == [number for number, edge in enumerate(every) if edge.source == entity]
        ordered = sorted(
            (number for number, edge in enumerate(every) if edge.target == entity),
            key=lambda number: (found.edge_column("kind")[number], every[number].source),
        )
        assert numbers[1] == ordered
    assert {edge.source for edge in found.incoming(total, ("READS",))} == {show, made}
    assert not graph.incoming(other, ("READS",))


def test_what_answers_for_expressions_serves_the_next_question_until_files_change(tmp_path: Path) -> None:
    folder = write(
        tmp_path, GO | {"show.go": "package shop\n\nfunc Show() int {\n\treturn Find().Total\n}\n"}
    )
    with closing(RepoIndex.build(folder, settings=load_settings())) as index:
        with index.meanings() as first, index.meanings() as beside:
            assert beside is not first
        with index.meanings() as again:
            assert again is first
        (folder / "show.go").write_text("package shop\n")
        index.refresh()
        with index.meanings() as later:
            assert later is not first
