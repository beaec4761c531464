"""A mistake of nsccn in what is done with the links of all files: what an agent and a person see of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_client import Caller, connected
from written_files import write, write_and_settle

from nsccn.cli.main import main
from nsccn.graph import columns
from nsccn.settings import Settings
from nsccn.tools.roots import RootPolicy
from nsccn.tools.server import create_server
from nsccn.tools.session import Workspace

SHOP = {
    "shop.py": "class Shop:\n    def open(self): self.ring()\n    def ring(self): pass\n",
    "kiosk.py": "from shop import Shop\nclass Kiosk(Shop):\n    def ring(self): pass\n",
}
FAILURE = (
    "There are no edges to follow: linking failed by a mistake of nsccn; please report it (KeyError: 7 at "
    "test_linking_failure.py:LINE). Search, skeletons and windows answer as before, and it is tried again when files "
    "change."
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_and_settle(tmp_path / "repo", SHOP)


@pytest.fixture
def mistakes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that the mistake was made; it is made while there is no entry `mended`."""
    made: list[str] = []
    overrides = columns.overrides

    def mistaken(*arguments: object) -> object:
        if "mended" in made:
            return overrides(*arguments)  # type: ignore[arg-type]
        made.append("made")
        known: dict[int, str] = {}
        return known[7]

    monkeypatch.setattr(columns, "overrides", mistaken)
    return made


@pytest.fixture
def server(root: Path, mistakes: list[str]) -> Iterator[Caller]:
    assert not mistakes
    workspace = Workspace(RootPolicy(root, named=True), lambda _: Settings())
    with connected(create_server(workspace, Settings())) as caller:
        yield caller


def without_line(text: str) -> str:
    return re.sub(r"(?<=\.py:)\d+(?=\))", "LINE", text)


def test_what_follows_edges_says_in_a_sentence_that_there_are_none(
    server: Caller, mistakes: list[str]
) -> None:
    assert without_line(server.error("trace_causal_path", entity_id="Shop.open")) == FAILURE
    assert without_line(server.error("trace_causal_path", entity_id="Kiosk")) == FAILURE
    assert without_line(server.error("select_context", task="ring the bell of the kiosk")) == FAILURE
    assert mistakes == ["made"]


def test_what_asks_for_no_edges_is_answered(server: Caller) -> None:
    server.error("trace_causal_path", entity_id="Shop.open")
    assert server.text("search_and_rank", query="kiosk ring").startswith("1. method:kiosk.py:Kiosk.ring")
    assert "class:shop.py:Shop" in server.text("search_and_rank", query="Shoop")
    assert server.text("search_and_rank", query="shop.py:2").startswith("L2 in method:shop.py:Shop.open")
    assert server.text("open_surgical_window", entity_id="Kiosk.ring").startswith(
        "method:kiosk.py:Kiosk.ring"
    )
    assert "def open(self)" in server.text("read_skeleton", file_path=".")
    assert server.error("open_surgical_window", entity_id="Kiosk.rang").startswith(
        "No entity 'Kiosk.rang'; nearest: "
    )


def test_after_a_change_it_is_tried_again(server: Caller, root: Path, mistakes: list[str]) -> None:
    server.error("trace_causal_path", entity_id="Shop.open")
    mistakes.append("mended")
    write(root, {"stall.py": "from kiosk import Kiosk\ndef wipe(): Kiosk().ring()\n"})
    assert ":Kiosk.ring" in server.text("trace_causal_path", entity_id="wipe")


def test_status_and_index_name_it(
    root: Path, mistakes: list[str], capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert main(["status", "--repo", str(root)]) == 0
    report = capsys.readouterr().out
    assert f"failure   {FAILURE}" in without_line(report)
    assert "indexed   2 files: python 2" in report
    assert main(["status", "--json", "--repo", str(root)]) == 0
    assert json.loads(capsys.readouterr().out)["failure"].startswith("There are no edges to follow")
    assert main(["index", "--repo", str(root)]) == 1
    assert FAILURE in without_line(capsys.readouterr().err)
    assert "KeyError: 7" in caplog.text
    mistakes.append("mended")
    assert main(["status", "--repo", str(root)]) == 0
    assert "failure" not in capsys.readouterr().out
