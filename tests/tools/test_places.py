"""Which of several entities a name means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from written_files import write

from nsccn.errors import AmbiguousEntity, InvalidArgument
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

ORGANIZATIONS = {
    "src/organizations.ts": "export const findAll = cached(load);\n",
    "src/service.ts": "export const findAll = cached(loadEach);\n",
    "src/service.test.ts": "mock({ findAll: () => [] });\n",
}


def test_what_fits_a_direction_in_a_test_alone_is_not_meant(tmp_path: Path) -> None:
    """A mock is a function where what it stands for is none to the graph."""
    session = DirectSession(write(tmp_path, ORGANIZATIONS), load_settings())
    with pytest.raises(AmbiguousEntity) as error:
        trace_causal_path(session, "findAll", "upstream")
    assert "src/organizations.ts" in str(error.value)
    assert "src/service.ts" in str(error.value)


def test_of_several_types_the_one_that_inherits_the_member_is_meant(tmp_path: Path) -> None:
    files = {
        "schema.go": "package schema\n\ntype Common struct {\n\tIdle int\n}\n\ntype Session struct {\n\tCommon\n}\n",
        "web/web.go": "package web\n\ntype Session struct {\n\tName string\n}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = trace_causal_path(session, "Session.Idle", "state").text.split("\n")
    assert said[0].startswith("attr:schema.go:Common.Idle")
    assert said[-1] == "Session has no Idle of its own and inherits this one."


def test_a_member_that_several_types_inherit_from_different_bases_is_refused(tmp_path: Path) -> None:
    source = "class {0}Base:\n    def copy(self): ...\n\nclass Page({0}Base): ...\n"
    session = DirectSession(
        write(tmp_path, {"a.py": source.format("A"), "b.py": source.format("B")}), load_settings()
    )
    with pytest.raises(AmbiguousEntity) as error:
        trace_causal_path(session, "Page.copy", "upstream")
    assert "method:a.py:ABase.copy" in str(error.value)
    assert "method:b.py:BBase.copy" in str(error.value)


CART = """\
/* What is bought. */
typedef struct cart_ {
  int count;
} Cart, Bag;

typedef struct order_ Order;

void fill(Cart *cart) { cart->count = 1; }
"""


def test_a_name_for_a_type_stands_for_the_type_that_it_ends(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"cart.c": CART}), load_settings())

    for name in ("Cart", "type:cart.c:Cart", "cart.c:Cart"):
        assert open_surgical_window(session, name).text == (
            "type:cart.c:Cart  L2-4\n1|/* What is bought. */\n2|typedef struct cart_ {\n3|  int count;\n4|} Cart, Bag;"
        )
    assert "<- :fill  writes L8" in trace_causal_path(session, "Bag.count").text
    assert open_surgical_window(session, "Order").text.endswith("\n6|typedef struct order_ Order;")
    assert "<- :fill  writes L8" in trace_causal_path(session, "Cart.count").text


@pytest.mark.parametrize("ask", [trace_causal_path, open_surgical_window, read_skeleton, search_and_rank])
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("5-2", "'cart.py:5-2' ends before it begins; give cart.py:2-5."),
        ("-5", "'cart.py:-5' names no lines; give cart.py:LINE or cart.py:FIRST-LAST."),
        ("2-", "'cart.py:2-' names no lines; give cart.py:LINE or cart.py:FIRST-LAST."),
    ],
)
def test_lines_that_no_file_has_are_refused_in_one_sentence(
    tmp_path: Path, ask: Callable[[DirectSession, str], object], lines: str, said: str
) -> None:
    files = {"cart.py": "def add():\n    pass\n\n\ndef drop():\n    pass\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    with pytest.raises(InvalidArgument) as error:
        ask(session, f"cart.py:{lines}")
    assert str(error.value) == said


DOCUMENTED = """\
package cart

// Total is the sum
// of all lines.
func Total() int { return one() }

/*
   What one costs.
*/
func one() int { return 1 } // not Half's

func Half() int { return 2 }
"""


@pytest.mark.parametrize(
    ("line", "meant"), [(3, "Total"), (4, "Total"), (5, "Total"), (8, "one"), (10, "one"), (11, "")]
)
def test_a_line_of_a_comment_means_the_definition_below(tmp_path: Path, line: int, meant: str) -> None:
    session = DirectSession(write(tmp_path, {"cart.go": DOCUMENTED}), load_settings())
    said = trace_causal_path(session, f"cart.go:{line}", "downstream").text
    assert said.startswith(f"func:cart.go:{meant} " if meant else "module:cart.go:__init__")
