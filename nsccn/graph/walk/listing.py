"""What git says belongs to a project, and which files its answer depends on."""

# Paths are strings here: links keep their meaning in them.

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from nsccn.graph.walk.basis import WatchedFile, watch
from nsccn.graph.walk.git import LIST_SETTINGS, ask_git, find_git, work_tree

_FOLDS_NAMES: Final = sys.platform in ("win32", "darwin", "cygwin")
"""Whether names that differ in case, or in how accents are composed, may mean one file."""
_STATE: Final = ("HEAD", "index", "info/exclude", "config", "config.worktree")
_HOMES: Final = ("HOME", "XDG_CONFIG_HOME", "USERPROFILE")


class Listing(NamedTuple):
    """What belongs to the project, folded by `fold`."""

    entries: frozenset[str]
    """Files, and nested repositories without the final `/`."""
    directories: frozenset[str]


class GitAnswer(NamedTuple):
    """What git said, and what it looked at."""

    listing: Listing | None
    """None where git is absent, or has nothing to say about the root."""
    depends_on: tuple[WatchedFile, ...] = ()
    git_directory: str = ""
    """Where the repository's own files lie; empty where that is unknown."""
    certain: bool = True
    """Whether git would answer the same, as long as nothing has changed. It would not where it took too long."""


def list_project(root: Path) -> GitAnswer:
    """Ask git what belongs to the project in `root`."""
    top = work_tree(root)
    if top is None or find_git() is None:
        return GitAnswer(None)
    # What the list depends on is looked at before git looks, so that no change in between goes unnoticed.
    named = ask_git(
        root, "rev-parse", "--git-common-dir", *(part for name in _STATE for part in ("--git-path", name))
    )
    settings = ask_git(root, *LIST_SETTINGS, "--show-origin", "-z")
    places = os.fsdecode(named.printed).splitlines() if named.code == 0 else []
    certain = None not in (named.code, settings.code) and len(places) in (0, len(_STATE) + 1)
    state = [os.path.join(root, place) for place in places[1:]] or [f"{top}/.git/{name}" for name in _STATE]
    outer = [str(around / ".gitignore") for around in root.parents if around.is_relative_to(top)]
    depended = dict.fromkeys([*state, *outer, *_settings_files(os.fsdecode(settings.printed), root, top)])
    depends_on = tuple(watch(path, follow=True) for path in depended)
    git_directory = os.path.normpath(os.path.join(root, places[0])) if places else ""
    if top != root:
        ignored = ask_git(root, "check-ignore", "--quiet", ".")
        if ignored.code in (0, None):
            # The repository around it ignores the root: git would list nothing, but the caller asked for it.
            return GitAnswer(None, depends_on, git_directory, certain and ignored.code == 0)
    listed = ask_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listing = _parse(listed.printed) if listed.code == 0 else None
    return GitAnswer(listing, depends_on, git_directory, certain and listed.code is not None)


def surroundings(root: Path) -> bytes:
    """Return what decides, besides files, how git is asked: which one, for which work tree, and as whom."""
    top = work_tree(root)
    owners = [_owner(path) for path in (top, top / ".git")] if top else []
    homes = [os.environ.get(name, "") for name in _HOMES]
    user = os.geteuid() if sys.platform != "win32" else 0
    return os.fsencode("\0".join([str(top), str(find_git()), *homes, str(user), *map(str, owners)]))


def fold(path: str) -> str:
    """Return what tells files apart on this platform, where git's index may spell a name its own way."""
    if not _FOLDS_NAMES:
        return path
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).casefold()


def _parse(printed: bytes) -> Listing:
    paths = os.fsdecode(printed).split("\0")
    entries = (
        {fold(path.rstrip("/")) for path in paths} if _FOLDS_NAMES else {path.rstrip("/") for path in paths}
    )
    entries.discard("")
    directories: set[str] = set()
    for path in entries:
        end = path.rfind("/")
        while end > 0 and path[:end] not in directories:
            directories.add(path[:end])
            end = path.rfind("/", 0, end)
    return Listing(frozenset(entries), frozenset(directories))


def _settings_files(listed: str, root: Path, top: Path) -> Iterator[str]:
    """Yield the configuration files that git read or would read if they were there, and those of excludes."""
    home = os.path.expanduser("~")
    personal = [os.environ.get("XDG_CONFIG_HOME") or f"{home}/.config", f"{home}/.config"]
    prefix = Path(os.path.realpath(find_git() or "")).parent.parent
    yield from ("/etc/gitconfig", f"{prefix}/etc/gitconfig", f"{home}/.gitconfig")
    for directory in personal:
        yield from (f"{directory}/git/config", f"{directory}/git/ignore")
    fields = listed.split("\0")
    for origin, setting in zip(fields[::2], fields[1::2], strict=False):
        name, _, value = setting.partition("\n")
        file = os.path.join(top, origin.removeprefix("file:"))
        if origin.startswith("file:"):
            yield file
        if name == "core.excludesfile":
            yield from (os.path.join(base, os.path.expanduser(value)) for base in (root, top))
        elif name.startswith("include") and name.endswith(".path"):
            # An empty file is the origin of nothing.
            yield os.path.join(os.path.dirname(file), os.path.expanduser(value))


def _owner(path: Path) -> int:
    try:
        return os.lstat(path).st_uid
    except OSError:
        return -1
