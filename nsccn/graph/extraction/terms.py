"""Counts the words of each definition's own text."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.model import Terms
from nsccn.graph.packed import UINT32, numbering, pack

if TYPE_CHECKING:
    from nsccn.graph.regions import Regions

_WORD = re.compile(r"[^\W\d]\w*")
_BLANKED: Final = bytes(
    byte if byte >= 0x80 or chr(byte).isalnum() or byte == ord("_") else ord(" ") for byte in range(256)
)
"""Leaves the bytes of words as they are; whether a character outside ASCII belongs to one is asked later."""

_AFTER_DIGITS: Final = b":"
_LEAST_ENCODED: Final = 512
"""So many characters of base64 without a break are no word."""
_ENCODED: Final = re.compile(
    rb"(?<![A-Za-z0-9+/\\])(?=[A-Za-z0-9+/\\]{%d})[A-Za-z0-9+/]++(?:\\n[A-Za-z0-9+/]++)*+" % _LEAST_ENCODED
)


def count_terms(data: bytes, regions: Regions, definitions: int, comments: Sequence[str] = ()) -> Terms:
    """Return how often each definition's own text holds each word; it begins with a letter or `_`.

    `comments` are the comments before the definitions, which count as theirs; the file has none before it.
    """
    own: list[list[bytes]] = [[] for _ in range(definitions)]
    for ordinal, comment in enumerate(comments):
        if ordinal and comment:
            own[ordinal].append(comment.encode("utf-8", "replace").translate(_BLANKED))
    blanked = _without_encoded(data).translate(_BLANKED)
    for start, end, owner in regions.pieces():
        own[owner].append(blanked[start:end])
    counted = [Counter(b" ".join(texts).split()) for texts in own]
    odd = _odd_words(set().union(*counted))
    words: dict[bytes, int] = numbering()
    word_ids, counts, offsets = array("I"), array("I"), array("I", [0])
    for counter in counted:
        for run in [run for run in counter if run in odd] if odd else ():
            count = counter.pop(run)
            for word in odd[run]:
                counter[word] += count
        word_ids.extend(map(words.__getitem__, counter))
        counts.extend(counter.values())
        offsets.append(len(word_ids))
    text = b"\n".join(words).decode()
    return Terms(text, *(pack(column, UINT32) for column in (word_ids, counts, offsets)))


def _without_encoded(data: bytes) -> bytes:
    """Return a text with blanks for what is written in base64, as the pictures of a notebook: it has no words."""
    if max(map(len, data.split(b"\n"))) < _LEAST_ENCODED:
        return data
    return _ENCODED.sub(lambda found: b" " * len(found.group()), data)


def _odd_words(runs: Iterable[bytes]) -> dict[bytes, list[bytes]]:
    """Return the words in each run of letters, digits and unknown bytes that is not itself a word."""
    return {
        run: [word.encode() for word in _WORD.findall(run.decode("utf-8", "replace"))]
        for run in runs
        if run < _AFTER_DIGITS or not run.isascii()
    }
