from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hostile_repository
import pytest
from mcp_client import Caller, serving

from nsccn.cli import main
from nsccn.cli.output import visible
from nsccn.index import RepoIndex
from nsccn.tracing.directions import DIRECTIONS


class Shell:
    """Runs commands in this process on one repository."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._root = root
        self._capsys = capsys

    def __call__(self, *arguments: str) -> str:
        """Run a command that succeeds, and return what it prints."""
        code, output, errors = self.run(*arguments)
        assert (code, errors) == (0, "")
        return output

    def run(self, *arguments: str) -> tuple[int, str, str]:
        try:
            code = main(["--repo", str(self._root), *arguments])
        except SystemExit as end:
            code = int(end.code or 0)
        output, errors = self._capsys.readouterr()
        return code, output, errors


@pytest.fixture(scope="module")
def indexed(shop: Path) -> Path:
    """The sample repository, indexed before anybody asks: on a busy machine a command would say how far it is."""
    RepoIndex.build(shop).close()
    return shop


@pytest.fixture
def shell(indexed: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(indexed, capsys)


@pytest.fixture(scope="module")
def server(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with serving("--root", str(shop), cwd=tmp_path_factory.mktemp("cwd")) as caller:
        yield caller


TWINS = [
    (["search", "apply", "discount"], "search_and_rank", {"query": "apply discount"}),
    (
        ["search", "discount", "--limit", "2", "--kind", "method", "--path", "backend/**"],
        "search_and_rank",
        {"query": "discount", "limit": 2, "kind": "method", "path": "backend/**"},
    ),
    (["search", "--", "-nothing-like-it-"], "search_and_rank", {"query": "-nothing-like-it-"}),
    (["skeleton", "backend/cart.py"], "read_skeleton", {"file_path": "backend/cart.py"}),
    (
        ["skeleton", "backend", "--detail", "name", "--max-tokens", "300"],
        "read_skeleton",
        {"file_path": "backend", "detail": "name", "max_tokens": 300},
    ),
    (["trace", "place_order"], "trace_causal_path", {"entity_id": "place_order"}),
    (
        ["trace", "Cart.total", "--direction", "upstream", "--depth", "2"],
        "trace_causal_path",
        {"entity_id": "Cart.total", "direction": "upstream", "depth": 2},
    ),
    (
        ["trace", "place_order", "--to", "PercentOff.discount"],
        "trace_causal_path",
        {"entity_id": "place_order", "to": "PercentOff.discount"},
    ),
    (["window", "Cart.total"], "open_surgical_window", {"entity_id": "Cart.total"}),
    (
        ["window", "Cart.total", "README.md:3", "--context-lines", "0"],
        "open_surgical_window",
        {"entity_id": ["Cart.total", "README.md:3"], "context_lines": 0},
    ),
    (
        ["select", "--task", "the third piece is not free", "--budget", "700", "--weight", "mentions=0.5"],
        "select_context",
        {"task": "the third piece is not free", "budget": 700, "weights": {"mentions": 0.5}},
    ),
    (
        [
            "select",
            "--task",
            "test the cart",
            "--include-tests",
            "yes",
            "--max-files",
            "1",
            "--min-score",
            "0.1",
        ],
        "select_context",
        {"task": "test the cart", "include_tests": True, "max_files": 1, "min_score": 0.1},
    ),
]


@pytest.mark.parametrize(("command", "tool", "arguments"), TWINS)
def test_twin_prints_what_the_tool_answers(
    shell: Shell, server: Caller, command: list[str], tool: str, arguments: dict[str, Any]
) -> None:
    assert shell(*command) == server.text(tool, **arguments) + "\n"


@pytest.mark.parametrize("command", [twin[0] for twin in TWINS[3:]])
def test_json_is_data(shell: Shell, command: list[str]) -> None:
    assert isinstance(json.loads(shell(*command, "--json")), dict)


def test_json_of_a_search_is_as_specified(shell: Shell) -> None:
    (hit,) = json.loads(shell("search", "place_order", "--limit", "1", "--json"))["results"]
    assert hit["id"] == "func:backend/checkout.py:place_order"
    assert hit["file"] == "backend/checkout.py"
    assert hit["line"] == 11
    assert 0 < hit["score"] <= 1


def test_options_of_every_command_may_stand_before_or_after_it(
    shop: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["--repo", str(shop), "--json", "window", "Cart.total"],
        ["window", "Cart.total", "--json", "--repo", str(shop)],
    ):
        assert main(arguments) == 0
        assert json.loads(capsys.readouterr().out)["file"] == "backend/cart.py"


def test_the_help_of_a_command_is_about_that_command(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, shows_all in ((["--help"], True), (["trace", "--help"], False)):
        with pytest.raises(SystemExit):
            main(arguments)
        text = capsys.readouterr().out
        assert "--repo DIR" in text
        assert ("--rrf-k" in text) is shows_all
        assert ("nsccn --help" in text) is not shows_all


def test_default_repository_is_the_one_around_the_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    below = tmp_path / "src" / "deep"
    below.mkdir(parents=True)
    (below / "a.py").write_text("def far_below(): ...\n")
    monkeypatch.chdir(below)
    assert main(["search", "far_below"]) == 0
    assert "func:src/deep/a.py:far_below" in capsys.readouterr().out
    assert main(["skeleton", "a.py"]) == 0
    assert capsys.readouterr().out.startswith("src/deep/a.py  python, 1 line")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["window", "Cart.totl"], "nearest: method:backend/cart.py:Cart.total"),
        (["window", "discount"], "names 4 entities; give one id: "),
        (["window", "../secret:1"], "is outside the repository"),
        (["skeleton", "nowhere"], "No file or directory 'nowhere'"),
        (["skeleton", "README.md", "--detail", "full"], "detail must be one of"),
        (["skeleton"], "skeleton needs a path"),
        (["skeleton", "--stats", "README.md"], "leave the path out"),
        (["skeleton", ".", "--focus", "zzxqv wwvqz"], "Nothing is found for focus"),
        (["trace", "place_order", "--depth", "0"], "depth must be between 1 and 10."),
        (["trace", "place_order", "--direction", "sideways"], "direction"),
        (["search", ""], "query must not be empty"),
        (["search", "x", "--limit", "x"], "invalid int value: 'x'"),
        (["search", "x", "--cursor", "x"], "call again without cursor"),
        (["select", "--task", "x", "--budget", "1"], "the least that works is"),
        (["select", "--task", "x", "--weight", "mentions"], "is no NAME=VALUE"),
        (
            ["select", "--task", "x", "--weight", "luck=1"],
            "No weight is named 'luck'; there are symbol_overlap,",
        ),
        (
            ["select", "--task", "x", "--weight", "mentions=-1"],
            "The weight mentions is -1.0; give a number of 0 or",
        ),
        (["select", "--task", " "], "The task is empty"),
        (["select", "--task", "x", "--min-score", "2"], "give a number from 0 to 1"),
        (["select", "--task", "x", "--max-files", "0"], "give a whole number of 1 or more"),
        (["select", "--task", "x", "--format", "pdf"], "invalid choice: 'pdf'"),
        (["select"], "required: --task"),
        (["search", "--dry-run"], "required: query (one that begins with a dash goes behind --)"),
        (["select", "--task", "cart", "--output", "missing/pack.md"], "cannot be written"),
        (["export", "--kinds", "FRIENDS"], "There is no edge kind FRIENDS"),
        (["export", "--min-probability", "2"], "--min-probability must be between 0 and 1."),
        (["status", "--max-file-bytes", "0"], "max_file_bytes"),
        (["dance"], "invalid choice: 'dance'"),
        ([], "required: COMMAND"),
    ],
)
def test_bad_input_is_a_sentence_and_code_2(shell: Shell, command: list[str], sentence: str) -> None:
    code, output, errors = shell.run(*command)
    assert code == 2
    assert output == ""
    assert sentence in errors
    assert errors.startswith("nsccn")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    "command", [["index"], ["status"], ["search", "discount"], ["select", "--task", "x"]]
)
def test_a_directory_behind_a_command_is_told_how_it_is_given(shell: Shell, command: list[str]) -> None:
    code, output, errors = shell.run(*command, ".")
    assert (code, output) == (2, "")
    assert "'.' is a directory; a repository is given as --repo DIR" in errors


def test_root_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for root, sentence in ((tmp_path / "missing", "does not exist"), (tmp_path, "holds no file to index")):
        assert main(["search", "x", "--repo", str(root)]) == 2
        assert sentence in capsys.readouterr().err


TRACEBACK = """\
Traceback (most recent call last):
  File "backend/checkout.py", line 13, in place_order
