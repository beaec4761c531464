"""What one call of a tool may see: the index of the repository it asks about, brought up to date first."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from nsccn.errors import IndexNotReady, InvalidArgument, NotARepository, NsccnError
from nsccn.precedence import QUESTIONS
from nsccn.progress import PHASES, many_files
from nsccn.settings import Settings
from nsccn.tools.roots import RootPolicy

if TYPE_CHECKING:
    from nsccn.index import RepoIndex
    from nsccn.watching import Watcher

LONGEST_WAIT: Final = 20.0
"""Seconds that a call waits for an index that is still being built."""

_LOOK: Final = 0.25
"""Seconds between two looks at whether the index is ready, or the caller gone."""

_CHECK: Final = 1.0
"""Seconds in which it is known whether an index is up to date, however busy the machine."""

_NOTHING: Final = (
    "{!r} holds no file to index; name another directory, or look at what its ignore files leave out."
)

_log = logging.getLogger("nsccn")

Report = Callable[[int, int, str], None]
"""Takes how much is done, of how much (0: not known yet), and a sentence."""


class Session(Protocol):
    """One call's view of the repositories."""

    structured: bool
    """The caller reads the data of answers, not their text."""

    def settings(self, repo_path: str = "") -> Settings:
        """Return the settings that hold for the repository."""
        ...

    def reader(self, repo_path: str = "") -> RepoIndex:
        """Return an index for reading single files, whether or not it has been built; it never waits."""
        ...

    def searchable(self, repo_path: str = "") -> RepoIndex:
        """Return the built and refreshed index, whose edges may not be linked yet; raises IndexNotReady as `index`."""
        ...

    def index(self, repo_path: str = "") -> RepoIndex:
        """Return the built and refreshed index; raises IndexNotReady when that takes too long."""
        ...


