"""The code of markup as the grammar is given it."""

from __future__ import annotations

import pytest

from nsccn.graph.markupsigils import code_of_markup


@pytest.mark.parametrize("last", [b"<.badge kind={@new} />\n", b"{ never closed\n"])
def test_no_hundred_blank_lines_follow_each_other(last: bytes) -> None:
    """The grammar looks through those that do from each on to the last: 3,000 of them take ten seconds."""
    code = code_of_markup(b"  <p>Text</p>\n" * 400 + last)
    assert code.count(b"\n") == 401
    assert max(map(len, b"".join(line.strip() or b" " for line in code.split(b"\n")).split(b"#"))) < 100
