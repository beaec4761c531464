"""A snapshot of a few sources, made by the real extraction, linking and indexing."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from nsccn.graph.columns import build_arrays
from nsccn.graph.extract import extract
from nsccn.graph.resolve import resolve
from nsccn.search import lexical
from nsccn.snapshot import Manifest, Snapshot

if TYPE_CHECKING:
    from collections.abc import Mapping


def snapshot_of(sources: Mapping[str, str]) -> Snapshot:
    """Return the snapshot of a repository with these files."""
    paths = sorted(sources)
    facts = [extract(path, dedent(sources[path]).encode()) for path in paths]
    resolved = resolve(paths, facts, lambda _: None)
    arrays = build_arrays(resolved)
    arrays.update(lexical.build(zip(paths, resolved.symbols.first, facts, strict=False)))
    return Snapshot(arrays, Manifest("", (), (), (), 0, used_git=False))
