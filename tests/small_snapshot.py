"""A snapshot of a few sources, made by the real extraction, linking and indexing."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from nsccn.graph.extraction.extract import extract
from nsccn.graph.linking.linkrows import read_faults
from nsccn.snapshots.assembly import FactSource, Files, Surroundings, build_arrays
from nsccn.snapshots.snapshot import Manifest, Snapshot
from nsccn.storage.codec import encode_facts

if TYPE_CHECKING:
    from collections.abc import Mapping


def snapshot_of(sources: Mapping[str, str]) -> Snapshot:
    """Return the snapshot of a repository with these files."""
    paths = sorted(sources)
    facts = [extract(path, dedent(sources[path]).encode()) for path in paths]
    source = FactSource(lambda slots: {slot: encode_facts(facts[slot]) for slot in slots})
    arrays = build_arrays(Files(paths, paths, source), Surroundings(lambda _: None))
    assert read_faults(arrays) == []
    return Snapshot(arrays, Manifest("", (), (), (), 0, used_git=False))
