"""One walk below a root: what is found, and what that depended on."""

# Paths are strings here: a walk makes them by the ten thousand, and links keep their meaning in them.

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final, NamedTuple

from nsccn.errors import NotARepository, PathOutsideRoot
from nsccn.graph.walk import stamps, unwanted
from nsccn.graph.walk.basis import UNREADABLE_NAMES, WatchedDirectory, WatchedFile, watch
from nsccn.graph.walk.decoding import decode
from nsccn.graph.walk.ignore import IgnoreRules
from nsccn.graph.walk.listing import GitAnswer, Listing, fold
from nsccn.graph.walk.root import read_start

IGNORED: Final = "ignored"
TOO_LARGE: Final = "too large"
LINK: Final = "link"
UNREADABLE: Final = "unreadable"
SPECIAL_FILE: Final = "special file"
LINKED_WORK_TREE: Final = "linked work tree"

_UNREADABLE_ROOT: Final = "{} cannot be read ({}); name the directory of a repository."
_OWN_IGNORE_FILES: Final = (".ignore", ".nsccnignore")
_IGNORE_FILE_LIMIT: Final = 64 * 1024
"""Of a longer ignore file only the beginning counts, so that no repository makes the walk slow."""
_MOST_LINES: Final = 1000
"""An ignore file with more lines may mean something else to git than to us."""


class _Directory(NamedTuple):
    prefix: str
    """Path relative to the root, ending with `/`; empty for the root."""
    rules: IgnoreRules
    """From our own ignore files and the settings."""
    git_rules: IgnoreRules
    """From `.gitignore` files."""
    listed: bool
    """Whether git's list says what belongs to the project; its ignore files say it otherwise."""
    wanted: bool = False
    """An ignore pattern of ours asks for it by negation, though it looks vendored."""
    is_bare: bool = False
    """Whether git has looked in and found nothing that belongs to the project."""
    must_be_package: bool = False
    """It is vendored by its name, but for a Python package."""


