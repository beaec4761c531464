"""What expressions mean in a snapshot, asked after it was linked, of few places.

It is made for one question, of what the snapshot holds and stored facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from nsccn.errors import IndexNotReady
from nsccn.graph.definitions.symbols import Symbols
from nsccn.graph.definitions.table import Table
from nsccn.graph.imports import said
from nsccn.graph.linking.inferring import Assigned, infer_of
from nsccn.graph.linking.linkrows import read_rows
from nsccn.snapshots.source import manifest_text
from nsccn.storage.codec import decode_facts, decode_outline

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.graph.model import FileFacts, FileOutline
    from nsccn.settings import Settings
    from nsccn.snapshots.snapshot import Snapshot

Stored = Callable[[Iterable[str]], Mapping[str, bytes]]
"""Gives the facts that a store has under some keys."""


class Meanings:
    """Answers for expressions in the scopes of a snapshot."""

    def __init__(self, snapshot: Snapshot, root: Path, settings: Settings, stored: Stored) -> None:
        self._snapshot = snapshot
        self._stored = stored
        self._encoded: dict[int, bytes] = {}
        self._facts: dict[int, FileFacts] = {}
        read = partial(manifest_text, root, max_bytes=settings.max_file_bytes)
        symbols = Symbols(Table(snapshot.arrays), self._outline, cache(partial(_said, read)))
        learned = read_rows(snapshot.arrays)
        symbols.adopt(learned.pairs("owner", "method", "owner"))
        self.infer = infer_of(symbols, Assigned(self), learned)

    def facts(self, slot: int) -> FileFacts:
        """Return what a file says.

        Raises:
            IndexNotReady: the store has lost it.
        """
        if slot not in self._facts:
            self._facts[slot] = decode_facts(self._bytes(slot))
        return self._facts[slot]

    def _outline(self, slot: int) -> FileOutline:
        return self._facts.get(slot) or decode_outline(self._bytes(slot))

    def _bytes(self, slot: int) -> bytes:
        if slot not in self._encoded:
            key = self._snapshot.key_of(self._snapshot.entities.paths[slot])
            found = self._stored([key]).get(key)
            if found is None:
                raise IndexNotReady("Facts of a file are lost; index again.")
            self._encoded[slot] = found
        return self._encoded[slot]


def _said(read: Callable[[str], str | None], path: str) -> Any:  # noqa: ANN401
    """Return what a manifest says of imports, None where there is none."""
    text = read(path)
    return None if text is None else said(path, text)
