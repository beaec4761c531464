"""What lies under a root: the walk, and the reading of single files. Nothing outside the root is ever read.

The walk reads directories and stats files, no contents but those of ignore files. Where git is usable its own
list says what belongs to the project; elsewhere the ignore files do, read by our own rules.
"""

# Paths are strings here: a walk makes them by the ten thousand, and links keep their meaning in them.

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from collections.abc import Iterable
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple

from nsccn.errors import NotARepository, PathOutsideRoot
from nsccn.graph import unwanted
from nsccn.graph.git import run_git, work_tree
from nsccn.graph.ignore import IgnoreRules
from nsccn.graph.root import check_root, find_root, read_bytes, read_start, resolve_path
from nsccn.graph.unwanted import content_reason

__all__ = [
    "Skipped",
    "SourceFile",
    "Walk",
    "check_root",
    "content_reason",
    "decode",
    "digest",
    "find_root",
    "read_bytes",
    "resolve_path",
    "walk",
]

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
_JUNCTION_TAG: Final = 0xA0000003
_FOLDS_NAMES: Final = sys.platform in ("win32", "darwin", "cygwin")
"""Whether names that differ in case, or in how accents are composed, may mean one file."""


class SourceFile(NamedTuple):
    """A file of the project, as it was when its directory was read."""

    path: str
    """Relative to the root, with `/`."""
    size: int
    mtime_ns: int
    inode: int


class Skipped(NamedTuple):
    """A file that is left out, or a whole directory (its path ends with `/`)."""

    path: str
    reason: str


class Walk(NamedTuple):
    """What a walk found, sorted by path."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]
    """What git or a `.gitignore` leaves out is not among them."""
    links: int
    used_git: bool
    """Whether git said what belongs to the project."""


def walk(root: Path, *, ignore_patterns: Iterable[str] = (), max_file_bytes: int = 1_000_000) -> Walk:
    """List the files below `root` that are worth reading. Links are not followed."""
    real_root = os.path.realpath(root)
    listing = _ask_git(Path(real_root))
    walker = _Walker(real_root, listing, max_file_bytes)
    walker.run(IgnoreRules(ignore_patterns))
    walker.files.sort(key=itemgetter(0))
    return Walk(tuple(walker.files), tuple(sorted(walker.skipped)), walker.links, listing is not None)


class _Listing(NamedTuple):
    """What git says belongs to the project, folded by `_fold`."""

    entries: set[str]
    """Files, and nested repositories without the final `/`."""
    directories: set[str]


def _ask_git(root: Path) -> _Listing | None:
    top = work_tree(root)
    if top is None:
        return None
    if top != root and run_git(root, "check-ignore", "--quiet", ".") is not None:
        # The repository around it ignores the root: git would list nothing, but the caller asked for it.
        return None
    printed = run_git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    if printed is None:
        return None
    entries = {_fold(path.rstrip("/")) for path in os.fsdecode(printed).split("\0") if path}
    directories: set[str] = set()
    for path in entries:
        end = path.rfind("/")
        while end > 0 and path[:end] not in directories:
            directories.add(path[:end])
            end = path.rfind("/", 0, end)
    return _Listing(entries, directories)


def _fold(path: str) -> str:
    """Return what tells files apart on this platform, where git's index may spell a name its own way."""
    if not _FOLDS_NAMES:
        return path
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path).casefold()


class _Directory(NamedTuple):
    prefix: str
    """Path relative to the root, ending with `/`; empty for the root."""
    rules: IgnoreRules
    """From our own ignore files and the settings."""
    git_rules: IgnoreRules | None
    """From `.gitignore` files; None where git's list decides."""
    wanted: bool = False
    """An ignore pattern of ours asks for it by negation, though it looks vendored."""


