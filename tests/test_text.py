"""Tokens, words, stems, near names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.text import clip, count_tokens, first_few, lines_with, places_of, stem, subtokens, without_template


def test_a_started_token_counts() -> None:
    assert count_tokens("") == 0
    assert count_tokens("a") == 1
    assert count_tokens("letters") == 2
    assert count_tokens("letters in words") == 4


@pytest.mark.parametrize(
    ("text", "tokens"),  # of o200k_base
    [
        ("def load_orders(self, path: Path) -> list[Order]:\n", 14),
        ("return [1, 22, 333, 4444, 55555];\n", 18),
        ("    if (a[i] != b[j] || --n <= 0) { return !done; }\n", 23),
        ("123|    total = total + rate * 100\n124|\n125|    return total\n", 20),
        ("добавить скидку в корзину\n", 9),
    ],
)
def test_tokens_are_not_counted_low(text: str, tokens: int) -> None:
    assert tokens <= count_tokens(text) <= 4 * tokens


def test_the_last_of_some_is_listed_where_to_count_it_takes_more() -> None:
    assert first_few(range(1, 6), 3, separator=",") == "1,2,3 and 2 more"
    assert first_few(range(1, 5), 3, separator=",") == "1,2,3,4"
    assert first_few(["cart.py", "shop.py", "storehouse.py"], 2) == "cart.py, shop.py and 1 more"
    assert first_few(["a", "b"], 3) == "a, b"


@given(st.text(max_size=60), st.text(max_size=60))
def test_parts_cost_no_less_than_the_whole(one: str, other: str) -> None:
    assert count_tokens(one + other) <= count_tokens(one) + count_tokens(other)


def test_tokens_of_unpaired_surrogates_can_be_counted() -> None:
    assert count_tokens("\ud800") == 1


@given(st.text(max_size=200), st.integers(0, 80))
def test_clipped_text_fits_and_begins_as_the_whole(text: str, tokens: int) -> None:
    clipped = clip(text, tokens)
    assert count_tokens(clipped) <= tokens
    if count_tokens(text) <= tokens:
        assert clipped == text
    elif clipped:
        assert clipped.endswith("…")


@pytest.mark.parametrize(
    ("identifier", "pieces"),
    [
        ("parse_http_header", ["parse", "http", "header"]),
        ("parseHTTPHeader", ["parse", "http", "header"]),
        ("HTTPServer", ["http", "server"]),
        ("getURLs", ["get", "urls"]),
        ("parseIPv4", ["parse", "ipv", "4"]),
        ("ipv4", ["ipv", "4"]),
        ("__init__", ["init"]),
        ("Vec2", ["vec", "2"]),
        ("MAX_SIZE", ["max", "size"]),
        ("größeÄndern", ["größe", "ändern"]),
        ("解析", ["解析"]),
        ("用户名2登录Id", ["用户", "户名", "2", "登录", "id"]),
        ("ログインに失敗", ["ログ", "グイ", "イン", "ンに", "に失", "失敗"]),
        ("로그인을", ["로그", "그인", "인을"]),
        ("_", []),
    ],
)
def test_identifiers_are_split(identifier: str, pieces: list[str]) -> None:
    assert subtokens(identifier) == pieces


@pytest.mark.parametrize(
    "family",
    [
        "route routes routed routing",
        "cache caches cached caching",
        "map mapped mapping maps",
        "query queries queried",
        "validate validated validation validator",
        "transform transformed transformation",
        "simplify simplified simplification",
        "serialize serialized serialization",
        "connect connected connection",
        "name named names",
        "index indexes indices indexed",
        "class classes",
    ],
)
def test_one_word_has_one_stem(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("parse", "parser"), ("set", "settings"), ("stat", "state"), ("string", "str"), ("form", "format")],
)
def test_different_words_keep_their_own_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@given(st.text(max_size=30))
def test_stems_are_never_empty(word: str) -> None:
    assert bool(stem(word)) == bool(word)


@given(st.lists(st.text("ab", min_size=1, max_size=3), max_size=3), st.text("abc\n", max_size=40))
def test_lines_with_words_are_those_that_hold_one(words: list[str], text: str) -> None:
    numbered = enumerate(text.split("\n"), 1)
    assert lines_with(words, text) == [
        (number, line) for number, line in numbered if any(word in line for word in words)
    ]


def test_words_are_found_where_they_stand() -> None:
    assert places_of(["on(", "receiver("], "bus.on(receiver(paid))", most=9) == {4, 7}


@pytest.mark.parametrize(
    ("signature", "shown"),
    [
        ("template <typename Item> Item first(Cart cart)", "template <typename Item> Item first(Cart cart)"),
        (
            "template <typename Item, enable_if_t<(sizeof(Item) > 1), int> = 0> auto total(Item item) -> int",
            "template <…> auto total(Item item) -> int",
        ),
        (
            "template <typename Kind, bool are_two> template <typename Item> Cart<Kind>::Cart(Item item)",
            "template <…> template <…> Cart<Kind>::Cart(Item item)",
        ),
        (f"template <{'Item, ' * 9}", f"template <{'Item, ' * 9}"),
    ],
)
def test_what_a_template_is_made_for_gives_way_to_its_name(signature: str, shown: str) -> None:
    assert without_template(signature, 50) == shown
