"""Brings arrays up to date with a `Splice`: what is kept is moved in bulk, what is fresh is put in between.

Whatever is built so from arrays of the old state and of the fresh files alone equals what is built from all
files of the new state. The arrays given are never changed; they may be mapped from a file.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import begins_run, ranges
from nsccn.graph.change.renumbering import positions_of, renumbered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from nsccn.arrays import Array
    from nsccn.graph.change.splice import Splice

_MOST_U32: Final = np.iinfo(np.uint32).max
_SHORTEST_STRETCH: Final = 50
"""Rows that lie, on average, between two changes at least where stretches are copied one by one."""
_NOWHERE: Final = np.zeros(0, np.int64)
_LEAST_STEP: Final = 64
_MOST_SAMPLES: Final = 10_000
"""Every so many keys of a table one is read before the others are searched."""


# -- columns: rows file after file


def splice_slots(splice: Splice, old: Array, fresh: Array) -> Array:
    """Return a column with one row per file; `fresh` has the rows of the fresh files in their order."""
    return splice_rows(splice, old, fresh, np.arange(len(old) + 1), np.arange(len(fresh) + 1))


def splice_entities(splice: Splice, old: Array, fresh: Array) -> Array:
    """Return a column with one row per entity that lies in a file."""
    return splice_rows(splice, old, fresh, splice.old_first, fresh_first(splice))


def splice_rows(splice: Splice, old: Array, fresh: Array, old_bounds: Array, fresh_bounds: Array) -> Array:
    """Return a column in which each file has some rows.

    Args:
        splice: the change.
        old: the column of the old files.
        fresh: the rows of the fresh files, one file after the other.
        old_bounds: file `s` of the old ones has the rows `old_bounds[s]` to `old_bounds[s + 1]`.
        fresh_bounds: the same of the fresh files, counted among themselves.
    """
    pieces = [
        (fresh if is_fresh else old)[_span(fresh_bounds if is_fresh else old_bounds, start, end)]
        for is_fresh, start, end in _pieces(splice)
    ]
    return np.concatenate(pieces) if pieces else old[:0].copy()


def splice_bounds(splice: Splice, old_bounds: Array, fresh_bounds: Array) -> Array:
    """Return the bounds of the rows that `splice_rows` returns, with the type of the old ones."""
    sizes = splice_slots(splice, np.diff(old_bounds), np.diff(fresh_bounds))
    return bounds_of(sizes).astype(old_bounds.dtype)


def splice_strings(
    splice: Splice,
    old: tuple[Array, Array],
    fresh: tuple[Array, Array],
    old_bounds: Array,
    fresh_bounds: Array,
) -> tuple[Array, Array]:
    """Return blob and offsets of a `StringTable` in which each file has some strings; see `splice_rows`."""
    (old_blob, old_offsets), (fresh_blob, fresh_offsets) = old, fresh
    lengths = splice_rows(splice, np.diff(old_offsets), np.diff(fresh_offsets), old_bounds, fresh_bounds)
    blob = splice_rows(splice, old_blob, fresh_blob, old_offsets[old_bounds], fresh_offsets[fresh_bounds])
    return blob, string_offsets(lengths)


def fresh_first(splice: Splice) -> Array:
    """Return the bounds of the fresh files' entities, counted among themselves."""
    return bounds_of(np.diff(splice.new_first)[splice.fresh])


def fresh_entities(splice: Splice) -> Array:
    """Return the new numbers of the fresh files' entities, in their order."""
    first = fresh_first(splice)
    shift = splice.new_first[splice.fresh] - first[:-1]
    return np.arange(int(first[-1])) + np.repeat(shift, np.diff(first))


def bounds_of(sizes: Array) -> Array:
    """Return 0 and the running totals."""
    bounds = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=bounds[1:])
    return bounds


def string_offsets(lengths: Array) -> Array:
    """Return the offsets of strings of these lengths in bytes, in the type that `pack_strings` gives them."""
    offsets = bounds_of(lengths)
    return offsets.astype(np.uint32 if int(offsets[-1]) <= _MOST_U32 else np.uint64)


