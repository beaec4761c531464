"""From the facts of files to the arrays of a snapshot: all at once, or from the arrays of the snapshot before."""

from __future__ import annotations

import gc
import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from nsccn.arrays import StringTable, pack_strings
from nsccn.errors import IndexNotReady
from nsccn.graph.columns import graph_arrays
from nsccn.graph.definitions.symbols import Symbols
from nsccn.graph.definitions.table import PREFIX, Table, tabulate
from nsccn.graph.imports import said
from nsccn.graph.walk.files import digest
from nsccn.search import lexical
from nsccn.snapshots.pending import PendingArrays
from nsccn.snapshots.setaside import set_aside
from nsccn.snapshots.shares import resolve_shared
from nsccn.storage.codec import decode_facts, decode_outline

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.arrays import Array
    from nsccn.graph.model import FileFacts, FileOutline, Problem
    from nsccn.snapshots.shares import Sharing

_MOST_DEFINITIONS: Final = 4_000
"""Definitions of the files whose facts are kept decoded, 2 KB for each; few are asked for again."""
_AT_A_TIME: Final = 128
_MANIFESTS: Final = "link.manifests"
Outline = TypeVar("Outline", bound="FileOutline")


class FactsLost(IndexNotReady):
    """The store has no facts of a text, and nobody can extract them: the file does not hold it any more."""

    def __init__(self) -> None:
        super().__init__("Files change while they are indexed; call again in a moment.")


class FactSource:
    """Decodes facts when they are asked for, and keeps some of them."""

    def __init__(
        self,
        encoded: Callable[[Sequence[int]], Mapping[int, bytes]],
        extract: Callable[[int], bytes] | None = None,
    ) -> None:
        """Read facts.

        Args:
            encoded: gives the stored facts of files by their slots, without those that are lost.
            extract: extracts the facts of a file again.
        """
        self._encoded = encoded
        self._extract = extract
        self._ready: dict[int, bytes] = {}
        self._facts: OrderedDict[int, FileFacts] = OrderedDict()
        self._problems: dict[int, Sequence[Problem]] = {}
        """Of the files that were read."""
        self._kept = 0

    def prefetch(self, slots: Sequence[int]) -> None:
        """Read the stored facts of many files at once."""
        self._ready.update(self._encoded([slot for slot in slots if slot not in self._facts]))

    def facts(self, slot: int) -> FileFacts:
        """Return everything that a file says."""
        found = self._facts.get(slot)
        if found is None:
            found = self._facts[slot] = self._everything(slot)
            self._ready.pop(slot, None)
            self._kept += len(found.definitions)
            while self._kept > _MOST_DEFINITIONS and len(self._facts) > 1:
                self._kept -= len(self._facts.popitem(last=False)[1].definitions)
        return found

    def each(self, slots: Sequence[int]) -> Iterator[FileFacts]:
        """Yield everything that files say, and keep nothing of it."""
        return self._each(slots, lambda slot: self._facts.get(slot) or self._everything(slot))

    def outlines(self, slots: Sequence[int]) -> Iterator[FileOutline]:
        """Yield what other files may look at, and keep nothing of it."""
        return self._each(slots, self.outline)

    def _each(self, slots: Sequence[int], read: Callable[[int], Outline]) -> Iterator[Outline]:
        for start in range(0, len(slots), _AT_A_TIME):
            batch = slots[start : start + _AT_A_TIME]
            self.prefetch(batch)
            for slot in batch:
                yield read(slot)
                self._ready.pop(slot, None)

    def forget(self, slots: Sequence[int]) -> None:
        """Let go of the facts of files; they are read again when they are asked for."""
        for slot in slots:
            found = self._facts.pop(slot, None)
            self._kept -= len(found.definitions) if found is not None else 0

    def outline(self, slot: int) -> FileOutline:
        """Return what other files may look at."""
        return self._decoded(slot, decode_outline)

    def problems(self, slot: int) -> Sequence[Problem]:
        """Return the broken places of a file."""
        found = self._problems.get(slot)
        return self.facts(slot).problems if found is None else found

    def _everything(self, slot: int) -> FileFacts:
        facts = self._decoded(slot, decode_facts)
        self._problems[slot] = facts.problems
        return facts

    def _decoded(self, slot: int, decode: Callable[[bytes], Outline]) -> Outline:
        encoded = self._ready.get(slot) or self._encoded([slot]).get(slot)
        if encoded is not None:
            with suppress(ValueError):  # a damaged store is as good as an empty one
                return decode(encoded)
        if self._extract is None:
            raise FactsLost
        return decode(self._extract(slot))


