"""What a program said, with all that was put in: which line words it, whatever stands for its placeholders.

    "Unknown theme '{theme}', using default."      "No cart %s"      "No cart " + id

A message of which two words stand together is no longer found by its first three, as `messages.py` does it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.fileroles import role_of
from nsccn.regexes import regex
from nsccn.search.terms import STOP_WORDS
from nsccn.text import unspaced, with_plain_apostrophes

if TYPE_CHECKING:
    from collections.abc import Callable

    from nsccn.graph.entitytable import EntityTable
    from nsccn.search.lexical import LexicalIndex

_PLACEHOLDER: Final = regex(
    r"%\([^()]{0,60}\)[a-z]|%(?:\d{1,2}\$)?[-+#0-9.*]{0,6}(?:l{0,2}|z|h)[sdrifgxXuqvTpc@](?!\w)|\\\([^()]{0,60}\)"
    r"|[$#]?\{[^{}]{0,200}\}|\$[a-z_]\w*(?:->\w+|\.\w+)?|\\[nrt]"
)
_LITERALS: Final = tuple(regex(rf"{mark}(?P<text>(?:\\.|[^{mark}\\])*){mark}") for mark in ('"', "'", "`"))
_JOIN_BEFORE: Final = regex(r"(?:\+|<<|\.\.|<>|\|\||&|[\w)\]]\s*\.)\s*(?:\w|\$@?|@\$)?\Z")
_JOIN_AFTER: Final = regex(r"\s*(?:\+|<<|\.\.|<>|\|\||&|\.\s*[\w$(])")
_WORD: Final = regex(r"[^\W_]+(?:'[^\W_]+)*")
_SAID: Final = regex(r"\A\W*[A-Z]|[\"'`.,:;!?\d]")
"""Is in what a program says, and hardly in words that are looked for."""
_BLANK: Final = regex(r"\s")
_NONE: Final = (0, False)
_LEAST_WORDS: Final = 2
"""Words that tell something, of which a message has so many beside what is put in."""
_MOST_WORDS: Final = 40
_LEAST_SHARE: Final = 0.5
"""Of the words of a text so many are worded: the others were put in, or stand around."""
_MOST_PUT_IN: Final = 12
"""Words for one placeholder."""
_MOST_PIECES: Final = 20
_MOST_FILES: Final = 200
_MOST_LINES: Final = 1000
_LONGEST_LINE: Final = 1000


class Worded(NamedTuple):
    """A line that words a text."""

    path: str
    line: int
    share: tuple[int, bool]
    """The words of the text that stand there, and whether they do from its beginning on."""


def lines_wording(
    table: EntityTable, lexical: LexicalIndex, slots: set[int], read: Callable[[str], str], text: str
) -> list[Worded]:
    """Return the lines of some files that word most of a text, if something was put into it."""
    said = _words(text)
    if not _SAID.search(text) or not _LEAST_WORDS < len(said) <= _MOST_WORDS:
        return []
    telling = {word for word in said if _tells(word)}
    held = Counter(chain.from_iterable(lexical.files_with_all(word.split("'")) & slots for word in telling))
    enough = max(_LEAST_WORDS, _LEAST_SHARE * len(telling))
    paths = [(role_of(table.paths[slot]), -many, table.paths[slot]) for slot, many in held.items()]
    holding = [path for _, many, path in sorted(paths) if -many >= enough]
    found = [
        Worded(path, number, share)
        for path in holding[:_MOST_FILES]
        for number, share in _in_text(read(path), said, telling)
    ]
    most = max((one.share for one in found), default=_NONE)
    return [one for one in found if one.share == most]


def is_in_literal(line: str, text: str) -> bool:
    """Whether a line has a text within quotes."""
    return any(text in found["text"] for literal in _LITERALS for found in literal.finditer(line))


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(with_plain_apostrophes(text))]


def _tells(word: str) -> bool:
    """Whether a word may tell a message; a number is put in, or stands around it."""
    return word not in STOP_WORDS and not word.isdigit()


def _in_text(text: str, said: Sequence[str], telling: set[str]) -> Iterator[tuple[int, tuple[int, bool]]]:
    """Yield the lines of a text that word what is said, with how many of its words they have, and how."""
    lowered = with_plain_apostrophes(text.lower())
    if sum(map(lowered.__contains__, telling)) < _LEAST_WORDS:
        return
    lines = enumerate(lowered.split("\n"), 1)
    holding = [number for number, line in lines if sum(map(line.__contains__, telling)) >= _LEAST_WORDS]
    written = text.split("\n")
    for number in holding[:_MOST_LINES]:
        line = written[number - 1][:_LONGEST_LINE]
        share = max((_worded(pieces, said) for pieces in _literals(line)), default=_NONE)
        if share != _NONE:
            yield number, share


def _literals(line: str) -> Iterator[list[list[str]]]:
    """Yield the words of the literals of a line, as what is put in parts them; none that nothing is put into."""
    for literal in _LITERALS:
        for found in literal.finditer(line):
            pieces = [_words(piece) for piece in _PLACEHOLDER.split(found["text"])]
            before: list[list[str]] = [[]] if _JOIN_BEFORE.search(line, 0, found.start()) else []
            after: list[list[str]] = [[]] if _JOIN_AFTER.match(line, found.end()) else []
            is_said = _BLANK.search(found["text"]) or unspaced(found["text"])  # and is no path
            if is_said and 1 < len(pieces) + len(before) + len(after) <= _MOST_PIECES:
                yield [*before, *pieces, *after]


def _worded(pieces: Sequence[Sequence[str]], said: Sequence[str]) -> tuple[int, bool]:
    """Return how many words of what is said a message has that something is put into, and whether from its beginning.

    None where it is another one. What was said may begin in the middle of the message, but then with its words.
    """
    best = _NONE
    for first, piece in enumerate(pieces):
        for begin in range(len(piece)):
            own = piece[begin:]
            is_cut = begin > 0 or any(pieces[:first])
            starts = range(1) if is_cut else range(len(said) - len(own) + 1)
            for start in starts:
                if list(said[start : start + len(own)]) == list(own):
                    words = _from(pieces, first, said, start, len(own))
                    best = max(best, (words, not is_cut)) if words else best
    return best


def _from(pieces: Sequence[Sequence[str]], first: int, said: Sequence[str], start: int, many: int) -> int:
    """Return how many words are worded from a piece on that stands somewhere in what is said."""
    worded, at = [*said[start : start + many]], start + many
    is_filled = first > 0 and start > 0
    last = first
    for place in range(first + 1, len(pieces)):
        own = pieces[place]
        found = next((one for one in range(at, len(said)) if _stands(own, said, one)), None) if own else None
        if found is None:
            continue
        if found - at > _MOST_PUT_IN:
            break
        is_filled |= found > at
        own = own[: len(said) - found]
        worded, at, last = [*worded, *own], found + len(own), place
    is_filled |= last < len(pieces) - 1 and at < len(said)
    telling = sum(map(_tells, worded))
    is_most = len(worded) >= _LEAST_SHARE * sum(not word.isdigit() for word in said)
    return len(worded) if is_filled and is_most and telling >= _LEAST_WORDS else 0


def _stands(own: Sequence[str], said: Sequence[str], start: int) -> bool:
    """Whether the words of a piece stand in what is said from a word on, as far as that goes on."""
    there = said[start : start + len(own)]
    return list(own[: len(there)]) == list(there)
