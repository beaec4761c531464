"""Names in which a dot is a letter, as those of R, in all that the tools answer."""

from __future__ import annotations

import re
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "DESCRIPTION": "Package: shop\n",
    "NAMESPACE": "S3method(total, cart)\nexport(total)\n",
    "R/cart.R": """
        #' Adds up.
        total <- function(x, ...) UseMethod("total")
        total.cart <- function(x, ...) sum_of(x$items)
        print.cart <- function(x, ...) cat(total(x))
        sum_of <- function(items) Reduce(`%+%`, items)
        `%+%` <- function(left, right) left + right
        """,
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    folder: Path = tmp_path_factory.mktemp("r")
    root = write(folder / "root", {path: dedent(text).lstrip() for path, text in FILES.items()})
    return DirectSession(root, load_settings({}, environ={"NSCCN_CACHE_DIR": str(folder / "cache")}))


def test_a_trace_names_methods_as_the_source_does(session: DirectSession) -> None:
    assert trace_causal_path(session, "total.cart", "upstream").text.splitlines() == [
        "func:R/cart.R:total.cart  L3-3 | total.cart <- function(x, ...)",
        "upstream, depth 3: 2 entities, 2 edges",
        "<- :total  calls L2 ?0.9",
        "  <- :print.cart  calls L4",
    ]


def test_a_method_that_the_language_runs_is_said_to_be_one(session: DirectSession) -> None:
    assert (
        "The language, or its library, may run it"
        in trace_causal_path(session, "print.cart", "upstream").text
    )


def test_an_operator_is_found_by_what_stands_between_its_operands(session: DirectSession) -> None:
    assert "<- :sum_of  hands over L5" in trace_causal_path(session, "%+%", "upstream").text


def test_a_search_for_a_whole_name_finds_it_first(session: DirectSession) -> None:
    (first, *_) = search_and_rank(session, "print.cart").data["results"]

    assert first["id"] == "func:R/cart.R:print.cart"


def test_an_outline_a_window_and_a_pack_have_the_names_of_the_source(session: DirectSession) -> None:
    assert "3|func total.cart" in read_skeleton(session, "R/cart.R", detail="name").text
    assert "3|total.cart <- function" in open_surgical_window(session, ["total.cart"]).text
    assert re.search(
        r"^### \S+ func total\.cart(?: — .*)?$",
        select_context(session, "total.cart is wrong", budget=400).text,
        re.MULTILINE,
    )


def test_the_method_of_an_operator_has_its_name_as_written(tmp_path: Path) -> None:
    source = """
        setMethod("$", "Cart", function(x, name) look_up(x, name))
        look_up <- function(x, name) 1
        """
    write(tmp_path, {"DESCRIPTION": "Package: shop\n", "R/cart.R": dedent(source)})
    session = DirectSession(tmp_path, load_settings({"cache_dir": tmp_path / ".cache"}, repo=tmp_path))
    assert "<- :Cart.$  calls L2" in trace_causal_path(session, "look_up", "upstream").text
    assert trace_causal_path(session, "Cart.$", "downstream").text.startswith("method:R/cart.R:Cart.$")
