"""Past commits that a text refers to: `since 3f2a91c`, `.../commit/3f2a91c…`, `a follow-up of #1204`."""

from __future__ import annotations

from typing import Final, NamedTuple

from nsccn.regexes import regex

_DIGITS: Final = 7
"""So many of a commit's name are compared: git shortens none to fewer."""

_COMMIT: Final = regex(
    r"(?:(?<![\w./@-])|(?<=/commit/)|(?<=/commits/))(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}(?![\w-]|\.\w)"
)
_NUMBER: Final = regex(r"(?<![\w/&#])#([1-9]\d{0,6})\b")
_FRAME: Final = regex(r"(?m)^[ \t]*#\d{1,7}[ \t].*$")
"""What debuggers and PHP begin a line of a stack with."""


class References(NamedTuple):
    """What a text refers to."""

    commits: frozenset[int]
    """The first digits of their names."""
    numbers: frozenset[int]
    """Of reports and requests, which messages of commits say."""


def references(text: str) -> References:
    """Return the commits and the numbers that a text refers to."""
    return References(
        frozenset(shortened(match.group()) for match in _COMMIT.finditer(text)),
        frozenset(numbers(_FRAME.sub("", text))),
    )


def numbers(text: str) -> set[int]:
    """Return the numbers of reports and requests that a text says, `#12`."""
    return set(map(int, _NUMBER.findall(text))) if "#" in text else set()


def shortened(name: str) -> int:
    """Return the first digits of a commit's name as a number."""
    return int(name[:_DIGITS], 16)
