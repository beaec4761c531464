"""Carries a snapshot, and the facts that it was made of, from one cache to another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nsccn.atomic import replace_file
from nsccn.build import fingerprint
from nsccn.errors import InvalidArgument, shown
from nsccn.exportfile import ExportFile, write_export
from nsccn.freshness import walk
from nsccn.snapshot import FORMAT, Manifest, Snapshot, decode_manifest, encode_manifest
from nsccn.source import read_source
from nsccn.store import FactStore, SnapshotStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.files import Walk
    from nsccn.settings import Settings
    from nsccn.snapshot import IndexedFile


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
    manifest = decode_manifest(loaded[1]) if loaded else None
    if loaded is None or manifest is None:
        raise InvalidArgument(
            "There is nothing to export: the index could not be stored; name another --cache-dir."
        )
    facts = FactStore(settings.cache_dir)
    try:
        replace_file(target, lambda file: write_export(file, root.name, Snapshot(loaded[0], manifest), facts))
        return target.stat().st_size
    except OSError as error:
        raise InvalidArgument(
            f"{shown(str(target))} cannot be written ({error.strerror or error}); name another file."
        ) from error
    finally:
        facts.close()


def import_snapshot(root: Path, settings: Settings, source: Path) -> Imported:
    """Take over what a file of `export_snapshot` holds: all facts, and the snapshot where the files are the same.

    Where they are not, the facts spare the extraction of all that is equal.

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
            manifest = _manifest_for(exported, root, settings)
            is_current = manifest is not None and snapshots.publish(
                exported.arrays, encode_manifest(manifest)
            )
            return Imported(taken, is_current)
    finally:
        facts.close()


def _manifest_for(exported: ExportFile, root: Path, settings: Settings) -> Manifest | None:
    """Return the manifest with the time stamps of the files below `root`; None where the files differ."""
    then = exported.manifest
    if then.fingerprint != fingerprint(settings) or exported.root_name != root.name:
        return None
    if not then.has_present_versions():
        return None
    walked = walk(root, settings)
    files = _same_files(root, settings, walked, then.files)
    if files is None:
        return None
    skipped = tuple((item.path, item.reason) for item in walked.skipped)
    return replace(then, files=tuple(files), skipped=skipped, links=walked.links, used_git=walked.used_git)


def _same_files(
    root: Path, settings: Settings, walked: Walk, then: Sequence[IndexedFile]
) -> list[IndexedFile] | None:
    """Return the files with the time stamps that they have here; None when anything else differs."""
    if [file.path for file in walked.files] != [file.path for file in then]:
        return None
    files = []
    for found, exported in zip(walked.files, then, strict=True):
        here, text = read_source(root, found, settings.max_file_bytes)
        if (here.language, here.digest) != (exported.language, exported.digest):
            return None
        if text is None and here.skipped != exported.skipped:
            return None
        # What could not be parsed there is tried again when it changes, as everywhere.
        files.append(msgspec.structs.replace(here, skipped=exported.skipped))
    return files
