"""Messages in string literals: an error message that a query quotes leads to the code that words it.

A literal is cut at its placeholders and line ends into fragments. A fragment is found by its first three
words, so that a query costs one lookup for each of its words, however many literals there are.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable, pack_strings
from nsccn.search.zones import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.model import Literal

_PLACEHOLDER: Final = re.compile(
    r"%\([^()]*\)[a-z]|%[-+ #0-9.*]*[sdrifgxXuqvTpc]|\$?\{[^{}]*\}|#\{[^{}]*\}|\\[nrt]|[\r\n]+"
)
_WORD: Final = re.compile(r"[^\W_]+")
_ANCHOR_WORDS: Final = 3
_MOST_WORDS: Final = 16
_LEAST_LETTERS: Final = 10
_PREFIX: Final = "lexical.message_"


class MessageHit(NamedTuple):
    """A fragment of a literal that a text holds word for word."""

    entity: int
    text: str
    words: int
    share: float
    """1 / number of entities whose literals hold the fragment."""


def fragments(text: str) -> list[str]:
    """Return the stretches of a literal that a finished message would hold unchanged, as lower-case words."""
    found = []
    for piece in _PLACEHOLDER.split(text):
        words = _words(piece)[:_MOST_WORDS]
        if len(words) >= _ANCHOR_WORDS and sum(map(len, words)) >= _LEAST_LETTERS:
            found.append(" ".join(words))
    return found


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _anchor(words: Sequence[str]) -> int:
    return zlib.crc32(" ".join(words[:_ANCHOR_WORDS]).encode())


class Collector:
    """Gathers the fragments of all files."""

    def __init__(self) -> None:
        self._found: set[tuple[int, str, int]] = set()

    def add(self, first: int, literals: Iterable[Literal]) -> None:
        """Take in the literals of a file whose entities are numbered from `first` on."""
        for literal in literals:
            for fragment in fragments(literal.text):
                self._found.add(
                    (_anchor(fragment.split(" ", _ANCHOR_WORDS)), fragment, first + literal.scope)
                )

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what `MessageIndex` reads."""
        found = sorted(self._found)
        blob, offsets = pack_strings([fragment for _, fragment, _ in found])
        return {
            f"{_PREFIX}anchors": np.array([anchor for anchor, _, _ in found], np.uint32),
            f"{_PREFIX}entities": np.array([entity for _, _, entity in found], np.int32),
            f"{_PREFIX}blob": blob,
            f"{_PREFIX}offsets": offsets,
        }


class MessageIndex:
    """Finds the entities whose messages a text quotes."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._anchors = arrays[f"{_PREFIX}anchors"]
        self._entities = arrays[f"{_PREFIX}entities"]
        self._fragments = StringTable(arrays[f"{_PREFIX}blob"], arrays[f"{_PREFIX}offsets"])

    def find(self, text: str) -> list[MessageHit]:
        """Return every quoted fragment of every entity, in the order of the text."""
        words = _words(readable(text))
        windows = range(len(words) - _ANCHOR_WORDS + 1)
        if not len(self._anchors) or not windows:
            return []
        asked = np.array([_anchor(words[at : at + _ANCHOR_WORDS]) for at in windows], np.uint32)
        starts = np.searchsorted(self._anchors, asked, "left")
        ends = np.searchsorted(self._anchors, asked, "right")
        found: dict[tuple[int, str], MessageHit] = {}
        for at in np.flatnonzero(ends > starts).tolist():
            ahead = " ".join(words[at : at + _MOST_WORDS]) + " "
            for place in range(int(starts[at]), int(ends[at])):
                fragment = self._fragments[place]
                if not ahead.startswith(fragment + " "):
                    continue
                entity = int(self._entities[place])
                share = 1 / self._holders(fragment, int(starts[at]), int(ends[at]))
                found.setdefault(
                    (entity, fragment), MessageHit(entity, fragment, fragment.count(" ") + 1, share)
                )
        return list(found.values())

    def _holders(self, fragment: str, start: int, end: int) -> int:
        """Return how many entities hold a fragment; equal ones lie side by side."""
        first = bisect_left(self._fragments, fragment, start, end)
        last = bisect_left(self._fragments, fragment + "\0", first, end)
        return last - first
