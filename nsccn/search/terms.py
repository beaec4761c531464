"""From words as written to the terms that the index holds, for documents and for queries alike."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable
from nsccn.regexes import regex
from nsccn.text import stem, subtokens, subtokens_of_lines, unspaced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.change.splicing import Keys

WORD: Final = regex(r"\w+")
WHOLE: Final = "="
"""Marks a compound identifier kept whole, lower-case and without separators, so that `RadixTree`,
`radix_tree` and `radixtree` meet in one term."""

STOP_WORDS: Final = frozenset(
    """
    a about above after again all also am an and another any are as at be because been before being below
    between both but by can cannot could did do does doing don done down during each either else etc even ever
    every few for from further get gets getting give given gives go goes got had has have having he hence her
    here hers him his how however i if in instead into is it its itself just like lot make makes many may me
    might more most much must my need neither no nor not now of off on once one only or other our out over own
    please rather same say see seems she should since so some such sure than that the their them then there
    therefore these they thing this those though through thus to too try trying under until up upon us use
    used uses using very via want was way we well were what when where whether which while who whom whose why
    will with within without would yet you your
    """.split()
)
"""Dropped from queries only; documents keep every word."""


def document_terms(word: str) -> list[str]:
    """Return the index terms of one word as it stands in a document.

    What blanks part from nothing is no compound: it is found by its pairs, within whatever runs it stands.
    """
    pieces = subtokens(word)
    terms = [stem(piece) for piece in pieces if len(piece) > 1]
    if len(pieces) > 1 and not unspaced(word):
        terms.append(WHOLE + "".join(pieces))
    return terms


def telling_term(word: str) -> str:
    """Return the term that tells most of a word in the text of a document, where words begin behind digits.

    >>> telling_term("taxRate"), telling_term("2faCode"), telling_term("tax"), telling_term("3")
    ('=taxrate', '=facode', 'tax', '')
    """
    return next(reversed(document_terms(word.lstrip("0123456789"))), "")


def telling_terms(word: str) -> list[str]:
    """Return the terms that whatever holds a word has: the one that tells most, or all where none is of the whole.

    >>> telling_terms("taxRate"), telling_terms("用户名")
    (['=taxrate'], ['用户', '户名'])
    """
    terms = document_terms(word.lstrip("0123456789"))
    return terms if unspaced(word) else terms[-1:]


class Expansion(NamedTuple):
    """The terms of many words."""

    names: list[str]
    """All terms, sorted."""
    offsets: Array
    """Word `w` has the terms `terms[offsets[w]:offsets[w + 1]]`, as often as it holds them."""
    terms: Array


def expand(words: Sequence[str]) -> Expansion:
    """Return what `document_terms` returns for each word, with a few steps for each piece and none for each word."""
    text = "\n".join([*words, ""])
    if text.count("\n") > len(words):
        text = "".join(word.replace("\n", " ") + "\n" for word in words)
    pieces = subtokens_of_lines(text)
    distinct = list(dict.fromkeys(pieces))
    piece_of = _numbers(pieces, {piece: number for number, piece in enumerate(distinct)})
    is_end = np.array([piece == "\n" for piece in distinct], np.bool_)[piece_of]
    word_of: Array = np.cumsum(is_end) - is_end
    compounds = np.flatnonzero(np.bincount(word_of, minlength=len(words)) > 2)  # two pieces and the end
    if not text.isascii():
        compounds = compounds[[not unspaced(words[word]) for word in compounds.tolist()]]
    joined = "".join(pieces).split("\n")
    wholes = [WHOLE + joined[word] for word in compounds.tolist()]
    stems = [stem(piece) if len(piece) > 1 else "" for piece in distinct]
    names = sorted({*stems, *wholes}.difference({""}))
    number_of = {name: number for number, name in enumerate(names)} | {"": -1}
    terms = np.concatenate((_numbers(stems, number_of)[piece_of], _numbers(wholes, number_of)))
    is_term = terms >= 0
    holders = np.concatenate((word_of, compounds))[is_term]
    offsets = np.zeros(len(words) + 1, np.int32)
    np.cumsum(np.bincount(holders, minlength=len(words)), out=offsets[1:])
    return Expansion(names, offsets, terms[is_term][np.argsort(holders, kind="stable")])


def is_whole(terms: Keys) -> Array:
    """Say of each term of a sorted table whether it is a compound identifier kept whole."""
    first = bisect_left(StringTable(*terms), WHOLE)
    after = bisect_left(StringTable(*terms), chr(ord(WHOLE) + 1))
    return (np.arange(len(terms)) >= first) & (np.arange(len(terms)) < after)


def _numbers(strings: Sequence[str], number_of: Mapping[str, int]) -> Array:
    return np.fromiter(map(number_of.__getitem__, strings), np.int32, len(strings))


@lru_cache(maxsize=20_000)
def query_terms(word: str) -> Sequence[str]:
    """Return the terms under which documents could hold a word of the query; none for a stop word."""
    pieces = subtokens(word)
    joined = "".join(pieces)
    if not pieces or joined in STOP_WORDS:
        return ()
    terms = [stem(piece) for piece in pieces if len(piece) > 1 and piece not in STOP_WORDS]
    terms.append(WHOLE + joined)
    if len(pieces) > 1:
        terms.append(stem(joined))
    return tuple(terms)
