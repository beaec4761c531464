"""Nearest vectors, in full and by bits first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nsccn.search.vectors import Vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIMENSIONS = 256


def unit(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Scale rows to length 1."""
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


def some(count: int, most_exact: int) -> tuple[Vectors, NDArray[np.float32]]:
    """Return vectors of every second entity, stored backwards, and the query that they are asked with."""
    generator = np.random.default_rng(3)
    query = unit(generator.normal(size=DIMENSIONS))
    stored = unit(generator.normal(size=(count, DIMENSIONS)) + query * generator.uniform(0, 6, (count, 1)))
    rows = np.arange(count)[::-1].copy()
    return Vectors(2 * np.arange(count), rows, stored.astype(np.float16), lambda _: query, most_exact), query


def full(entities: NDArray[Any]) -> NDArray[np.float64]:
    """Let every entity count in full."""
    return np.ones(len(entities))


def test_the_nearest_come_first() -> None:
    vectors, query = some(200, most_exact=1000)
    similar = vectors.stored[vectors.rows].astype(np.float32) @ query
    expected = [2 * place for place in np.argsort(-similar, kind="stable")[:10].tolist()]
    assert vectors.nearest("", full, 10) == expected


def test_bits_first_find_nearly_the_same() -> None:
    exact, query = some(3000, most_exact=3000)
    by_bits, _ = some(3000, most_exact=100)
    wanted, found = exact.nearest("", full, 20), by_bits.nearest("", full, 20)
    assert found[0] == wanted[0]
    similar = dict(zip((2 * np.arange(3000)).tolist(), exact.stored[exact.rows] @ query, strict=True))
    assert sum(similar[one] for one in found) >= 0.99 * sum(similar[one] for one in wanted)


def test_what_is_filtered_out_is_not_found() -> None:
    for most_exact in (10, 1000):
        vectors, _ = some(300, most_exact)
        found = vectors.nearest("", lambda entities: (entities % 4 == 0).astype(np.float64), 50)
        assert found
        assert all(entity % 4 == 0 for entity in found)


def test_nothing_is_near_where_there_is_nothing() -> None:
    empty = np.zeros(0, np.int64)
    vectors = Vectors(empty, empty, np.zeros((0, 0), np.float16), lambda _: np.zeros(0, np.float32))
    assert vectors.nearest("", full, 5) == []