class Files(NamedTuple):
    """The files of one state of a repository."""

    paths: Sequence[str]
    """Sorted, relative, with `/`; a file's place is its slot."""
    keys: Sequence[str]
    """What tells the facts of each file from others."""
    source: FactSource
    """Gives the facts by slot."""


class Surroundings(NamedTuple):
    """What linking asks for besides facts."""

    read: Callable[[str], str | None]
    """Gives the text of a manifest, None where there is none; for `ROOT`, the name of the root directory."""
    step: Callable[[int], None] = lambda _: None
    """Told the number of files linked so far."""
    sharing: Sharing | None = None
    """How other processes may take part in linking."""
    directory: Path | None = None
    """Where what is not wanted at once may lie; None where that is nowhere but in memory."""
    begin: Callable[[str], None] = lambda _: None
    """Told the phase that begins: `index`."""


class _Collection:
    """The search for circles of objects, which is off while anybody wants it off."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._unwanted = 0
        self._was_enabled = False

    @contextmanager
    def off(self) -> Iterator[None]:
        """Have it off in the meantime."""
        with self._lock:
            if not self._unwanted:
                self._was_enabled = gc.isenabled()
                gc.disable()
            self._unwanted += 1
        try:
            yield
        finally:
            with self._lock:
                self._unwanted -= 1
                if self._was_enabled and not self._unwanted:
                    gc.enable()


no_collection: Final = _Collection().off
"""Linking makes millions of objects that stay; looking for circles among them costs a quarter of its time."""


@no_collection()
def build_arrays(files: Files, surroundings: Surroundings) -> PendingArrays:
    """Return the arrays of a repository from the facts of all files.

    Ready are the definitions and the search index; what is linked, and the edges, are made when they are asked for.
    """
    surroundings.begin("index")
    slots = range(len(files.paths))
    table = tabulate(zip(files.paths, files.source.outlines(slots), strict=True))
    first = table[PREFIX + "first"][:-1].tolist()
    searched = lexical.build(zip(files.paths, first, files.source.each(slots), strict=True))
    ready = {**table, **set_aside(searched, surroundings.directory)}
    return PendingArrays(ready, lambda: linked_arrays(files, table, surroundings))


@no_collection()
def linked_arrays(files: Files, table: Mapping[str, Array], surroundings: Surroundings) -> dict[str, Array]:
    """Link all files; return the columns of the definitions with all that follows from them."""
    manifests = Manifests(surroundings.read)
    symbols = Symbols(Table(table), files.source.outline, manifests.said)
    rows = resolve_shared(table, symbols, files, surroundings, manifests)
    return graph_arrays(table, symbols, rows) | rows.arrays() | manifests.arrays()


class Manifests:
    """The manifests that linking has read, or looked for in vain: with one of them, imports may change."""

    def __init__(
        self, read: Callable[[str], str | None], known: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.digests = dict(known)
        """Of what they say, by path; empty where there is none."""
        self.are_as_known = True
        """Whether all that were read are what was known of them."""
        self._read = read
        self._said: dict[str, Any] = {}

    def said(self, path: str) -> Any:  # noqa: ANN401
        """Return what a manifest says of imports, None where there is none; each is read once."""
        if path not in self._said:
            text = self._read(path)
            found = self._said[path] = None if text is None else said(path, text)
            self.note({path: "" if text is None else _digest(found)})
        return self._said[path]

    def note(self, digests: Mapping[str, str]) -> None:
        """Take digests of manifests that were read, by path."""
        self.are_as_known &= all(self.digests.get(path, then) == then for path, then in digests.items())
        self.digests.update(digests)

    def arrays(self) -> dict[str, Array]:
        """Return paths and digests as arrays, which `read_manifests` reads."""
        blob, offsets = pack_strings([part for item in sorted(self.digests.items()) for part in item])
        return {f"{_MANIFESTS}.blob": blob, f"{_MANIFESTS}.offsets": offsets}


def read_manifests(arrays: Mapping[str, Array]) -> dict[str, str]:
    """Return the digests of the manifests that a snapshot rests on, by path."""
    parts = list(StringTable(arrays[f"{_MANIFESTS}.blob"], arrays[f"{_MANIFESTS}.offsets"]))
    return dict(zip(parts[::2], parts[1::2], strict=True))


def same_manifests(arrays: Mapping[str, Array], read: Callable[[str], str | None]) -> bool:
    """Whether the manifests that a snapshot rests on are what `read` gives."""
    known = read_manifests(arrays)
    now = Manifests(read, known)
    for path in known:
        now.said(path)
    return now.are_as_known


def _digest(found: object) -> str:
    return digest(json.dumps(found, sort_keys=True).encode())
