"""Which definitions of one name a trace takes together, and which it asks to choose among."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import SessionOf, write

from nsccn.errors import AmbiguousEntity
from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

TRAIT = "trait Cart { def size: Int }\nobject Cart { def empty: Cart = new Cart { def size = 0 } }\n"
OPEN = "int open_shop(int day) { return day; }\n"


@pytest.mark.parametrize(
    ("files", "name", "places"),
    [
        ({"src/main/scala/shop/Cart.scala": TRAIT}, "Cart", ["Cart.scala:Cart  L1", "Cart.scala:Cart  L2"]),
        (
            {"src/unix/core.c": OPEN, "src/win/core.c": OPEN},
            "open_shop",
            ["func:src/unix/core.c:open_shop", "func:src/win/core.c:open_shop"],
        ),
        (
            {"src/kqueue.c": OPEN, "src/posix-poll.c": OPEN, "src/linux.c": OPEN},
            "open_shop",
            ["src/kqueue.c", "src/posix-poll.c", "src/linux.c"],
        ),
    ],
)
def test_companions_and_what_platforms_define_are_one(
    tmp_path: Path, files: dict[str, str], name: str, places: list[str]
) -> None:
    session = DirectSession(write(tmp_path / "code", files), Settings(cache_dir=tmp_path / "cache"))

    heads = trace_causal_path(session, name, "upstream").text.partition("\nupstream")[0].split("\n")

    assert len(heads) == len(places)
    assert all(any(place in head for head in heads) for place in places)


@pytest.mark.parametrize(
    "paths", [("src/cart.c", "src/shop.c"), ("src/unix/core.c", "src/core.c"), ("linux/one.c", "linux/two.c")]
)
def test_others_are_not(tmp_path: Path, paths: tuple[str, str]) -> None:
    files = dict.fromkeys(paths, OPEN)
    session = DirectSession(write(tmp_path / "code", files), Settings(cache_dir=tmp_path / "cache"))

    with pytest.raises(AmbiguousEntity):
        trace_causal_path(session, "open_shop", "upstream")


def test_the_parts_of_a_type_are_meant_together(session_of: SessionOf) -> None:
    session = session_of(
        {
            "Row.cs": "public partial class Row\n{\n    public void Set() { }\n}\n",
            "RowReading.cs": "public partial class Row\n{\n    public void Get() { }\n}\n"
            "public class Uses\n{\n    Row Make() => new Row();\n}\n",
        }
    )
    said = trace_causal_path(session, "Row", "upstream").text.splitlines()
    assert [line.split("  ")[0] for line in said[:2]] == ["class:Row.cs:Row", "class:RowReading.cs:Row"]
    assert said[3].startswith("<- method:RowReading.cs:Uses.Make  calls L7")
