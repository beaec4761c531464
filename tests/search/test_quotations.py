"""What a text quotes, and the lines that hold it."""

from __future__ import annotations

import pytest

from nsccn.search.quotations import quoted_literals, shares_held


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Fix out-of-bounds read with trailing '%'", ("%",)),
        ('Keep "Content-Length", and `on_exit`, in “all of it”', ("Content-Length", "on_exit", "all of it")),
        ("Don't ask the users' opinion on what they can't say", ()),
        ("Use 'a' and 'a' again, but not ' '", ("a",)),
    ],
)
def test_quoted_literals(text: str, found: tuple[str, ...]) -> None:
    assert quoted_literals(text) == found


def test_lines_that_hold_a_literal_share_it() -> None:
    lines = ["if one == '%':", "    rest = one % 2", 'two = "%"', "a = b or c", 'kind = "or"', "for_or = or_"]
    assert shares_held(lines, ["%"]) == {0: pytest.approx(0.5**0.5), 2: pytest.approx(0.5**0.5)}
    assert shares_held(lines, ["c"]) == {}
    assert list(shares_held(lines, ["or"])) == [3, 4]
