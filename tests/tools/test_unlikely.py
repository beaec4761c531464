"""Callers behind unlikely calls are counted, and listed by the cursor."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

PARTS = "".join(
    f"class {name} extends Part {{ public int run() {{ return Rates.of{name}(); }} }}\n" for name in "ABCDE"
)
RATES = "".join(f"  static int of{name}() {{ return 1; }}\n" for name in "ABCDE")
SHOP = """class Shop {
  int any(Part part) { return part.run(); }
  int all(Part part) { return any(part); }
  int sure() { return new A().run() + any(new Part()); }
}
"""
FILES = {
    "Part.java": "class Part { public int run() { return 0; } }\n",
    "Parts.java": PARTS,
    "Rates.java": f"class Rates {{\n{RATES}}}\n",
    "Shop.java": SHOP,
}


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return DirectSession(
        write(tmp_path, FILES), load_settings({"cache_dir": tmp_path / ".cache"}, repo=tmp_path)
    )


def callers(session: DirectSession, one: str, cursor: str = "") -> list[str]:
    return trace_causal_path(session, one, "upstream", cursor=cursor).text.splitlines()[1:]


def test_beside_a_likely_caller_unlikely_ones_are_counted(session: DirectSession) -> None:
    head, *edges, left = callers(session, "Rates.ofA")
    assert head == "upstream, depth 3: 2 entities, 2 edges"
    assert edges == ["<- method:Parts.java:A.run  calls L1", "  <- method:Shop.java:Shop.sure  calls L4"]
    assert re.fullmatch(r"\[and 2 behind unlikely calls \(\?<0\.5\); cursor=\S+\]", left)
    cursor = left.partition("cursor=")[2].rstrip("]")
    assert callers(session, "Rates.ofA", cursor)[1:] == [
        "A.run (above)",
        "  <- method:Shop.java:Shop.any  calls L2 ?0.25 (override)",
        "    <- Shop.sure (above)  calls L4",
        "    <- :Shop.all  calls L3",
    ]


def test_unlikely_callers_are_told_where_there_are_no_others(session: DirectSession) -> None:
    assert callers(session, "Rates.ofB")[1:3] == [
        "<- method:Parts.java:B.run  calls L2",
        "  <- method:Shop.java:Shop.any  calls L2 ?0.25 (override)",
    ]
    assert callers(session, "B.run")[1:3] == [
        "<- method:Shop.java:Shop.any  calls L2 ?0.25 (override)",
        "  <- :Shop.all  calls L3; Shop.sure L4",
    ]
