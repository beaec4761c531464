"""A trace says each thing once: what follows from one entity, which errors come from where, what overrides what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path
from nsccn.tools.traces import unknownlines
from nsccn.tracing import namings
from tests.written_files import write

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def traced(root: Path, files: dict[str, str], asked: str, direction: str, depth: int = 3) -> list[str]:
    session = DirectSession(write(root, files), load_settings({"cache_dir": root / ".cache"}, repo=root))
    answer = trace_causal_path(session, asked, direction, depth)  # type: ignore[arg-type]
    return answer.text.splitlines()[2:]


def test_callers_in_one_file_that_nobody_calls_share_a_line(tmp_path: Path) -> None:
    files = {
        "shop/cart.py": "def total(): ...\n",
        "shop/till.py": (
            "from shop.cart import total\n\ndef pay(): total()\ndef show(): total()\ndef main(): show()\n"
            "def tell(): total(), total()\n"
        ),
    }
    assert traced(tmp_path, files, "total", "upstream") == [
        "<- func:shop/till.py:pay  calls L3; tell L6",
        "<- :show  calls L4",
        "  <- :main  calls L5",
    ]


def test_what_shares_a_line_says_its_own_where_that_is_not_the_one_just_said(tmp_path: Path) -> None:
    files = {
        "shop/parts.py": "def a(): ...\ndef b(): ...\ndef c(): ...\ndef d(): ...\n",
        "shop/till.py": (
            "from shop.parts import a, b, c, d\n\ndef main(): run()\n\ndef run():\n    a(), c(), d()\n    b()\n"
        ),
    }
    assert traced(tmp_path, files, "main", "downstream") == [
        "-> :run  calls L3 | ()",
        "  -> func:shop/parts.py:a  calls L6; b L7; c L6; d",
    ]


def test_many_edges_that_another_entity_has_as_well_are_counted(tmp_path: Path) -> None:
    kinds = "".join(f"class {name}(Kind):\n    def cost(self): return 1\n" for name in "ABCD")
    files = {
        "kinds.py": f"class Kind:\n    def cost(self): raise NotImplementedError\n{kinds}",
        "bill.py": (
            "from kinds import Kind\n\ndef bill(kind: Kind):\n    kind.cost()\n    tax(kind)\n\n"
            "def tax(kind: Kind):\n    log()\n    return kind.cost()\n\ndef log(): ...\n"
        ),
    }
    assert traced(tmp_path, files, "bill", "downstream") == [
        "-> :tax  calls L5 | (kind: Kind)",
        "  -> Kind.cost (below)  calls L9",
        "  -> :log  calls L8",
        "  -> the same 4 as bill (above)  calls L9 ?0.5 (override)",
        "-> method:kinds.py:Kind.cost  calls L4 | (self)",
        "-> :A.cost  calls L4 ?0.5 (override); B.cost; C.cost; D.cost",
    ]


def test_a_call_of_an_interfaces_own_method_is_none_of_an_override(tmp_path: Path) -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "shop.go": (
            "package shop\n\ntype Store interface{ Put(item string) }\n\ntype Shelf struct{}\n\n"
            'func (s Shelf) Put(item string) {}\n\nfunc fill(to Store) { to.Put("tea") }\n'
        ),
    }
    assert traced(tmp_path, files, "fill", "downstream")[:2] == [
        "-> :Store.Put  calls L9 | (item string)",
        "-> :Shelf.Put  calls L9 ?0.5 (override)",
    ]


def test_errors_are_named_where_the_lines_around_do_not_name_them(tmp_path: Path) -> None:
    files = {
        "shop.py": (
            "class Empty(Exception): ...\n"
            "class Full(Exception): ...\n"
            "class Gone(Exception): ...\n\n"
            "def sell():\n    take()\n    put()\n\n"
            "def take():\n    raise Empty\n\n"
            "def put():\n    lift()\n    raise Full\n\n"
            "def lift():\n    carry()\n\n"
            "def carry():\n    move()\n\n"
            "def move():\n    raise Gone\n"
        )
    }
    assert traced(tmp_path, files, "sell", "errors") == [
        "escaping: Empty, Full, Gone; an edge that names none carries all, or what its neighbours name",
        "-> :take  may fail at L6",
        "  -> class::Empty  raises L10 | class Empty(Exception)",
        "-> :put  may fail at L7",
        "  -> class::Full  raises L14 | class Full(Exception)",
        "  -> :lift  may fail at L13",
        "    -> :carry  may fail at L17 (Gone)",
    ]


def test_bodies_that_may_fail_share_a_line(tmp_path: Path) -> None:
    kind = "from kinds import Kind, Empty\n\nclass {0}(Kind):\n    def cost(self): raise Empty\n"
    files = {
        "kinds.py": "class Empty(Exception): ...\nclass Kind:\n    def cost(self): ...\n",
        **{f"{name}.py": kind.format(name.upper()) for name in "abc"},
        "bill.py": "from kinds import Kind\n\ndef bill(kind: Kind): kind.cost()\n",
    }
    assert traced(tmp_path, files, "bill", "errors", 1) == [
        "escaping: Empty",
        "-> method:a.py:A.cost  may fail at L3 ?0.5 (override); b.py:B.cost; c.py:C.cost",
    ]


def test_what_overrides_the_same_as_the_line_above_says_so(tmp_path: Path) -> None:
    kinds = "".join(
        f"class {name}(Kind):\n    def cost(self): ...\n    def tax(self): ...\n" for name in "AB"
    )
    files = {"kinds.py": f"class Kind:\n    def cost(self): ...\n    def tax(self): ...\n{kinds}"}
    assert traced(tmp_path, files, "Kind", "inheritance") == [
        "<- class::A  inherits L4, overrides cost, tax",
        "<- class::B  inherits L7, overrides the same",
    ]


def test_long_paths_of_tests_are_cut_down_to_their_ends(tmp_path: Path) -> None:
    test = "from cart import total\n\ndef test_it(): assert total() == 0\n"
    files = {
        "cart.py": "def total(): return 0\n",
        "till.py": "from cart import total\n\ndef pay(): total()\n",
        **{f"tests/of/the/whole/shop/{name}/test_{name}.py": test for name in ("one", "two")},
    }
    *_, last = traced(tmp_path, files, "total", "upstream")
    assert last.partition(";")[0] == (
        "[and 2 in tests: 1 in tests/of/the/whole/shop/one/test_one.py, 1 in test_two.py"
    )


def test_that_many_files_may_name_a_field_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unknownlines, "_MOST_READ_FOR_FIELD", 1)
    monkeypatch.setattr(namings, "MOST_FILES", 0)
    files = {
        "cart.py": "class Cart:\n    lines = None\n\nclass Page:\n    lines = None\n",
        **{f"use{number}.py": "import cart\n\ndef use(one): return one.lines\n" for number in range(3)},
    }
    assert traced(tmp_path, files, "Cart.lines", "state") == [
        "4 files may name it; search for the name.",
        "No other assignment to it was found.",
    ]


def test_a_type_whose_constructor_says_who_sees_it_has_its_signature_whole(tmp_path: Path) -> None:
    files = {
        "Actor.scala": "package shop\nabstract class Actor[A](name: String)\n",
        "Till.scala": 'package shop\nprivate final class Till private (size: Int) extends Actor[Int]("t")\n',
    }
    assert traced(tmp_path, files, "Actor", "inheritance") == [
        '<- class:Till.scala:Till  inherits L2 | private final class Till private (size: Int) extends Actor[Int]("t")'
    ]


def test_the_state_of_a_property_is_who_reads_and_writes_it(tmp_path: Path) -> None:
    files = {
        "Cart.kt": (
            "class Cart {\n    var size: Int\n        get() = kept.read()\n        set(size) { kept.write(size) }\n}\n"
            "fun fill(cart: Cart) { cart.size = 2 }\nfun show(cart: Cart) { print(cart.size) }\n"
        )
    }
    assert traced(tmp_path, files, "Cart.size", "state") == [
        "state, depth 3: 2 entities, 2 edges",
        "<- :show  calls L7 (property)",
        ":Cart.size#2",
        "  <- :fill  calls L6 (property)",
    ]
