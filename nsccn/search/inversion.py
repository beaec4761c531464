"""Turns words in documents into inverted lists: one block of files after the other, then all blocks into one.

A block is small enough to be sorted in memory; of all blocks only their lists are kept. The documents of a
block come before those of the next, so that the lists of a term follow one another.
"""

from __future__ import annotations

from itertools import pairwise
from mmap import mmap
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.change.splicing import Keys, Lists, bounds_of, string_offsets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.arrays import Array
    from nsccn.search.corpus import Occurrences
    from nsccn.search.terms import Expansion

COUNT_LIMIT: Final = (1 << 16) - 1
"""Counts end here."""
_DIGIT_BITS: Final = 16
_KEY_BITS: Final = 32


class Triples:
    """Terms in documents, so many times each: parallel arrays."""

    def __init__(self, terms: Array, documents: Array, counts: Array) -> None:
        self.terms, self.documents, self.counts = terms, documents, counts

    @classmethod
    def of(cls, found: Occurrences, expansion: Expansion, factor: int) -> Triples:
        """Return the terms of words, each counted `factor` times."""
        if not factor:
            return cls(*(np.zeros(0, np.int32) for _ in range(3)))
        number = np.diff(expansion.offsets)[found.words]
        ends = np.cumsum(number, dtype=np.int32)
        places = np.arange(int(ends[-1]) if len(ends) else 0, dtype=np.int32)
        places += np.repeat(expansion.offsets[found.words] - (ends - number), number)
        counts = found.counts.astype(np.int32) * np.int32(factor)
        return cls(expansion.terms[places], np.repeat(found.documents, number), np.repeat(counts, number))

    def lengths(self, documents: int) -> Array:
        """Return the number of terms of each document."""
        return np.bincount(self.documents, self.counts, documents).astype(np.int64)


def inverted(parts: Iterable[Triples], terms: int) -> Lists:
    """Return for each term its documents, and how often each holds it; what several parts say is added up.

    Documents are numbers of the smallest type that holds them.
    """
    parts = [part for part in parts if len(part.terms)]
    if not parts:
        return Lists(
            np.zeros(terms + 1, np.uint32), np.zeros(0, np.uint8), {"counts": np.zeros(0, np.uint16)}
        )
    number = np.concatenate([part.terms for part in parts])
    documents = np.concatenate([part.documents for part in parts])
    counts = np.concatenate([np.minimum(part.counts, COUNT_LIMIT) for part in parts])
    order = order_by(number, documents)
    number, documents, counts = number[order], documents[order], counts[order]
    is_first = np.ones(len(order), np.bool_)
    is_first[1:] = (number[1:] != number[:-1]) | (documents[1:] != documents[:-1])
    starts = np.flatnonzero(is_first)
    bounds = bounds_of(np.bincount(number[starts], minlength=terms))
    listed = documents[starts].astype(np.min_scalar_type(documents.max()))
    return Lists(bounds.astype(np.uint32), listed, {"counts": _totals(counts, starts)})


def set_apart(lists: Lists) -> Lists:
    """Return a copy in pages of its own, which go back to the system with it; the heap would keep them."""
    columns = {name: _in_own_pages(column) for name, column in lists.columns.items()}
    return Lists(_in_own_pages(lists.bounds), _in_own_pages(lists.numbers), columns)


def _in_own_pages(array: Array) -> Array:
    if not array.nbytes:
        return array
    copy = np.frombuffer(mmap(-1, array.nbytes), array.dtype)
    copy[:] = array
    return copy


def gathered(lists: Lists, group_of: Array) -> Lists:
    """Return the lists of groups of documents, ascending by document, with the counts added up."""
    keys = np.repeat(np.arange(len(lists.bounds) - 1, dtype=np.int32), np.diff(lists.bounds))
    groups = group_of[lists.numbers]
    is_first = np.ones(len(keys), np.bool_)
    is_first[1:] = (keys[1:] != keys[:-1]) | (groups[1:] != groups[:-1])
    starts = np.flatnonzero(is_first)
    bounds = bounds_of(np.bincount(keys[starts], minlength=len(lists.bounds) - 1)).astype(np.uint32)
    listed = groups[starts].astype(np.min_scalar_type(len(group_of)))
    return Lists(bounds, listed, {"counts": _totals(lists.columns["counts"], starts)})


def less(lists: Lists, others: Lists) -> Lists:
    """Return lists with the counts of others taken off; what these list is listed, and stays so with a count of 0."""
    counts = lists.columns["counts"].copy()
    places = _keys(lists).searchsorted(_keys(others))
    counts[places] -= np.minimum(counts[places], others.columns["counts"])
    return Lists(lists.bounds, lists.numbers, {"counts": counts})


