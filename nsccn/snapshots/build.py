"""Builds a snapshot: walk, read what changed, extract what no cache knows, link, index."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from nsccn.errors import PathOutsideRoot
from nsccn.graph.versions import EXTRACTOR_VERSION, facts_version
from nsccn.graph.walk import files as source_files
from nsccn.snapshots.freshness import same_file
from nsccn.snapshots.snapshot import FileProblem, IndexedFile, Manifest, Snapshot
from nsccn.snapshots.source import key_of, manifest_text, read_source, read_text
from nsccn.storage.store import Retained
from nsccn.workers.worker import extract_batch

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.walk.files import SourceFile, Walk
    from nsccn.settings import Settings
    from nsccn.snapshots.assembly import Files
    from nsccn.snapshots.bases import Base, Before
    from nsccn.snapshots.shares import Sharing
    from nsccn.storage.store import FactStore

ReadManifest = Callable[[str], "str | None"]
Progress = Callable[[int, int, str], None]
"""Told how many of how many files are done, in a phase: `walk`, `extract`, `link`, `store`."""

BATCH_BYTES: Final = 400_000
BATCH_FILES: Final = 64
_AT_ONCE: Final = 4
"""Batches under way for each worker; more would only hold their texts in memory."""


def fingerprint(settings: Settings) -> str:
    """Return what decides which facts a snapshot holds, besides the files themselves."""
    return "|".join((EXTRACTOR_VERSION, str(settings.max_file_bytes), *settings.ignore_patterns))


def no_progress(done: int, total: int, phase: str) -> None:
    """Tell nobody."""


class Phases:
    """The seconds that each phase takes."""

    def __init__(self) -> None:
        self._begun: list[tuple[str, float]] = []

    def begin(self, name: str) -> None:
        """End the phase before, if any, and begin another."""
        self._begun.append((name, time.perf_counter()))

    def end(self) -> tuple[tuple[str, float], ...]:
        """End the last phase; return them all in their order."""
        ends = [*(start for _, start in self._begun[1:]), time.perf_counter()]
        return tuple(
            (name, round(end - start, 3)) for (name, start), end in zip(self._begun, ends, strict=False)
        )


@dataclass
class _Read:
    """One file on its way."""

    file: IndexedFile
    key: str
    text: bytes | None = None
    """The text in UTF-8, where facts may have to be extracted."""


@dataclass
class Builder:
    """Makes one snapshot of one root."""

    root: Path
    settings: Settings
    store: FactStore
    executor: Callable[[int], Executor]
    """Gives the executor for so many files, when something has to be extracted."""
    progress: Progress = no_progress
    folder: Path | None = None
    """Where files may lie for other processes, None when there is no such place."""
    extracted: Callable[[], None] = lambda: None
    """Told when everything is extracted: linking wants the memory that the workers hold."""
    others: Callable[[], Iterable[Base]] = tuple
    """Gives other states that the cache holds."""
    is_same: bool = False
    """No file says anything else than in the snapshot before; only stamps or what is skipped may differ."""
    is_update: bool = False
    """The snapshot was made from another one, or is it."""
    read: int = 0
    """Files that were read anew."""
    base: Snapshot | None = None
    """The state that it was made from."""
    retained: Retained = field(default_factory=Retained)
    """What is to become of the states before."""
    _phases: Phases = field(default_factory=Phases)
    _failed: dict[str, str] = field(default_factory=dict)
    _running: deque[tuple[list[_Read], Future[list[bytes | str]]]] = field(default_factory=deque)
    _known: set[str] = field(default_factory=set)
    """Keys of facts that are stored, or on their way."""

    def build(self, walked: Walk, before: Before) -> Snapshot:
        """Return the snapshot of what a walk found."""
        self._phases.begin("extract")
        total = len(walked.files)
        known: dict[str, _Read] = {}
        if before.latest is not None:
            manifest = before.latest.manifest
            keys = manifest.keys if manifest.has_present_versions() else map(key_of, manifest.files)
            known = {
                file.path: _Read(file, key)
                for file, key in zip(manifest.files, keys, strict=True)
                if manifest.is_known(file)
            }
            self._known.update(manifest.keys)
        items: list[_Read] = []
        batch: list[_Read] = []
        size = 0
        for start in range(0, total, BATCH_FILES):
            read = [
                self._read(file, known.get(file.path)) for file in walked.files[start : start + BATCH_FILES]
            ]
            items.extend(read)
            missing = self._missing(read)
            for place, item in enumerate(missing, 1):
                batch.append(item)
                size += len(item.text or b"")
                if size >= BATCH_BYTES:
                    self._submit(batch, len(missing) - place + total - len(items))
                    batch, size = [], 0
            self.progress(
                len(items) - len(batch) - sum(len(part) for part, _ in self._running), total, "extract"
            )
        if batch:
            self._submit(batch)
        while self._running:
            self._collect()
            self.progress(len(items) - sum(len(part) for part, _ in self._running), total, "extract")
        self.extracted()
        files = [_with_failure(item.file, self._failed.get(item.key, "")) for item in items]
        return self._assembled(walked, files, [item.key for item in items], before)

    # -- reading

    def _read(self, file: SourceFile, then: _Read | None) -> _Read:
        if then is not None and same_file(file, then.file):
            return then
        indexed, text = read_source(self.root, file, self.settings.max_file_bytes)
        return _Read(indexed, key_of(indexed), text)

    # -- extraction

    def _missing(self, items: Sequence[_Read]) -> list[_Read]:
        """Find facts in the store; return the files whose facts have to be extracted, with their text."""
        wanted = {
            item.key: item
            for item in items
            if item.key and item.key not in self._known and not item.file.skipped
        }
        self._known.update(wanted)
        self.read += len(wanted)
        stored = self.store.known(wanted)
        missing = [self._with_text(item) for key, item in wanted.items() if key not in stored]
        for item in items:
            if wanted.get(item.key) is not item or item.key in stored:
                item.text = None
        return missing

    def _submit(self, batch: list[_Read], ahead: int = 0) -> None:
        """Hand a batch to the executor, when not too many are under way; `ahead` are files not looked at yet."""
        while len(self._running) >= _AT_ONCE * self.settings.workers:
            self._collect()
        job = [(item.file.path, item.text or b"") for item in batch]
        self._running.append((batch, self.executor(len(batch) + ahead).submit(extract_batch, job)))

    def _collect(self) -> None:
        """Wait for the oldest batch; store its facts."""
        batch, future = self._running.popleft()
        fresh: dict[str, bytes] = {}
        for item, answer in zip(batch, future.result(), strict=True):
            item.text = None
            if isinstance(answer, bytes):
                fresh[item.key] = answer
            else:
                self._failed[item.key] = answer
        self.store.put_many(fresh)

    def _with_text(self, item: _Read) -> _Read:
        """An unchanged file whose facts the store has lost is read again."""
        if item.text is None:
            text = read_text(self.root, item.file.path, self.settings.max_file_bytes)
            item.text = text.encode("utf-8", "replace")
        return item

    # -- definitions, search index, links

    def _assembled(self, walked: Walk, files: list[IndexedFile], keys: list[str], states: Before) -> Snapshot:
        from nsccn.snapshots.assembly import FactsLost, Surroundings, build_arrays
        from nsccn.snapshots.update import update_arrays

        after = self._files(files, keys)
        total = len(after.paths)
        surroundings = Surroundings(
            partial(manifest_text, self.root, max_bytes=self.settings.max_file_bytes),
            lambda done: self.progress(done, total, "link"),
            self._sharing(),
            self.folder,
            self._phases.begin,
        )
        base = self.base = self._base([file.path for file in files], keys, states, surroundings.read)
        arrays: Mapping[str, Array] | None = None
        if base is not None:
            manifest = base.manifest
            before = self._files(list(manifest.files), manifest.keys)
            is_same = (before.paths, before.keys) == (after.paths, after.keys)
            self.is_same = is_same and base is states.latest
            if is_same:
                arrays = base.arrays
            else:
                with suppress(FactsLost):
                    arrays = update_arrays(base.arrays, before, after, surroundings)
            self.is_update = arrays is not None
        if arrays is None:
            arrays = build_arrays(after, surroundings)
        manifest = Manifest(
            fingerprint=fingerprint(self.settings),
            files=tuple(files),
            skipped=tuple((item.path, item.reason) for item in walked.skipped),
            problems=self._problems(after, base),
            links=walked.links,
            used_git=walked.used_git,
            phases=self._phases.end(),
            made=time.time(),
            versions=tuple(
                (language, facts_version(language))
                for language in sorted({file.language for file in files if file.digest})
            ),
        )
        return Snapshot(arrays, manifest)

    def _base(
        self, paths: Sequence[str], keys: Sequence[str], states: Before, read: ReadManifest
    ) -> Snapshot | None:
        """Return the state to begin from, and note what becomes of those before."""
        from nsccn.snapshots.bases import Nearness

        nearness = Nearness(paths, keys, fingerprint(self.settings))
        base = nearness.nearest(states.to_begin_from(nearness), self.others, read)
        room = self.settings.max_cache_bytes // 4
        self.retained = Retained(nearness.is_far(states.stored), base.name if base else "", room)
        return base.snapshot if base else None

    def _sharing(self) -> Sharing | None:
        """Let other processes take part in linking; not where facts are only in our memory."""
        from nsccn.snapshots.shares import Sharing

        if self.folder is None or self.store.problem:
            return None
        settings = self.settings
        return Sharing(self.root, settings.cache_dir, self.folder, settings.max_file_bytes, settings.workers)

    def _files(self, files: Sequence[IndexedFile], keys: Sequence[str]) -> Files:
        from nsccn.snapshots.assembly import FactSource, Files

        indexed = [(file.path, key) for file, key in zip(files, keys, strict=True) if not file.skipped]
        paths, wanted = [path for path, _ in indexed], [key for _, key in indexed]
        source = FactSource(
            lambda slots: self._encoded({slot: wanted[slot] for slot in slots}),
            lambda slot: self._extracted(paths[slot], wanted[slot]),
        )
        return Files(paths, wanted, source)

    def _problems(self, after: Files, base: Snapshot | None) -> tuple[FileProblem, ...]:
        """Return the broken places of all files; those of an unchanged file are known."""
        known: dict[str, list[FileProblem]] = {}
        same: dict[str, str] = {}
        if base is not None:
            manifest = base.manifest
            same = dict(zip(manifest.table.found.paths, manifest.keys, strict=True))
            for problem in manifest.problems:
                known.setdefault(problem.path, []).append(problem)
        found: list[FileProblem] = []
        for slot, (path, key) in enumerate(zip(after.paths, after.keys, strict=True)):
            if same.get(path) == key:
                found += known.get(path, [])
            else:
                problems = after.source.problems(slot)
                found += [FileProblem(path, problem.line, problem.message) for problem in problems]
        return tuple(found)

    def _encoded(self, keys: Mapping[int, str]) -> dict[int, bytes]:
        """Return encoded facts by slot, without those that the store has lost."""
        stored = self.store.get_many({*keys.values()})
        return {slot: stored[key] for slot, key in keys.items() if key in stored}

    def _extracted(self, path: str, key: str) -> bytes:
        """Extract facts that the store has lost, from the text that they belong to."""
        from nsccn.snapshots.assembly import FactsLost

        try:
            text = read_text(self.root, path, self.settings.max_file_bytes).encode("utf-8", "replace")
        except (OSError, PathOutsideRoot) as error:
            raise FactsLost from error
        if not key.endswith(f":{source_files.digest(text)}"):
            raise FactsLost
        answer = self.executor(1).submit(extract_batch, [(path, text)]).result()[0]
        if isinstance(answer, str):
            raise OSError(f"{path}: {answer}")
        self.store.put_many({key: answer})
        return answer


def _with_failure(file: IndexedFile, reason: str) -> IndexedFile:
    if not reason:
        return file
    return IndexedFile(
        file.path, file.size, file.mtime_ns, file.inode, file.language, file.digest, reason, file.settled
    )
