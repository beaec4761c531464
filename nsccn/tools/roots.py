"""Which repositories a server may read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from nsccn.errors import NotARepository, shown
from nsccn.graph.walk.git import run_git
from nsccn.graph.walk.root import check_root


def default_root(named: Path | None, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the root that a server answers about: `--root`, the client's project, or the directory."""
    if named is not None:
        return named.expanduser().absolute()
    return Path(environ.get("CLAUDE_PROJECT_DIR") or Path.cwd()).absolute()


class RootPolicy:
    """Grants the default root, the git worktrees of its repository, and what was allowed at the start."""

    def __init__(self, default: Path, *, named: bool, allowed: Sequence[Path] = ()) -> None:
        self._default = default
        self._named = named
        self._allowed = tuple(allowed)

    def grant(self, repo_path: str = "") -> Path:
        """Return the granted root that `repo_path` is, or lies in; `""` asks for the default root."""
        if not repo_path:
            return check_root(self._default, named=self._named)
        asked = self._real(repo_path)
        default = self._default.resolve()
        granted = [default, *(path.resolve() for path in self._allowed), *worktrees(self._default)]
        around = [root for root in granted if asked.is_relative_to(root)]
        if not around:
            raise NotARepository(
                f"{shown(repo_path)} may not be read; leave repo_path out for {str(self._default)!r}, name a git "
                "worktree of it, or have the server started with --allow-root for that directory."
            )
        nearest = max(around, key=lambda root: len(root.parts))
        return check_root(nearest, named=self._named and nearest == default)

    def _real(self, repo_path: str) -> Path:
        try:
            return (self._default / Path(repo_path).expanduser()).resolve(strict=True)
        except (OSError, ValueError, RuntimeError):
            raise NotARepository(
                f"There is no directory {shown(repo_path)}; give the root of a repository."
            ) from None


def worktrees(root: Path) -> list[Path]:
    """Return the git worktrees of the repository that `root` belongs to, as far as they vouch for each other.

    A `.git` entry is data of the repository: it may name any directory as a worktree, or itself as a worktree
    of any repository. So `root` has to be registered with its repository, and each worktree has to name it in
    turn.
    """
    common = _common_directory(root)
    listed = run_git(root, "worktree", "list", "--porcelain")
    if common is None or listed is None:
        return []
    entries = [block.split(b"\n") for block in listed.split(b"\n\n")]
    names = [entry[0].removeprefix(b"worktree ") for entry in entries if b"bare" not in entry]
    paths = [Path(os.fsdecode(name)) for name in names if name]
    real = [path.resolve() for path in paths if path.is_dir()]
    if not any(root.resolve().is_relative_to(path) for path in real):
        return []
    return [path for path in real if _common_directory(path) == common]


def _common_directory(directory: Path) -> Path | None:
    answer = run_git(directory, "rev-parse", "--git-common-dir")
    if not answer:
        return None
    return (directory / os.fsdecode(answer.rstrip(b"\r\n"))).resolve()
