"""What an agent is told of a language of which only the definitions are read."""

from __future__ import annotations

from textwrap import dedent

import pytest
from written_files import write

from nsccn.errors import NsccnError
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "cart.nim": """
        type Cart = object
          items: int

        proc price(): int =
          return 3

        proc worth(cart: Cart): int =
          return cart.items * price()
        """,
    "Cart.hs": """
        module Cart where

        sums :: [Int] -> Int
        sums = foldr (+) 0

        sums' :: [Int] -> Int
        sums' = foldl (+) 0
        """,
    "cart.clj": """
        (ns cart)
        (defn cart->items [cart] (:items cart))
        (defn total [cart] (reduce + (cart->items cart)))
        """,
    "cart.scm": """
        (define (fill cart) cart)
        (define (fill! cart) cart)
        (define (fill? cart) cart)
        """,
    "cart.lisp": """
        (defun limit () *limit*)
        (defvar *limit* 3)
        """,
    "shop.el": """
        (defun shop/cost (item) item)
        (defun shop.rate () 2)
        """,
    "shop.vim": """
        function! s:rates()
        endfunction
        function! shop#cart#rates()
        endfunction
        """,
    "CMakeLists.txt": """
        add_library(goods STATIC goods.c)
        add_library(shop::goods ALIAS goods)
        """,
    "cart.adb": """
        package body Shop.Carts is
           function "+" (Left, Right : Cart) return Cart is (Left);
        end Shop.Carts;
        """,
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    scratch = tmp_path_factory.mktemp("outlined")
    write(scratch / "shop", {path: dedent(text).lstrip("\n") for path, text in FILES.items()})
    cache = {"NSCCN_CACHE_DIR": str(scratch / "cache")}
    return DirectSession(scratch / "shop", load_settings(environ=cache))


def test_a_trace_says_that_calls_are_not_read_and_where_the_name_stands(session: DirectSession) -> None:
    assert trace_causal_path(session, "price", direction="upstream").text.split("\n") == [
        "func:cart.nim:price  L4-5 | proc price(): int =",
        "upstream, depth 3: 0 entities, 0 edges",
        "Of nim only the definitions are read: nothing is known of what they call, or who calls them.",
        "What `price` means is not known at cart.nim:8 in worth; it may be this one.",
    ]
    assert "Of nim only the definitions are read" in trace_causal_path(session, "worth").text


def test_a_prime_is_part_of_a_name(session: DirectSession) -> None:
    for asked in ("sums'", "`sums'`", "Cart.hs:sums'"):
        assert open_surgical_window(session, asked).text == (
            "func:Cart.hs:sums'  L6-7\n6|sums' :: [Int] -> Int\n7|sums' = foldl (+) 0"
        )
    assert open_surgical_window(session, "'sums'").text.startswith("func:Cart.hs:sums  L3-4\n")
    assert search_and_rank(session, "sums'").text.startswith("1. func:Cart.hs:sums'  L6 ")
    with pytest.raises(NsccnError, match=r"No entity \"sums''\""):
        open_surgical_window(session, "sums''")


def test_a_name_may_hold_what_joins_others(session: DirectSession) -> None:
    assert open_surgical_window(session, "cart->items").text == (
        "func:cart.clj:cart->items  L2\n2|(defn cart->items [cart] (:items cart))"
    )


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("fill", "func:cart.scm:fill  L1"),
        ("fill!", "func:cart.scm:fill!  L2"),
        ("`fill?`", "func:cart.scm:fill?  L3"),
        ("limit", "func:cart.lisp:limit  L1"),
        ("*limit*", "var:cart.lisp:*limit*  L2"),
        ("shop/cost", "func:shop.el:shop/cost  L1"),
        ("shop.rate", "func:shop.el:shop.rate  L2"),
        ("s:rates", "func:shop.vim:s:rates  L1-2"),
        ("shop#cart#rates", "func:shop.vim:shop#cart#rates  L3-4"),
        ("goods", "block:CMakeLists.txt:goods  L1"),
        ("shop::goods", "block:CMakeLists.txt:shop::goods  L2"),
        ("+", "func:cart.adb:Shop.Carts.+  L2"),
    ],
)
def test_a_name_with_a_mark_is_not_the_one_without(session: DirectSession, asked: str, found: str) -> None:
    assert open_surgical_window(session, asked).text.split("\n")[0] == found
    assert search_and_rank(session, asked).text.startswith(f"1. {found.partition('-')[0]} ")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    """A program with a makefile and a schema that define some of its names too."""
    root = tmp_path_factory.mktemp("mixed") / "repository"
    write(
        root,
        {
            "Makefile": "PORT ?= 8000\n\nbuild:\n\tpython app.py\n",
            "app.py": "import os\n\n\ndef build():\n    return os.environ['PORT']\n",
            "cart.ts": "export class Cart {\n  size = 1;\n}\n",
            "schema.prisma": "model Cart {\n  id Int @id\n}\n",
        },
    )
    settings = load_settings({}, environ={"NSCCN_CACHE_DIR": str(root.with_name("cache"))})
    return DirectSession(root, settings)


@pytest.mark.parametrize(
    ("asked", "found", "others"),
    [
        ("build", "func:app.py:build", "Others define that name too: block:Makefile:build."),
        ("Cart", "class:cart.ts:Cart", "Others define that name too: struct:schema.prisma:Cart."),
        ("PORT", "config:env:PORT", "Others define that name too: var:Makefile:PORT."),
        ("Makefile:build", "block:Makefile:build", ""),
    ],
)
def test_a_name_that_code_has_too_is_that_of_the_code(
    mixed: DirectSession, asked: str, found: str, others: str
) -> None:
    answer = trace_causal_path(mixed, asked, "upstream").text.split("\n")
    assert answer[0].split("  ")[0] == found
    assert answer[-1] == others or not others
