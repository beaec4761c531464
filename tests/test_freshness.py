"""What a walk would find is known without walking, whatever happens to the tree in between."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_files import write

from nsccn.settings import Settings
from nsccn.snapshots.freshness import WalkMemory, is_settled, walk

SETTINGS = Settings(max_file_bytes=1000)
needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
posix = pytest.mark.skipif(os.name == "nt", reason="needs links, or modes of files")

Change = Callable[[Path], object]


def git(directory: Path, *arguments: str) -> None:
    """Run git as nobody in particular; the files are those of the caller."""
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    subprocess.run(command, cwd=directory, env=environment, check=True, capture_output=True)


def wait_for_the_clock(directory: Path) -> None:
    """Return when a change has another time stamp than all that were made before."""
    probe = directory / "probe"
    probe.write_text("")
    before = probe.stat().st_ctime_ns
    while probe.stat().st_ctime_ns == before:
        probe.write_text("")


def later() -> int:
    """Tell a time at which everything that a test has made is old."""
    return time.time_ns() + 10_000_000_000


class Watched:
    """A root that is walked from memory, in long steps of time."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root = root
        self.scratch = scratch
        self.walks = WalkMemory(root, SETTINGS, scratch / "walk", later)
        self.found = self.walks.walk()

    def change(self, *changes: Change) -> bool:
        """Change something; return whether the walk from memory sees it. It is always what a walk finds."""
        wait_for_the_clock(self.scratch)
        for change in changes:
            change(self.root)
        before, self.found = self.found, self.walks.walk()
        assert self.found == walk(self.root, SETTINGS)
        return self.found != before