def _pieces(splice: Splice) -> Iterator[tuple[bool, int, int]]:
    """Yield runs of files in their new order: whether they are fresh, and from where to where among their like."""
    kept_old, kept_new = splice.kept_old, splice.kept_new
    total = len(splice.new_first) - 1
    joints = np.flatnonzero((np.diff(kept_old) != 1) | (np.diff(kept_new) != 1)) + 1
    new = fresh = 0
    starts = [0, *joints.tolist()] if len(kept_old) else []
    for start, end in zip(starts, [*starts[1:], len(kept_old)], strict=False):
        gap = int(kept_new[start]) - new
        if gap:
            yield True, fresh, fresh + gap
        fresh += gap
        yield False, int(kept_old[start]), int(kept_old[end - 1]) + 1
        new = int(kept_new[end - 1]) + 1
    if total > new:
        yield True, fresh, fresh + total - new


def _span(bounds: Array, start: int, end: int) -> slice:
    return slice(int(bounds[start]), int(bounds[end]))


# -- inverted lists: for each of many sorted keys some numbers, ascending


class Keys(NamedTuple):
    """A sorted `StringTable` without repetition."""

    blob: Array
    offsets: Array

    def __len__(self) -> int:
        return len(self.offsets) - 1


class Merge(NamedTuple):
    """Which keys of two tables make a new one."""

    keys: Keys
    old: Array
    """Old key -> new key, -1 where it is gone."""
    fresh: Array
    """Fresh key -> new key."""
    places: Array
    """Fresh key -> its place among the old keys."""
    found: Array
    """Whether each fresh key is the old one at that place."""


class Lists(NamedTuple):
    """Key `k` has the numbers `numbers[bounds[k]:bounds[k + 1]]`, ascending; `columns` say more of each."""

    bounds: Array
    numbers: Array
    columns: Mapping[str, Array] = {}


class KeptLists(NamedTuple):
    """Old lists with new numbers: ascending still, those that are gone among them."""

    lists: Lists
    gone: Array
    """The positions of those that are gone, ascending."""
    sizes: Array
    """How many numbers of each list are left."""


def splice_inverted(moved: Array, old: tuple[Keys, Lists], fresh: tuple[Keys, Lists]) -> tuple[Keys, Lists]:
    """Return keys and lists of the new state; a key whose list has become empty is gone.

    Args:
        moved: old number -> new number, -1 where it is gone; what is kept keeps its order.
        old: of the old state.
        fresh: of what is fresh alone, its numbers being new ones.
    """
    kept = kept_lists(moved, old[1])
    merge = merge_keys(old[0], fresh[0], kept.sizes > 0)
    return merge.keys, merge_lists(merge, kept, fresh[1])


def kept_lists(moved: Array, lists: Lists) -> KeptLists:
    """Return the lists in new numbers; `moved` is as for `splice_inverted`."""
    numbers = renumbered(moved, lists.numbers)
    gone = positions_of(moved < 0, lists.numbers)
    numbers[gone] = np.maximum.accumulate(moved)[lists.numbers[gone]]
    sizes = np.diff(lists.bounds - np.searchsorted(gone, lists.bounds))
    return KeptLists(Lists(lists.bounds, numbers, lists.columns), gone, sizes)


def merge_keys(old: Keys, fresh: Keys, kept: Array) -> Merge:
    """Return the keys that are kept or fresh. `kept` says for each old key whether it is kept for itself."""
    places, found = _find(old, fresh)
    stays = kept.copy()
    stays[places[found]] = True
    gone, added = np.flatnonzero(~stays), np.flatnonzero(~found)
    before = places[added]
    new_places = before - np.searchsorted(gone, before) + np.arange(len(added))
    old_numbers = np.cumsum(stays) - 1
    old_numbers += np.searchsorted(before, np.arange(len(old)), "right")
    fresh_numbers = np.empty(len(fresh), np.int64)
    fresh_numbers[added] = new_places
    fresh_numbers[found] = old_numbers[places[found]]
    old_numbers[gone] = -1
    keys = _merged_table(old, fresh, gone, added, before)
    return Merge(keys, old_numbers, fresh_numbers, places, found)


