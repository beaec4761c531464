"""Scores of those entities that have one are those of all entities, however they are come by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.search import postings as module
from nsccn.search.inversion import Triples, inverted
from nsccn.search.postings import Postings, numbered
from nsccn.search.scores import Blocks, Scores

TERMS = 6
ENTRIES = st.lists(st.tuples(st.integers(0, TERMS - 1), st.integers(0, 39), st.integers(1, 9)), max_size=60)
QUERY = st.dictionaries(st.integers(0, TERMS - 1), st.floats(0.1, 5.0), max_size=TERMS)


def postings_of(entries: list[tuple[int, int, int]], documents: int = 40) -> Postings:
    terms, holders, counts = (np.array(column, np.int32) for column in zip(*entries, strict=True))
    triples = Triples(terms, holders, counts)
    lists = inverted([triples], TERMS)
    return Postings(
        lists.bounds, lists.numbers.astype(np.int32), lists.columns["counts"], triples.lengths(documents)
    )


def one_by_one(postings: Postings, query: dict[int, float]) -> np.ndarray:
    """Add up term by term, as the formula is written."""
    total = np.zeros(len(postings.lengths))
    mean = postings.lengths.mean()
    for term, weight in query.items():
        documents, counts = postings.entries(term)
        norms = 0.5 + 0.5 * postings.lengths[documents] / mean
        total[documents] += weight * postings.idfs([term])[0] * 2 * counts / (counts + norms)
    return total


@pytest.mark.parametrize("sizes", [(1 << 19, 1 << 18, 16), (1 << 19, 1 << 18, 0), (7, 5, 1000), (1, 1, 16)])
@given(ENTRIES.filter(bool), QUERY)
def test_blocks_of_any_size_add_up_to_the_same(
    sizes: tuple[int, int, int], entries: list[tuple[int, int, int]], query: dict[int, float]
) -> None:
    postings = postings_of(entries)
    expected = one_by_one(postings, query)
    with pytest.MonkeyPatch.context() as patch:
        for name, size in zip(("_ENTRIES", "_DOCUMENTS", "_SPARSE"), sizes, strict=True):
            patch.setattr(module, name, size)
        np.testing.assert_allclose(postings.scores(query), expected, rtol=1e-12)
        found = Scores.of(postings, query)
        assert found.entities.tolist() == np.flatnonzero(expected).tolist()
        for some in (np.arange(40), np.arange(3, 40, 9), np.array([31])):
            chosen, zero = postings.scores_of(some, [query, {}])
            np.testing.assert_allclose(chosen, expected[some], rtol=1e-12)
            assert not zero.any()
        everywhere = np.arange(-1, 40)
        several = Blocks(postings, [query, {}, {0: 1.0}])
        first, none, other = several.at(everywhere[::-1])
    assert np.array_equal(first[::-1][1:], found.at(everywhere)[1:])
    assert not none.any()
    assert np.array_equal(other[::-1], Scores.of(postings, {0: 1.0}).at(everywhere))


def test_what_holds_no_term_has_no_score() -> None:
    scores = Scores.of(postings_of([(0, 3, 1), (0, 7, 2)]), {0: 1.0})
    assert scores.at(np.array([7, -1, 3, 5, 39])).astype(bool).tolist() == [True, False, True, False, False]
    assert list(scores.best(1)) == [7]


def test_few_numbers_are_sorted_out_and_many_are_not() -> None:
    few, places = numbered(np.array([900, 20, 900]), 0, 1000)
    assert (few.tolist(), places.tolist()) == ([20, 900], [1, 0, 1])
    every, places = numbered(np.array([12, 10, 12]), 10, 14)
    assert (every.tolist(), places.tolist()) == ([10, 11, 12, 13], [2, 0, 2])


def test_scores_of_nothing_are_nothing() -> None:
    nothing = Scores.of_items({})
    assert not len(nothing.entities)
    assert nothing.highest == 0.0
    assert not nothing.at(np.array([3, -1])).any()
