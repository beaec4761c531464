"""Carries a snapshot, and the facts that it was made of, from one cache to another."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nsccn.atomic import replace_file
from nsccn.errors import InvalidArgument, shown
from nsccn.snapshots.assembly import same_manifests
from nsccn.snapshots.build import fingerprint
from nsccn.snapshots.exportfile import ExportFile, write_export
from nsccn.snapshots.freshness import walk
from nsccn.snapshots.snapshot import FORMAT, Manifest, Snapshot, encode_manifest
from nsccn.snapshots.source import manifest_text, read_source
from nsccn.storage.store import FactStore, SnapshotStore

if TYPE_CHECKING:
    from nsccn.graph.walk.files import SourceFile
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import IndexedFile


class Imported(NamedTuple):
    """What came of an import."""

    facts: int
    """Files whose facts were taken over."""
    is_current: bool
    """The snapshot itself was taken over, since the files here are the same."""


def export_snapshot(root: Path, settings: Settings, target: Path) -> int:
    """Write the stored snapshot of `root` and its facts to `target`, whole or not at all; return the bytes.

    Raises:
        InvalidArgument: there is no stored snapshot, or the file cannot be written.
    """
    loaded = SnapshotStore(settings.cache_dir, root, version=FORMAT).load()
    snapshot = Snapshot.decoded(*loaded) if loaded else None
    if snapshot is None:
        raise InvalidArgument(
            "There is nothing to export: the index could not be stored; name another --cache-dir."
        )
    facts = FactStore(settings.cache_dir)
    try:
        replace_file(target, lambda file: write_export(file, snapshot, facts))
        return target.stat().st_size
    except OSError as error:
        raise InvalidArgument(
            f"{shown(str(target))} cannot be written ({error.strerror or error}); name another file."
        ) from error
    finally:
        facts.close()


def import_snapshot(root: Path, settings: Settings, source: Path) -> Imported:
    """Take over what a file of `export_snapshot` holds: all facts, and the snapshot where it is of use.

    Where the files differ, the facts spare the extraction of all that is equal, and a root that has no snapshot yet
    begins from this one.

    Raises:
        InvalidArgument: it cannot be read, is damaged, or of another version; or the cache cannot be written.
    """
    exported = ExportFile(source)
    facts = FactStore(settings.cache_dir)
    snapshots = SnapshotStore(settings.cache_dir, root, version=FORMAT)
    try:
        # What is being taken over must not be pruned as what nobody uses.
        with snapshots.writing():
            taken = 0
            for batch in exported.facts():
                facts.put_many(batch)
                taken += len(batch)
            if facts.problem:
                raise InvalidArgument(f"Nothing can be imported: {facts.problem}; name another --cache-dir.")
            manifest, is_same = _manifest_for(exported, root, settings)
            is_wanted = manifest is not None and (is_same or snapshots.load() is None)
            if manifest is not None and is_wanted:
                is_stored = snapshots.publish(exported.arrays, encode_manifest(manifest))
                return Imported(taken, is_stored and is_same)
            return Imported(taken, is_current=False)
    finally:
        facts.close()


def _manifest_for(exported: ExportFile, root: Path, settings: Settings) -> tuple[Manifest | None, bool]:
    """Return the manifest with the time stamps that files have below `root`, and whether all are the same.

    There is none where the snapshot says nothing of what lies here: other settings, versions or manifests.
    """
    then = exported.manifest
    if then.fingerprint != fingerprint(settings) or not then.has_present_versions():
        return None, False
    if not same_manifests(exported.arrays, partial(manifest_text, root, max_bytes=settings.max_file_bytes)):
        return None, False
    walked = walk(root, settings)
    here = {file.path: file for file in walked.files}
    files = [_stamped(root, settings, here.get(file.path), file) for file in then.files]
    is_same = None not in files and len(files) == len(here)
    skipped = tuple((item.path, item.reason) for item in walked.skipped)
    manifest = replace(
        then,
        files=tuple(
            file or msgspec.structs.replace(exported, settled=False)
            for file, exported in zip(files, then.files, strict=True)
        ),
        skipped=skipped,
        links=walked.links,
        used_git=walked.used_git,
    )
    return manifest, is_same


def _stamped(
    root: Path, settings: Settings, found: SourceFile | None, exported: IndexedFile
) -> IndexedFile | None:
    """Return a file with the time stamps that it has here, None where it is another one."""
    if found is None:
        return None
    here, text = read_source(root, found, settings.max_file_bytes)
    if (here.language, here.digest) != (exported.language, exported.digest):
        return None
    if text is None and here.skipped != exported.skipped:
        return None
    # What could not be parsed there is tried again when it changes, as everywhere.
    return msgspec.structs.replace(here, skipped=exported.skipped)
