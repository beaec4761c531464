"""Messages in string literals: an error message that a query quotes leads to the code that words it.

A literal is cut at its placeholders and line ends into fragments. A fragment is found by its first three
words, so that a query costs one lookup for each of its words, however many literals there are.
"""

from __future__ import annotations

import zlib
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable, pack_strings
from nsccn.graph.change.splicing import Keys, Lists, bounds_of
from nsccn.regexes import regex
from nsccn.search.zones import readable
from nsccn.text import in_pairs, unspaced

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.model import Literal

_PLACEHOLDER: Final = regex(
    r"%\([^()]*\)[a-z]|%[-+ #0-9.*]*[sdrifgxXuqvTpc]|\$?\{[^{}]*\}|\$[a-z_]\w*(?:->\w+)?|#\{[^{}]*\}|\\[nrt]|[\r\n]+"
)
_WORD: Final = regex(r"[^\W_]+")
_WORD_OR_PLACEHOLDER: Final = regex(rf"({_WORD.pattern})|{_PLACEHOLDER.pattern}")
_ANCHOR_WORDS: Final = 3
_MOST_WORDS: Final = 16
_LEAST_LETTERS: Final = 10
_ANCHOR_DIGITS: Final = 8
"""A fragment is stored behind the checksum of its first words, so that those of one anchor lie side by side."""
_NAME_MARK: Final = "-"
"""Stands before a fragment of a literal without a blank: a flag, a path, a key, but no sentence."""
_BLANK: Final = regex(r"\s")


class MessageHit(NamedTuple):
    """A fragment of a literal that a text holds word for word."""

    entity: int
    text: str
    words: int
    share: float
    """1 / number of entities whose literals hold the fragment."""
    is_name: bool = False
    """The literals hold no blank, as `--keep-alive-timeout`: it names something, and is not said to anybody."""


def fragments(text: str) -> list[str]:
    """Return the stretches of a literal that a finished message would hold unchanged, as lower-case words."""
    if len(text) < _LEAST_LETTERS and text.isascii():
        return []
    found = []
    for piece in (
        " ".join(_WORD_OR_PLACEHOLDER.findall(in_pairs(text))).lower().split("  ")
    ):  # a placeholder is an empty word
        words = piece.split()[:_MOST_WORDS]
        if len(words) >= _ANCHOR_WORDS and sum(map(len, words)) >= _LEAST_LETTERS:
            found.append(" ".join(words))
    return found


def words_of(text: str) -> list[str]:
    """Return the words of a text as messages are told by, in lower case."""
    return list(map(str.lower, _WORD.findall(in_pairs(text))))


def lines_saying(wordings: Collection[str], lines: Iterable[tuple[int, str]]) -> Iterator[int]:
    """Yield the numbers of the lines that hold one of some wordings; what a text says over several has none."""
    for number, line in lines:
        words = f" {' '.join(words_of(line))} "
        if any(f" {one} " in words for one in wordings):
            yield number


def _anchor(words: Sequence[str]) -> int:
    return zlib.crc32(" ".join(words[:_ANCHOR_WORDS]).encode())


def _anchors(words: Sequence[str]) -> list[int]:
    """Return the anchor of as many words as it needs, from each word on that has so many behind it."""
    encoded = [word.encode() for word in words]
    starts = list(accumulate((len(word) + 1 for word in encoded), initial=0))
    text = memoryview(b" ".join(encoded))
    return [
        zlib.crc32(text[start : after - 1])
        for start, after in zip(starts, starts[_ANCHOR_WORDS:], strict=False)
    ]


class Collector:
    """Gathers the fragments of many files."""

    def __init__(self) -> None:
        self._holders: dict[str, list[int]] = {}

    def add(self, first: int, literals: Iterable[Literal]) -> None:
        """Take in the literals of a file whose entities are numbered from `first` on."""
        for literal in literals:
            is_said = _BLANK.search(literal.text) or unspaced(literal.text)
            mark = "" if is_said else _NAME_MARK
            for fragment in fragments(literal.text):
                self._holders.setdefault(mark + fragment, []).append(first + literal.scope)

    def lists(self) -> tuple[Keys, Lists]:
        """Return the fragments, each with its anchor before it, and the entities that hold them."""
        keyed = {
            f"{_anchor(marked.removeprefix(_NAME_MARK).split(' ', _ANCHOR_WORDS)):0{_ANCHOR_DIGITS}x}{marked}": holders
            for marked, holders in self._holders.items()
        }
        keys = sorted(keyed)
        held = [
            sorted(set(holders)) if len(holders) > 1 else holders for holders in map(keyed.__getitem__, keys)
        ]
        bounds = bounds_of(np.fromiter(map(len, held), np.int64, len(held)))
        entities = np.fromiter(chain.from_iterable(held), np.int32, int(bounds[-1]))
        return Keys(*pack_strings(keys)), Lists(bounds.astype(np.uint32), entities)


def message_lists(arrays: Mapping[str, NDArray[Any]]) -> tuple[Keys, Lists]:
    """Return from stored arrays what `Collector.lists` returned."""
    keys = Keys(arrays["message_blob"], arrays["message_offsets"])
    return keys, Lists(arrays["message_bounds"], arrays["message_entities"])


def message_arrays(keys: Keys, lists: Lists) -> dict[str, NDArray[Any]]:
    """Return what `MessageIndex` reads."""
    digits = keys.blob[keys.offsets[:-1, None].astype(np.int64) + np.arange(_ANCHOR_DIGITS)].astype(np.uint32)
    values = digits - np.where(digits >= ord("a"), ord("a") - 10, ord("0")).astype(np.uint32)
    shifts = np.arange(_ANCHOR_DIGITS - 1, -1, -1, dtype=np.uint32) * 4
    return {
        "message_anchors": np.bitwise_or.reduce(values << shifts, axis=1).astype(np.uint32),
        "message_blob": keys.blob,
        "message_offsets": keys.offsets,
        "message_bounds": lists.bounds,
        "message_entities": lists.numbers,
    }


class MessageIndex:
    """Finds the entities whose messages a text quotes."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Read what `message_arrays` returned."""
        self._anchors = arrays["message_anchors"]
        keys, self._held = message_lists(arrays)
        self._keys = StringTable(*keys)

    def find(self, text: str) -> list[MessageHit]:
        """Return every quoted fragment of every entity, in the order of the text."""
        words = words_of(readable(text))
        if not len(self._anchors) or len(words) < _ANCHOR_WORDS:
            return []
        asked = np.array(_anchors(words), np.uint32)
        starts = np.searchsorted(self._anchors, asked)
        known = np.flatnonzero(self._anchors.take(starts, mode="clip") == asked)
        starts, ends = starts[known], np.searchsorted(self._anchors, asked[known], "right")
        found: dict[tuple[int, str], MessageHit] = {}
        for at, start, end in zip(known.tolist(), starts.tolist(), ends.tolist(), strict=True):
            ahead = " ".join(words[at : at + _MOST_WORDS]) + " "
            for place in range(start, end):
                marked = self._keys[place][_ANCHOR_DIGITS:]
                fragment = marked.removeprefix(_NAME_MARK)
                if not ahead.startswith(fragment + " "):
                    continue
                first, after = (int(bound) for bound in self._held.bounds[place : place + 2])
                for entity in self._held.numbers[first:after].tolist():
                    words_in = fragment.count(" ") + 1
                    hit = MessageHit(entity, fragment, words_in, 1 / (after - first), marked != fragment)
                    found.setdefault((entity, marked), hit)
        return list(found.values())
