"""git is asked without running anything that a repository's configuration names."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from nsccn.graph.walk.git import run_git, work_tree

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
posix = pytest.mark.skipif(os.name == "nt", reason="needs named pipes and executable bits")

LIST_FILES = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
COMMANDS = [
    LIST_FILES,
    ("log", "-p"),
    ("show", "HEAD"),
    ("diff-tree", "-p", "HEAD~1", "HEAD"),
    ("rev-parse", "HEAD"),
    ("rev-list", "HEAD"),
    ("ls-tree", "-r", "HEAD"),
    ("worktree", "list", "--porcelain"),
    ("check-ignore", "--quiet", "a.txt"),
]


def git(directory: Path, *arguments: str, text: str = "") -> str:
    """Run plain git, as its author would, with none of the machine's configuration."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always")
    done = subprocess.run(
        ["git", *identity, *arguments],
        cwd=directory,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two commits that change a.txt."""
    root = tmp_path / "repository"
    root.mkdir()
    git(root, "init", "-q")
    for content in ("one\n", "two\n"):
        (root / "a.txt").write_text(content)
        git(root, "add", "a.txt")
        git(root, "commit", "-q", "-m", content)
    return root


def plant_fsmonitor(root: Path, command: str) -> None:
    git(root, "config", "core.fsmonitor", command)


def plant_hooks(root: Path, command: str) -> None:
    hooks = root / "hooks"
    hooks.mkdir()
    for name in (
        "post-index-change",
        "post-checkout",
        "pre-commit",
        "reference-transaction",
        "fsmonitor-watchman",
    ):
        (hooks / name).write_text(f"#!/bin/sh\n{command}\n")
        (hooks / name).chmod(0o755)
    git(root, "config", "core.hooksPath", str(hooks))


def plant_filter(root: Path, command: str) -> None:
    (root / ".gitattributes").write_text("*.txt filter=planted\n")
    for step in ("clean", "smudge", "process"):
        git(root, "config", f"filter.planted.{step}", f"{command}; cat")


def plant_text_conversion(root: Path, command: str) -> None:
    (root / ".git" / "info" / "attributes").write_text("*.txt diff=planted\n")
    git(root, "config", "diff.planted.textconv", f"{command}; cat")


def plant_diff_driver(root: Path, command: str) -> None:
    (root / ".gitattributes").write_text("*.txt diff=planted\n")
    git(root, "config", "diff.planted.command", command)


def plant_external_diff(root: Path, command: str) -> None:
    git(root, "config", "diff.external", command)


def plant_pager(root: Path, command: str) -> None:
    git(root, "config", "core.pager", command)
    for name in ("log", "ls-files", "show"):
        git(root, "config", f"pager.{name}", command)


def plant_alias(root: Path, command: str) -> None:
    for name in ("ls-files", "log", "rev-parse"):
        git(root, "config", f"alias.{name}", f"!{command}")


def plant_signature(root: Path, command: str) -> None:
    program = root / "verify.sh"
    program.write_text(f"#!/bin/sh\n{command}\n")
    program.chmod(0o755)
    git(root, "config", "gpg.program", str(program))
    git(root, "config", "log.showSignature", "true")
    git(root, "config", "format.pretty", "%G?")
    head, _, message = git(root, "cat-file", "commit", "HEAD").partition("\n\n")
    signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n planted\n -----END PGP SIGNATURE-----"
    commit = git(
        root, "hash-object", "-t", "commit", "-w", "--stdin", text=f"{head}\n{signature}\n\n{message}\n"
    )
    git(root, "update-ref", "HEAD", commit)


def plant_lazy_fetch(root: Path, command: str) -> None:
    program = root / "fetch.sh"
    program.write_text(f"#!/bin/sh\n{command}\n")
    program.chmod(0o755)
    name = git(root, "rev-parse", "HEAD:a.txt")
    (root / ".git" / "objects" / name[:2] / name[2:]).unlink()
    git(root, "config", "core.repositoryFormatVersion", "1")
    git(root, "config", "extensions.partialClone", "origin")
    git(root, "config", "remote.origin.promisor", "true")
    git(root, "config", "remote.origin.url", f"ext::{program.as_posix()}")
    git(root, "config", "protocol.ext.allow", "always")


class Trap(NamedTuple):
    plant: Callable[[Path, str], None]
    sprung_by: tuple[str, ...] | None
    """A plain git command that falls into the trap, where one can be had without a terminal."""


TRAPS = {
    "fsmonitor": Trap(plant_fsmonitor, ("status",)),
    "hooks": Trap(plant_hooks, ("add", "a.txt")),
    "filter": Trap(plant_filter, ("diff",)),
    "textconv": Trap(plant_text_conversion, ("log", "-p")),
    "diff driver": Trap(plant_diff_driver, ("diff",)),
    "external diff": Trap(plant_external_diff, ("diff",)),
    "pager": Trap(plant_pager, None),
    "alias": Trap(plant_alias, None),
    "signature": Trap(plant_signature, ("log",)),
    "lazy fetch": Trap(plant_lazy_fetch, ("log", "-p")),
}


@pytest.mark.parametrize("name", TRAPS)
def test_no_planted_command_runs(repository: Path, tmp_path: Path, name: str) -> None:
    marker = tmp_path / "it-ran"
    trap = TRAPS[name]
    trap.plant(repository, f"touch '{marker.as_posix()}'")
    (repository / "a.txt").write_text("three\n")
    if trap.sprung_by is not None:
        git(repository, *trap.sprung_by)
        assert marker.exists(), "the trap does not work, so that it proves nothing"
        marker.unlink()
        (repository / "a.txt").write_text("four!\n")

    for command in COMMANDS:
        run_git(repository, *command)

    assert not marker.exists()


@pytest.mark.parametrize(
    "variable", ["GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH_COMMAND", "GIT_EDITOR", "GIT_ASKPASS"]
)
def test_inherited_commands_do_not_run(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    marker = tmp_path / "it-ran"
    monkeypatch.setenv(variable, f"touch '{marker.as_posix()}'")
    for command in COMMANDS:
        run_git(repository, *command)
    assert not marker.exists()


@pytest.mark.parametrize("command", ["status", "diff", "checkout", "fetch", "grep", "archive", "config"])
def test_commands_that_read_the_work_tree_are_refused(repository: Path, command: str) -> None:
    with pytest.raises(ValueError, match=command):
        run_git(repository, command)


def test_lists_files(repository: Path) -> None:
    (repository / "new.txt").touch()
    listed = run_git(repository, *LIST_FILES)
    assert listed is not None
    assert sorted(listed.split(b"\0")) == [b"", b"a.txt", b"new.txt"]


def test_inherited_redirections_are_ignored(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    git(other, "init", "-q")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "core.worktree")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", str(other))
    assert run_git(repository, *LIST_FILES) == b"a.txt\0"


def test_a_configured_work_tree_elsewhere_is_not_listed(repository: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "private.txt").touch()
    git(repository, "config", "core.worktree", str(elsewhere))
    assert b"private.txt" in git(repository, *LIST_FILES).encode()
    assert run_git(repository, *LIST_FILES) == b"a.txt\0"


def test_linked_work_trees_list_their_own_files(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "-q", str(linked), "HEAD~1")
    (linked / "only-here.txt").touch()
    listed = run_git(linked, *LIST_FILES)
    assert listed is not None
    assert sorted(listed.split(b"\0")) == [b"", b"a.txt", b"only-here.txt"]


def test_no_repository_is_none(tmp_path: Path) -> None:
    assert run_git(tmp_path, "rev-parse", "HEAD") is None


@pytest.mark.parametrize("content", ["", "nonsense", "gitdir: /nowhere/at/all", "gitdir: .git"])
def test_a_bogus_git_file_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    assert run_git(tmp_path, *LIST_FILES) is None


def test_a_failing_command_is_none(repository: Path) -> None:
    assert run_git(repository, "rev-parse", "--verify", "no-such-branch") is None


def test_without_git_on_the_path_is_none(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert run_git(repository, *LIST_FILES) is None


@posix
def test_a_program_in_the_repository_named_git_does_not_run(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "it-ran"
    (repository / "git").write_text(f"#!/bin/sh\ntouch '{marker}'\n")
    (repository / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}{os.environ['PATH']}")
    assert run_git(repository, "rev-parse", "HEAD") is not None
    assert not marker.exists()


@posix
def test_git_that_hangs_is_ended(repository: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    git(repository, "config", "core.excludesFile", str(pipe))
    assert run_git(repository, *LIST_FILES, timeout=0.3) is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a repository away")
def test_a_repository_of_another_user_is_none(repository: Path) -> None:
    os.chown(repository, 12345, 12345)
    os.chown(repository / ".git", 12345, 12345)
    assert run_git(repository, *LIST_FILES) is None


def test_work_tree_is_found_upwards(repository: Path) -> None:
    deep = repository / "a" / "b"
    deep.mkdir(parents=True)
    assert work_tree(deep) == repository


def test_an_empty_git_directory_makes_no_work_tree(repository: Path) -> None:
    deep = repository / "a"
    (deep / ".git").mkdir(parents=True)
    assert work_tree(deep) == repository