def merge_lists(merge: Merge, kept: KeptLists, fresh: Lists) -> Lists:
    """Return the lists of merged keys, from those of the old keys and of the fresh ones."""
    old, counts = kept.lists, np.diff(fresh.bounds)
    sizes = np.zeros(len(merge.keys), np.int64)
    held = np.flatnonzero(merge.old >= 0)
    sizes[merge.old[held]] = kept.sizes[held]
    sizes[merge.fresh] += counts
    starts = old.bounds[merge.places].astype(np.int64)
    ends = old.bounds[merge.places + merge.found].astype(np.int64)
    starts, ends = np.repeat(starts, counts), np.repeat(ends, counts)
    places = _search_within(old.numbers, starts, ends, fresh.numbers)
    change = _Exchange(old, kept.gone, starts, places)
    return Lists(
        bounds_of(sizes).astype(old.bounds.dtype),
        change.rows(old.numbers, fresh.numbers),
        {name: change.rows(column, fresh.columns[name]) for name, column in old.columns.items()},
    )


class _Exchange:
    """A `Patch` of lists in which rows that go are overwritten by those that come in at the same place.

    After an edit nearly all rows of the file are there again, so that few others have to move.
    """

    def __init__(self, old: Lists, gone: Array, starts: Array, places: Array) -> None:
        """`starts` says where the list begins of each row that comes in at `places`."""
        beginnings = old.bounds[np.searchsorted(old.bounds, gone, "right") - 1].astype(np.int64)
        # Of one number, none that comes in belongs between them.
        leaving = _Runs(beginnings, gone - np.arange(len(gone)), old.numbers[gone])
        coming = _Runs(starts, places)
        ends = gone[leaving.ends - 1] + 1
        size = len(old.numbers) + 1
        wanted = starts[coming.starts] * size + places[coming.starts]
        known = beginnings[leaving.starts] * size + ends
        found = np.searchsorted(known, wanted)
        found[found == len(known)] = 0
        meets = np.flatnonzero(known[found] == wanted) if len(known) else np.zeros(0, np.int64)
        sizes = np.minimum(leaving.sizes[found[meets]], coming.sizes[meets])
        out = ranges(leaving.starts[found[meets]], sizes)
        self._given = ranges(coming.starts[meets], sizes)
        self._taken = gone[out]
        self._others = np.delete(np.arange(len(places)), self._given)
        left, added = np.delete(gone, out), places[self._others]
        self._patch = Patch(len(old.numbers), left, added)
        before = np.searchsorted(added, self._taken, "right") - np.searchsorted(left, self._taken)
        self._taken += before

    def rows(self, column: Array, fresh: Array) -> Array:
        """Return a column with the rows `fresh` put in."""
        found = self._patch.rows(column, fresh[self._others])
        found[self._taken] = fresh[self._given]
        return found


class _Runs:
    """Stretches of rows in which each of some columns stays the same."""

    def __init__(self, *columns: Array) -> None:
        self.starts = np.flatnonzero(np.any([begins_run(column) for column in columns], axis=0))
        self.ends = np.append(self.starts[1:], len(columns[0])) if len(self.starts) else self.starts
        self.sizes = self.ends - self.starts


