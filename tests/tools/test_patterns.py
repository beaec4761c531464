"""What a search answers that is asked for a regular expression, as grep is."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession

SHOP = {
    "shop/cart.py": (
        "LIMIT = 3\n\n\n"
        "def open_cart(shop):\n    return shop.new_cart(limit=LIMIT)\n\n\n"
        "def close_cart(cart):\n    cart.shop.drop(cart)\n    cart.limit = 'open|closed'\n"
    ),
    "shop/pay.py": "def pay(cart):\n    open_cart(cart.shop)\n    Opened(cart.Limit)\n",
    "tests/test_cart.py": "def test_it():\n    assert open_cart(shop)\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    folder = tmp_path_factory.mktemp("patterns")
    return DirectSession(write(folder / "shop", SHOP), Settings(cache_dir=folder / "cache"))


def lines(session: DirectSession, query: str) -> list[str]:
    return search_and_rank(session, query).text.splitlines()


def found_lines(session: DirectSession, query: str) -> list[str]:
    pieces = search_and_rank(session, query).data["results"]
    return [f"{piece['file']}:{row['line']}" for piece in pieces for row in piece.get("lines", ())]


def test_the_lines_that_it_matches_are_shown_with_what_is_around_them(session: DirectSession) -> None:
    assert lines(session, r"cart.*(limit|shop)\b") == [
        r"`cart.*(limit|shop)\b` matches",
        "shop/cart.py",
        " L4: def open_cart(shop):",
        " L5: return shop.new_cart(limit=LIMIT)",
        " L9 in close_cart: cart.shop.drop(cart)",
        " L10: cart.limit = 'open|closed'",
        "shop/pay.py",
        " L2 in pay: open_cart(cart.shop)",
        "and in 1 test or document",
    ]


def test_the_cursor_goes_on_through_the_other_lines_and_then_those_of_tests(session: DirectSession) -> None:
    query = r"cart.*(limit|shop)\b"
    first = search_and_rank(session, query, limit=2)
    assert first.text.splitlines() == [
        r"`cart.*(limit|shop)\b` matches 6 lines in 3 files",
        "shop/cart.py",
        " L4: def open_cart(shop):",
        " L5: return shop.new_cart(limit=LIMIT)",
        "and at shop/cart.py:9 in close_cart,10, shop/pay.py:2 in pay and in 1 test or document",
        f"[4 more lines: cursor={first.data['cursor']}]",
    ]
    second = search_and_rank(session, query, limit=3, cursor=first.data["cursor"])
    assert second.text.splitlines() == [
        "shop/cart.py",
        " L9 in close_cart: cart.shop.drop(cart)",
        " L10 in close_cart: cart.limit = 'open|closed'",
        "shop/pay.py",
        " L2 in pay: open_cart(cart.shop)",
        f"[1 more line: cursor={second.data['cursor']}]",
    ]
    last = search_and_rank(session, query, cursor=second.data["cursor"])
    assert last.text.splitlines() == ["tests/test_cart.py", " L2 in test_it: assert open_cart(shop)"]


def test_what_its_words_name_comes_before_its_other_lines(session: DirectSession) -> None:
    first, *others = lines(session, r"\bopen_cart\b")
    assert first.startswith("1. func:shop/cart.py:open_cart  L4")
    assert others[-3:] == ["shop/pay.py", " L2 in pay: open_cart(cart.shop)", "and in 1 test or document"]


def test_a_line_that_holds_it_as_it_is_written_counts_too(session: DirectSession) -> None:
    assert " L10 in close_cart: cart.limit = 'open|closed'" in lines(session, "open|closed")


def test_only_what_is_asked_about_is_looked_at(session: DirectSession) -> None:
    said = search_and_rank(session, "(?i)limit.*=", path="shop/**", include_tests=False)
    assert [row["line"] for piece in said.data["results"] for row in piece["lines"]] == [1, 5, 10]
    assert "test" not in said.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (r"open_cart\(.*twice", "No line matches it as a pattern; by its words:"),
        (
            r"(?=open)open_cart",
            "It was not matched as a pattern (no lookaround, no back references); by its words:",
        ),
    ],
)
def test_what_matches_nothing_is_answered_by_its_words(session: DirectSession, query: str, said: str) -> None:
    first, *others = lines(session, query)
    assert first == said
    assert any("func:shop/cart.py:open_cart" in line for line in others)


def test_by_a_kind_it_is_answered_by_its_words(session: DirectSession) -> None:
    first, hit, *_ = search_and_rank(session, r"\bopen_cart\b", kind="func").text.splitlines()
    assert first == "It was not matched as a pattern; by its words:"
    assert hit.startswith("1. func:shop/cart.py:open_cart")


def test_where_neither_it_nor_its_words_are_found_that_is_all(session: DirectSession) -> None:
    assert lines(session, "nowhere.*atall") == [
        "Nothing found for 'nowhere.*atall'.",
        "No line matches it as a pattern.",
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (r"\d$", ["shop/cart.py:1"]),
        ("s+$", []),
        ("^}|p$", []),
        (r"Limit\)$", ["shop/pay.py:3"]),
        ("3$", ["shop/cart.py:1"]),
        ("T$", []),
        ("'[^']*clo[^']*'", ["shop/cart.py:10"]),
        ("^$", ["shop/cart.py:2", "shop/cart.py:3", "shop/cart.py:6", "shop/cart.py:7"]),
    ],
)
def test_it_needs_no_letters(session: DirectSession, query: str, found: list[str]) -> None:
    assert found_lines(session, query) == found


@pytest.mark.parametrize(
    ("query", "first", "found"),
    [
        (
            "/open|clos(e|ed)_/",
            "`open|clos(e|ed)_` matches",
            ["shop/cart.py:4", "shop/cart.py:8", "shop/cart.py:10", "shop/pay.py:2"],
        ),
        (
            "/limit.*$/i",
            "`(?i)limit.*$` matches",
            ["shop/cart.py:1", "shop/cart.py:5", "shop/cart.py:10", "shop/pay.py:3"],
        ),
        (
            "/LIMIT/i",
            "`(?i)LIMIT` matches",
            ["shop/cart.py:1", "shop/cart.py:5", "shop/cart.py:10", "shop/pay.py:3"],
        ),
        ("/limit = '/", "`limit = '` matches", ["shop/cart.py:10"]),
        ("`/drop.*cart/`", "`drop.*cart` matches", ["shop/cart.py:9"]),
    ],
)
def test_it_may_stand_between_slashes(
    session: DirectSession, query: str, first: str, found: list[str]
) -> None:
    assert found_lines(session, query) == found
    assert lines(session, query)[0].startswith(first)


def test_the_path_of_a_url_between_slashes_is_none(session: DirectSession) -> None:
    assert "pattern" not in search_and_rank(session, "/api/cart/").text


def test_of_many_lines_it_is_said_how_many_there_are(session: DirectSession) -> None:
    first, *_ = search_and_rank(session, "cart|Cart", limit=2).text.splitlines()
    assert first == "`cart|Cart` matches 9 lines in 3 files"


def test_a_name_is_none_where_something_is_called_so(tmp_path: Path) -> None:
    files = {"cart.js": "const cart$ = open();\nfunction shop() {\n  return cart$;\n}\n"}
    session = DirectSession(write(tmp_path / "shop", files), Settings(cache_dir=tmp_path / "cache"))
    assert lines(session, "cart$")[0].startswith("1. var:cart.js:cart$  L1")
    assert lines(session, "p$")[-1] == "No line matches it as a pattern."
