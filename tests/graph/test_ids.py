"""Entity ids: how they are written, and that reading undoes writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.graph.ids import EntityId, format_id, parse_id

PATHS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40)
NAMES = st.from_regex(r"[A-Za-z_][\w.:#<>=+]{0,30}", fullmatch=True)
KINDS = st.sampled_from(["func", "method", "class", "module", "var", "attr", "error", "config"])


@pytest.mark.parametrize(
    ("parts", "written"),
    [
        (("func", "app/db.py", "connect"), "func:app/db.py:connect"),
        (("method", "a.cpp", "store.Map.operator<<"), "method:a.cpp:store.Map.operator<<"),
        (("file", "README.md", ""), "file:README.md"),
        (("config", "env", "HOME"), "config:env:HOME"),
        (("func", "odd:name\n100%.py", "run"), "func:odd%3Aname%0A100%25.py:run"),
        (("func", "\u202eyp.gnp", "run"), "func:%E2%80%AEyp.gnp:run"),
    ],
)
def test_how_ids_are_written(parts: tuple[str, str, str], written: str) -> None:
    assert format_id(*parts) == written
    assert parse_id(written) == EntityId(*parts)


@given(KINDS, PATHS, NAMES)
def test_reading_undoes_writing(kind: str, path: str, qualified: str) -> None:
    written = format_id(kind, path, qualified)
    assert parse_id(written) == EntityId(kind, path, qualified)
    assert "\n" not in written


@pytest.mark.parametrize("text", ["", "name", ":", "func:", ":path"])
def test_what_is_no_id(text: str) -> None:
    assert parse_id(text) is None
