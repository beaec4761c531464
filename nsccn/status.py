"""What an index says of itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from nsccn.errors import LinkingFailed
from nsccn.graph.linking.linkrows import read_faults
from nsccn.snapshots.broken import broken_places

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.snapshots.snapshot import Snapshot


class Status(NamedTuple):
    """What the index holds."""

    root: Path
    files: int
    languages: dict[str, int]
    """Language -> indexed files, most first."""
    skipped: dict[str, int]
    """Reason -> files and directories, most first."""
    problems: tuple[tuple[str, int, str], ...]
    """Path, line and message of broken places after which definitions may be missing."""
    unread: tuple[tuple[str, int, str], ...]
    """The same of those that hide none, as macros in odd places."""
    unparsed: tuple[tuple[str, str], ...]
    """Path of what could not be parsed, and why: `timed out`, `crashed the parser`, or the parser's error."""
    unlinked: tuple[tuple[str, str], ...]
    """Path of what could not be linked, by a mistake of nsccn, and the name of the error; its edges are missing."""
    failure: str
    """Why nothing is linked; empty where all is that can be."""
    entities: int
    edges: dict[str, tuple[int, int]]
    """Kind -> resolved and ambiguous edges."""
    unresolved: int
    """Call sites of names defined here that could not be resolved."""
    used_git: bool
    made: float
    """When the snapshot was made, in seconds since 1970."""
    phases: tuple[tuple[str, float], ...]
    """Seconds that each phase of making it took."""
    warnings: tuple[str, ...]


def status_of(root: Path, snapshot: Snapshot, warnings: Sequence[str]) -> Status:
    """Return what a snapshot of a root holds."""
    manifest, table, graph = snapshot.manifest, snapshot.all_entities, _graph_of(snapshot)
    reasons = ("not parsed" if path in snapshot.unparsed else reason for path, reason in snapshot.skipped)
    return Status(
        root=root,
        files=table.file_count,
        languages=dict(Counter(file.language for file in snapshot.entities.files).most_common()),
        skipped=dict(Counter(reasons).most_common()),
        problems=broken_places(snapshot, hiding=True),
        unread=broken_places(snapshot, hiding=False),
        unparsed=tuple(snapshot.unparsed.items()),
        unlinked=tuple((graph.paths[slot], error) for slot, error in read_faults(graph.arrays))
        if graph is not None
        else (),
        failure=str(snapshot.failure or ""),
        entities=len(table),
        edges=graph.edge_counts() if graph is not None else {},
        unresolved=graph.unresolved_total if graph is not None else 0,
        used_git=manifest.used_git,
        made=manifest.made,
        phases=manifest.phases,
        warnings=tuple(warnings),
    )


def _graph_of(snapshot: Snapshot) -> CodeGraph | None:
    """Return the graph of a snapshot; None where linking fails."""
    with suppress(LinkingFailed):
        return snapshot.graph
    return None
