"""Words of a query that the repository writes apart: `linewraps`, where names have `line` and `wrap`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.search.terms import WHOLE
from nsccn.text import stem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.search.lexical import LexicalIndex
    from nsccn.search.zones import Zones

_LEAST: Final = 4
"""Letters of a part: shorter ones are the beginnings and ends of words."""
_LONG: Final = regex(r"(?<!\w)[A-Z]?[a-z]{7,24}(?!\w)")


def with_parts(zones: Zones, lexical: LexicalIndex) -> Zones:
    """Return a query with both parts behind each word that the index lacks, where names have them."""

    def said(word: str) -> str:
        return " ".join((word, *_parts(word.lower(), lexical)))

    title, prose = (_LONG.sub(lambda found: said(found.group()), text) for text in (zones.title, zones.prose))
    return zones._replace(title=title, prose=prose)


def _parts(word: str, lexical: LexicalIndex) -> tuple[str, ...]:
    """Return the parts of a word that the index lacks: those of which the rarer one is in most names."""
    if lexical.term(stem(word)) is not None or lexical.term(WHOLE + word) is not None:
        return ()
    return max(_halves(word, lexical), default=(0, ()))[1]


def _halves(word: str, lexical: LexicalIndex) -> Iterator[tuple[int, tuple[str, ...]]]:
    for place in range(_LEAST, len(word) - _LEAST + 1):
        halves = word[:place], word[place:]
        names = min(_names_with(half, lexical) for half in halves)
        if names:
            yield names, halves


def _names_with(word: str, lexical: LexicalIndex) -> int:
    term = lexical.term(stem(word))
    return 0 if term is None else len(lexical.names.entries(term)[0])
