"""Tokens, words, stems, near names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.text import clip, count_tokens, stem, subtokens


def test_three_bytes_are_a_token_and_a_started_one_counts() -> None:
    assert count_tokens("") == 0
    assert count_tokens("abc") == 1
    assert count_tokens("abcd") == 2
    assert count_tokens("é€") == 2


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
        ("__init__", ["init"]),
        ("Vec2", ["vec", "2"]),
        ("MAX_SIZE", ["max", "size"]),
        ("größeÄndern", ["größe", "ändern"]),
        ("解析", ["解析"]),
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