class Walker:
    """One walk, and what it has found so far."""

    def __init__(self, root: str, git: GitAnswer, max_file_bytes: int, *, heeds_top: bool = True) -> None:
        """Make a walk; `heeds_top`: whether the `.gitignore` of the root itself is followed."""
        self._root = root
        self._heeds_top = heeds_top
        self._base = os.path.join(root, "")
        self._git = git
        self._listing = git.listing or Listing(frozenset(), frozenset())
        self._max_file_bytes = max_file_bytes
        self._pending: list[_Directory] = []
        self.files: list[tuple[str, int, int, int]] = []
        """Path, size, mtime_ns and inode."""
        self.skipped: list[tuple[str, str]] = []
        self.links = 0
        self.directories: list[WatchedDirectory] = []
        self.ignore_files: list[WatchedFile] = []
        self.is_certain = git.certain
        """Whether all that was found depends on nothing but what is watched."""

    def run(self, rules: IgnoreRules) -> None:
        """Walk, and collect what is found."""
        listed = self._git.listing is not None
        self._pending.append(_Directory("", rules, IgnoreRules(), listed, wanted=True))
        while self._pending:
            self._read(self._pending.pop())

    def _read(self, directory: _Directory) -> None:
        entries = self._scan(directory)
        if entries is None:
            return
        names = {entry.name for entry, _ in entries}
        is_work_tree = False
        if ".git" in names and directory.prefix:
            target = self._pointed_at(directory.prefix)
            is_work_tree = target is not None and self._is_linked_work_tree(target)
            if self._git.listing is not None:
                self._watch_repository(directory.prefix, None if is_work_tree else target)
        if directory.is_bare:
            self._read_bare(self._with_ignore_files(directory, names), entries)
            return
        reason = None if directory.wanted else unwanted.marked_reason(names)
        name = directory.prefix.rstrip("/").rpartition("/")[2]
        if directory.must_be_package and not unwanted.is_package(name, names):
            reason = unwanted.VENDORED
        if is_work_tree:
            reason = LINKED_WORK_TREE
        if reason is not None:
            self._skip(directory.prefix, reason)
            return
        directory = self._with_ignore_files(directory, names)
        for entry, kind in entries:
            if entry.name in unwanted.NEVER_ENTERED:
                continue
            try:
                if kind == stamps.FILE:
                    self._see_file(directory, entry)
                elif kind == stamps.DIRECTORY:
                    self._see_directory(directory, entry.name, names)
                else:
                    self._see_other(directory, entry.name, kind)
            except FileNotFoundError:
                # Deleted since the directory was read.
                continue
            except OSError:
                self._see_other(directory, entry.name, stamps.UNKNOWN)

    def _scan(self, directory: _Directory) -> list[tuple[os.DirEntry[str], str]] | None:
        """Return what lies in a directory, of which kind, and watch it; None where it cannot be read."""
        path = self._base + directory.prefix
        watched = os.fsencode(directory.prefix[:-1] or ".")
        found = None
        try:
            found = os.stat(path)
            with os.scandir(path) as scanned:
                entries = [(entry, stamps.kind_of(entry)) for entry in scanned]
        except OSError as error:
            if not directory.prefix:
                raise NotARepository(_UNREADABLE_ROOT.format(self._root, error.strerror)) from error
            if found is None:
                self.is_certain = False
            else:
                self.directories.append(WatchedDirectory(watched, stamps.stamp_of(found), UNREADABLE_NAMES))
            if not directory.is_bare:
                self._skip(directory.prefix, UNREADABLE)
            return None
        names = stamps.digest_names({entry.name: kind for entry, kind in entries})
        self.directories.append(WatchedDirectory(watched, stamps.stamp_of(found), names))
        return entries

    def _with_ignore_files(self, directory: _Directory, names: set[str]) -> _Directory:
        prefix, rules, git_rules, *_ = directory
        for name in _OWN_IGNORE_FILES:
            if name in names:
                rules = rules.extended(prefix, self._ignore_file(prefix + name))
        if ".git" in names:
            # A repository of its own: what was ignored around it does not count in it.
            git_rules = IgnoreRules().extended(prefix, self._ignore_file(prefix + ".git/info/exclude"))
        if ".gitignore" in names:
            text = self._ignore_file(prefix + ".gitignore")
            if directory.listed and (len(text) >= _IGNORE_FILE_LIMIT or text.count("\n") >= _MOST_LINES):
                text = ""
            if not (prefix or self._heeds_top):
                text = ""
            git_rules = git_rules.extended(prefix, text)
        return directory._replace(rules=rules, git_rules=git_rules)

    def _ignore_file(self, path: str) -> str:
        self.ignore_files.append(watch(self._base + path, follow=False))
        try:
            return decode(read_start(self._root, path, _IGNORE_FILE_LIMIT))
        except (OSError, PathOutsideRoot):
            # No regular file of this name; git, too, reads neither links nor directories as ignore files.
            return ""

    def _watch_repository(self, prefix: str, target: str | None) -> None:
        """Watch what tells git that a directory is a repository of its own; `target`: where that lies, if elsewhere."""
        path = f"{self._base}{prefix}.git"
        self.ignore_files += [watch(name, follow=False) for name in (path, f"{path}/HEAD")]
        if target is None:
            return
        if _lies_in(target, (self._root, self._git.git_directory)):
            self.ignore_files.append(watch(target, follow=False))
        else:
            self.is_certain = False

    def _pointed_at(self, prefix: str) -> str | None:
        """Return where the file `.git` of a directory says that its repository lies.

        Only the text is looked at: where a stranger's pointer leads must not be touched.
        """
        try:
            pointer = decode(read_start(self._root, f"{prefix}.git", 4096))
        except (OSError, PathOutsideRoot):
            return None
        target = pointer.removeprefix("gitdir:").strip()
        return os.path.normpath(os.path.join(self._base, prefix, target))

    def _is_linked_work_tree(self, target: str) -> bool:
        """Whether a pointer is that of another work tree of a repository that is walked, or walked in.

        Its files are other versions of files that are indexed at their own place.
        """
        work_trees = os.path.dirname(target)
        git_directory = os.path.dirname(work_trees)
        if os.path.basename(work_trees) != "worktrees" or os.path.basename(git_directory) != ".git":
            return False
        main = os.path.dirname(git_directory)
        return _lies_in(main, (self._root,)) or _lies_in(self._root, (main,))

    def _see_directory(self, around: _Directory, name: str, siblings: set[str]) -> None:
        path = around.prefix + name
        verdict = around.rules.verdict(path, is_directory=True) if around.rules else None
        reason = unwanted.tree_reason(name, siblings)
        if verdict is False and reason in unwanted.LIFTABLE:
            reason = None
        must_be_package = reason is not None and unwanted.may_be_package(name)
        if reason is not None and not must_be_package:
            self._skip(f"{path}/", reason)
            return
        git_rules, listed = around.git_rules, around.listed
        if listed:
            folded = fold(path)
            if folded not in self._listing.directories:
                # Of a submodule or a nested repository git lists only the directory.
                if folded not in self._listing.entries or not os.path.lexists(f"{self._base}{path}/.git"):
                    self._see_bare(around, path)
                    return
                git_rules, listed = IgnoreRules(), False
        elif git_rules.verdict(path, is_directory=True):
            return
        if verdict:
            self._skip(f"{path}/", IGNORED)
        else:
            wanted = verdict is False
            inside = _Directory(
                f"{path}/", around.rules, git_rules, listed, wanted, must_be_package=must_be_package
            )
            self._pending.append(inside)

    def _see_bare(self, around: _Directory, path: str) -> None:
        """Watch a directory in which git found nothing, unless it did not look: something may come into it."""
        if not around.git_rules.verdict(path, is_directory=True):
            bare = _Directory(f"{path}/", around.rules, around.git_rules, listed=True, is_bare=True)
            self._pending.append(bare)

    def _read_bare(self, directory: _Directory, entries: Iterable[tuple[os.DirEntry[str], str]]) -> None:
        for entry, kind in entries:
            if kind == stamps.UNKNOWN:
                self.is_certain = False
            elif kind == stamps.DIRECTORY and entry.name != ".git":
                self._see_bare(directory, directory.prefix + entry.name)

    def _see_file(self, directory: _Directory, entry: os.DirEntry[str]) -> None:
        path = directory.prefix + entry.name
        if not self._belongs(directory, path):
            return
        reason = unwanted.file_reason(entry.name)
        if directory.rules:
            verdict = directory.rules.verdict(path, is_directory=False)
            if verdict:
                reason = IGNORED
            elif verdict is False and reason in unwanted.LIFTABLE:
                reason = None
        if reason is None and not _is_text(path):
            reason = unwanted.UNREADABLE_NAME
        if reason is not None:
            self._skip(path, reason)
            return
        found = entry.stat(follow_symlinks=False)
        if found.st_size > self._max_file_bytes:
            self._skip(path, TOO_LARGE)
        else:
            self.files.append((path, found.st_size, found.st_mtime_ns, found.st_ino & stamps.INODE_BITS))

    def _see_other(self, directory: _Directory, name: str, kind: str) -> None:
        path = directory.prefix + name
        if kind == stamps.UNKNOWN:
            self.is_certain = False
            self._skip(path, UNREADABLE)
        elif kind == stamps.OTHER:
            self._skip(path, SPECIAL_FILE)
        elif self._belongs(directory, path):
            self.links += 1
            self._skip(path, LINK)

    def _belongs(self, directory: _Directory, path: str) -> bool:
        if directory.listed:
            return fold(path) in self._listing.entries
        return not directory.git_rules.verdict(path, is_directory=False)

    def _skip(self, path: str, reason: str) -> None:
        shown = path if _is_text(path) else os.fsencode(path).decode("utf-8", "backslashreplace")
        self.skipped.append((shown, reason))


def _is_text(path: str) -> bool:
    """Whether the name can be written as UTF-8."""
    if path.isascii():
        return True
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _lies_in(path: str, directories: Iterable[str]) -> bool:
    """Whether a path is one of some directories, or lies below one."""
    inner = os.path.join(os.path.normcase(path), "")
    return any(inner.startswith(os.path.join(os.path.normcase(outer), "")) for outer in directories if outer)
