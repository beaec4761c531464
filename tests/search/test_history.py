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


def entry(message: str, *paths: str, commit: str = "0" * 40) -> bytes:
    """One commit as git prints it."""
    changed = "".join(path + "\0" for path in paths)
    return f"\x01{commit} {message}\n\0\n{changed}".encode()


LOG = (
    entry("Fix the parser of dates\nLeap days were lost.", "dates.py", commit=f"3f2a91c{'0' * 33}")
    + entry("Rename everything (#7)", *(f"f{number}.py" for number in range(40)), "dates.py")
    + entry("Draw arrows and dates (#12)", "arrows.py", "gone.py", "colours.py")
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
    gone = b"".join(entry("Parse dates", f"gone{number}.py") for number in range(40))
    log = gone + entry("Parse the dates of a calendar that somebody keeps", "dates.py")
    found = History(read_log(log), PATHS).remembered({"pars": 1.0, "date": 1.0})
    assert found.nearest[PATHS.index("dates.py")] > 0


@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("Dates are lost since 3f2a91c", ["dates.py"]),
        ("see https://example.com/shop/till/commit/3f2a91c" + "0" * 33, ["dates.py"]),
        ("a follow-up of #12", ["arrows.py", "colours.py"]),
        ("since #7, which changed very many files", []),
        ("shop/till#12, 3f2a91c.png, build-3f2a91c and 3f2a91", []),
        ("#12 0x00007f in main ()", []),
    ],
)
def test_the_files_of_a_commit_that_a_text_refers_to(text: str, files: list[str]) -> None:
    found = History(read_log(LOG), PATHS).remembered({}, text).referred
    assert [path for path, value in zip(PATHS, found, strict=True) if value] == files


def test_a_number_that_many_commits_say_refers_to_none_of_them() -> None:
    log = b"".join(entry("Part of #12", path) for path in PATHS[:3])
    assert not History(read_log(log), PATHS).remembered({}, "since #12").referred.any()


def test_messages_hold_any_byte_but_zero() -> None:
    log = entry("Mend ^A\x01Base \x02 of dates", "dates.py") + entry("Draw", "arrows.py")
    found = History(read_log(log), PATHS).remembered({"date": 1.0})
    assert found.best.nonzero()[0].tolist() == [PATHS.index("dates.py")]


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
