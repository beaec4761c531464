"""Texts and comments that stand in calls, where nothing closes them too."""

import random
import re

from nsccn.contracts.callarguments import bare

UNREAD = re.compile(
    r"(?P<quote>[\"'`])(?:\\.|(?!(?P=quote))[^\\\n])*(?P=quote)|(?<!:)//[^\n]*|(?:(?<=\s)|\A)#(?!\[)[^\n]*"
)
"""What `bare` makes blank, by one pattern that looks for the end of a text from each quote anew."""
PIECES = ('"', "'", "`", "\\", '\\"', "\n", "a", "//", "/", ":", "#", "#[", " ", "(")


def test_texts_and_comments_are_blank() -> None:
    assert bare('get("/carts", show) // "all"\n# none') == 'get("""""""", show)         \n      '
    assert bare("it's #[route] https://shop") == "it's #[route] https://shop"


def test_they_are_what_one_pattern_finds() -> None:
    chosen = random.Random(3)
    for _ in range(20_000):
        text = "".join(chosen.choices(PIECES, k=chosen.randrange(14)))
        expected = UNREAD.sub(lambda found: ('"' if found["quote"] else " ") * len(found[0]), text)
        assert bare(text) == expected, text


def test_quotes_that_nothing_closes_are_looked_at_once() -> None:
    text = '"\\' * 500_000 + "\n" + "'\\" * 500_000
    assert bare(text + '\n""') == text + '\n""'
