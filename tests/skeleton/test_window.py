from __future__ import annotations

from shown_skeletons import numbered

from nsccn.skeleton.window import comment_start, merge_ranges, window, windows

TEN = b"".join(b"line %d\n" % number for number in range(1, 11))


def test_a_window_has_context() -> None:
    assert numbered(window(TEN, 4, 5, context_lines=1)) == "3|line 3\n4|line 4\n5|line 5\n6|line 6\n"


def test_a_window_ends_where_the_file_does() -> None:
    assert [row.line for row in window(TEN, 2, 9, context_lines=5)] == list(range(1, 11))
    assert window(TEN, 20, 30) == []
    assert window(b"", 1, 1) == []


def test_overlapping_windows_are_one() -> None:
    rows = windows(TEN, [(8, 8), (1, 2), (3, 4), (2, 3)])

    assert [row.line for row in rows] == [1, 2, 3, 4, 8]


def test_ranges_that_touch_are_joined() -> None:
    assert merge_ranges([(5, 6), (1, 2)], last_line=10, context_lines=1) == [(1, 7)]
    assert merge_ranges([(1, 2), (4, 4)], last_line=10) == [(1, 2), (4, 4)]


def test_lines_are_split_at_line_feeds_only() -> None:
    assert window("a\x0bb\u2028c\r\nd\r".encode(), 1, 2) == [(1, "a\x0bb\u2028c"), (2, "d")]
    assert window(b"a\n\n", 1, 9) == [(1, "a"), (2, "")]
    assert window(b"\xff", 1, 1) == [(1, "\ufffd")]


def test_a_comment_above_a_definition_is_whole() -> None:
    lines = """\
int left; /* of the cart */
/*
Adds it up.

  total = cart_total(cart);
*/
// For one cart.
int cart_total();
""".split("\n")

    assert comment_start(lines, 8) == 2
    assert comment_start(lines, 2) == 2
    assert comment_start(["int left; /*", "of the cart */", "int cart_total();"], 3) == 3