class Patch:
    """Where rows go from columns and others come in: what stays is copied in stretches, while these are long."""

    def __init__(self, size: int, gone: Array, places: Array = _NOWHERE) -> None:
        """Of `size` rows those of some numbers go; others come in before the old ones at `places`. Both ascend."""
        self._gone, self._places = gone, places
        self._stretches: list[tuple[int, slice]] | None = None
        if (len(gone) + len(places)) * _SHORTEST_STRETCH < size:
            self._stretches = list(self._cut(size))

    def _cut(self, size: int) -> Iterator[tuple[int, slice]]:
        """Yield stretches in their order: 0 and rows that stay, or 1 and rows that come in."""
        starts = np.unique(np.concatenate((self._gone, self._gone + 1, self._places, (0, size))))
        is_gone = np.isin(starts, self._gone).tolist()
        before = np.searchsorted(self._places, starts, "left").tolist()
        after = np.searchsorted(self._places, starts, "right").tolist()
        bounds = starts.tolist()
        for number, start in enumerate(bounds):
            if before[number] < after[number]:
                yield 1, slice(before[number], after[number])
            if start < size and not is_gone[number]:
                yield 0, slice(start, bounds[number + 1])

    def rows(self, column: Array, fresh: Array = _NOWHERE) -> Array:
        """Return a column with the rows `fresh` put in."""
        if self._stretches is None:
            places = self._places - np.searchsorted(self._gone, self._places)
            return np.insert(np.delete(column, self._gone), places, fresh)
        both = column, fresh.astype(column.dtype)
        return np.concatenate([column[:0], *(both[which][rows] for which, rows in self._stretches)])


def _search_within(values: Array, start: Array, end: Array, wanted: Array) -> Array:
    """Return for each wanted value where it belongs in the ascending stretch of `values` that is its own."""
    start, end = start.copy(), end.copy()
    while len(open_rows := np.flatnonzero(start < end)):
        middle = (start[open_rows] + end[open_rows]) // 2
        is_less = values[middle] < wanted[open_rows]
        start[open_rows] = np.where(is_less, middle + 1, start[open_rows])
        end[open_rows] = np.where(is_less, end[open_rows], middle)
    return start


def _merged_table(old: Keys, fresh: Keys, gone: Array, added: Array, before: Array) -> Keys:
    """Return the old keys without those that are gone, with each added one before its old key."""
    cuts = np.concatenate((before, gone, gone + 1, (0, len(old))))
    edges = np.unique(cuts).tolist()
    dropped, pieces = set(gone.tolist()), []
    added_at: dict[int, list[int]] = {}
    for number, place in zip(added.tolist(), before.tolist(), strict=True):
        added_at.setdefault(place, []).append(number)
    for start, end in zip(edges, [*edges[1:], edges[-1]], strict=True):
        pieces += [fresh.blob[_span(fresh.offsets, number, number + 1)] for number in added_at.get(start, ())]
        if start not in dropped:
            pieces.append(old.blob[_span(old.offsets, start, end)])
    lengths = np.insert(
        np.delete(np.diff(old.offsets), gone),
        before - np.searchsorted(gone, before),
        np.diff(fresh.offsets)[added],
    )
    return Keys(np.concatenate(pieces), string_offsets(lengths))


def _find(old: Keys, fresh: Keys) -> tuple[Array, Array]:
    """Return for each fresh key its place among the old ones, and whether it is there."""
    places, found = np.zeros(len(fresh), np.int64), np.zeros(len(fresh), np.bool_)
    key = _reader(old)
    step = max(_LEAST_STEP, len(old) // _MOST_SAMPLES)
    samples = [key(number) for number in range(0, len(old), step)]
    for number, wanted in enumerate(map(_reader(fresh), range(len(fresh)))):
        low = max(bisect_left(samples, wanted) - 1, 0) * step
        place = bisect_left(range(low, min(low + step + 1, len(old))), wanted, key=key) + low
        places[number] = place
        found[number] = place < len(old) and key(place) == wanted
    return places, found


def _reader(keys: Keys) -> Callable[[int], bytes]:
    """Return what gives each key as bytes, which sort as their strings do."""
    blob, offsets = np.ascontiguousarray(keys.blob).data, np.ascontiguousarray(keys.offsets).data
    return lambda number: blob[offsets[number] : offsets[number + 1]].tobytes()
