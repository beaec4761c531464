"""A trace of errors has every line on which they reach a caller, or are caught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

SHOP = """\
class SoldOut(Exception):
    pass


def take(item):
    raise SoldOut(item)


def order(items):
    take(items[0])
    take(items[1])


def offer(items):
    try:
        take(items[0])
        take(items[1])
    except SoldOut:
        return None


def half(items):
    take(items[0])
    take(items[1])
    try:
        take(items[2])
    except SoldOut:
        return None
"""


def test_every_call_by_which_errors_pass(tmp_path: Path) -> None:
    root = write(tmp_path / "shop", {"shop.py": SHOP})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))

    answer = trace_causal_path(session, "take", "errors")
    assert answer.text.splitlines()[3:] == [
        "-> class::SoldOut  raises L6 | class SoldOut(Exception)",
        "<- :order  escapes to it at L10,11",
        "<- :offer  catches it at L16,17; half L26",
        "<- half (above)  escapes to it at L23",  # of those that are caught and not caught, the first
    ]
    assert (
        trace_causal_path(session, "order", "errors").text.splitlines()[-2] == "-> :take  may fail at L10,11"
    )

    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"), structured=True)
    adjacency = trace_causal_path(session, "take", "errors").data["adjacency"]
    lines = {edge["target"]: edge.get("lines") for edge in adjacency["func:shop.py:take"]}
    assert lines["func:shop.py:order"] == [10, 11]
