from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from nsccn.errors import NotARepository
from nsccn.tools.roots import RootPolicy, default_root, worktrees


def git(directory: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=directory, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "main"
    root.mkdir()
    git(root, "init", "-q")
    (root / "a.py").write_text("def a(): ...\n")
    git(root, "add", ".")
    git(root, "commit", "-qm", "first")
    return root


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    other = tmp_path / "elsewhere"
    other.mkdir()
    git(other, "init", "-q")
    return other


def test_default_root_is_named_or_the_clients_project_or_the_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert default_root(tmp_path / "named", {"CLAUDE_PROJECT_DIR": "/project"}) == tmp_path / "named"
    assert default_root(None, {"CLAUDE_PROJECT_DIR": str(tmp_path / "project")}) == tmp_path / "project"
    assert default_root(None, {}) == tmp_path


def test_default_root_is_granted_under_each_of_its_names(repository: Path) -> None:
    policy = RootPolicy(repository, named=False)
    for name in ("", ".", str(repository), str(repository / ".git" / "..")):
        assert policy.grant(name) == repository


def test_directory_inside_a_root_stands_for_the_root(repository: Path) -> None:
    (repository / "src").mkdir()
    assert RootPolicy(repository, named=False).grant(str(repository / "src")) == repository


def test_worktrees_of_the_repository_are_granted(repository: Path, tmp_path: Path) -> None:
    beside, inside = tmp_path / "beside", repository / ".worktrees" / "inside"
    git(repository, "worktree", "add", "-q", str(beside))
    git(repository, "worktree", "add", "-q", str(inside))
    policy = RootPolicy(repository, named=False)
    assert policy.grant(str(beside)) == beside
    assert policy.grant(".worktrees/inside") == inside
    assert RootPolicy(beside, named=False).grant(str(repository)) == repository


def test_other_directories_are_refused_unless_allowed(repository: Path, elsewhere: Path) -> None:
    with pytest.raises(NotARepository, match="may not be read"):
        RootPolicy(repository, named=True).grant(str(elsewhere))
    assert RootPolicy(repository, named=True, allowed=[elsewhere]).grant(str(elsewhere)) == elsewhere


@pytest.mark.parametrize("name", ["missing", "a.py/x", "nul\0", "~nobody-of-this-name/x"])
def test_what_does_not_exist_is_refused_in_a_sentence(repository: Path, name: str) -> None:
    with pytest.raises(NotARepository, match="There is no directory"):
        RootPolicy(repository, named=True).grant(name)


def test_home_and_filesystem_root_are_refused_unless_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for directory in (tmp_path, Path(tmp_path.anchor)):
        with pytest.raises(NotARepository):
            RootPolicy(directory, named=False).grant()
        assert RootPolicy(directory, named=True).grant() == directory
    with pytest.raises(NotARepository):
        RootPolicy(tmp_path / "..", named=False, allowed=[tmp_path]).grant(str(tmp_path))


def test_repository_cannot_declare_a_foreign_directory_its_worktree(
    repository: Path, elsewhere: Path
) -> None:
    planted = repository / ".git" / "worktrees" / "planted"
    planted.mkdir(parents=True)
    (planted / "gitdir").write_text(f"{elsewhere / '.git'}\n")
    (planted / "HEAD").write_text("ref: refs/heads/main\n")
    (planted / "commondir").write_text("../..\n")
    assert worktrees(repository) == [repository]
    with pytest.raises(NotARepository):
        RootPolicy(repository, named=False).grant(str(elsewhere))


def test_directory_cannot_pass_for_a_worktree_of_a_foreign_repository(
    repository: Path, tmp_path: Path
) -> None:
    hostile = tmp_path / "hostile"
    hostile.mkdir()
    for target in (repository / ".git", *_registered(repository, tmp_path)):
        (hostile / ".git").write_text(f"gitdir: {target}\n")
        assert worktrees(hostile) == []
        with pytest.raises(NotARepository):
            RootPolicy(hostile, named=False).grant(str(repository))


def _registered(repository: Path, tmp_path: Path) -> list[Path]:
    git(repository, "worktree", "add", "-q", str(tmp_path / "honest"))
    return [repository / ".git" / "worktrees" / "honest"]
