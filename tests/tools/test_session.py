from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from mcp_client import Caller, connected, indexing_held_up

from nsccn.errors import InvalidArgument, NotARepository
from nsccn.settings import Settings, load_settings
from nsccn.tools import discover, session
from nsccn.tools.roots import RootPolicy
from nsccn.tools.server import create_server
from nsccn.tools.session import DirectSession, Workspace


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repository"
    root.mkdir()
    (root / "a.py").write_text("def first():\n    return second()\n\n\ndef second():\n    return 2\n")
    return root


@contextmanager
def serving(root: Path, load: Callable[[Path], Settings] | None = None) -> Iterator[Caller]:
    """A server in this process."""
    workspace = Workspace(RootPolicy(root, named=True), load or (lambda found: load_settings(repo=found)))
    with connected(create_server(workspace, Settings())) as caller:
        yield caller


def test_every_module_with_a_function_of_its_name_is_a_tool() -> None:
    assert list(discover()) == [
        "open_surgical_window",
        "read_skeleton",
        "search_and_rank",
        "select_context",
        "trace_causal_path",
    ]


def test_call_that_needs_an_unfinished_index_is_told_to_come_back(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "LONGEST_WAIT", 0.5)
    other_process = ExitStack()
    other_process.enter_context(indexing_held_up(repository))
    with other_process, serving(repository) as caller:
        assert len(caller.tools()) == 5
        answer = caller.text("search_and_rank", query="first")
        assert answer.startswith("Indexing: ")
        assert answer.endswith("; call again in a few seconds.")
        assert caller.progress
        other_process.close()
        monkeypatch.undo()
        assert caller.text("search_and_rank", query="first").startswith("1. func:a.py:first")


def test_single_files_are_shown_before_the_index_is_ready(repository: Path) -> None:
    with indexing_held_up(repository), serving(repository) as caller:
        window = caller.text("open_surgical_window", entity_id="func:a.py:second", context_lines=0)
        assert window == "func:a.py:second  L5-6\n5|def second():\n6|    return 2"
        assert "1|def first(): ..." in caller.text("read_skeleton", file_path="a.py")


def test_progress_says_how_many_files_are_done(repository: Path) -> None:
    workspace = Workspace(RootPolicy(repository, named=True), lambda root: load_settings(repo=root))
    held = workspace.repository()
    held._note(1200, 5000, "extract")
    assert held.progress() == (1200, 5000, "Indexing: 1,200 of 5,000 files done")
    held._note(1200, 300_000, "extract")
    assert held.progress()[2].startswith(
        "Indexing: 1,200 of 300,000 files done (300,000 files are many for one repository; name "
    )
    held._note(0, 0, "link")
    assert held.progress()[2] == "Indexing: linking"
    workspace.close()


def test_refused_default_root_is_told_to_each_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    workspace = Workspace(RootPolicy(tmp_path, named=False), lambda root: load_settings(repo=root))
    with connected(create_server(workspace, Settings())) as caller:
        assert len(caller.tools()) == 5
        assert "is the home directory" in caller.error("search_and_rank", query="x")


def test_root_without_files_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as caller:
        assert "holds no file to index" in caller.error("search_and_rank", query="x")
        assert "holds no file to index" in caller.error("select_context", task="x")


def test_what_goes_wrong_inside_is_masked_and_logged(
    repository: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(root: Path) -> Settings:
        raise RuntimeError("the secret detail")

    with caplog.at_level(logging.ERROR, "nsccn"), serving(repository, fail) as caller:
        message = caller.error("search_and_rank", query="x")
    assert message == "search_and_rank failed inside nsccn; its standard error says why."
    assert "the secret detail" in caplog.text
    assert "Traceback" in caplog.text


def test_settings_are_the_defaults_of_the_parameters_of_their_name(repository: Path) -> None:
    workspace = Workspace(RootPolicy(repository, named=True), lambda root: load_settings(repo=root))
    with connected(create_server(workspace, Settings(budget=777, max_tokens=888))) as caller:
        defaults = {
            (tool.name, name): schema.get("default")
            for tool in caller.tools()
            for name, schema in tool.input_schema["properties"].items()
        }
    assert defaults["select_context", "budget"] == 777
    assert defaults["read_skeleton", "max_tokens"] == 888


def test_requests_before_the_work_begins_share_it(repository: Path) -> None:
    workspace = Workspace(RootPolicy(repository, named=True), lambda root: load_settings(repo=root))
    held = workspace.repository()
    with indexing_held_up(repository):
        running = held.request()
        while held._next is running:
            pass
        waiting = [held.request() for _ in range(3)]
        assert waiting[0] is not running
        assert waiting[0] is waiting[1] is waiting[2]
    waiting[0].result()
    workspace.close()


def test_direct_session_answers_about_one_repository(repository: Path, tmp_path: Path) -> None:
    direct = DirectSession(repository, load_settings(repo=repository))
    assert direct.index(str(repository)).snapshot.graph.file_count == 1
    with pytest.raises(InvalidArgument, match="only"):
        direct.index(str(tmp_path))


def test_direct_session_refuses_an_empty_repository(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match="holds no file to index"):
        DirectSession(tmp_path, load_settings(repo=tmp_path)).index()
