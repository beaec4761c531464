"""What an index says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


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
