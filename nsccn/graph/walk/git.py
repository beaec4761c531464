"""The one place where git is asked, in a way that runs nothing which a repository's configuration names.

Only subcommands that never read the content of the work tree are allowed: clean filters run where git
compares files with its index, so `status` and `diff` are not among them.
"""

from __future__ import annotations

import os
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

PLAIN_COMMANDS: Final = frozenset(
    {"check-ignore", "ls-files", "ls-tree", "merge-base", "rev-list", "rev-parse", "worktree"}
)
"""Subcommands that show no differences."""

LIST_SETTINGS: Final = ("config", "--list")
"""The one use of a subcommand that could also write."""

DIFF_COMMANDS: Final = frozenset({"diff-tree", "log", "show"})
"""Subcommands that may show differences between commits; they are told to use no external program for it."""

_SETTINGS: Final = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    # A directory that merely looks like a bare repository brings its own configuration.
    "safe.bareRepository=explicit",
    # Signatures are verified by a program that the configuration names.
    "log.showSignature=false",
    "format.pretty=medium",
    # Inline differences of a submodule are made by another git, under the submodule's configuration.
    "diff.submodule=short",
)

_ENVIRONMENT: Final = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    # Before git 2.44 a missing object is fetched all the same; no protocol has this name.
    "GIT_ALLOW_PROTOCOL": "none",
}


class Answer(NamedTuple):
    """What git said."""

    code: int | None
    """Its exit code; None where git is absent or takes too long."""
    printed: bytes


def run_git(root: Path, *arguments: str, timeout: float = 10.0) -> bytes | None:
    """Return what git prints in `root`; None where git is absent, refuses, fails or takes too long."""
    answer = ask_git(root, *arguments, timeout=timeout)
    return answer.printed if answer.code == 0 else None


def ask_git(root: Path, *arguments: str, timeout: float = 10.0) -> Answer:
    """Return what git answers in `root`."""
    command = arguments[0]
    if command not in PLAIN_COMMANDS | DIFF_COMMANDS and arguments[:2] != LIST_SETTINGS:
        raise ValueError(f"git {command} is not among the commands that are safe in any repository")
    program = find_git()
    top = work_tree(root)
    if program is None or top is None:
        return Answer(None, b"")
    options = [option for setting in _SETTINGS for option in ("-c", setting)]
    # Overrides `core.worktree`, by which a repository could have another directory listed.
    options += ["--no-pager", f"--work-tree={top}", command]
    if command in DIFF_COMMANDS:
        options += ["--no-ext-diff", "--no-textconv"]
    try:
        done = subprocess.run(
            [program, *options, *arguments[1:]],
            cwd=root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.TimeoutExpired):
        return Answer(None, b"")
    return Answer(done.returncode, done.stdout)


def work_tree(directory: Path) -> Path | None:
    """Return the top of the git work tree around `directory`, found by looking for `.git` upwards."""
    start = Path(os.path.abspath(directory))
    for top in (start, *start.parents):
        entry = top / ".git"
        # `.git` is a file in linked work trees and submodules. A directory without HEAD is none of git's.
        if os.path.isfile(entry) or os.path.lexists(entry / "HEAD"):
            return top
    return None


def _environment() -> dict[str, str]:
    """Return the inherited one without git's variables: they redirect it, or name programs for it to run."""
    inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith("GIT_")}
    return inherited | _ENVIRONMENT


def find_git() -> str | None:
    """Return the absolute path of the git that is asked, None where there is none."""
    return _find_git(os.environ.get("PATH", ""))


@lru_cache(maxsize=4)
def _find_git(search_path: str) -> str | None:
    """Return git's absolute path.

    Relative entries of the search path could lead into the repository; `shutil.which` and Windows itself look
    into the working directory even without one.
    """
    name = "git.exe" if os.name == "nt" else "git"
    for directory in search_path.split(os.pathsep):
        candidate = os.path.join(directory, name)
        if Path(candidate).is_absolute() and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return None


def git_version() -> str | None:
    """Return the version of the git that is asked; None where there is none. No repository is looked at."""
    program = _find_git(os.environ.get("PATH", ""))
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--version"],
            cwd=Path(program).parent,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=10.0,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", "replace").removeprefix("git version").strip() or None
