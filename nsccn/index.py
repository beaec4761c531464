"""The index of one repository: its current snapshot, and how it is kept true."""

from __future__ import annotations

import gc
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from threading import RLock, Thread
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import IndexNotReady, InvalidArgument, NsccnError
from nsccn.graph.versions import facts_version, language_name
from nsccn.graph.walk import files as source_files
from nsccn.graph.walk.root import check_root
from nsccn.publishing import ANSWER_SECONDS, Publisher
from nsccn.search.past import Past
from nsccn.settings import Settings, load_settings
from nsccn.snapshots.bases import Before
from nsccn.snapshots.build import Builder, Progress, fingerprint, no_progress
from nsccn.snapshots.freshness import WalkMemory, unchanged
from nsccn.snapshots.snapshot import FORMAT, Snapshot, encode_manifest
from nsccn.snapshots.source import read_text
from nsccn.storage.store import FactStore, SnapshotStore, facts_key
from nsccn.workers.extractors import Extractors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Executor

    from nsccn.graph.model import FileFacts
    from nsccn.graph.walk.files import Walk
    from nsccn.search.askers import Askers
    from nsccn.search.embedding import Embeddings
    from nsccn.search.history import History
    from nsccn.search.vectors import Vectors
    from nsccn.snapshots.bases import Base
    from nsccn.snapshots.meanings import Meanings
    from nsccn.snapshots.snapshot import Manifest
    from nsccn.status import Status
    from nsccn.storage.store import Retained


_FEW: Final = 32
"""Edited files that cost the next process less to read than this one to link and store."""
_MANY: Final = 1_000
"""Files of a large repository."""
_LONG_WAIT_SECONDS: Final = 0.05
"""After a wait for another process, the files are looked at again."""


class _Left(NamedTuple):
    """A snapshot that nobody has linked or stored yet."""

    built: Snapshot
    then: Manifest | None
    """Of the snapshot that was stored when it was made."""
    publish: Callable[[], None]


