"""Words that are written as one in a query, and apart in names."""

from __future__ import annotations

import pytest
from small_snapshot import snapshot_of

from nsccn.search.compounds import with_parts
from nsccn.search.search import Query, search
from nsccn.search.zones import decompose
from nsccn.settings import Settings

SOURCES = {
    "till/lines.py": "def line_of(text):\n    return text\n\n\ndef wrap_line(text):\n    return text\n",
    "till/keys.py": "def notice(keypad):\n    return keypad\n",
}


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Linewraps are lost", "Linewraps line wraps are lost"),
        ("lost\nsee linewrap", "lost\nsee linewrap line wrap"),
        ("keypads notice linewrapping", "keypads notice linewrapping line wrapping"),  # the index has keypads
        ("lineage", "lineage"),  # nothing is called `age`
        ("LineWraps and line_wraps", "LineWraps and line_wraps"),
    ],
)
def test_a_word_that_no_file_has_is_read_as_two_that_names_have(said: str, read: str) -> None:
    zones = with_parts(decompose(said), snapshot_of(SOURCES).lexical)
    assert "\n".join(filter(None, (zones.title, zones.prose))) == read


def test_it_finds_what_is_called_by_both() -> None:
    first = search(snapshot_of(SOURCES), Query("linewraps"), Settings())[0]
    assert (first.entity.name, first.why) == ("wrap_line", 'name "wraps line"')
