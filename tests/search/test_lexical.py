"""The search index against rank-bm25 and against sums done by hand."""

from __future__ import annotations

from array import array
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from nsccn.arrays import map_arrays, write_arrays
from nsccn.graph.model import Definition, FileFacts, SourceRange, Terms
from nsccn.search.filesignals import decayed
from nsccn.search.lexical import FIELD_WEIGHTS, FILE_SCORING, FieldWeights, LexicalIndex, build
from nsccn.search.postings import OKAPI
from nsccn.search.scores import Scores
from nsccn.search.terms import document_terms

Texts = list[list[str]]


def facts_of(texts: Texts, names: list[str] | None = None) -> FileFacts:
    """Return the facts of a file whose definitions have these words; the first is the file itself."""
    vocabulary: dict[str, int] = {}
    word_ids, counts, offsets = array("I"), array("I"), array("I", [0])
    for words in texts:
        for word, count in Counter(words).items():
            word_ids.append(vocabulary.setdefault(word, len(vocabulary)))
            counts.append(count)
        offsets.append(len(word_ids))
    place = SourceRange(0, 1, 1, 1)
    named = ["__init__", *(names or [f"f{number}" for number in range(1, len(texts))])]
    definitions = tuple(
        Definition(
            "func" if number else "module", name.rpartition(".")[2], name, -1 if number == 0 else 0, place, 1
        )
        for number, name in enumerate(named)
    )
    terms = Terms("\n".join(vocabulary), *(column.tobytes() for column in (word_ids, counts, offsets)))
    return FileFacts("python", 1, definitions, terms=terms)


def index_of(files: list[tuple[str, Texts]], weights: FieldWeights = FIELD_WEIGHTS) -> LexicalIndex:
    """Return the index of files with these texts."""
    numbered, first = [], 0
    for path, texts in files:
        numbered.append((path, first, facts_of(texts)))
        first += len(texts)
    return LexicalIndex(build(numbered, weights))


WORDS = st.sampled_from(["parse", "HTTPServer", "http", "read_file", "files", "size", "node", "Tree2"])
DOCUMENTS = st.lists(st.lists(WORDS, min_size=1, max_size=12), min_size=1, max_size=8)


@given(DOCUMENTS, st.lists(WORDS, min_size=1, max_size=4))
@settings(max_examples=60)
def test_the_unweighted_scores_are_those_of_rank_bm25(documents: Texts, query: list[str]) -> None:
    index = index_of([("a.py", documents)], FieldWeights(name=0, owner=0))
    reference = BM25Okapi([[term for word in words for term in document_terms(word)] for words in documents])
    terms = Counter(term for word in query for term in document_terms(word))
    expected = reference.get_scores(list(terms.elements()))
    rounding = 1e-14  # an idf that is zero comes out as a few units in the last place
    np.testing.assert_allclose(index.scores(terms, OKAPI), expected, rtol=1e-9, atol=rounding)


def test_a_name_counts_more_than_a_mention() -> None:
    texts = [["import"], ["route", "request"], ["request", "route"]]
    index = LexicalIndex(build([("a.py", 0, facts_of(texts, ["add_route", "other"]))]))
    scores = index.scores({"rout": 1.0})
    assert scores[1] > scores[2] > scores[0] == 0


def test_what_encloses_an_entity_lends_it_its_name() -> None:
    texts = [["import"], ["add"], ["add"]]
    index = LexicalIndex(build([("a.py", 0, facts_of(texts, ["Router.add", "Cache.add"]))]))
    scores = index.scores({"router": 1.0})
    assert scores[1] > scores[2] == 0


def test_a_class_without_a_name_lends_that_of_what_is_around_it() -> None:
    texts = [["import"], ["add"], ["add"]]
    index = LexicalIndex(build([("A.java", 0, facts_of(texts, ["Shop.router.$#2.add", "Shop.cache.$.add"]))]))
    scores = index.scores({"router": 1.0})
    assert scores[1] > scores[2] == 0


@pytest.mark.parametrize("written", ["RadixTree", "radix_tree", "radixTree", "RADIX_TREE"])
def test_a_compound_identifier_is_one_term_in_every_style(written: str) -> None:
    index = index_of([("a.py", [["import"], [written], ["tree"], ["radix"]])])
    assert np.flatnonzero(index.scores({"=radixtree": 1.0})).tolist() == [1]


def test_paths_are_found_by_file_name_and_by_half_by_folder() -> None:
    index = index_of([("cache/store.py", [["x"]]), ("store/cache.py", [["x"]]), ("other.py", [["x"]])])
    scores = index.path_scores(index.known({"stor": 1.0}))
    assert scores[0] == pytest.approx(2 * scores[1])
    assert scores[2] == 0


def test_a_file_is_scored_as_one_document() -> None:
    split = index_of([("a.py", [["parse"], ["node"], ["node"]]), ("b.py", [["size"]])])
    whole = index_of([("a.py", [["parse", "node", "node"]]), ("b.py", [["size"]])], FieldWeights(0, 0))
    expected = whole.files.scores(whole.known({"node": 1.0, "pars": 2.0}), FILE_SCORING)
    np.testing.assert_allclose(
        split.files.scores(split.known({"node": 1.0, "pars": 2.0}), FILE_SCORING), expected
    )


@given(st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=7), min_size=1, max_size=5))
@settings(max_examples=40)
def test_the_best_entities_of_each_file_add_up_with_decay(files: list[list[int]]) -> None:
    index = index_of([(f"{number}.py", [["x"]] * len(values)) for number, values in enumerate(files)])
    scores = np.array([value for values in files for value in values], float)
    expected = [
        sum(0.5**place * value for place, value in enumerate(sorted(values, reverse=True)[:3]))
        for values in files
    ]
    np.testing.assert_allclose(
        decayed(index.best_of_files(Scores.joined([(np.arange(len(scores)), scores)]), 3), 0.5), expected
    )


def test_the_index_does_not_depend_on_the_order_of_words() -> None:
    one = build([("a.py", 0, facts_of([["parse", "node", "tree"]]))])
    other = build([("a.py", 0, facts_of([["tree", "parse", "node"]]))])
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[key], other[key]) for key in one)


def test_a_mapped_index_answers_like_the_one_in_memory(tmp_path: Path) -> None:
    arrays = build([("a.py", 0, facts_of([["parse"], ["node", "parse"], ["HTTPServer"]]))])
    write_arrays(tmp_path / "index", arrays)
    mapped = LexicalIndex(map_arrays(tmp_path / "index"))
    query = {"pars": 1.0, "=httpserver": 2.0}
    assert np.array_equal(mapped.scores(query), LexicalIndex(arrays).scores(query))


def test_an_empty_repository_has_an_empty_index() -> None:
    index = LexicalIndex(build([]))
    assert len(index) == 0
    assert index.known({"parse": 1.0}) == {}
    assert len(index.scores({"parse": 1.0})) == 0