def _keys(lists: Lists) -> Array:
    """Return a number for each entry, ascending: of its key, then its document."""
    keys = np.repeat(np.arange(len(lists.bounds) - 1, dtype=np.int64), np.diff(lists.bounds))
    return keys << _KEY_BITS | lists.numbers


def _totals(counts: Array, starts: Array) -> Array:
    totals = np.add.reduceat(counts, starts, dtype=np.int64) if len(starts) else np.zeros(0)
    return np.minimum(totals, COUNT_LIMIT).astype(np.uint16)


def order_by(*columns: Array) -> Array:
    """Return the order of rows by the first of some columns of numbers >= 0, then by the second and so on.

    A radix sort: numpy sorts 16-bit numbers by counting them, six times as fast as wider ones by comparing.
    """
    order = np.arange(0)
    for place, column in enumerate(reversed(columns)):
        most = int(column.max()) if len(column) else 0
        for shift in range(0, max(most.bit_length(), 1), _DIGIT_BITS):
            digits = (column >> shift).astype(np.uint16)
            if place or shift:
                order = order[np.argsort(digits[order], kind="stable")]
            else:
                order = np.argsort(digits, kind="stable")
    return order


def united(tables: Sequence[Keys]) -> tuple[Keys, list[Array]]:
    """Return the keys of all tables, and for each table the numbers of its keys among them."""
    if len(tables) == 1:
        return tables[0], [np.arange(len(tables[0]))]
    found: set[bytes] = set()
    for table in tables:
        found.update(_encoded(table))
    distinct = sorted(found)
    del found
    number_of = {string: number for number, string in enumerate(distinct)}
    numbers = [
        np.fromiter(map(number_of.__getitem__, _encoded(table)), np.int32, len(table)) for table in tables
    ]
    lengths = np.fromiter(map(len, distinct), np.int64, len(distinct))
    return Keys(np.frombuffer(b"".join(distinct), np.uint8), string_offsets(lengths)), numbers


def _encoded(table: Keys) -> list[bytes]:
    data, offsets = table.blob.tobytes(), table.offsets.tolist()
    return [data[start:end] for start, end in pairwise(offsets)]


def concatenated(
    parts: Sequence[Lists], numbers: Sequence[Array], documents: Sequence[int], keys: int
) -> Lists:
    """Return the lists of all parts, one after the other under each key.

    Args:
        parts: the lists.
        numbers: for each part the numbers of its keys among all `keys`.
        documents: for each part how many documents it has; those of the next are numbered from there on.
        keys: the number of keys.
    """
    sizes = np.zeros(keys, np.int64)
    for part, own in zip(parts, numbers, strict=True):
        sizes[own] += np.diff(part.bounds)
    bounds = bounds_of(sizes)
    filled = bounds[:-1].copy()
    found = np.empty(int(bounds[-1]), np.int32)
    columns = {name: np.empty(len(found), column.dtype) for name, column in parts[0].columns.items()}
    first = 0
    for part, own, count in zip(parts, numbers, documents, strict=True):
        number = np.diff(part.bounds).astype(np.int64)
        places = np.repeat(filled[own] - part.bounds[:-1], number) + np.arange(len(part.numbers))
        found[places] = part.numbers.astype(np.int32) + np.int32(first)
        for name, column in part.columns.items():
            columns[name][places] = column
        filled[own] += number
        first += count
    return Lists(bounds.astype(np.uint32), found, columns)


def transposed(
    parts: Sequence[Lists], numbers: Sequence[Array], documents: Sequence[int], wanted: Array
) -> tuple[Array, Array]:
    """Return for each document the wanted keys that it is listed under, ascending: bounds and keys."""
    total = sum(
        int(np.diff(part.bounds)[wanted[own]].sum()) for part, own in zip(parts, numbers, strict=True)
    )
    sizes, rows, filled = [], np.empty(total, np.int32), 0
    for part, own, count in zip(parts, numbers, documents, strict=True):
        keys = np.repeat(own.astype(np.int32), np.diff(part.bounds))
        chosen = np.flatnonzero(wanted[keys])
        keys, holders = keys[chosen], part.numbers[chosen]
        rows[filled : filled + len(keys)] = keys[order_by(holders)]
        filled += len(keys)
        sizes.append(np.bincount(holders, minlength=count))
    return bounds_of(np.concatenate(sizes)).astype(np.uint32), rows
