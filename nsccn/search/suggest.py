"""What may have been meant by words of a query that the repository does not hold."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.graph.lookup.near import MOST_OF_ONE_NAME
from nsccn.graph.lookup.overloads import without_overloads
from nsccn.regexes import regex
from nsccn.search.roles import roles_of
from nsccn.search.terms import WORD, query_terms, telling_terms
from nsccn.search.zones import LONGEST_WORD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.lexical import LexicalIndex
    from nsccn.snapshots.snapshot import Snapshot

_MOST_WORDS: Final = 6
"""Who writes more is not looking for a name."""
_LEAST_LETTERS: Final = 4
_MOST_SUGGESTED: Final = 5
_OWNED: Final = regex(r"\w+(?:(?:\.|::|#|->)\w+)+")
_BEFORE_NAME: Final = regex(r"\.|::|#|->")


def suggestions(snapshot: Snapshot, text: str, unknown: Sequence[str]) -> list[str]:
    """Return the ids of entities whose names are nearly one of the words of a text that the repository lacks.

    Of a name that says what it belongs to, `Cart.ad`, what has a like name there comes first.
    """
    if not unknown:
        return []
    graph = snapshot.all_entities
    near = [(word, _begun(word, graph.names_like(word, _MOST_SUGGESTED))) for word in unknown]
    by_turns = [
        (word, name)
        for place in range(_MOST_SUGGESTED)
        for word, own in near
        for name in own[place : place + 1]
    ]
    parts = map(_BEFORE_NAME.split, _OWNED.findall(text))
    owners = {name: owner for *_, owner, name in parts}
    found: list[tuple[bool, str]] = []
    for word, name in by_turns:
        entities = np.array(graph.named(name))
        sources = entities[roles_of(graph, snapshot.lexical.roles, entities) == Role.SOURCE]
        meant = (sources if len(sources) else entities).tolist()
        around = (graph.qualified_of(one).split(".")[:-1] for one in meant)
        is_elsewhere = (word not in owners or owners[word] not in own for own in around)
        ids = map(graph.id_of, meant)
        found += sorted(zip(is_elsewhere, ids, strict=True), key=itemgetter(0))[:MOST_OF_ONE_NAME]
    by_owner = sorted(found, key=itemgetter(0))
    return without_overloads(one for _, one in by_owner)[:_MOST_SUGGESTED]


def _begun(word: str, names: Sequence[str]) -> Sequence[str]:
    """Return the names that a word is a part of, where there are any, else all: beside them others only look alike."""
    return [name for name in names if word.casefold() in name.casefold()] or names


def unknown_words(snapshot: Snapshot, text: str) -> list[str]:
    """Return the words of a short query that the repository lacks; none of a long one."""
    words = list(dict.fromkeys(WORD.findall(text)))
    if len(words) > _MOST_WORDS:
        return []
    return [word for word in words if _is_unknown(word, snapshot.entities, snapshot.lexical)]


def _is_unknown(word: str, table: EntityTable, lexical: LexicalIndex) -> bool:
    if not _LEAST_LETTERS <= len(word) <= LONGEST_WORD or not query_terms(word) or table.named(word):
        return False
    terms = telling_terms(word)  # of a compound identifier that kept whole
    return bool(terms) and all(lexical.term(term) is None for term in terms)
