"""What expressions mean in a snapshot, asked after it was linked, of few places.

It is made of what the snapshot holds and stored facts, and serves one question after another while that is current.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from nsccn.errors import IndexNotReady
from nsccn.graph import languages
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

_MOST_AT_ONCE: Final = 200
"""Files whose facts are fetched together where all of a language are read: that takes half the time."""
_MOST_DEFINITIONS: Final = 20_000
"""Definitions of files whose facts are kept from one question to the next."""


class Meanings:
    """Answers for expressions in the scopes of a snapshot."""

    def __init__(self, snapshot: Snapshot, root: Path, settings: Settings, stored: Stored) -> None:
        self.snapshot = snapshot
        self._stored = stored
        self._fetched: dict[int, bytes] = {}
        self._facts: dict[int, FileFacts] = {}
        table = Table(snapshot.arrays)
        self._following = _open_slots(table.languages)
        read = partial(manifest_text, root, max_bytes=settings.max_file_bytes)
        symbols = Symbols(table, self._outline, cache(partial(_said, read)))
        self._following = iter(())
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

    def rest(self) -> None:
        """Let go of what the next question hardly needs."""
        self.infer.forget_file()
        self._fetched.clear()
        kept = sum(len(facts.definitions) for facts in self._facts.values())
        while kept > _MOST_DEFINITIONS:
            kept -= len(self._facts.pop(next(iter(self._facts))).definitions)

    def _outline(self, slot: int) -> FileOutline:
        return self._facts.get(slot) or decode_outline(self._bytes(slot))

    def _bytes(self, slot: int) -> bytes:
        if slot not in self._fetched:
            wanted = [slot, *islice((one for one in self._following if one > slot), _MOST_AT_ONCE)]
            paths = self.snapshot.entities.paths
            keys = {one: self.snapshot.key_of(paths[one]) for one in wanted}
            found = self._stored(keys.values())
            self._fetched = {one: found[key] for one, key in keys.items() if key in found}
        if slot not in self._fetched:
            raise IndexNotReady("Facts of a file are lost; index again.")
        return self._fetched[slot]


def _open_slots(of_files: Sequence[str]) -> Iterator[int]:
    """Yield the files of which symbols want to know before they are asked anything, by the languages of all."""
    known = ((name, languages.known(name)) for name in set(of_files))
    wanted = {name for name, language in known if language is not None and language.open_types}
    yield from (slot for slot, name in enumerate(of_files) if name in wanted)


def _said(read: Callable[[str], str | None], path: str) -> Any:  # noqa: ANN401
    """Return what a manifest says of imports, None where there is none."""
    text = read(path)
    return None if text is None else said(path, text)
