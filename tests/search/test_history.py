"""What past commits say of files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from nsccn.index import RepoIndex
from nsccn.search.history import History, read_log
from nsccn.search.search import Query, ranked_files
from nsccn.settings import Settings

LOG = (
    b"\x01Fix the parser of dates\nLeap days were lost.\n\x02\0\ndates.py\0"
    b"\x01Rename everything\n\x02\0\n" + b"\0".join(b"f%d.py" % n for n in range(40)) + b"\0dates.py\0"
    b"\x01Draw arrows and dates\n\x02\0\narrows.py\0gone.py\0colours.py\0"
)
PATHS = ["arrows.py", "colours.py", "dates.py", *(f"f{n}.py" for n in range(40))]


def test_files_are_remembered_for_the_messages_of_their_commits() -> None:
    history = History(read_log(LOG), PATHS)
    found = history.remembered({"pars": 1.0, "parser": 1.0, "date": 1.0})
    assert len(history) == 3
    assert found.best.argmax() == PATHS.index("dates.py")
    assert found.best[0] == found.best[1] > 0, "a commit of two known files counts less for each"
    assert found.nearest[2] > found.nearest[0] > 0


def test_a_commit_of_very_many_files_says_nothing() -> None:
    found = History(read_log(LOG), PATHS).remembered({"renam": 1.0, "everyth": 1.0, "everything": 1.0})
    assert not found.best.any()


def test_commits_whose_files_are_gone_take_no_place_among_the_nearest() -> None:
    gone = b"".join(b"\x01Parse dates\n\x02\0\ngone%d.py\0" % number for number in range(40))
    log = gone + b"\x01Parse the dates of a calendar that somebody keeps\n\x02\0\ndates.py\0"
    found = History(read_log(log), PATHS).remembered({"pars": 1.0, "date": 1.0})
    assert found.nearest[PATHS.index("dates.py")] > 0


def test_an_empty_log_and_unknown_words() -> None:
    assert not History(read_log(b""), PATHS).remembered({"date": 1.0}).best.any()
    assert not History(read_log(LOG), PATHS).remembered({"unheard": 1.0}).best.any()


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A Test", "-c", "user.email=test@example.com")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_history_follows_the_commit_that_is_checked_out(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q")
    for name in ("one", "two"):
        (root / f"{name}.py").write_text("def handle(value):\n    return value\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "Begin")
    settings = Settings(cache_dir=tmp_path / "cache", workers=1)
    index = RepoIndex.build(root, settings=settings)
    assert index.history is not None
    assert len(index.history) == 1
    (root / "two.py").write_text("def handle(value):\n    return value + 1\n")
    git(root, "commit", "-qam", "Handle the sprocket of value")
    index.refresh()
    assert index.history is not None
    assert len(index.history) == 2
    asked = Query("handle sprocket value")
    with_history = ranked_files(index.snapshot, asked, settings, history=index.history)
    assert with_history[0].path == "two.py"
    again = RepoIndex.build(root, settings=settings)
    assert ranked_files(again.snapshot, asked, settings, history=again.history) == with_history
    git(root, "checkout", "-q", "HEAD^")
    index.refresh()
    assert index.history is not None
    assert len(index.history) == 1, "only ancestors are known"
    index.close()
    again.close()


def test_without_git_there_is_no_history(tmp_path: Path) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    (root / "one.py").write_text("def one(): pass\n")
    index = RepoIndex.build(root, settings=Settings(cache_dir=tmp_path / "cache", workers=1))
    assert index.history is None
    index.close()
