"""`nsccn status` says what is indexed, what is not and why, and how the snapshot came about."""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from nsccn.cli import main
from nsccn.graph import languages
from nsccn.graph.linking import resolve
from nsccn.graph.linking.calls.calls import Calls
from nsccn.index import RepoIndex
from nsccn.workers.extractors import Extractors
from nsccn.workers.pool import WorkerPool

TESTS = Path(__file__).parent
PHASES = {"walk", "read", "extract", "link", "index", "store"}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NSCCN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NSCCN_WORKERS", "1")
    root = tmp_path / "root"
    root.mkdir()
    return root


class Reporter:
    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._root = root
        self._capsys = capsys

    def text(self) -> str:
        assert main(["status", "--repo", str(self._root)]) == 0
        return self._capsys.readouterr().out

    def data(self) -> dict[str, Any]:
        assert main(["status", "--repo", str(self._root), "--json"]) == 0
        return dict(json.loads(self._capsys.readouterr().out))


@pytest.fixture
def status(root: Path, capsys: pytest.CaptureFixture[str]) -> Reporter:
    return Reporter(root, capsys)


def write_old(path: Path, text: str) -> None:
    """A file whose time stamp is old enough to be relied on."""
    path.write_text(text)
    os.utime(path, (time.time() - 60,) * 2)


def test_edges_are_counted_by_kind_and_state(root: Path, status: Reporter) -> None:
    write_old(
        root / "a.py", "class A:\n    def settle_all(self): ...\n\ndef one(): return A().settle_all()\n"
    )
    write_old(root / "b.py", "class B:\n    def settle_all(self): ...\n\ndef two(x): return x.settle_all()\n")

    calls = status.data()["edges"]["CALLS"]

    assert min(calls["resolved"], calls["ambiguous"]) >= 1
    total = calls["resolved"] + calls["ambiguous"]
    assert f"CALLS {total} ({calls['ambiguous']} ambiguous)" in status.text()


def test_where_nothing_is_indexed_edges_are_none_of_each_kind(status: Reporter) -> None:
    assert status.data()["edges"]["CALLS"] == {"resolved": 0, "ambiguous": 0}


def test_the_snapshot_that_still_holds_is_told_from_the_one_just_made(root: Path, status: Reporter) -> None:
    write_old(root / "a.py", "def a(): ...\n")
    assert status.data()["had_changed"]
    first = status.data()
    assert not first["had_changed"]

    write_old(root / "b.py", "def b(): ...\n")

    second = status.data()
    assert second["had_changed"]
    assert second["files"] == 2
    assert second["made"] >= first["made"]
    assert second["seconds"].keys() <= PHASES


def test_what_it_takes_on_disk(root: Path, status: Reporter, tmp_path: Path) -> None:
    write_old(root / "a.py", "def a(): ...\n")
    RepoIndex.build(_copy(root, tmp_path / "copy")).close()

    cache = status.data()["cache"]

    assert cache["directory"] == str(tmp_path / "cache")
    assert cache["own_facts_bytes"] == 0
    assert cache["bytes"] > cache["snapshot_bytes"] + cache["shared_facts_bytes"] > 0
    assert " shared); all repositories " in status.text()


def _copy(root: Path, copy: Path) -> Path:
    copy.mkdir()
    for path in root.iterdir():
        (copy / path.name).write_text(path.read_text())
    return copy