KeyError: 1
"""


def test_task_traceback_and_query_come_from_standard_input(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("The third piece is not free.\n"))
    assert "class ThirdFree" in shell("select", "--task", "-", "--budget", "900")
    monkeypatch.setattr("sys.stdin", io.StringIO(TRACEBACK))
    assert "func:backend/checkout.py:place_order" in shell("trace", "-")
    monkeypatch.setattr("sys.stdin", io.StringIO("backend/checkout.py:13: error: x\n"))
    assert shell("search", "-").startswith("L13 in func:backend/checkout.py:place_order")


def test_each_direction_of_a_trace_is_a_command_too(shell: Shell) -> None:
    asked = shell("trace", "place_order", "--direction", "upstream")
    assert "upstream, depth 3" in asked
    assert shell("upstream", "place_order") == asked
    for direction in DIRECTIONS:
        assert shell(direction, "place_order") == shell("trace", "place_order", "--direction", direction)


def test_a_file_elsewhere_without_a_traceback_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "cart.py").write_text("def total():\n    pass\n")
    (tmp_path / "notes.txt").write_text("Nothing.\n")
    where = ["--repo", str(tmp_path / "shop"), "--cache-dir", str(tmp_path / "cache")]

    assert main(["trace", str(tmp_path / "gone.txt"), *where]) == 2
    assert "gone.txt' cannot be read (No such file or directory); give an entity" in capsys.readouterr().err
    assert main(["trace", str(tmp_path / "notes.txt"), *where]) == 2
    assert (
        "notes.txt' holds no traceback or patch and is outside the repository; give"
        in capsys.readouterr().err
    )


def test_a_patch_is_read_from_a_file(shell: Shell, tmp_path: Path) -> None:
    patch = tmp_path / "change.diff"
    patch.write_text(
        "--- a/backend/checkout.py\n+++ b/backend/checkout.py\n@@ -13,1 +13,1 @@\n-    x = 1\n+    x = 2\n"
    )
    assert "func:backend/checkout.py:place_order" in shell("trace", str(patch), "--direction", "upstream")


def test_traceback_is_read_from_a_file(shell: Shell, tmp_path: Path) -> None:
    log = tmp_path / "crash.log"
    log.write_text(TRACEBACK)
    assert "func:backend/checkout.py:place_order" in shell("trace", str(log))


@pytest.mark.parametrize("task", ["x" * 200_000, "discount " * 25_000, "割引が失われる", "скидка пропадает"])
def test_any_task_is_answered(shell: Shell, monkeypatch: pytest.MonkeyPatch, task: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(task))
    code, output, errors = shell.run("select", "--task", "-", "--budget", "900")
    assert (code, output[0]) == (0, "#")
    assert ("BEST EFFORT" in output) == ("nothing matches the task well" in errors)
    assert errors.count("\n") <= 1


def test_a_best_effort_is_said_on_standard_error(shell: Shell) -> None:
    code, output, errors = shell.run("select", "--task", "discounts", "--min-score", "1", "--json")
    assert code == 0
    assert json.loads(output)["used_fallback"]
    assert errors.startswith("nsccn: nothing matches the task well; this is the best there is.")


def test_pack_has_forms_and_explanations(shell: Shell) -> None:
    asked = ("select", "--task", "the discount is lost", "--budget", "1500")
    assert shell(*asked, "--format", "xml").startswith('<context intent="BUG_FIX"')
    assert "```python" in shell(*asked, "--format", "markdown")
    assert "lexical_sim" not in shell(*asked)
    assert "lexical_sim 0." in shell(*asked, "--explain")
    pieces = json.loads(shell(*asked, "--explain", "--json"))["selected"][0]["pieces"]
    assert sum(pieces[0]["contributions"].values()) == pytest.approx(pieces[0]["score"], abs=0.001)


def test_pack_is_written_to_a_file(shell: Shell, tmp_path: Path) -> None:
    pack = tmp_path / "pack.md"
    command = ("select", "--task", "discounts", "--budget", "900")
    assert shell(*command, "--output", str(pack)) == ""
    assert pack.read_text("utf-8") == shell(*command)


def test_edges_are_exported_sorted_and_the_same_each_time(shell: Shell) -> None:
    lines = shell("export", "--edges").splitlines()
    rows = [json.loads(line) for line in lines]
    assert list(rows[0]) == [
        "source",
        "relation",
        "target",
        "file",
        "line",
        "via",
        "confidence",
        "probability",
    ]
    keys = [tuple(row.values()) for row in rows]
    assert keys == sorted(keys)
    assert any(
        (row["source"], row["relation"], row["target"])
        == ("func:backend/checkout.py:place_order", "CALLS", "method:backend/cart.py:Cart.total")
        for row in rows
    )
    assert shell("export").splitlines() == lines


def test_edges_are_exported_by_kind_and_probability(shell: Shell) -> None:
    rows = [json.loads(line) for line in shell("export", "--kinds", "inherits,calls").splitlines()]
    assert {row["relation"] for row in rows} == {"CALLS", "INHERITS"}
    sure = [json.loads(line) for line in shell("export", "--min-probability", "1").splitlines()]
    assert {row["probability"] for row in sure} == {1.0}
    assert {row["confidence"] for row in sure} == {"resolved"}


def test_edges_are_exported_by_the_way_they_come_about(shell: Shell) -> None:
    rows = [json.loads(line) for line in shell("export", "--kinds", "direct").splitlines()]
    assert {row["via"] for row in rows} == {"direct"}
    assert {"CALLS", "IMPORTS"} <= {row["relation"] for row in rows}
    calls = [json.loads(line) for line in shell("export", "--kinds", "direct,calls").splitlines()]
    assert calls == [row for row in rows if row["relation"] == "CALLS"]


def test_what_fields_have_as_an_object_is_written_out_is_exported_where_it_is_named(
    tmp_path: Path, shell: Shell
) -> None:
    (tmp_path / "made").mkdir()
    source = "package shop\n\ntype Cart struct{ size int }\n\nfunc fill() Cart { return Cart{size: 3} }\n"
    (tmp_path / "made" / "cart.go").write_text(source)
    repository = ("--repo", str(tmp_path / "made"))
    made = [json.loads(line) for line in shell("export", *repository, "--kinds", "initializer").splitlines()]
    assert [(row["source"], row["relation"], row["target"]) for row in made] == [
        ("func:cart.go:fill", "MUTATES", "attr:cart.go:Cart.size")
    ]
    assert "initializer" not in shell("export", *repository)


def test_a_repository_without_edges_has_an_empty_export(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "a.py").write_text("A = 1\n")
    output = tmp_path / "edges.jsonl"
    shell("export", "--repo", str(tmp_path / "alone"), "--output", str(output))
    assert output.read_bytes() == b""


def test_graph_is_exported_for_other_programs(shell: Shell, tmp_path: Path) -> None:
    import networkx as nx

    path = tmp_path / "graph.xml"
    shell("export", "--format", "graphml", "--output", str(path))
    graph = nx.read_graphml(path)
    assert graph.number_of_edges() == len(shell("export").splitlines())
    data = json.loads(shell("export", "--format", "node-link"))
    assert nx.node_link_graph(data, edges="edges").number_of_edges() == graph.number_of_edges()


def test_index_speaks_in_lines_when_piped_and_is_silent_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("def a(): ...\n")
    (tmp_path / "b.py").write_text("def b(:\n")
    (tmp_path / "c.bin").write_bytes(b"\0" * 10)
    assert main(["index", "--repo", str(tmp_path)]) == 0
    output, errors = capsys.readouterr()
    assert output == ""
    assert "Reading files: 0 of 2" in errors
    assert errors.endswith("nsccn: 2 files indexed (python 2), 1 skipped (binary 1), 1 broken.\n")
    assert main(["index", "--quiet", "--repo", str(tmp_path)]) == 0
    assert capsys.readouterr() == ("", "")


def test_status_says_what_is_indexed_skipped_and_broken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "repository"
    hostile_repository.build(root)
    # A cache of its own: facts that another test has stored of the same files would not be this root's own.
    where = ["--repo", str(root), "--cache-dir", str(tmp_path / "cache")]
    assert main(["status", *where]) == 0
    report = capsys.readouterr().out
    assert f"root      {root}\n" in report
    assert "python " in report
    assert "binary 1" in report
    assert "secret 1" in report
    assert "  broken.py:" in report
    assert main(["status", "--json", *where]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["skipped"]["secret"] == 1
    assert data["broken"][0]["file"] == "broken.py"
    assert data["cache"]["bytes"] > data["cache"]["snapshot_bytes"] > 0
    assert data["cache"]["own_facts_bytes"] > 0
    assert data["seconds"].keys() <= {"walk", "read", "extract", "link", "index", "store"}


def test_terminal_escapes_of_a_repository_are_made_visible_on_a_terminal() -> None:
    text = "a\x1b]0;title\x07\x9b2J\u202eb\tc\nd\x7f"
    assert visible(text) == "a\\x1b]0;title\\x07\\x9b2J\\u202eb\tc\nd\\x7f"


def test_skeleton_stats_count_tokens_per_language(shell: Shell) -> None:
    table = shell("skeleton", "--stats").splitlines()
    rows = json.loads(shell("skeleton", "--stats", "--json"))

    assert table[0].split() == [
        *(
            "language",
            "files",
            "lines",
            "definitions",
            "tokens",
            "signatures",
            "saved",
            "with",
            "docs",
            "saved",
        )
    ]
    assert table[-1].startswith("all ")
    assert rows[-1]["language"] == "all"
    for name in ("files", "lines", "definitions", "tokens", "signatures", "docs"):
        assert rows[-1][name] == sum(row[name] for row in rows[:-1])
    assert all(0 < row["signatures"] <= row["docs"] <= row["tokens"] for row in rows)
    assert {"python", "typescript", "text"} <= {row["language"] for row in rows}
