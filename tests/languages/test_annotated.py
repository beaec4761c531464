"""Every fixture of every language: the edges that its marks say, and the skeletons that lie beside it."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from languages.annotated import AnnotatedTree, read_fixture, skeletons

from nsccn.graph import languages
from nsccn.graph.extraction.captures import unknown_captures
from nsccn.graph.extraction.extract import extract

HERE = Path(__file__).parent
FIXTURES = sorted(HERE.glob("*/*.fixture"))
SPELLED = sorted([*HERE.glob("*/spelling.fixture"), *HERE.glob("*/misread.fixture")])
GOLDEN = sorted(path for path in FIXTURES if path.with_suffix(".skeleton").exists())


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], AnnotatedTree]:
    @cache
    def tree_of(folder: Path) -> AnnotatedTree:
        scratch = tmp_path_factory.mktemp(folder.name)
        return AnnotatedTree(sorted(folder.glob("*.fixture")), scratch / "tree", scratch / "cache")

    return tree_of


@pytest.mark.parametrize("path", FIXTURES, ids=_name)
def test_the_graph_has_the_marked_edges(path: Path, trees: Callable[[Path], AnnotatedTree]) -> None:
    complaints = "\n".join(trees(path.parent).complaints(path.stem))
    assert not complaints, complaints


@pytest.mark.parametrize("path", SPELLED, ids=_name)
def test_what_the_grammar_is_given_in_other_bytes_has_no_errors(path: Path) -> None:
    problems = [
        (name, problem.line, problem.message)
        for name, text in read_fixture(path).files.items()
        for problem in extract(name, text.encode()).problems
    ]
    assert not problems


@pytest.mark.parametrize("path", GOLDEN, ids=_name)
def test_skeletons_are_as_kept(path: Path) -> None:
    golden = path.with_suffix(".skeleton")
    actual = skeletons(path)
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_bytes(actual.encode())
    assert actual == golden.read_bytes().decode()


@pytest.mark.parametrize("name", languages.names())
def test_queries_use_the_capture_vocabulary(name: str) -> None:
    assert unknown_captures(languages.load(name)) == []


@pytest.mark.parametrize("name", languages.names())
def test_every_language_has_fixtures_and_a_golden_skeleton(name: str) -> None:
    assert [path for path in FIXTURES if path.parent.name == name]
    assert [path for path in GOLDEN if path.parent.name == name]


def test_marked_failures_complain_once_they_are_mended(tmp_path: Path) -> None:
    fixture = tmp_path / "marks.fixture"
    fixture.write_text(
        "# --- path: a.py ---\n"
        "def f(): pass\n"
        "def g():\n"
        "    f()  # ^ calls: missing f\n"
        "def h():\n"
        "    f()  # ^ calls: missing g, wrong f\n"
        "def i():\n"
        "    str()  # ^ calls: wrong f\n",
        "utf-8",
    )
    tree = AnnotatedTree([fixture], tmp_path / "tree", tmp_path / "cache")
    assert tree.complaints("marks") == [
        "a.py:3: calls, no longer missing: f",
        "a.py:7: calls, missing: f",
    ]
