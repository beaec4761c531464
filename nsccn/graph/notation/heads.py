"""Where a signature says the name of what it declares."""

from __future__ import annotations

import re
from collections.abc import Iterator


def behind(signature: str, name: str, what: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    r"""Yield where a name stands that begins a word and has something behind it, and where that ends.

    A pattern made for the name would say the same, but be compiled for each of them.

    >>> list(behind("Box reopen(open open (int))", "open", re.compile(r"\s*\(")))
    [(16, 22)]
    """
    for at, end in _beginning_words(signature, name):
        if found := what.match(signature, end):
            yield at, found.end()


def first_behind(signature: str, name: str, what: re.Pattern[str]) -> int:
    r"""Return where what stands behind a name ends at the first place where that stands: its own. -1 where it has none.

    >>> first_behind("class Open(val inner: Open<Shut>)", "Open", re.compile(r"(?=<)"))
    -1
    """
    for _, end in _beginning_words(signature, name):
        if not _is_of_word(signature[end : end + 1] or " "):
            found = what.match(signature, end)
            return found.end() if found is not None else -1
    return -1


def _beginning_words(signature: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a name stands that begins a word, and where it ends."""
    at = signature.find(name)
    while at >= 0:
        if not (at and _is_of_word(signature[at - 1])):
            yield at, at + len(name)
        at = signature.find(name, at + 1)


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character in "_$"
