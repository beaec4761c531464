"""From words as written to the terms that the index holds, for documents and for queries alike."""

from __future__ import annotations

import re
from typing import Final

from nsccn.text import stem, subtokens

WORD: Final = re.compile(r"\w+")
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
    """Return the index terms of one word as it stands in a document."""
    pieces = subtokens(word)
    terms = [stem(piece) for piece in pieces if len(piece) > 1]
    if len(pieces) > 1:
        terms.append(WHOLE + "".join(pieces))
    return terms


def query_terms(word: str) -> list[str]:
    """Return the terms under which documents could hold a word of the query; none for a stop word."""
    pieces = subtokens(word)
    joined = "".join(pieces)
    if not pieces or joined in STOP_WORDS:
        return []
    terms = [stem(piece) for piece in pieces if len(piece) > 1 and piece not in STOP_WORDS]
    terms.append(WHOLE + joined)
    if len(pieces) > 1:
        terms.append(stem(joined))
    return terms