@pytest.fixture(params=["own walk", pytest.param("git", marks=needs_git)])
def watched(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A small project, once in no repository and once in one, which all its files belong to."""
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "USERPROFILE", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    root = tmp_path / "root"
    write(
        root,
        {
            ".gitignore": "*.log\n/build/\n",
            "a.py": "a = 1\n",
            "b/c.py": "c = 1\n",
            "b/noise.log": "",
            "b/d/e.py": "e = 1\n",
            "build/made.py": "",
            "large.txt": "x" * 2000,
            "local/.gitignore": "*\n",
            "local/mine.py": "",
            "node_modules/n.js": "",
            "vendor/box.py": "",
        },
    )
    (root / "empty" / "inner").mkdir(parents=True)
    if request.param == "git":
        git(root, "init", "-q")
        git(root, "add", ".")
    return Watched(root, tmp_path)


@pytest.fixture
def in_git(watched: Watched) -> Watched:
    if not watched.found.used_git:
        pytest.skip("about git")
    return watched


def edit(path: str, text: str) -> Change:
    return lambda root: (root / path).write_text(text)


def replace(path: str, text: str) -> Change:
    """As many editors do: a new file takes the old one's place."""

    def change(root: Path) -> None:
        new = root / f"{path}.new"
        new.write_text(text)
        new.replace(root / path)

    return change


CHANGES: dict[str, Change] = {
    "edited": edit("a.py", "a = 1 + 1\n"),
    "edited, of the same size": edit("a.py", "a = 2\n"),
    "replaced by one of the same size": replace("a.py", "a = 2\n"),
    "created": edit("b/d/new.py", ""),
    "deleted": lambda root: (root / "b/c.py").unlink(),
    "renamed": lambda root: (root / "b/c.py").rename(root / "b/f.py"),
    "moved": lambda root: (root / "b/c.py").rename(root / "c.py"),
    "directory created": lambda root: write(root, {"new/deep/file.py": ""}),
    "directory deleted": lambda root: shutil.rmtree(root / "b" / "d"),
    "directory renamed": lambda root: (root / "b" / "d").rename(root / "b" / "dd"),
    "created in an empty directory": edit("empty/inner/first.py", ""),
    "created in a directory of ignored files": edit("local/.gitignore", ""),
    "too large": edit("a.py", "x" * 2000),
    "too large no longer": edit("large.txt", "x"),
    ".gitignore edited": edit(".gitignore", "*.log\n"),
    ".gitignore edited to leave nothing": edit(".gitignore", "*\n"),
    ".gitignore created": edit("b/.gitignore", "*.py\n"),
    ".gitignore deleted": lambda root: (root / ".gitignore").unlink(),
    ".ignore created": edit("b/.ignore", "c.py\n"),
    ".nsccnignore created": edit(".nsccnignore", "b/\n"),
    "marked as a cache": edit("b/CACHEDIR.TAG", ""),
    "named as vendored": lambda root: (root / "b" / "d").rename(root / "b" / "vendor"),
    "vendored and now a package": edit("vendor/__init__.py", ""),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen(watched: Watched, name: str) -> None:
    assert watched.change(CHANGES[name])


@posix
def test_a_file_that_becomes_a_link_is_seen(watched: Watched) -> None:
    def change(root: Path) -> None:
        (root / "a.py").unlink()
        (root / "a.py").symlink_to("b/c.py")

    assert watched.change(change)


@posix
def test_a_directory_that_becomes_a_link_is_seen(watched: Watched) -> None:
    def change(root: Path) -> None:
        (root / "b" / "d").rename(root / "build" / "d")
        (root / "b" / "d").symlink_to("../build/d")

    assert watched.change(change)


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root reads everything")
def test_a_directory_that_cannot_be_read_is_seen_and_comes_back(watched: Watched) -> None:
    directory = watched.root / "b"
    try:
        assert watched.change(lambda _: directory.chmod(0o300))
    finally:
        directory.chmod(0o700)
    assert watched.change()


def test_an_edited_ignore_file_is_seen_that_is_not_indexed(watched: Watched) -> None:
    watched.change(edit(".nsccnignore", ".nsccnignore\nb/\n"))
    assert watched.change(edit(".nsccnignore", ".nsccnignore\na/\n"))


def test_a_repository_that_comes_and_goes_is_seen(watched: Watched) -> None:
    with_git, without = (lambda root: git(root, "init", "-q")), (lambda root: shutil.rmtree(root / ".git"))
    first, second = (without, with_git) if watched.found.used_git else (with_git, without)
    assert watched.change(first)
    assert watched.change(second)


@needs_git
def test_a_nested_repository_is_seen(watched: Watched) -> None:
    watched.change(lambda root: write(root, {"nest/e.py": "", "nest/f.py": "", "nest/mine/.gitignore": "*"}))
    watched.change(lambda root: git(root / "nest", "init", "-q"))
    assert watched.change(edit("nest/.git/info/exclude", "f.py\n"))
    assert watched.change(lambda root: (root / "nest" / "e.py").unlink())
    watched.change(lambda root: (root / "nest" / ".git" / "HEAD").unlink())


@needs_git
def test_the_exclude_file_is_seen(watched: Watched) -> None:
    def change(root: Path) -> None:
        write(root, {".git/info/exclude": "new.py\n"})

    watched.change(edit("new.py", ""))
    assert watched.change(change)


def test_the_excludes_of_the_user_are_seen(in_git: Watched) -> None:
    in_git.change(edit("new.py", ""))
    assert in_git.change(lambda _: write(in_git.scratch, {"home/git/ignore": "new.py\n"}))
    assert in_git.change(lambda _: write(in_git.scratch, {"home/git/ignore": "old.py\n"}))


def test_excludes_that_a_configuration_names_are_seen(in_git: Watched) -> None:
    in_git.change(edit("new.py", ""), lambda _: write(in_git.scratch, {"home/mine": "new.py\n"}))
    assert in_git.change(lambda root: git(root, "config", "core.excludesFile", "~/mine"))
    assert in_git.change(lambda _: write(in_git.scratch, {"home/mine": ""}))


def test_a_configuration_that_another_includes_is_seen(in_git: Watched) -> None:
    in_git.change(edit("new.py", ""), lambda _: write(in_git.scratch, {"home/mine": "new.py\n"}))
    in_git.change(
        lambda _: write(in_git.scratch, {"home/.gitconfig": "[include]\npath = more\n", "home/more": ""})
    )
    assert in_git.change(lambda _: write(in_git.scratch, {"home/more": "[core]\nexcludesFile = ~/mine\n"}))


def test_the_index_of_git_decides_what_belongs(in_git: Watched) -> None:
    assert in_git.change(lambda root: git(root, "add", "-f", "build/made.py"))
    assert in_git.change(lambda root: git(root, "rm", "-q", "--cached", "build/made.py"))


def test_a_submodule_is_seen(in_git: Watched) -> None:
    other = write(in_git.scratch / "other", {"lib.py": ""})
    git(other, "init", "-q")
    git(other, "add", ".")
    git(other, "commit", "-qm", "one")

    assert in_git.change(lambda root: git(root, "submodule", "add", "-q", str(other), "sub"))
    assert in_git.change(edit("sub/lib.py", "x = 1\n"))
    assert in_git.change(lambda root: git(root, "submodule", "deinit", "-q", "-f", "sub"))
    assert in_git.change(lambda root: git(root, "submodule", "update", "-q", "--init"))


def test_a_linked_work_tree_is_seen(in_git: Watched) -> None:
    git(in_git.root, "commit", "-qm", "one")
    assert in_git.change(lambda root: git(root, "worktree", "add", "-q", "trees/second"))
    assert not in_git.change(
        lambda root: git(root / "trees" / "second", "commit", "-q", "--allow-empty", "-m", "two")
    )
    second = Watched(in_git.root / "trees" / "second", in_git.scratch / "second")
    assert second.change(lambda root: git(root, "rm", "-q", "--cached", "a.py"), edit(".gitignore", "a.py\n"))


def test_a_root_inside_a_repository_sees_what_is_ignored_around_it(in_git: Watched) -> None:
    git(in_git.root, "rm", "-rq", "--cached", "b")
    inner = Watched(in_git.root / "b", in_git.scratch / "inner")
    assert inner.change(lambda root: write(root.parent, {".gitignore": "*.log\n/b/\n"}))
    assert inner.change(lambda root: write(root.parent, {".gitignore": ""}))


def test_what_does_not_matter_takes_no_walk(watched: Watched) -> None:
    before = watched.walks.full_walks

    assert not watched.change(
        edit("build/more.py", ""), edit("node_modules/more.js", ""), edit("b/noise.log", "x")
    )

    assert watched.walks.full_walks == before


@pytest.mark.parametrize("name", ["edited", "replaced by one of the same size"])
def test_files_that_only_change_take_no_walk(watched: Watched, name: str) -> None:
    before = watched.walks.full_walks

    assert watched.change(CHANGES[name])

    assert watched.walks.full_walks == before


def test_another_process_needs_no_walk(watched: Watched) -> None:
    other = WalkMemory(watched.root, SETTINGS, watched.scratch / "walk", later)

    assert (other.walk(), other.full_walks) == (watched.found, 0)


def test_other_settings_need_a_walk(watched: Watched) -> None:
    changed = Settings(max_file_bytes=1000, ignore_patterns=("*.py",))
    other = WalkMemory(watched.root, changed, watched.scratch / "walk", later)

    assert other.walk() == walk(watched.root, changed) != watched.found


@pytest.mark.parametrize("keep", [0, 1, 100, -1])
def test_a_damaged_memory_needs_a_walk(watched: Watched, keep: int) -> None:
    stored = watched.scratch / "walk"
    stored.write_bytes(stored.read_bytes()[:keep])
    other = WalkMemory(watched.root, SETTINGS, stored, later)

    assert (other.walk(), other.full_walks) == (watched.found, 1)


def test_what_has_just_changed_is_not_relied_on(watched: Watched) -> None:
    ages = count(0, 1_000_000)
    made = max(path.lstat().st_ctime_ns for path in [watched.root, *watched.root.rglob("*")])
    walks = WalkMemory(watched.root, SETTINGS, watched.scratch / "young", lambda: made + next(ages))
    for _ in range(3):
        walks.walk()

    assert walks.full_walks == 3


@pytest.mark.parametrize(
    ("stamp", "age", "settled"),
    [
        (1_700_000_000_123_456_789, 50_000_000, False),
        (1_700_000_000_123_456_789, 150_000_000, True),
        (1_700_000_000_000_000_000, 150_000_000, False),
        (1_700_000_000_000_000_000, 2_500_000_000, True),
        (1_700_000_000_123_456_789, -1, False),
    ],
)
def test_a_stamp_is_relied_on_when_its_clock_has_ticked(stamp: int, age: int, settled: bool) -> None:  # noqa: FBT001
    assert is_settled(stamp, stamp + age) is settled


DIRECTORIES = ("", "a/", "a/b/", "build/", "vendor/", "a/c/")
NAMES = ("x.py", "y.log", "z.py", ".gitignore", ".ignore", "pyvenv.cfg", "b", "big.py")
TEXTS = ("", "*.log\n", "*\n", "!x.py\n", "b/\n", "/a\n", "x" * 2000)
PLACES = st.builds("".join, st.tuples(st.sampled_from(DIRECTORIES), st.sampled_from(NAMES)))
ACTIONS = ("write", "write", "write", "replace", "delete", "rename", "link", "mkdir", "touch")
GIT_ACTIONS = ("add", "remove", "init", "exclude", "deinit")


def act(root: Path, action: str, place: str, other: str, text: str) -> None:
    """Do something to the tree, if it can be done."""
    path, target = root / place, root / other
    try:
        if action in ("write", "replace", "rename", "mkdir"):
            (target if action == "rename" else path).parent.mkdir(parents=True, exist_ok=True)
        if action == "write":
            path.write_text(text)
        elif action == "replace":
            replace(place, text)(root)
        elif action == "delete":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        elif action == "rename":
            path.rename(target)
        elif action == "link":
            path.symlink_to(target)
        elif action == "mkdir":
            path.mkdir()
        elif action == "touch":
            os.utime(path)
        elif action == "add":
            git(root, "add", "-f", place)
        elif action == "remove":
            git(root, "rm", "-rq", "--cached", place)
        elif action == "init":
            git(path.parent, "init", "-q")
        elif action == "exclude":
            (root / ".git" / "info" / "exclude").write_text(text)
        elif action == "deinit":
            shutil.rmtree(path.parent / ".git")
    except (OSError, subprocess.CalledProcessError):
        pass  # nothing is there to be done


@pytest.mark.parametrize("in_repository", [False, pytest.param(True, marks=needs_git)])
@given(data=st.data())
@settings(max_examples=20)
def test_the_walk_from_memory_is_the_walk(in_repository: bool, data: st.DataObject) -> None:  # noqa: FBT001
    actions = st.sampled_from(ACTIONS + (GIT_ACTIONS if in_repository else ()))
    steps = st.lists(st.tuples(actions, PLACES, PLACES, st.sampled_from(TEXTS)), min_size=1, max_size=8)
    with TemporaryDirectory() as scratch:
        root = Path(scratch, "root")
        write(
            root, {"x.py": "", "a/x.py": "", "a/b/z.py": "", "a/c/y.log": "", ".gitignore": "*.log\nbuild/\n"}
        )
        if in_repository:
            git(root, "init", "-q")
            git(root, "add", ".")
        watched = Watched(root, Path(scratch))
        for step in data.draw(steps):
            watched.change(lambda root, step=step: act(root, *step))  # type: ignore[misc]
