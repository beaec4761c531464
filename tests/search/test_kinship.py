"""Words that mean what a word of the query means."""

from __future__ import annotations

import pytest
from small_snapshot import snapshot_of

from nsccn.search.kinship import kin

SOURCES = {
    "logger.py": "def logger(config, args): return renderer\n",
    "other.py": "def login(catalog, runs): return unrelated, dedup\n",
}


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("log", {"logger"}),  # so short a base needs its last letter twice: neither `login` nor `logs`
        ("run", set()),
        ("render", {"renderer"}),
        ("configur", {"config"}),
        ("deduplic", {"dedup"}),
        ("argument", {"arg"}),
        ("unknown", set()),
    ],
)
def test_the_family_and_the_abbreviations_that_the_repository_has(word: str, found: set[str]) -> None:
    lexical = snapshot_of(SOURCES).lexical
    related = kin(lexical, {word: 2.0})
    assert {lexical.terms[term] for term in related} == found
    assert all(0 < weight < 2.0 for weight in related.values())


def test_what_the_query_says_itself_is_no_kin() -> None:
    lexical = snapshot_of(SOURCES).lexical
    assert kin(lexical, {"argument": 1.0, "arg": 1.0}) == {}
