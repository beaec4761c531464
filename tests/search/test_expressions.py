"""Regular expressions: which texts are some, and which lines they match."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.search.automaton import Automaton, Exhausted
from nsccn.search.expressions import NotReadable, is_expression, read_expression


def matches(expression: str, line: str) -> bool:
    read = read_expression(expression)
    assert read is not None
    return Automaton(read.part).matches(line.lower() if read.is_folded else line)


@pytest.mark.parametrize(
    ("expression", "line", "other"),
    [
        ("open.*cart", "def open_the_cart():", "cart.open()"),
        (r"\bcart\b", "a cart.", "carts"),
        (r"\Bart", "cart", "art"),
        (r"^def \w+_cart\(", "def open_cart(now):", "    def open_cart(now):"),
        (r"return$", "    return", "return 1"),
        ("get|set", "reset", "gets".removeprefix("get")),
        (r"new\|open(", "open(cart)", "reopen cart"),
        ("use(.*cart", "use(my_cart)", "use cart"),
        ("total() ==", "if total() == 3", "if total == 3"),
        (r"cart[0-9]{2,3}\.", "cart12.", "cart1."),
        ("cart[^a-z]x?s", "cart-s", "carts"),
        ("(?i)CART total", "Cart Total", "Cart-Total"),
        (r"(?:a|bc)+d\s*=\s*\d", "abcd = 4", "acd = x"),
        (r"\<cart\>", "my cart", "my_cart"),
        (r"[\w.]+@", "shop.cart@", "-@"),
    ],
)
def test_what_an_expression_matches(expression: str, line: str, other: str) -> None:
    assert matches(expression, line)
    assert not matches(expression, other)


@pytest.mark.parametrize(
    "text", [r"(a)\1", "(?=cart)", "(cart)++", "*cart", "[a", "a)(?", r"a\q", "(" * 30 + "a" + ")" * 30]
)
def test_what_cannot_be_read(text: str) -> None:
    assert read_expression(text) is None


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("open.*cart", {"open"}),
        (r"\bget|set(ter)?", {"get", "set"}),
        (r"\s*(open|close)_cart", {"_cart"}),
        ("(?i)Cart", {"cart"}),
        (r"\d+|cart", set()),
    ],
)
def test_what_every_match_has(text: str, needed: set[str]) -> None:
    read = read_expression(text)
    assert read is not None
    assert read.needed == needed


def test_the_ends_of_many_lines_are_no_new_steps() -> None:
    read = read_expression("^}")
    assert read is not None
    automaton = Automaton(read.part)
    assert not any(automaton.matches(line) for line in ["cart", ""] * 20_000)


NO_EXPRESSIONS = """
Cart.total  cart->total  Cart::new()  /api/carts/:id  src/**/*.ts  x = a | b  a || b  $total  why is it so?
C:\\shop\\cart.py  App\\Service\\bags\\Cart  f(*args, **more)  ^1.2.3
error: 'string|number' cannot be given where a name is wanted
"""


@pytest.mark.parametrize("text", re.split(r"\s{2,}|\n", NO_EXPRESSIONS.strip()))
def test_names_code_and_routes_are_none(text: str) -> None:
    assert not is_expression(text)


@given(st.text("ab|()*+?.^$[]-{1,2}\\bw", max_size=12), st.lists(st.text("ab_ -1", max_size=8), max_size=6))
def test_it_matches_as_other_engines_do(expression: str, lines: list[str]) -> None:
    read = read_expression(expression)
    if read is None or "()" in expression or re.search(r"\(\?|\\\||[*+?}]\+", expression):
        return
    try:
        known, own = re.compile(expression, re.ASCII), Automaton(read.part)
    except (re.error, NotReadable):
        return  # with brackets that have no end it is read as `grep` does
    for line in lines:
        assert own.matches(line) == bool(known.search(line)), line


@pytest.mark.parametrize("expression", ["(a*)*b", "(a|aa)+b", "a*a*a*a*a*b", ".*.*.*.*=b"])
def test_what_others_try_for_ages_is_told_of_a_long_line(expression: str) -> None:
    assert not matches(expression, "a" * 100_000)


def test_what_has_too_many_states_is_given_up() -> None:
    ones = "".join(f"{number:b}" for number in range(30_000)).translate({48: "a", 49: "b"})
    with pytest.raises(Exhausted):
        matches("(a|b)*a" + "(a|b)" * 30 + "c", ones)
    with pytest.raises(NotReadable):
        matches("((a{90}){90}){9}", "a")