class RepoIndex:
    """The index of one repository. Every method may be called from any thread.

    `build` gives a ready index; the constructor gives one without a snapshot, which `refresh` makes.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        settings: Settings | None = None,
        executor: Executor | None = None,
        is_brief: bool = False,
    ) -> None:
        """Open the index of a directory.

        With `is_brief`, for a process that answers once and ends, what a few edits change is linked and stored only
        if it is asked for edges: the next process finds their facts, and brings its index up to date in less time.

        `executor` extracts in place of worker processes of our own: threads of yours, or a cluster's client.
        What fails there is done in ours, and shutting it down is left to you.

        Raises:
            NotARepository: `path` is no directory.
        """
        self.root = check_root(Path(path), named=True)
        self.settings = settings or load_settings(repo=self.root)
        self._facts = FactStore(self.settings.cache_dir)
        self._snapshots = SnapshotStore(self.settings.cache_dir, self.root, version=FORMAT)
        self._walks = WalkMemory(self.root, self.settings, self._snapshots.directory / "walk")
        self._past = Past(self.root, self._snapshots.directory / "history")
        self._snapshot: Snapshot | None = None
        self._publisher = Publisher(self._facts.leave)
        self._lock = RLock()
        self._is_brief = is_brief
        self._left: _Left | None = None
        self._meanings: list[Meanings] = []
        """Those of the last question, if they are of the current snapshot."""
        self._extractors = Extractors(self.settings.workers, executor)

    @classmethod
    def build(
        cls,
        path: str | Path,
        *,
        settings: Settings | None = None,
        progress: Progress | None = None,
        executor: Executor | None = None,
    ) -> RepoIndex:
        """Return the index of a directory, up to date and with all edges; `executor` is as for the constructor.

        Raises:
            NotARepository: `path` is no directory.
        """
        index = cls(path, settings=settings, executor=executor)
        index.refresh(progress=progress)
        index.complete(progress=progress)
        return index

    @property
    def ready(self) -> bool:
        """Whether there is a snapshot."""
        return self._snapshot is not None

    @property
    def snapshot(self) -> Snapshot:
        """The current snapshot.

        Raises:
            IndexNotReady: there is none yet.
        """
        if self._snapshot is None:
            raise IndexNotReady("The repository is not indexed yet; call again in a few seconds.")
        return self._snapshot

    @property
    def history(self) -> History | None:
        """What past commits say of the files of the current snapshot; None without git."""
        return self._past.of(self.snapshot)

    @property
    def askers(self) -> Askers:
        """Who asks for what the program says, by the current snapshot."""
        from nsccn.search.askers import Askers

        return Askers(self.snapshot.entities, self.snapshot.lexical, self.text_if_any)

    @property
    def vectors(self) -> Vectors | None:
        """Vectors of the snapshot's entities; None unless a model is set."""
        return self._embeddings.of(self.snapshot) if self._embeddings else None

    def embed(self, progress: Progress) -> None:
        """Make the vectors that are missing, where a model is set."""
        if self._embeddings is not None:
            self._embeddings.complete(self.snapshot, lambda done, total: progress(done, total, "embed"))

    @cached_property
    def _embeddings(self) -> Embeddings | None:
        from nsccn.search.embedding import Embeddings

        model = self.settings.embedding_model
        return Embeddings(self._snapshots.directory / "vectors", model) if model else None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What keeps the index from being stored, and what in the settings was not followed."""
        unstored = (self.unstored,) if self.unstored else ()
        return (*self.settings.warnings, *unstored, *self._extractors.warnings)

    @property
    def unstored(self) -> str:
        """The sentence that says why the index could not be stored; empty while it can, as far as is known."""
        problem = self._facts.problem or self._snapshots.problem
        return f"The index is kept in memory only: {problem}." if problem else ""

    def refresh(self, *, progress: Progress | None = None) -> RepoIndex:
        """Make the snapshot reflect the files as they are; return the index, which stays the same object.

        Searches can be answered then; edges are linked a moment later, or when one is asked for.
        """
        self.update(progress=progress)
        return self

    def update(self, *, progress: Progress | None = None) -> bool:
        """Make the snapshot reflect the files as they are; return whether it changed."""
        with self._lock:
            self._snapshots.folder.note_use()
            if self._snapshot is None:
                self._snapshot = self._stored()
            walked = self._walks.walk()
            if self._snapshot is not None and _holds(self._snapshot, walked):
                return False
            self._meanings.clear()
            self._rebuild(progress or no_progress, walked)
            return True

    @property
    def walked_directories(self) -> list[str] | None:
        """The directories in which names may come and go; None while the tree is too young to tell."""
        return self._walks.directories

    def _stored(self) -> Snapshot | None:
        loaded = self._snapshots.load()
        snapshot = Snapshot.decoded(*loaded) if loaded else None
        if snapshot is None or snapshot.manifest.fingerprint != fingerprint(self.settings):
            return None
        return snapshot

    def _other_states(self) -> Iterator[Base]:
        from nsccn.snapshots.bases import stored_states

        return stored_states(self.settings.cache_dir, self._snapshots)

    def _rebuild(self, progress: Progress, walked: Walk) -> None:
        """Build a snapshot and publish it, unless another process has just done so."""
        asked = time.monotonic()
        linking = self._publisher.running
        with ExitStack() as held:
            if linking is None:  # else the lock is ours already
                held.enter_context(self._snapshots.writing())
            if time.monotonic() - asked > _LONG_WAIT_SECONDS:
                walked = self._walks.walk()
            stored = self._stored()
            if stored is not None and _holds(stored, walked):
                self._snapshot = stored
                self._publisher.give_up()
                return
            latest = self._snapshot
            if latest is not None and stored is not None and latest.manifest == stored.manifest:
                stored = latest  # of which more is known
            builder = Builder(
                self.root,
                self.settings,
                self._facts,
                self._extractors.of_files,
                progress,
                self._snapshots.directory,
                self._extractors.end_own,
                self._other_states,
            )
            try:
                built = builder.build(walked, Before(latest, stored, linking))
            except BaseException:
                self._extractors.end(kill=True)
                raise
            self._extractors.end()
            progress(len(walked.files), len(walked.files), "store")
            self._snapshot = built
            if builder.is_same and not built.manifest.table.are_settled:
                return  # a file is so young that it will be looked at again; only then are its stamps worth storing
            if not builder.is_same:
                self._publisher.give_up(but=builder.base)
            builder.progress = partial(self._publisher.go_on, built)
            retained, all_linked = builder.retained, not builder.is_update
            publish = partial(self._publish, built, retained, all_linked=all_linked)
            if self._is_brief and builder.is_update and builder.read <= _FEW:
                self._left = _Left(built, stored.manifest if stored else None, publish)
            else:
                self._publisher.begin(built, held, publish)

    def _store_left(self) -> None:
        """Store what was left, if it is linked by now, and nobody has stored another state since."""
        left, self._left = self._left, None
        if left is None or not left.built.is_complete:
            return
        with self._snapshots.writing():
            stored = self._stored()
            if (stored.manifest if stored else None) == left.then:
                left.publish()

    def _publish(self, built: Snapshot, retained: Retained, *, all_linked: bool) -> None:
        """Store a snapshot, and go on with it mapped, so that it takes no memory; `all_linked`: no links were kept."""
        is_current = self.snapshot.arrays is built.arrays
        if is_current and self._snapshots.publish(built.arrays, encode_manifest(built.manifest), retained):
            stored = self._stored()
            if stored is not None and stored.manifest == built.manifest:
                self._go_on_with(stored, built)
        self._keep_cache_small()
        if all_linked and built.entities.file_count > _MANY:
            gc.collect()  # linking leaves circles of hundreds of megabytes

    def _go_on_with(self, stored: Snapshot, built: Snapshot) -> None:
        with self._lock:  # or what another thread has just built would be lost
            current = self.snapshot
            if current.arrays is built.arrays:
                self._snapshot = Snapshot(stored.arrays, current.manifest)  # whose stamps may be its own
                self._meanings.clear()

    @property
    def is_complete(self) -> bool:
        """Whether all of the current snapshot is linked."""
        return self.snapshot.is_complete

    def complete(self, *, progress: Progress | None = None) -> None:
        """Link what is left of the current snapshot to link: search goes without, edges are asked for with it."""
        self._publisher.complete(self.snapshot, progress)

    def flush(self) -> None:
        """Wait until the current snapshot is stored, where it can be."""
        self._publisher.flush()
        self._store_left()

    def _keep_cache_small(self) -> None:
        from nsccn.housekeeping import keep_within

        settings = self.settings
        keep_within(settings.max_cache_bytes, settings.cache_dir, self._facts, self._snapshots.folder)

    def text(self, path: str) -> str:
        """Return the text of a file as it is now, by its path relative to the root.

        Raises:
            PathOutsideRoot: the path leads out of the root.
            OSError: the file cannot be read.
        """
        return read_text(self.root, path, self.settings.max_file_bytes)

    def text_if_any(self, path: str) -> str:
        """Return what `text` does, and nothing of a file that cannot be read."""
        try:
            return self.text(path)
        except (NsccnError, OSError):
            return ""

    def facts(self, path: str) -> FileFacts:
        """Return the facts of one file as it is now; no index is needed.

        Raises:
            PathOutsideRoot: the path leads out of the root.
            InvalidArgument: the file cannot be parsed within its deadline.
            OSError: the file cannot be read.
        """
        from nsccn.storage.codec import decode_facts
        from nsccn.workers.worker import extract_batch

        text = self.text(path).encode("utf-8", "replace")
        language = language_name(path, text)
        key = facts_key(language, facts_version(language), source_files.digest(text))
        known = self._facts.get_many([key]).get(key)
        with suppress(ValueError):
            if known is not None:
                return decode_facts(known)
        answer = self._extractors.for_few().submit(extract_batch, [(path, text)]).result()[0]
        if isinstance(answer, str):
            raise InvalidArgument(f"{path!r} cannot be parsed ({answer}); read it by line window instead.")
        self._facts.put_many({key: answer})
        return decode_facts(answer)

    @contextmanager
    def meanings(self) -> Iterator[Meanings]:
        """Give what answers for expressions in the current snapshot to one question; the next has it, too."""
        from nsccn.snapshots.meanings import Meanings

        snapshot, lent = self.snapshot, None
        with suppress(IndexError):  # of two questions at once the second makes its own
            lent = self._meanings.pop()
        if lent is None or lent.snapshot is not snapshot:
            lent = Meanings(snapshot, self.root, self.settings, self._facts.get_many)
        yield lent
        lent.rest()
        self._meanings[:] = [lent] if lent.snapshot is self._snapshot else []

    def prepare(self) -> None:
        """Get ready for the first edit, beside an answer: load what follows edits, start a worker for few files."""
        if not self._extractors.are_borrowed:
            Thread(target=self._prepare, name="nsccn preparation", daemon=True).start()

    def _prepare(self) -> None:
        from nsccn.workers.worker import MANY, extract_batch

        time.sleep(ANSWER_SECONDS)
        import_module("nsccn.snapshots.update")
        paths = {file.language: file.path for file in self.snapshot.entities.files}
        languages = Counter(file.language for file in self.snapshot.entities.files)
        usual = [(paths[language], b"") for language, _ in languages.most_common(1)] * MANY
        with suppress(RuntimeError):  # another thread has closed the index
            self._extractors.for_few().submit(extract_batch, usual)

    def status(self) -> Status:
        """Return what the index holds, once it is stored."""
        from nsccn.status import status_of

        self.flush()
        return status_of(self.root, self.snapshot, self.warnings)

    def close(self, *, abandon: bool = False) -> None:
        """Release the store and end what is running, once the snapshot is stored unless that is given up."""
        if abandon:
            self._publisher.abandon()
        self.flush()
        self._extractors.close()
        self._facts.close()


def _holds(snapshot: Snapshot, walked: Walk) -> bool:
    """Whether a snapshot is what would be made of the files that a walk found."""
    return unchanged(walked, snapshot.manifest) and snapshot.manifest.has_present_versions()


__all__ = ["RepoIndex"]
