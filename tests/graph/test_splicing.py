"""Arrays brought up to date equal those made anew."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nsccn.arrays import StringTable, pack_strings
from nsccn.graph.change.renumbering import positions_of, renumbered
from nsccn.graph.change.splice import Splice
from nsccn.graph.change.splicing import (
    Keys,
    Lists,
    Patch,
    bounds_of,
    fresh_entities,
    splice_bounds,
    splice_entities,
    splice_inverted,
    splice_rows,
    splice_slots,
    splice_strings,
)

Repository = dict[str, list[str]]
"""Path -> names of the file's entities."""

NAMES = st.sampled_from(["", "a", "ab", "b", "name", "näme", "日本", "zz", "\ud800"])
REPOSITORIES = st.dictionaries(st.sampled_from("abcdefghij"), st.lists(NAMES, min_size=1, max_size=4))


def first_of(repository: Repository) -> list[int]:
    return [0, *accumulate(len(repository[path]) for path in sorted(repository))]


def splice_of(before: Repository, after: Repository) -> Splice:
    """Return how one becomes the other; files of equal content under one path are kept."""
    old, new = sorted(before), sorted(after)
    kept = [(old.index(path), slot) for slot, path in enumerate(new) if before.get(path) == after[path]]
    return Splice(first_of(before), first_of(after), kept)


def all_names(repository: Repository) -> list[str]:
    return [name for path in sorted(repository) for name in repository[path]]


def index_of(names: list[str], numbers: list[int]) -> tuple[Keys, Lists]:
    """Return the inverted lists of names."""
    held: dict[str, list[int]] = {}
    for name, number in zip(names, numbers, strict=True):
        held.setdefault(name, []).append(number)
    keys = sorted(held)
    flat = np.array([number for key in keys for number in held[key]], np.int32)
    bounds = bounds_of(np.array([len(held[key]) for key in keys], np.int64)).astype(np.int32)
    return Keys(*pack_strings(keys)), Lists(bounds, flat, {"double": (flat * 2 % 7).astype(np.uint16)})


def fresh_names(splice: Splice, after: Repository) -> list[str]:
    paths = sorted(after)
    return [name for slot in splice.fresh for name in after[paths[slot]]]


@given(REPOSITORIES, REPOSITORIES)
def test_columns_by_file_and_by_entity(before: Repository, after: Repository) -> None:
    splice = splice_of(before, after)

    def sizes(repository: Repository) -> np.ndarray:
        return np.array([len(repository[path]) for path in sorted(repository)], np.int16)

    def lengths(names: list[str]) -> np.ndarray:
        return np.array([len(name) for name in names], np.uint8)

    by_file = splice_slots(splice, sizes(before), sizes(after)[splice.fresh])
    by_entity = splice_entities(splice, lengths(all_names(before)), lengths(fresh_names(splice, after)))

    np.testing.assert_array_equal(by_file, sizes(after), strict=True)
    np.testing.assert_array_equal(by_entity, lengths(all_names(after)), strict=True)


@given(REPOSITORIES, REPOSITORIES)
def test_tables_of_strings_and_rows_with_bounds(before: Repository, after: Repository) -> None:
    splice = splice_of(before, after)
    fresh_bounds = bounds_of(np.diff(splice.new_first)[splice.fresh])

    blob, offsets = splice_strings(
        splice,
        pack_strings(all_names(before)),
        pack_strings(fresh_names(splice, after)),
        splice.old_first,
        fresh_bounds,
    )

    expected_blob, expected_offsets = pack_strings(all_names(after))
    np.testing.assert_array_equal(blob, expected_blob, strict=True)
    np.testing.assert_array_equal(offsets, expected_offsets, strict=True)
    np.testing.assert_array_equal(splice_bounds(splice, splice.old_first, fresh_bounds), splice.new_first)


@given(REPOSITORIES, REPOSITORIES)
def test_inverted_lists(before: Repository, after: Repository) -> None:
    splice = splice_of(before, after)
    old = index_of(all_names(before), list(range(len(all_names(before)))))
    fresh = index_of(fresh_names(splice, after), fresh_entities(splice).tolist())
    moved = splice.entities

    # What a column says of a number does not move with it; only what is kept under its number can be compared.
    keys, lists = splice_inverted(moved, old, fresh)

    expected_keys, expected = index_of(all_names(after), list(range(len(all_names(after)))))
    assert list(StringTable(*keys)) == list(StringTable(*expected_keys))
    np.testing.assert_array_equal(keys.offsets, expected_keys.offsets, strict=True)
    np.testing.assert_array_equal(lists.bounds, expected.bounds, strict=True)
    np.testing.assert_array_equal(lists.numbers, expected.numbers, strict=True)
    came_from = {int(new): old for old, new in enumerate(moved) if new >= 0}
    said = [came_from.get(int(number), int(number)) * 2 % 7 for number in lists.numbers]
    np.testing.assert_array_equal(lists.columns["double"], np.array(said, np.uint16), strict=True)


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.data())
def test_columns_get_new_numbers_however_many_stretches_shift(kept: list[bool], data: st.DataObject) -> None:
    gaps = data.draw(st.lists(st.sampled_from([1, 1, 1, 1, 5]), min_size=len(kept), max_size=len(kept)))
    moved = np.where(kept, np.cumsum(gaps) - 1, -1)
    column = np.array(data.draw(st.lists(st.integers(-3, len(kept) - 1), max_size=60)), np.int32)

    found = renumbered(moved, column)

    assert found.dtype == column.dtype
    for number, new in zip(column.tolist(), found.tolist(), strict=True):
        if number < 0 or kept[number]:
            assert new == (number if number < 0 else moved[number])
    marked = ~np.array(kept)
    assert positions_of(marked, column[column >= 0]).tolist() == [
        place for place, number in enumerate(column[column >= 0].tolist()) if marked[number]
    ]


def test_a_rename_carries_everything_along() -> None:
    before: Repository = {"a": ["x", "y"], "b": ["y"], "c": ["z"]}
    splice = Splice([0, 2, 3, 4], [0, 1, 2, 4], [(1, 0), (2, 1)])  # a becomes d
    old = index_of(all_names(before), [0, 1, 2, 3])

    keys, lists = splice_inverted(splice.entities, old, index_of(["x", "y"], [2, 3]))

    assert list(StringTable(*keys)) == ["x", "y", "z"]
    assert lists.numbers.tolist() == [2, 0, 3, 1]


def test_old_rows_of_several_runs_stay_in_order() -> None:
    splice = Splice([0, 1, 2, 3, 4], [0, 1, 3, 4, 5], [(0, 0), (2, 2), (3, 3)])

    values = splice_rows(
        splice, np.array([10, 11, 12, 13]), np.array([90, 91]), splice.old_first, np.array([0, 2])
    )

    assert values.tolist() == [10, 90, 91, 12, 13]


@given(st.integers(1, 400), st.data())
def test_rows_that_go_and_come_between_long_stretches(size: int, data: st.DataObject) -> None:
    column = np.arange(size, dtype=np.int32)
    gone = sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=6)))
    places = sorted(data.draw(st.lists(st.integers(0, size), max_size=6)))

    found = Patch(size, np.array(gone, np.int64), np.array(places, np.int64)).rows(
        column, -1 - np.arange(len(places))
    )

    expected = []
    for place in range(size + 1):
        expected += [-1 - number for number, before in enumerate(places) if before == place]
        expected += [place] if place < size and place not in gone else []
    np.testing.assert_array_equal(found, np.array(expected, np.int32), strict=True)