def test_files_that_could_not_be_parsed_are_named(
    root: Path, status: Reporter, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their parser hangs, crashes or fails, as their text tells it to."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(TESTS), str(TESTS.parent))))

    def odd_pool(_: Extractors, files: int) -> WorkerPool:
        return WorkerPool(1, deadline=0.3, extractor="odd_extractors:obey")

    for name, order in (("a", "sleep"), ("b", "crash"), ("c", "fail too odd")):
        write_old(root / f"{name}.py", order)

    with monkeypatch.context() as patch:
        patch.setattr(Extractors, "of_files", odd_pool)
        data = status.data()

    assert data["skipped"] == {"not parsed": 3}
    assert data["unparsed"] == [
        {"file": "a.py", "reason": "timed out"},
        {"file": "b.py", "reason": "crashed the parser"},
        {"file": "c.py", "reason": "ValueError: too odd"},
    ]
    lines = status.text().splitlines()
    assert "unparsed  3 files" in lines
    assert "  a.py timed out" in lines

    write_old(root / "d.py", "def good(): ...\n")
    assert main(["export", "--repo", str(root)]) == 0
    assert capsys.readouterr().err == "nsccn: Edges of 3 files are missing; `nsccn status` names them.\n"


@pytest.mark.parametrize("beside", ["b.py", "b.go"])
def test_what_could_not_be_parsed_is_tried_again_when_its_language_is_read_otherwise(
    beside: str, root: Path, status: Reporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file itself is as it was, so that nothing else says that it is to be read again."""

    class Failing(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *given: Any, **_: Any) -> Any:  # noqa: ANN401
            parts = [("ValueError: too odd" if one[0] == "a.py" else fn([one])[0]) for one in given[0]]
            return super().submit(lambda: parts)

    write_old(root / "a.py", "def settle(): ...\n")
    write_old(root / beside, "")
    with monkeypatch.context() as patch:
        patch.setattr(Extractors, "of_files", lambda *_: Failing(1))
        assert status.data()["unparsed"] == [{"file": "a.py", "reason": "ValueError: too odd"}]
    assert status.data()["unparsed"] == [{"file": "a.py", "reason": "ValueError: too odd"}]

    version = languages.version
    monkeypatch.setattr(languages, "version", lambda name: version(name) + "x" * (name == "python"))
    assert status.data()["unparsed"] == []


def test_an_index_that_cannot_be_stored_says_so(
    root: Path, status: Reporter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_old(root / "a.py", "def a(): ...\n")
    (tmp_path / "file").touch()
    monkeypatch.setenv("NSCCN_CACHE_DIR", str(tmp_path / "file"))

    text = status.text()

    assert "disk      nothing: the index is kept in memory only" in text
    assert text.count("warning ") == 1


def test_a_mistake_of_ours_costs_one_file_its_edges_and_is_told(
    root: Path, status: Reporter, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_old(root / "a.py", "def settle(): ...\n\ndef one(): settle()\n")
    write_old(root / "b.py", "from a import settle\n\ndef two(): settle()\n")
    write_old(root / "c.py", "from a import settle\n\ndef three(): settle()\n")
    link = Calls.link

    def fails_in_b(self: Calls, slot: int, *rest: Any) -> Any:  # noqa: ANN401
        return link(self, slot, *rest) if slot != 1 else {}["no such key"]

    with monkeypatch.context() as patch:
        patch.setattr(Calls, "link", fails_in_b)
        told = status.data()
    assert told["unlinked"] == [{"file": "b.py", "error": "KeyError"}]
    assert (
        "unlinked  1 file\n  b.py KeyError\n  Edges of these files are missing, by a mistake" in status.text()
    )

    assert main(["trace", "settle", "--direction", "upstream", "--repo", str(root)]) == 0
    answer = capsys.readouterr().out
    assert ":one" in answer
    assert "c.py:three" in answer
    assert "b.py:two" not in answer
    assert "Edges of 1 file are missing, by a mistake of nsccn; `nsccn status` says which." in answer

    write_old(root / "b.py", "from a import settle\n\ndef two(): return settle()\n")
    assert status.data()["unlinked"] == []
    assert main(["trace", "settle", "--direction", "upstream", "--repo", str(root)]) == 0
    assert "b.py:two" in capsys.readouterr().out


def test_members_of_members_in_a_long_row_cost_a_file_no_edges(root: Path, status: Reporter) -> None:
    row = "given" + ".a" * 230
    write_old(root / "a.js", f"function give(given) {{ give({row}); {row}(); }}\ngive({{ a: give }});\n")

    assert status.data()["unlinked"] == []


def test_a_mistake_in_learning_whose_methods_are_whose_costs_one_file_what_it_says(
    root: Path, status: Reporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_old(root / "a.go", "package shop\n\ntype Cart struct{}\n\nfunc (c Cart) total() int { return 1 }\n")
    write_old(root / "b.go", "package shop\n\nfunc (c Cart) twice() int { return 2 * c.total() }\n")
    learn = resolve.owners

    def fails_in_b(infer: Any, slot: int) -> Any:  # noqa: ANN401
        return learn(infer, slot) if slot != 1 else {}["no such key"]

    monkeypatch.setattr(resolve, "owners", fails_in_b)

    assert status.data()["unlinked"] == [{"file": "b.go", "error": "KeyError"}]