class _Walker:
    """One walk, and what it has found so far."""

    def __init__(self, root: str, listing: _Listing | None, max_file_bytes: int) -> None:
        self._root = root
        self._base = os.path.join(root, "")
        self._listing = listing or _Listing(set(), set())
        self._git_decides = listing is not None
        self._max_file_bytes = max_file_bytes
        self._pending: list[_Directory] = []
        self.files: list[SourceFile] = []
        self.skipped: list[Skipped] = []
        self.links = 0

    def run(self, rules: IgnoreRules) -> None:
        self._pending.append(_Directory("", rules, None if self._git_decides else IgnoreRules(), wanted=True))
        while self._pending:
            self._read(self._pending.pop())

    def _read(self, directory: _Directory) -> None:
        try:
            with os.scandir(self._base + directory.prefix) as scanned:
                entries = list(scanned)
        except OSError as error:
            if not directory.prefix:
                raise NotARepository(_UNREADABLE_ROOT.format(self._root, error.strerror)) from error
            self._skip(directory.prefix, UNREADABLE)
            return
        names = {entry.name for entry in entries}
        reason = None if directory.wanted else unwanted.marked_reason(names)
        if directory.prefix and ".git" in names and self._is_linked_work_tree(directory.prefix):
            reason = LINKED_WORK_TREE
        if reason is not None:
            self._skip(directory.prefix, reason)
            return
        directory = self._with_ignore_files(directory, names)
        for entry in entries:
            if entry.name in unwanted.NEVER_ENTERED:
                continue
            try:
                if entry.is_dir(follow_symlinks=False) and not _is_junction(entry):
                    self._see_directory(directory, entry.name, names)
                elif entry.is_file(follow_symlinks=False):
                    self._see_file(directory, entry)
                else:
                    self._see_other(directory, entry)
            except FileNotFoundError:
                # Deleted since the directory was read.
                continue
            except OSError:
                self._skip(directory.prefix + entry.name, UNREADABLE)

    def _with_ignore_files(self, directory: _Directory, names: set[str]) -> _Directory:
        prefix, rules, git_rules, _ = directory
        for name in _OWN_IGNORE_FILES:
            if name in names:
                rules = rules.extended(prefix, self._ignore_file(prefix + name))
        if git_rules is not None:
            if ".git" in names:
                # A repository of its own: what was ignored around it does not count in it.
                git_rules = IgnoreRules().extended(prefix, self._ignore_file(prefix + ".git/info/exclude"))
            if ".gitignore" in names:
                git_rules = git_rules.extended(prefix, self._ignore_file(prefix + ".gitignore"))
        return directory._replace(rules=rules, git_rules=git_rules)

    def _ignore_file(self, path: str) -> str:
        try:
            return decode(read_start(self._root, path, _IGNORE_FILE_LIMIT))
        except (OSError, PathOutsideRoot):
            # No regular file of this name; git, too, reads neither links nor directories as ignore files.
            return ""

    def _is_linked_work_tree(self, prefix: str) -> bool:
        """Whether a directory is another work tree of a repository that is walked, or walked in.

        Its files are other versions of files that are indexed at their own place.
        """
        try:
            pointer = decode(read_start(self._root, f"{prefix}.git", 4096))
        except (OSError, PathOutsideRoot):
            return False
        # Only the text is looked at: where a stranger's pointer leads must not be touched.
        target = pointer.removeprefix("gitdir:").strip()
        git_directory = Path(os.path.normpath(os.path.join(self._base, prefix, target)))
        if git_directory.parent.name != "worktrees" or git_directory.parent.parent.name != ".git":
            return False
        main = git_directory.parent.parent.parent
        return main.is_relative_to(self._root) or Path(self._root).is_relative_to(main)

    def _see_directory(self, around: _Directory, name: str, siblings: set[str]) -> None:
        path = around.prefix + name
        verdict = around.rules.verdict(path, is_directory=True) if around.rules else None
        reason = unwanted.tree_reason(name, siblings)
        if reason is not None and not (verdict is False and reason in unwanted.LIFTABLE):
            self._skip(f"{path}/", reason)
            return
        git_rules = around.git_rules
        if git_rules is None:
            folded = _fold(path)
            if folded not in self._listing.directories:
                # Of a submodule or a nested repository git lists only the directory.
                if folded not in self._listing.entries or not os.path.lexists(f"{self._base}{path}/.git"):
                    return
                git_rules = IgnoreRules()
        elif git_rules.verdict(path, is_directory=True):
            return
        if verdict:
            self._skip(f"{path}/", IGNORED)
        else:
            self._pending.append(_Directory(f"{path}/", around.rules, git_rules, verdict is False))

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
            self.files.append(SourceFile(path, found.st_size, found.st_mtime_ns, found.st_ino))

    def _see_other(self, directory: _Directory, entry: os.DirEntry[str]) -> None:
        path = directory.prefix + entry.name
        if entry.is_symlink() or _is_junction(entry):
            if self._belongs(directory, path):
                self.links += 1
                self._skip(path, LINK)
        else:
            self._skip(path, SPECIAL_FILE)

    def _belongs(self, directory: _Directory, path: str) -> bool:
        if directory.git_rules is None:
            return _fold(path) in self._listing.entries
        return not directory.git_rules.verdict(path, is_directory=False)

    def _skip(self, path: str, reason: str) -> None:
        shown = path if _is_text(path) else os.fsencode(path).decode("utf-8", "backslashreplace")
        self.skipped.append(Skipped(shown, reason))


def _is_text(path: str) -> bool:
    """Whether the name can be written as UTF-8."""
    if path.isascii():
        return True
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Whether this is a Windows junction, which counts as a directory but is a link."""
    if os.name != "nt":
        return False
    return getattr(entry.stat(follow_symlinks=False), "st_reparse_tag", 0) == _JUNCTION_TAG


def decode(data: bytes) -> str:
    """Return the text of a file, UTF-8 or by its mark UTF-16, with replacement of what is neither."""
    encoding = "utf-16" if data.startswith(unwanted.UTF_16_MARKS) else "utf-8-sig"
    return data.decode(encoding, "replace")


def digest(data: bytes) -> str:
    """Return the name by which facts about this content are kept."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
