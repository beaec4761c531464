"""Questions about two real packages of the environment, parts of networkx and starlette, whose answers are known.

The smaller one is indexed twice, in processes that hash strings differently and share no cache: equal files must give
equal bytes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from nsccn.index import RepoIndex
from nsccn.settings import Settings

Ask = Callable[..., str]

WEIGHTED = "algorithms/shortest_paths/weighted.py"


def package(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def asker(root: Path, cache: Path, seed: str) -> Ask:
    """Return a function that asks the command line about a package."""
    environ = {**os.environ, "NSCCN_CACHE_DIR": str(cache), "PYTHONHASHSEED": seed}

    def ask(*words: str) -> str:
        command = [sys.executable, "-P", "-m", "nsccn", *words, "--repo", str(root)]
        done = subprocess.run(
            command, env=environ, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return ask


@pytest.fixture(scope="module")
def networkx(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    root = tmp_path_factory.mktemp("part") / "networkx"
    for part in ("classes", "algorithms/shortest_paths", "utils"):
        shutil.copytree(package("networkx") / part, root / part)
    shutil.copy(package("networkx") / "__init__.py", root)
    return asker(root, tmp_path_factory.mktemp("networkx"), "1")


@pytest.fixture(scope="module")
def starlette(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    return asker(package("starlette"), tmp_path_factory.mktemp("starlette"), "1")


def traced(ask: Ask, entity: str, *words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(ask("trace", entity, *words, "--json"))
    return answer


def test_the_callers_of_a_function(networkx: Ask) -> None:
    answer = traced(
        networkx, f"func:{WEIGHTED}:_dijkstra_multisource", "--direction", "upstream", "--depth", "1"
    )
    callers = {name for name in answer["entities"] if name.startswith(f"func:{WEIGHTED}:")}
    assert callers == {
        f"func:{WEIGHTED}:{name}"
        for name in (
            "_dijkstra",
            "_dijkstra_multisource",
            "multi_source_dijkstra",
            "multi_source_dijkstra_path_length",
        )
    }


def test_a_path_between_two_functions(networkx: Ask) -> None:
    answer = traced(
        networkx, f"func:{WEIGHTED}:dijkstra_path", "--to", f"func:{WEIGHTED}:_dijkstra_multisource"
    )
    steps = [
        f"func:{WEIGHTED}:{name}"
        for name in ("dijkstra_path", "single_source_dijkstra", "multi_source_dijkstra")
    ]
    for step in steps:
        assert step in answer["adjacency"]


def test_a_class_and_what_inherits_from_it(networkx: Ask) -> None:
    answer = traced(networkx, "class:classes/graph.py:Graph", "--direction", "inheritance", "--depth", "2")
    for subclass in ("digraph.py:DiGraph", "multigraph.py:MultiGraph", "multidigraph.py:MultiDiGraph"):
        assert f"class:classes/{subclass}" in answer["entities"]


def test_the_skeleton_keeps_signatures_and_drops_bodies(networkx: Ask) -> None:
    skeleton = networkx("skeleton", "classes/graph.py", "--detail", "signature")
    assert "def add_edge(self, u_of_edge, v_of_edge, **attr):" in skeleton
    assert "self._adj[u][v] = datadict" not in skeleton


def test_a_window_shows_the_lines_of_the_file(networkx: Ask) -> None:
    window = json.loads(
        networkx("window", "method:classes/graph.py:Graph.number_of_nodes", "--context-lines", "0", "--json")
    )
    lines = (package("networkx") / "classes/graph.py").read_text("utf-8").splitlines()
    assert lines[window["start"] - 1].strip() == "def number_of_nodes(self):"
    assert "return len(self._node)" in window["code"]


def test_a_phrase_finds_the_file_that_does_it(starlette: Ask) -> None:
    hits = json.loads(starlette("search", "middleware that compresses responses", "--limit", "3", "--json"))
    assert hits["results"][0]["file"] == "middleware/gzip.py"


def test_the_bases_of_a_class_across_files(starlette: Ask) -> None:
    answer = traced(starlette, "class:websockets.py:WebSocket", "--direction", "inheritance")
    assert "class:requests.py:HTTPConnection" in answer["entities"]


QUESTIONS = (
    ("search", "how are errors turned into responses"),
    ("skeleton", "applications.py"),
    ("trace", "class:applications.py:Starlette", "--direction", "errors"),
    ("trace", "class:config.py:Config", "--direction", "config"),
    ("trace", "class:requests.py:Request", "--direction", "upstream", "--depth", "2"),
    ("window", "class:applications.py:Starlette"),
    ("select", "--task", "add a header to every response of the application", "--budget", "4000"),
)


def test_equal_files_give_equal_bytes(starlette: Ask, tmp_path: Path) -> None:
    again = asker(package("starlette"), tmp_path, "2")
    for words in QUESTIONS:
        assert starlette(*words) == again(*words), words


def test_every_id_is_that_of_its_entity(tmp_path: Path) -> None:
    snapshot = RepoIndex.build(package("starlette"), settings=Settings(cache_dir=tmp_path)).snapshot
    graph = snapshot.graph
    others = [
        (graph.id_of(entity), graph.id_of(graph.lookup(graph.id_of(entity))))
        for entity in range(len(graph))
        if graph.file[entity] >= 0 and graph.lookup(graph.id_of(entity)) != entity
    ]
    # What only types are told of leads to what runs.
    assert all(asked.partition("#")[0] == found.partition("#")[0] for asked, found in others), others
    assert len(graph) > 500
