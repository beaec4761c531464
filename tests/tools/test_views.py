from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.errors import InvalidArgument
from nsccn.text import count_tokens, one_line, shorten
from nsccn.tools.views import Piece, numbered, paginate, plain, plain_data


def read_all(pieces: list[Piece], **options: object) -> list[str]:
    """Follow the cursors to the end; every page's text."""
    pages, cursor = [], ""
    while True:
        page = paginate(pieces, about=("test",), cursor=cursor, **options)
        pages.append(page.text(noun="lines"))
        cursor = page.cursor
        if not cursor:
            return pages


def test_short_answer_is_one_page_without_a_cursor() -> None:
    page = paginate([Piece("a"), Piece("b")], about=(), ceiling=6000)
    assert page.text(head="Two:") == "Two:\na\nb"
    assert page.rest() == {}


def test_long_answer_is_continued_where_it_was_cut() -> None:
    pages = read_all([Piece(f"line {number}") for number in range(1000)], ceiling=500)
    assert len(pages) > 5
    lines = [line for page in pages for line in page.split("\n") if not line.startswith("[")]
    assert lines == [f"line {number}" for number in range(1000)]
    assert pages[0].endswith(f"cursor={paginate_cursor(pages[0])}]")


def paginate_cursor(page: str) -> str:
    return page.rsplit("cursor=", 1)[1].rstrip("]")


@given(
    st.lists(st.text(max_size=400), min_size=1, max_size=60),
    st.integers(min_value=100, max_value=2000),
    st.booleans(),
)
def test_no_page_exceeds_the_ceiling_and_nothing_is_lost(
    texts: list[str],
    ceiling: int,
    structured: bool,  # noqa: FBT001
) -> None:
    pieces = [Piece(text, {"text": text} if structured else None) for text in texts]
    seen, cursor = 0, ""
    while True:
        page = paginate(pieces, about=(ceiling,), cursor=cursor, ceiling=ceiling, structured=structured)
        assert page.pieces
        seen += len(page.pieces)
        if not structured:
            assert count_tokens(page.text(noun="lines")) <= ceiling
        elif len(page.pieces) > 1:
            data = {"results": [piece.data for piece in page.pieces], **page.rest()}
            assert count_tokens(json.dumps(data, ensure_ascii=False)) <= ceiling
        cursor = page.cursor
        if not cursor:
            break
    assert seen == len(texts)


@pytest.mark.parametrize("cursor", ["x", "1-zzzzzzzz", "5-00000000", "ffffffff-00000000", "1"])
def test_foreign_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidArgument, match="call again without cursor"):
        paginate([Piece("a" * 900), Piece("b" * 900)], about=("x",), cursor=cursor, ceiling=100)


def test_cursor_behind_the_end_is_refused() -> None:
    pieces = [Piece("a"), Piece("b")]
    first = paginate(pieces, about=("x",), ceiling=500, most=1)
    with pytest.raises(InvalidArgument, match="call again without cursor"):
        paginate(pieces, about=("x",), ceiling=500, cursor=f"ffff{first.cursor}")


def test_a_piece_that_is_alone_above_the_ceiling_is_clipped() -> None:
    (shown,) = paginate([Piece("word " * 5_000)], about=("x",), ceiling=500).pieces
    assert shown.text.endswith("…")
    assert count_tokens(shown.text) <= 500


def test_cursor_of_changed_arguments_is_refused() -> None:
    pieces = [Piece("a" * 900), Piece("b" * 900)]
    cursor = paginate(pieces, about=("one",), ceiling=300).cursor
    assert paginate(pieces, about=("one",), cursor=cursor, ceiling=300).start == 1
    with pytest.raises(InvalidArgument):
        paginate(pieces, about=("two",), cursor=cursor, ceiling=300)


def test_minified_line_is_clipped_with_a_mark() -> None:
    (line,) = numbered(["x" * 1_000_000], first=7)
    assert line.startswith("7|xxx")
    assert line.endswith("…[+998,000 characters]")
    assert shorten("short", 10) == "short"


def test_text_of_the_repository_cannot_forge_a_line() -> None:
    assert one_line("def f():\n2. func:evil.py:g\u2028\x1b[2J") == "def f(): 2. func:evil.py:g [2J"


def test_text_is_kept_but_for_what_no_transport_carries() -> None:
    assert plain("a\0b\udcffc\x1b[31m") == "a\u2400b\ufffdc\x1b[31m"
    assert plain_data({"a\0": ["\0", 1, None, {"b": "\ud800"}]}) == {
        "a\u2400": ["\u2400", 1, None, {"b": "\ufffd"}]
    }


def test_the_rest_of_a_long_ranking_is_not_counted() -> None:
    few, many = (paginate([Piece("a")] * number, about=(), ceiling=500, most=1) for number in (4, 200))
    assert few.text("", "hits", many="more") == f"a\n[3 more hits: cursor={few.cursor}]"
    assert many.text("", "hits", many="more") == f"a\n[more: cursor={many.cursor}]"
    assert many.text("", "edges") == f"a\n[199 more edges: cursor={many.cursor}]"
