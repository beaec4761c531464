"""What the tools say of a file in the middle of a merge or a rebase."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

CART = """\
class Cart:
<<<<<<< HEAD
    def total(self, rate):
        return self.sum() * rate
||||||| base
    def total(self):
        return self.sum()
=======
    def total(self, discount):
        if discount:
            return self.off(discount)

    def off(self, discount):
        return 0
>>>>>>> discounts

    def sum(self):
        return sum(self.items)


def checkout(cart: Cart):
    return cart.total(1)
"""
HEADER = """\
#include <stdio.h>
<<<<<<< HEAD
int parse(const char *text, int *error)
=======
int parse(const char *line)
>>>>>>> other
{
    return text != 0;
}
"""
NOTE = "cart.py has a merge conflict at line 2; the first side is read."


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = write(tmp_path_factory.mktemp("conflicts") / "shop", {"cart.py": CART, "parse.c": HEADER})
    return DirectSession(root, Settings(cache_dir=root.with_name("cache")))


def test_the_first_side_is_read_and_all_that_follows(session: DirectSession) -> None:
    assert open_surgical_window(session, "Cart.total", context_lines=0).text == (
        "method:cart.py:Cart.total  L3-4\n3|    def total(self, rate):\n4|        return self.sum() * rate"
    )
    assert ":checkout  calls L22" in trace_causal_path(session, "Cart.sum", "upstream").text


def test_a_head_that_is_in_conflict(session: DirectSession) -> None:
    found = search_and_rank(session, "parse", kind="func").text.split("\n")
    assert found[0].startswith("1. func:parse.c:parse  L3 ")
    assert found[1] == "3|int parse(const char *text, int *error)"


def test_it_is_said_where_it_matters(session: DirectSession) -> None:
    assert read_skeleton(session, "cart.py").text.split("\n")[1] == NOTE
    assert "def total(self, discount):" in read_skeleton(session, "cart.py").text

    with pytest.raises(UnknownEntity, match=rf"No entity 'Cart\.off'\. {re.escape(NOTE)}"):
        trace_causal_path(session, "Cart.off")


def test_the_other_side_is_found_by_its_words(session: DirectSession) -> None:
    assert "cart.py" in search_and_rank(session, "discount").text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Title\n=======\n\n>>>>>>> quoted\n", id="underlined and quoted"),
        pytest.param("<<<<<<< HEAD\nx = 1\n=======\n", id="without its end"),
        pytest.param("a <<<<<<< b\n=======\n>>>>>>> c\n", id="no mark at the beginning of a line"),
    ],
)
def test_what_is_no_conflict(tmp_path: Path, text: str) -> None:
    files = {"notes.py": f'"""\n{text}"""\n\ndef kept():\n    pass\n'}
    session = DirectSession(write(tmp_path / "notes", files), Settings(cache_dir=tmp_path / "cache"))

    assert "conflict" not in read_skeleton(session, "notes.py").text
    assert "def kept():" in open_surgical_window(session, "kept").text
