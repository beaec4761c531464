"""Words of the repository that mean what a word of the query means: others of its family, and abbreviations.

Stemming joins only what is inflected. Here `logging` also meets `logger`, `validation` `validator`, and
`configuration` `config` or `cfg`, each for a share of the word's own weight.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from nsccn.text import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from nsccn.search.lexical import LexicalIndex

FAMILY_SHARE: Final = 0.35
ABBREVIATION_SHARE: Final = 0.35
_ENDINGS: Final = frozenset(
    """
    able al ance ant ation ator e ed ence ent er ers ery es ible ic ical ify ing ion ions ism ist ity ive ize
    izer ly ment ness or ors ory ous r rs s tion ure y
    """.split()
)
_LEAST_BASE: Final = 4
_LEAST_DOUBLED: Final = 3
"""Letters of a base whose last one is doubled before an ending, as `log` in `logger`."""
_MOST_SCANNED: Final = 300
_MOST_WORDS: Final = 40


def kin(lexical: LexicalIndex, query: Mapping[str, float]) -> dict[int, float]:
    """Return the related terms that the index holds, and what each counts; none of them is in the query."""
    found: dict[int, float] = {}
    heaviest = sorted(query, key=lambda term: (-query[term], term))[:_MOST_WORDS]
    for term in heaviest:
        if not term.isalpha() or not term.isascii():
            continue
        for number, name in _family(lexical, term):
            if name not in query:
                found[number] = max(found.get(number, 0.0), FAMILY_SHARE * query[term])
        for name in _abbreviations().get(term, ()):
            known = lexical.term(name)
            if known is not None and name not in query:
                found[known] = max(found.get(known, 0.0), ABBREVIATION_SHARE * query[term])
    return found


def _family(lexical: LexicalIndex, term: str) -> Iterator[tuple[int, str]]:
    """Yield the terms that differ by an ending from a term, or from its base."""
    terms = lexical.terms
    for base in dict.fromkeys((term, _base(term))):
        if len(base) < _LEAST_DOUBLED:
            continue
        start = terms.place(base)
        for number in range(start, min(start + _MOST_SCANNED, len(terms))):
            name = terms[number]
            if not name.startswith(base):
                break
            if name != term and _is_of_family(base, name[len(base) :]):
                yield number, name


def _is_of_family(base: str, ending: str) -> bool:
    if ending[:1] == base[-1] and ending[1:] in _ENDINGS:
        return True
    return len(base) >= _LEAST_BASE and (not ending or ending in _ENDINGS)


def _base(term: str) -> str:
    """Return a term without its longest ending that leaves enough."""
    for length in range(5, 0, -1):
        if term[-length:] in _ENDINGS and len(term) - length >= _LEAST_BASE:
            base = term[:-length]
            return base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
    return term


@cache
def _abbreviations() -> dict[str, tuple[str, ...]]:
    """Return for each term its abbreviations, and for each abbreviation what it stands for."""
    found: dict[str, dict[str, None]] = {}
    for line in (files("nsccn.search") / "abbreviations.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            words = [stem(word) for word in line.split()]
            for word in words:
                found.setdefault(word, {}).update(dict.fromkeys(other for other in words if other != word))
    return {word: tuple(others) for word, others in found.items()}
