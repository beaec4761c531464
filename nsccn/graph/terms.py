"""Counts the words of each definition's own text."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nsccn.graph.model import Terms
from nsccn.graph.packed import UINT32, join, pack

if TYPE_CHECKING:
    from nsccn.graph.regions import Regions

_WORD = re.compile(r"[^\W\d]\w+")


def count_terms(data: bytes, regions: Regions, definitions: int, comments: Sequence[str] = ()) -> Terms:
    """Return how often each definition's own text holds each word of two characters and more.

    `comments` are the comments before the definitions, which count as theirs; the file has none before it.
    """
    found = {
        ordinal: Counter(_WORD.findall(text)) for ordinal, text in enumerate(comments) if ordinal and text
    }
    for start, end, owner in regions.pieces():
        words = _WORD.findall(data[start:end].decode("utf-8", "replace"))
        counter = found.get(owner)
        if counter is None:
            found[owner] = Counter(words)
        else:
            counter.update(words)
    vocabulary: dict[str, int] = {}
    word_ids, counts, offsets = array("I"), array("I"), array("I", [0])
    for owner in range(definitions):
        for word, count in found.get(owner, {}).items():
            word_ids.append(vocabulary.setdefault(word, len(vocabulary)))
            counts.append(count)
        offsets.append(len(word_ids))
    return Terms(join(vocabulary), *(pack(column, UINT32) for column in (word_ids, counts, offsets)))
