"""Keeps the index of a repository ready in the background: changes are refreshed for before anybody asks.

Answers never rely on it, they check the files as ever. What is missed here costs time and nothing else, so that
noise may be ignored and every trouble may end the watching.

Only directories that a walk reads are watched, each by itself: a recursive watch takes one handle for every
directory on Linux, those of `node_modules` and `.git` included. macOS and Windows take one for a whole tree.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from nsccn.errors import InvalidArgument

if TYPE_CHECKING:
    from concurrent.futures import Future

    from nsccn.index import RepoIndex

    Changes = set[tuple[int, str]]

_MODIFIED: Final = 2
"""How the library calls a change of what was there before."""
_DEBOUNCE_MILLISECONDS: Final = 100
"""Changes that come one after another are taken together for so long at most."""
_STEP_MILLISECONDS: Final = 50
"""How often the library looks for events; less would be felt in the idle CPU."""
_ABSENT_SECONDS: Final = 2.0
"""How often to look for a root that is gone."""
_LONGEST_PAUSE: Final = 2.0
_PAUSE_FACTOR: Final = 10
"""After an event that changed nothing, rest so many times as long as it took to find out."""
_YOUNG_MILLISECONDS: Final = 3000
"""After so long, the time stamps of a tree that has just been written can be relied on."""
_MOST_LOOKS: Final = 2
_IS_RECURSIVE: Final = sys.platform in {"darwin", "win32"}


def check_watching() -> None:
    """Make sure that files can be watched.

    Raises:
        InvalidArgument: the package for it is missing.
    """
    if find_spec("watchfiles") is None:
        raise InvalidArgument(
            "--watch needs the package watchfiles; install it with: pip install 'nsccn[watch]'."
        )


class Watcher:
    """Asks for a refresh soon after something has changed below a root, in a thread of its own."""

    def __init__(
        self, index: RepoIndex, refresh: Callable[[], Future[None]], report: Callable[[str], None]
    ) -> None:
        """`refresh` asks for the index as of now; `report` is told once that it watches, or why it does not."""
        self._index = index
        self._refresh = refresh
        self._report: Callable[[str], None] | None = report
        self._root = os.path.realpath(index.root)
        self._known: frozenset[str] = frozenset()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin: bring the index up to date, then watch."""
        self._thread.start()

    def stop(self) -> None:
        """End soon; whoever called need not wait."""
        self._ended.set()

    def _run(self) -> None:
        self._bring_up_to_date()
        while not self._ended.is_set():
            if not os.path.isdir(self._root):
                self._wait_for_root()
            watched = self._directories()
            readable = sorted(path for path in watched if os.access(path, os.R_OK))
            try:
                events = _open([self._root] if _IS_RECURSIVE else readable)
            except (FileNotFoundError, PermissionError):
                self._bring_up_to_date()  # it went in this very moment
                continue
            except (OSError, RuntimeError) as error:
                self._say(f"{self._root} is not watched ({_reason(error)}); answers are as true without.")
                return
            self._say(f"watching {len(readable):,} directories of {self._root}.")
            try:
                self._bring_up_to_date()  # for what happened while nothing was watched
                self._follow(events, watched)
            finally:
                events.close()

    def _follow(self, events: Any, watched: Collection[str]) -> None:  # noqa: ANN401
        """Refresh after changes, until other directories have to be watched."""
        looks = 0
        while not self._ended.is_set() and self._directories() == watched:
            looks += 1
            is_young = self._index.walked_directories is None and looks <= _MOST_LOOKS
            changes = self._next(events, watched, _YOUNG_MILLISECONDS if is_young else 0)
            if changes:
                looks = 0
            self._bring_up_to_date()
            if any(kind != _MODIFIED and path in watched for kind, path in changes):
                return  # a directory came or went, and its watch with it

    def _next(self, events: Any, watched: Collection[str], milliseconds: int) -> Changes:  # noqa: ANN401
        """Wait for changes that matter; for so many milliseconds at most, where that is not 0."""
        while not self._ended.is_set():
            found: Changes | str = events.watch(
                _DEBOUNCE_MILLISECONDS, _STEP_MILLISECONDS, milliseconds, self._ended
            )
            if isinstance(found, str):
                return set()  # it was told to stop, or has waited long enough
            if self._matters(found, watched):
                return found
        return set()

    def _matters(self, changes: Iterable[tuple[int, str]], watched: Collection[str]) -> bool:
        """Whether any of it may change the index. Logs that are written all the time do not."""
        return any(
            (kind != _MODIFIED and path in watched)
            or (os.path.dirname(path) in watched and (kind != _MODIFIED or self._is_known(path)))
            for kind, path in changes
        )

    def _is_known(self, path: str) -> bool:
        name = os.path.relpath(path, self._root).replace(os.sep, "/")
        return self._index.ready and self._index.snapshot.entities.file_slot(name) is not None

    def _bring_up_to_date(self) -> None:
        """Refresh, and rest when it was for nothing: somebody may be making noise all the time."""
        before = self._index.snapshot if self._index.ready else None
        start = time.monotonic()
        try:
            self._refresh().result()
        except Exception:  # noqa: BLE001 - whoever asks something is told; here it is only tried again
            self._ended.wait(_ABSENT_SECONDS)
            return
        if before is not None and self._index.snapshot is before:
            self._ended.wait(min(_LONGEST_PAUSE, _PAUSE_FACTOR * (time.monotonic() - start)))

    def _directories(self) -> frozenset[str]:
        """Return the directories to watch. Where a walk cannot tell, those of before and of indexed files."""
        walked = self._index.walked_directories
        if walked is None:
            walked = [*self._known, *self._parents()]
        self._known = frozenset(walked)
        return self._known

    def _parents(self) -> set[str]:
        found = {self._root}
        for path in self._index.snapshot.entities.paths if self._index.ready else ():
            parent = path
            while parent := parent.rpartition("/")[0]:
                full = os.path.join(self._root, parent)
                if full in found:
                    break
                found.add(full)
        return found

    def _wait_for_root(self) -> None:
        while not os.path.isdir(self._root):
            if self._ended.wait(_ABSENT_SECONDS):
                return
        self._known = frozenset()
        self._bring_up_to_date()

    def _say(self, sentence: str) -> None:
        report, self._report = self._report, None
        if report is not None:
            report(sentence)


def _open(paths: Sequence[str]) -> Any:  # noqa: ANN401
    library: Any = import_module("watchfiles._rust_notify")
    # The class that the library documents for direct use: its generator cannot say when it has begun.
    return library.RustNotify(list(paths), False, False, 0, _IS_RECURSIVE, False)  # noqa: FBT003


def _reason(error: Exception) -> str:
    return str(error).partition(" about [")[0].partition(" (os error")[0]
