"""Properties that the comment above a class states stand where it states them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

SHOP = {
    "app/Song.php": (
        "<?php\nnamespace App;\n\n/**\n * A song has lyrics.\n *\n * @property string $lyrics\n"
        " * @property-read Album $album The album.\n */\n"
        "#[UseBuilder(SongBuilder::class)]\nclass Song extends Model {}\n"
    )
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Song.lyrics", "attr:app/Song.php:Song.lyrics  L7-7 | @property string $lyrics"),
        ("Song.album", "attr:app/Song.php:Song.album  L8-8 | @property-read Album $album The album."),
    ],
)
def test_a_property_stands_on_its_line(session_of: SessionOf, name: str, said: str) -> None:
    assert trace_causal_path(session_of(SHOP), name, direction="state").text.startswith(said)
