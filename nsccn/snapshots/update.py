"""Brings the arrays of a snapshot up to date: only what a change can affect is linked again.

The result equals, array by array, what `assembly.build_arrays` makes of all files, but for the order of the rows that
links are stored in.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.errors import MISTAKES, LinkingFailed
from nsccn.graph.change.affected import affected_files
from nsccn.graph.change.changed import Change
from nsccn.graph.change.named import Wanted, names_in
from nsccn.graph.change.splice import Splice
from nsccn.graph.change.tablesplice import splice_table
from nsccn.graph.columns import graph_arrays
from nsccn.graph.definitions.symbols import Symbols
from nsccn.graph.definitions.table import PREFIX, Table, tabulate
from nsccn.graph.imports import MANIFESTS, PROJECT_ENDINGS, said
from nsccn.graph.linking.linkrows import SLOT, read_rows
from nsccn.graph.propagation.keptspread import read_spread, same_hierarchy, same_members
from nsccn.search import lexical
from nsccn.search.lexical import LexicalIndex
from nsccn.search.terms import document_terms
from nsccn.snapshots.assembly import FactsLost, Manifests, linked_arrays, no_collection, read_manifests
from nsccn.snapshots.pending import PendingArrays, ready_of
from nsccn.snapshots.shares import resolve_shared

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import LinkRows
    from nsccn.graph.model import FileOutline
    from nsccn.graph.propagation.keptspread import Spread
    from nsccn.snapshots.assembly import Files, Surroundings


_log = logging.getLogger("nsccn")


class Worth(NamedTuple):
    """Shares of all files up to which an update is likely to cost less than to begin anew."""

    touched: float = 1.0
    """Files that have come, gone or changed; a changed one counts twice."""
    affected: float = 0.34
    """Files that have not changed and must be linked again."""


WORTH: Final = Worth()
_MOST_LOOKED_INTO: Final = 4_000
"""Files whose facts are read to see whether they hold a name."""


@no_collection()
def update_arrays(
    old: Mapping[str, Array],
    before: Files,
    after: Files,
    surroundings: Surroundings,
    worth: Worth = WORTH,
) -> PendingArrays | None:
    """Return the arrays of the new state, None when they had better be built from all files.

    Ready are the definitions and the search index; what is linked, and the edges, are made when they are asked for.
    They may be pending in the state before as well, and are asked for then.

    Args:
        old: the arrays of the state before.
        before: its files.
        after: the files as they are.
        surroundings: what linking asks for besides facts.
        worth: what is done again at most.
    """
    difference = _Difference(old, before, after, surroundings.read)
    if not difference.is_worth(worth):
        return None
    surroundings.begin("index")
    change, fresh, ready = difference.splice, difference.fresh, ready_of(old)
    after.source.prefetch(fresh)
    fresh_files = [(after.paths[slot], after.source.facts(slot)) for slot in fresh]
    table = splice_table(ready, change, tabulate(fresh_files))
    first = table[PREFIX + "first"]
    numbered = [
        (path, int(first[slot]), facts) for slot, (path, facts) in zip(fresh, fresh_files, strict=True)
    ]

    def linked() -> dict[str, Array]:
        try:
            if difference.has_same_manifests():
                return _linked_arrays(difference, table, surroundings, worth)
        except (FactsLost, LinkingFailed):  # of the state before, as a rule
            pass
        except MISTAKES:  # of an update alone: each file that is linked bears its own
            _log.exception("what a change affects could not be told, all files are linked")
        return linked_arrays(after, table, surroundings)

    return PendingArrays({**table, **lexical.splice(ready, change, numbered)}, linked)


@no_collection()
def _linked_arrays(
    difference: _Difference, table: Mapping[str, Array], surroundings: Surroundings, worth: Worth
) -> dict[str, Array]:
    """Return all that follows from linking."""
    manifests = Manifests(surroundings.read, difference.manifests)
    symbols = Symbols(Table(table), difference.after.source.outline, manifests.said)
    rows = _linked(difference, table, symbols, surroundings, manifests, worth)
    if not manifests.are_as_known:  # one that is not indexed has changed
        return linked_arrays(difference.after, table, surroundings)
    spread = difference.spread(rows) if difference.has_same_members() else None
    return graph_arrays(table, symbols, rows, spread) | rows.arrays() | manifests.arrays()


def _linked(
    difference: _Difference,
    table: Mapping[str, Array],
    symbols: Symbols,
    surroundings: Surroundings,
    manifests: Manifests,
    worth: Worth,
) -> LinkRows:
    """Link what is fresh or affected again; everything where that cannot be told."""
    after = difference.after
    limit = int(len(after.paths) * worth.affected) + 1
    affected = affected_files(difference.changes(), difference, limit)
    if affected is None:
        return resolve_shared(table, symbols, after, surroundings, manifests)
    rows, entities = difference.rows, difference.entities
    slots = difference.splice.slots.copy()
    slots[np.isin(slots, list(affected))] = -1
    failed = rows["fault"][SLOT]  # what a mistake of ours lost may have rested on what has changed
    lost = np.union1d(rows.lost(slots, entities), failed[slots[failed] >= 0])
    again = sorted({*difference.fresh, *affected, *slots[lost].tolist()})
    slots[lost] = -1
    after.source.prefetch(again)
    kept = rows.moved(slots, entities)
    return resolve_shared(table, symbols, after, surroundings, manifests, again=again, kept=kept)


class _Difference:
    """Two states of a repository; answers for the files that they share, by their new slots."""

    def __init__(
        self, old: Mapping[str, Array], before: Files, after: Files, read: Callable[[str], str | None]
    ) -> None:
        self._read = read
        self.old = old
        self.before = before
        self.after = after
        known = {path: slot for slot, path in enumerate(before.paths)}
        self.kept = [
            (known[path], slot)
            for slot, (path, key) in enumerate(zip(after.paths, after.keys, strict=True))
            if path in known and before.keys[known[path]] == key
        ]
        kept_before, kept_after = ({pair[place] for pair in self.kept} for place in (0, 1))
        self.fresh = [slot for slot in range(len(after.paths)) if slot not in kept_after]
        self._gone = [slot for slot in range(len(before.paths)) if slot not in kept_before]

    def is_worth(self, worth: Worth) -> bool:
        """Whether an update is likely to cost less than to begin anew."""
        return len(self.fresh) + len(self._gone) <= worth.touched * max(len(self.after.paths), 1)

    def has_same_manifests(self) -> bool:
        """Whether what manifests say of imports is what it was."""
        now = {self.after.paths[slot] for slot in self.fresh}
        then = {self.before.paths[slot] for slot in self._gone}
        return not any(map(self._is_manifest, now ^ then)) and self._say_the_same(now & then)

    def _is_manifest(self, path: str) -> bool:
        is_named = path.rpartition("/")[2] in MANIFESTS or path.endswith(PROJECT_ENDINGS)
        return path in self.manifests or is_named

    def _say_the_same(self, paths: Iterable[str]) -> bool:
        """Whether those of the changed files that are manifests say of imports what they said."""
        manifests = Manifests(self._read, self.manifests)
        for path in paths:
            if path in self.manifests:
                manifests.said(path)
        return manifests.are_as_known

    @cached_property
    def manifests(self) -> dict[str, str]:
        """The digests of the manifests that the state before rests on, by path."""
        return read_manifests(self.old)

    @cached_property
    def splice(self) -> Splice:
        """What is kept, and where it moves."""
        old_first = ready_of(self.old)[PREFIX + "first"]
        sizes = np.zeros(len(self.after.paths), np.int64)
        pairs = np.array(self.kept, np.int64).reshape(-1, 2)
        sizes[pairs[:, 1]] = np.diff(old_first)[pairs[:, 0]]
        for slot in self.fresh:
            sizes[slot] = len(self.after.source.facts(slot).definitions)
        return Splice(old_first, np.concatenate(([0], np.cumsum(sizes))), self.kept)

    def changes(self) -> list[Change]:
        """Return every file that is not kept, before and after."""
        before = {self.before.paths[slot]: slot for slot in self._gone}
        after = {self.after.paths[slot]: slot for slot in self.fresh}
        self.before.source.prefetch(self._gone)
        return [
            Change(
                path,
                self.before.source.outline(before[path]) if path in before else None,
                self.after.source.facts(after[path]) if path in after else None,
            )
            for path in sorted({*before, *after})
        ]

    @cached_property
    def rows(self) -> LinkRows:
        """The rows of the state before."""
        return read_rows(self.old)

    @cached_property
    def entities(self) -> Array:
        """Old entity -> new entity, also in changed files where kind and qualified name are the same."""
        moved = self.splice.entities.copy()
        old_first, new_first = self.splice.old_first, self.splice.new_first
        before = {self.before.paths[slot]: slot for slot in self._gone}
        for slot in self.fresh:
            old_slot = before.get(self.after.paths[slot])
            if old_slot is None:
                continue
            definitions = self.after.source.facts(slot).definitions
            places = {(item.kind, item.qualified_name): place for place, item in enumerate(definitions)}
            for place, item in enumerate(self.before.source.outline(old_slot).definitions):
                found = places.get((item.kind, item.qualified_name))
                if found is not None:
                    moved[old_first[old_slot] + place] = new_first[slot] + found
        return moved

    def spread(self, rows: LinkRows) -> Spread | None:
        """Return what places held, in new numbers; None where types or their order are not as before."""
        before, entities = self.rows, self.entities
        stayed = entities[entities >= 0]
        is_same = (
            rows.names is before.names
            and bool((np.diff(stayed) > 0).all())
            and same_hierarchy(before, rows, entities)
        )
        return read_spread(self.old).moved(entities) if is_same else None

    def has_same_members(self) -> bool:
        """Whether types have the same members, and functions that have stayed the same parameters."""
        before = {self.before.paths[slot]: self.before.source.outline(slot) for slot in self._gone}
        after = {self.after.paths[slot]: self.after.source.facts(slot) for slot in self.fresh}
        return all(
            same_members(
                before[path].definitions if path in before else (),
                after[path].definitions if path in after else (),
            )
            for path in before.keys() | after.keys()
        )

    # -- what `affected_files` asks of the kept files

    @cached_property
    def _lexical(self) -> LexicalIndex:
        return LexicalIndex(self.old)

    def mentioning(self, word: str) -> set[int] | None:
        """Return the files that mention a word, with those that mention another form of it."""
        terms = document_terms(word)
        if not terms:
            return None
        number = self._lexical.term(terms[-1])
        if number is None:
            return set()
        entities, _ = self._lexical.text.entries(number)
        slots = self.splice.slots[np.unique(self._lexical.file_of[entities])]
        return set(slots[slots >= 0].tolist())

    def naming(self, slots: AbstractSet[int], names: Collection[str]) -> set[int]:
        """Return those of some files whose facts hold one of some names; all of so many that it takes too long."""
        if len(slots) > _MOST_LOOKED_INTO:
            return set(slots)
        wanted, ordered = Wanted(names), sorted(slots)
        every = zip(ordered, self.after.source.each(ordered), strict=True)
        return {slot for slot, facts in every if wanted.are_in(names_in(self.path(slot), facts))}

    def including(self, stem: str) -> set[int]:
        """Return the files that take all names of a file of that name."""
        table = self._old_table
        return {
            new
            for old, new in self.kept
            for module in table.stars(old)
            if module.strip("<>").rpartition("/")[2].partition(".")[0] == stem
        }

    def namesakes(self, path: str) -> Iterable[int]:
        """Return the files that have the name of a path in other folders."""
        return [slot for slot in self._by_name.get(path.rpartition("/")[2], ()) if self.path(slot) != path]

    @cached_property
    def _by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for _, slot in self.kept:
            found.setdefault(self.path(slot).rpartition("/")[2], []).append(slot)
        return found

    def is_in_manifest(self, stem: str) -> bool:
        """Whether what a manifest says of imports holds the name of a file, as a whole word."""
        named = re.compile(rf"(?<!\w){re.escape(stem)}(?!\w)")
        return any(named.search(text) for text in self._said_of_imports)

    @cached_property
    def _said_of_imports(self) -> list[str]:
        texts = ((path, self._read(path)) for path in sorted(self.manifests))
        return [json.dumps(said(path, text), ensure_ascii=False) for path, text in texts if text is not None]

    def beside(self, path: str) -> list[int]:
        """Return the files in the folder of a path."""
        return self._in_folders.get(path.rpartition("/")[0], [])

    def defines(self, name: str) -> bool:
        """Whether a kept file defines a name."""
        table, slots = self._old_table, self.splice.slots
        return any(slots[table.slot[entity]] >= 0 for entity in table.named(name))

    def beginning(self, prefix: str) -> list[int]:
        """Return the files whose paths begin so."""
        return [slot for _, slot in self.kept if self.path(slot).startswith(prefix)]

    def is_empty(self, folder: str) -> bool:
        """Whether no file lies in a folder, or in one below it."""
        return not any(self.path(slot).startswith(f"{folder}/") for _, slot in self.kept)

    def goes_with(self, path: str, other: str) -> bool:
        """Whether a file was there before and is there now wherever another one was and is."""
        return all(path not in state.paths or other in state.paths for state in (self.before, self.after))

    @cached_property
    def _in_folders(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for _, slot in self.kept:
            found.setdefault(self.after.paths[slot].rpartition("/")[0], []).append(slot)
        return found

    @cached_property
    def _old_table(self) -> Table:
        return Table(self.old)

    def outline(self, slot: int) -> FileOutline:
        """Return what a file says."""
        return self.after.source.outline(slot)

    def path(self, slot: int) -> str:
        """Return the path of a file."""
        return self.after.paths[slot]