class DirectSession:
    """The session of a command: one repository, indexed here and now."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        *,
        structured: bool = False,
        progress: Callable[[int, int, str], None] | None = None,
    ) -> None:
        self.structured = structured
        self._settings = settings
        self._progress = progress
        self._index = _open(root, settings, is_brief=True)
        self._fresh = False

    def settings(self, repo_path: str = "") -> Settings:
        """Return the settings of the one repository."""
        self._only(repo_path)
        return self._settings

    def reader(self, repo_path: str = "") -> RepoIndex:
        """Return the index as it is."""
        self._only(repo_path)
        return self._index

    def searchable(self, repo_path: str = "") -> RepoIndex:
        """Build the index, or bring it up to date, when first asked."""
        self._only(repo_path)
        if not self._fresh:
            self._index.refresh(progress=self._progress)
            self._fresh = True
        return _not_empty(self._index)

    def index(self, repo_path: str = "") -> RepoIndex:
        """Build the index, or bring it up to date, when first asked, with all edges."""
        index = self.searchable(repo_path)
        index.complete(progress=self._progress)
        return index

    @property
    def unstored(self) -> str:
        """The sentence that says why the index is not stored; empty while it is."""
        self._index.flush()
        return self._index.unstored

    def _only(self, repo_path: str) -> None:
        if repo_path and Path(repo_path).expanduser().resolve() != self._index.root:
            raise InvalidArgument(f"This session answers about {str(self._index.root)!r} only.")


class Workspace:
    """The repositories of a running server, each indexed in the background."""

    def __init__(
        self,
        policy: RootPolicy,
        load_settings: Callable[[Path], Settings],
        *,
        watch: Callable[[str], None] | None = None,
    ) -> None:
        """`watch`: keep each repository ready in the background, and tell this that it is done, or cannot be."""
        self._policy = policy
        self._load_settings = load_settings
        self._watch = watch
        self._repositories: dict[Path, _Repository] = {}
        self._lock = threading.Lock()

    def repository(self, repo_path: str = "") -> _Repository:
        """Return the repository that `repo_path` names, if it may be read."""
        root = self._policy.grant(repo_path)
        with self._lock:
            if root not in self._repositories:
                self._repositories[root] = _Repository(root, self._load_settings(root), self._watch)
            return self._repositories[root]

    def start(self) -> None:
        """Begin to index the default root; why that is not possible is told to the first call.

        A server that is closed at once has no executor any more.
        """
        with suppress(NsccnError, RuntimeError):
            self.repository().request()

    def close(self) -> None:
        """Stop whatever is being built, and its workers."""
        with self._lock:
            for repository in self._repositories.values():
                repository.close()


class ServedSession:
    """The session of one call to a server."""

    def __init__(
        self, workspace: Workspace, *, structured: bool = False, report: Report | None = None
    ) -> None:
        self.structured = structured
        self.cancelled = threading.Event()
        """Set by the server when nobody waits for the answer any more."""
        self._workspace = workspace
        self._report = report
        self._asked: dict[str, _Repository] = {}
        self._fresh: dict[str, RepoIndex] = {}
        self._asked_at = time.monotonic()

    def settings(self, repo_path: str = "") -> Settings:
        """Return the settings of the repository."""
        return self._repository(repo_path).settings

    def reader(self, repo_path: str = "") -> RepoIndex:
        """Return the index as it is."""
        return self._repository(repo_path).index

    def searchable(self, repo_path: str = "") -> RepoIndex:
        """Bring the index up to date when first asked; waits for it a while, reporting progress."""
        if repo_path not in self._fresh:
            repository = self._repository(repo_path)
            self._wait(repository, repository.request(), at_once=_CHECK)
            self._fresh[repo_path] = _not_empty(repository.index)
        return self._fresh[repo_path]

    def index(self, repo_path: str = "") -> RepoIndex:
        """Do the same, and wait until all is linked."""
        index = self.searchable(repo_path)
        if not index.is_complete:
            repository = self._repository(repo_path)
            self._wait(repository, repository.complete())
        return index

    def _repository(self, repo_path: str) -> _Repository:
        if repo_path not in self._asked:
            self._asked[repo_path] = self._workspace.repository(repo_path)
        return self._asked[repo_path]

    def _wait(self, repository: _Repository, ready: Future[None], *, at_once: float = 0.0) -> None:
        """Wait for what is mostly ready in so many seconds; else let go on what stands back for the answer."""
        if not wait([ready], timeout=at_once).done:
            with QUESTIONS.waiting():
                self._wait_long(repository, ready)
        ready.result()

    def _wait_long(self, repository: _Repository, ready: Future[None]) -> None:
        while not wait([ready], timeout=_LOOK).done:
            if self._report is not None:
                self._report(*repository.progress())
            if self.cancelled.is_set() or time.monotonic() - self._asked_at > LONGEST_WAIT:
                raise IndexNotReady(f"{repository.progress()[2]}; call again in a few seconds.")


class _Closed(Exception):
    """Ends a build that nobody waits for."""


class _Repository:
    """One root, its index, and at most one build or refresh at a time."""

    def __init__(self, root: Path, settings: Settings, watch: Callable[[str], None] | None = None) -> None:
        self.settings = settings
        self.index = _open(root, settings)
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="index")
        self._linker = ThreadPoolExecutor(1, thread_name_prefix="link")
        self._lock = threading.Lock()
        self._next: Future[None] | None = None
        self._progress = (0, 0, "")
        self._closed = False
        self._complained = False
        self._prepared = False
        self._watcher = _watched(self.index, self.request, watch) if watch else None

    def request(self) -> Future[None]:
        """Ask for the index as of now. Calls that ask before the work has begun share it."""
        with self._lock:
            if self._next is None:
                self._next = self._executor.submit(self._bring_up_to_date)
            return self._next

    def complete(self) -> Future[None]:
        """Ask for all edges of the index as it is."""
        return self._linker.submit(self.index.complete, progress=self._note)

    def progress(self) -> tuple[int, int, str]:
        """Return how far the work is: done, total, and both in words."""
        done, total, phase = self._progress
        if phase == "extract":
            hint = f" ({sentence.rstrip('.')})" if (sentence := many_files(total)) else ""
            return done, total, f"Indexing: {done:,} of {total:,} files done{hint}"
        return done, total, f"Indexing: {PHASES.get(phase, 'Starting').lower()}"

    def close(self) -> None:
        self._closed = True
        if self._watcher is not None:
            self._watcher.stop()
        for executor in (self._executor, self._linker):
            executor.shutdown(wait=False, cancel_futures=True)
        self.index.close(abandon=True)

    def _bring_up_to_date(self) -> None:
        with self._lock:
            self._next = None
        self._note(0, 0, "walk")
        self.index.refresh(progress=self._note)
        self._complain()
        if not self._prepared:
            self._prepared = True
            self.index.prepare()

    def _complain(self) -> None:
        """Say once on standard error why the index is kept in memory only."""
        if not self._complained and (sentence := self.index.unstored):
            self._complained = True
            _log.error(sentence)

    def _note(self, done: int, total: int, phase: str) -> None:
        if self._closed:
            raise _Closed
        self._progress = (done, total, phase)


def _open(root: Path, settings: Settings, *, is_brief: bool = False) -> RepoIndex:
    """Open an index. Its modules are heavy, and a server answers its first requests without them."""
    from nsccn.index import RepoIndex

    return RepoIndex(root, settings=settings, is_brief=is_brief)


def _watched(index: RepoIndex, refresh: Callable[[], Future[None]], report: Callable[[str], None]) -> Watcher:
    from nsccn.watching import Watcher

    watcher = Watcher(index, refresh, report)
    watcher.start()
    return watcher


def _not_empty(index: RepoIndex) -> RepoIndex:
    if not index.snapshot.entities.file_count:
        raise NotARepository(_NOTHING.format(str(index.root)))
    return index
