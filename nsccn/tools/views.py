"""What the agent reads: compact text within a token ceiling, and a cursor for the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from nsccn.errors import InvalidArgument
from nsccn.regexes import regex
from nsccn.text import LINE_LIMIT, clip, count_tokens, shorten

_FOOTER_TOKENS: Final = 40
_LEAST_ROOM: Final = 40
_CURSOR: Final = regex(r"([0-9a-f]{1,12})-([0-9a-f]{8})")
_PART_BITS: Final = 24
"""Of the number in a cursor that say the place in a part; the others say which part."""
_MANY: Final = 100
"""From so many on it says little how many more a ranking has, whose end is cut."""
_SURROGATES: Final = regex("[\ud800-\udfff]")


class Said:
    """Text for a model, and the same as data for a program, which may be made when that is asked for."""

    __slots__ = ("_data", "text")

    def __init__(self, text: str, data: Any | Callable[[], Any] = None) -> None:  # noqa: ANN401
        self.text = text
        self._data = data

    @property
    def data(self) -> Any:  # noqa: ANN401
        """The same as JSON."""
        if callable(self._data):
            self._data = self._data()
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Said) and (self.text, self.data) == (other.text, other.data)

    __hash__ = None  # type: ignore[assignment]


class Answer(Said):
    """What a tool says; its data are an object of JSON."""

    __slots__ = ()


class Piece(Said):
    """A part of an answer that is shown whole or not at all; where its data are None, they are the text."""

    __slots__ = ("_first",)

    def __init__(self, text: str, data: Any | Callable[[], Any] = None, first: str = "") -> None:  # noqa: ANN401
        super().__init__(text, data)
        self._first = first

    @property
    def first(self) -> str:
        """The text where nothing stands above it that it could rest on."""
        return self._first or self.text


class Lazily(Sequence[Piece]):
    """Pieces that are made when they are asked for."""

    def __init__(self, count: int, make: Callable[[int], Piece]) -> None:
        self._count = count
        self._make = make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401
        return self._make(range(self._count)[place])


class Part(NamedTuple):
    """Which part of an answer some pieces are, where it holds as many at a time as the caller wants."""

    number: int = 0
    before: Sequence[object] = ()
    """What the parts before it depend on; a cursor that leads to it is refused where that is something else."""
    behind: Sequence[object] | None = None
    """The same for the part that follows; None where none does."""
    following: int = 1
    """The number of the part that follows."""


class Page(NamedTuple):
    """The pieces of one answer that fit, and how to get the others."""

    pieces: tuple[Piece, ...]
    start: int
    total: int
    cursor: str
    """Asks for what follows; empty on the last page."""

    @property
    def more(self) -> int:
        """How many pieces follow."""
        return self.total - self.start - len(self.pieces)

    def text(self, head: str = "", noun: str = "", tail: Sequence[str] = (), many: str = "") -> str:
        """Join the pieces between `head` and `tail`; the last line is the footer, where more follow."""
        parts = [head] if head else []
        parts += [piece.text if place else piece.first for place, piece in enumerate(self.pieces)]
        parts.extend(tail)
        if self.more:
            parts.append(self.footer(noun, many))
        return "\n".join(parts)

    def footer(self, noun: str = "", many: str = "") -> str:
        """Return the line that says how to get the rest, which is so much more of `noun`, or only `many`."""
        rest = many if many and self.more >= _MANY else f"{self.more:,} more {noun}"
        return f"[{rest}: cursor={self.cursor}]"

    def rest(self) -> dict[str, Any]:
        """Return the fields that tell a program that there is more; none on the last page."""
        return {"more": self.more, "cursor": self.cursor} if self.cursor else {}


_WHOLE: Final = Part()


def paginate(
    pieces: Sequence[Piece],
    *,
    about: Sequence[object],
    cursor: str = "",
    ceiling: int,
    head: str = "",
    most: int = sys.maxsize,
    structured: bool = False,
    part: Part = _WHOLE,
) -> Page:
    """Return at most `most` pieces from `cursor` on that fit under `ceiling` tokens together with `head`.

    `about` is all that the pieces depend on (tool, arguments, text): a cursor of another call is refused. A
    piece that is alone above the ceiling is clipped. `structured` counts the JSON form of the pieces, not the
    text.
    """
    key = fingerprint(*about)
    start = _read_cursor(cursor, key, len(pieces), part)
    room = max(ceiling - count_tokens(head) - _FOOTER_TOKENS, _LEAST_ROOM)
    used = 0
    shown: list[Piece] = []
    for place in range(start, min(len(pieces), start + most)):
        piece = pieces[place]
        used += _cost(piece, structured=structured, is_first=not shown)
        if used > room and shown:
            break
        shown.append(piece)
    if used > room and len(shown) == 1 and shown[0].data is None:
        shown = [Piece(clip(shown[0].text, room))]
    stop = start + len(shown)
    if stop < len(pieces):
        following = f"{part.number << _PART_BITS | stop:x}-{key}"
    elif part.behind is not None:
        following = f"{part.following << _PART_BITS:x}-{fingerprint(*part.behind)}"
    else:
        following = ""
    return Page(tuple(shown), start, len(pieces), following)


def fingerprint(*parts: object) -> str:
    """Return eight hexadecimal digits that differ for different parts."""
    return blake2b(repr(parts).encode("utf-8", "backslashreplace"), digest_size=4).hexdigest()


def part_of(cursor: str) -> int:
    """Return the number of the part that a cursor leads to."""
    match = _CURSOR.fullmatch(cursor.strip())
    return int(match[1], 16) >> _PART_BITS if match else 0


def _read_cursor(cursor: str, key: str, total: int, part: Part) -> int:
    if not cursor:
        return 0
    match = _CURSOR.fullmatch(cursor.strip())
    place = int(match[1], 16) & ((1 << _PART_BITS) - 1) if match else 0
    is_first = part_of(cursor) and not place
    known = fingerprint(*part.before) if is_first else key
    if match is None or match[2] != known or part_of(cursor) != part.number or place >= max(total, 1):
        raise InvalidArgument(
            "cursor belongs to another call, or what it continues has changed; call again without cursor."
        )
    return place


def _cost(piece: Piece, *, structured: bool, is_first: bool) -> int:
    if not structured:
        return count_tokens(piece.first if is_first else piece.text) + 1
    shown = piece.text if piece.data is None else piece.data
    return count_tokens(json.dumps(shown, ensure_ascii=False)) + 1


def numbered(lines: Sequence[str], first: int = 1) -> list[str]:
    """Number the lines of a file as `12|text`, long ones cut."""
    return [f"{number}|{shorten(line, LINE_LIMIT)}" for number, line in enumerate(lines, first)]


def plain(text: str) -> str:
    """Return text that every transport carries: without NUL and without lone surrogates."""
    return _SURROGATES.sub("\ufffd", text.replace("\0", "\u2400"))


def plain_data(value: Any) -> Any:  # noqa: ANN401
    """Apply `plain` to every text in JSON data."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(name): plain_data(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(item) for item in value]
    return value
