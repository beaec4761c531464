"""The examples are what they claim: snippets that start the server, a sample shop without a broken file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from nsccn.cli.parser import create_parser
from nsccn.graph.extraction.extract import extract
from nsccn.graph.languages import load, names
from nsccn.graph.walk.files import walk

EXAMPLES = Path(__file__).parent.parent / "examples"
SNIPPETS = sorted((EXAMPLES / "clients").iterdir())


def servers_of(snippet: Path) -> dict[str, Any]:
    text = snippet.read_text(encoding="utf-8")
    table = tomllib.loads(text) if snippet.suffix == ".toml" else json.loads(text)
    (servers,) = table.values()
    return servers


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda path: path.name)
def test_a_snippet_starts_the_server(snippet: Path) -> None:
    servers = servers_of(snippet)

    assert list(servers) == ["nsccn"]
    assert servers["nsccn"]["command"] == "nsccn"
    assert servers["nsccn"]["args"][0] == "serve"
    create_parser().parse_args(servers["nsccn"]["args"])


def test_every_snippet_is_listed() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")

    assert [snippet.name for snippet in SNIPPETS if f"(clients/{snippet.name})" not in text] == []


def test_the_paragraph_for_agents_names_every_tool() -> None:
    text = (EXAMPLES / "CLAUDE.md").read_text(encoding="utf-8")

    for tool in (
        "select_context",
        "search_and_rank",
        "read_skeleton",
        "trace_causal_path",
        "open_surgical_window",
    ):
        assert f"`{tool}`" in text


def test_the_shop_is_whole_and_speaks_every_language(shop: Path) -> None:
    spoken = set()
    for file in walk(shop).files:
        facts = extract(file.path, (shop / file.path).read_bytes())
        assert facts.problems == (), file.path
        spoken.add(facts.language)

    # The code of a component is in the language that it is like; what is only outlined has no edges to show.
    followed = {name for name in names() if not (load(name).like or load(name).outlined)}
    assert spoken == {*followed, "text"}


def test_nothing_of_the_shop_is_left_out(shop: Path) -> None:
    assert walk(shop).skipped == ()
