"""A trace of the product lists the product; what tests, examples and documents have of it is counted by file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from nsccn.tools.views import Answer

SHOP = {
    "shop/cart.py": """
        def total(cart):
            return sum(cart)

        def lonely(cart):
            return total(cart)
        """,
    "shop/till.py": """
        from shop.cart import total

        def pay(cart):
            return total(cart)
        """,
    "tests/test_cart.py": """
        from shop.cart import lonely, total

        def test_total():
            assert total([1]) == 1

        def test_none():
            assert total([]) == 0

        def test_lonely():
            assert lonely([1]) == 1
        """,
    "tests/test_till.py": """
        from shop.till import pay

        def checked(cart):
            return pay(cart)

        def test_pay():
            assert checked([1]) == 1
        """,
    "examples/buy.py": """
        from shop.till import pay

        def buy():
            return pay([1])
        """,
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = tmp_path_factory.mktemp("folded")
    write(root, SHOP)
    return DirectSession(root, load_settings({"cache_dir": root / ".cache"}, repo=root))


def up(session: DirectSession, one: str, **arguments: object) -> Answer:
    return trace_causal_path(session, one, "upstream", **arguments)  # type: ignore[arg-type]


def below_the_head(answer: Answer) -> list[str]:
    return re.sub(r"cursor=[\w-]+", "cursor=…", answer.text).splitlines()[2:]


def test_callers_in_tests_and_examples_are_counted_by_file(session: DirectSession) -> None:
    answer = up(session, "total")
    assert below_the_head(answer) == [
        "<- :lonely  calls L6",
        "<- func:shop/till.py:pay  calls L5",
        (
            "[and 6 in tests and examples: 3 in tests/test_cart.py, 1 in examples/buy.py, 2 in tests/test_till.py; "
            "cursor=…]"
        ),
    ]
    assert answer.data["folded"] == {"tests/test_cart.py": 3, "examples/buy.py": 1, "tests/test_till.py": 2}
    assert answer.data["omitted"] == 0


def test_the_cursor_lists_them_below_what_they_call(session: DirectSession) -> None:
    rest = up(session, "total", cursor=up(session, "total").data["cursor"])
    assert below_the_head(rest) == [
        "<- func:tests/test_cart.py:test_total  calls L5; test_none L8",
        "lonely (above)",
        "  <- :test_lonely  calls L11",
        "pay (above)",
        "  <- func:examples/buy.py:buy  calls L5",
        "  <- func:tests/test_till.py:checked  calls L5",
        "    <- :test_pay  calls L8",
    ]
    assert "cursor" not in rest.data


@pytest.mark.parametrize(("limit", "sizes"), [(3, [2, 3, 3]), (2, [2, 2, 2, 2]), (1, [1] * 8)])
def test_no_page_has_more_than_the_limit(session: DirectSession, limit: int, sizes: list[int]) -> None:
    ids, pages, cursor = {up(session, "total").data["root"]}, [], ""
    while not pages or cursor:
        answer = up(session, "total", limit=limit, cursor=cursor)
        new = set(answer.data["entities"]) - ids
        ids, cursor = ids | new, answer.data.get("cursor", "")
        pages.append(len(new))
    assert pages == sizes


def test_with_little_room_the_product_comes_first_and_nothing_is_lost(session: DirectSession) -> None:
    ids: list[str] = []
    cursor = ""
    while True:
        answer = up(session, "total", limit=1, cursor=cursor)
        ids += [one for one in answer.data["entities"] if one not in ids]
        if not (cursor := answer.data.get("cursor", "")):
            break
    assert [one.rpartition(":")[2] for one in ids[1:]] == [
        *("lonely", "pay", "test_total", "test_none", "buy", "test_lonely", "checked", "test_pay")
    ]


def test_of_a_test_tests_are_listed(session: DirectSession) -> None:
    assert below_the_head(up(session, "checked")) == ["<- :test_pay  calls L8"]


def test_where_only_tests_use_it_they_are_listed(session: DirectSession) -> None:
    assert below_the_head(up(session, "lonely"))[0] == "<- func:tests/test_cart.py:test_lonely  calls L11"


def test_what_is_brought_along_is_part_of_the_way(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "shop/cart.py": "def total():\n    return 1\n",
            "shop/_vendor/__init__.py": "",
            "shop/_vendor/bills.py": "from shop.cart import total\n\n\ndef bill():\n    return total()\n",
            "shop/main.py": "from shop._vendor.bills import bill\n\n\ndef main():\n    return bill()\n",
        },
    )
    settings = load_settings({"cache_dir": tmp_path / ".cache"}, repo=tmp_path)
    assert "main  calls L5" in up(DirectSession(tmp_path, settings), "total").text


def test_bodies_for_tests_are_counted_downstream(tmp_path: Path) -> None:
    kind = "class {}(Kind):\n    def cost(self):\n        return 1\n"
    write(
        tmp_path,
        {
            "shop/kinds.py": "class Kind:\n    def cost(self):\n        raise NotImplementedError\n\n"
            + kind.format("Plain")
            + "\ndef bill(kind: Kind):\n    return kind.cost()\n",
            "tests/test_kinds.py": "from shop.kinds import Kind\n\n" + kind.format("Fake"),
        },
    )
    settings = load_settings({"cache_dir": tmp_path / ".cache"}, repo=tmp_path)
    answer = trace_causal_path(DirectSession(tmp_path, settings), "bill")
    assert [line.split("  ")[0] for line in below_the_head(answer)] == [
        "-> :Kind.cost",
        "-> :Plain.cost",
        "[and 1 in tests: tests/test_kinds.py; cursor=…]",
    ]


def test_names_without_a_path_are_understood(session: DirectSession) -> None:
    assert (
        up(session, ":pay").data["root"] == up(session, "func::pay").data["root"] == "func:shop/till.py:pay"
    )


def test_a_name_that_another_file_has_too_keeps_its_path(tmp_path: Path) -> None:
    cart = """
        class Cart:
            def add(self): ...

            def only_here(self): ...

        def fill():
            cart = Cart()
            cart.add()
            cart.only_here()
        """
    write(tmp_path, {"app/cart.py": cart, "old/till.py": cart.replace("only_here", "only_there")})
    session = DirectSession(tmp_path, load_settings())
    text = trace_causal_path(session, "app/cart.py:fill", "downstream").text
    assert "-> method:cart.py:Cart.add " in text
    assert "-> :Cart.only_here " in text
