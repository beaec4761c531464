"""Templates of Laravel as PHP can read them: what is echoed, asked and given in them, each where it stood.

    {{ $cart->total() }}    {!! shown($cart) !!}    @foreach ($cart->rows as $row)    @json(['cart' => $cart])
    @php $rows = all(); @endphp    <?php done(); ?>    <x-price :of="$row->price()" />

Each is a statement of its own, all else is blank.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPENING: Final = re.compile(
    rb"[<@{](?:(?<=\{)(?:(?P<comment>\{--)|(?P<raw>!!)|(?P<echo>\{))"
    rb"|(?<=<)(?:(?P<php>\?(?:php\b|=))|(?:x-|livewire:)(?P<component>))"
    rb"|(?<=@)(?:(?P<escaped>[@{])"
    rb"|(?<![\w@.]@)(?:(?P<block>php)\b(?![ \t]*\()|(?P<verbatim>verbatim)\b"
    rb"|(?!(?:container|font|import|layer|media|page|supports)\b)(?P<word>[a-zA-Z]+)[ \t]*\()))"
)
"""Begins with the characters that anything begins with: a search passes over all others at once."""
_CLOSING: Final = {
    "comment": b"--}}",
    "raw": b"!!}",
    "echo": b"}}",
    "php": b"?>",
    "block": b"@endphp",
    "verbatim": b"@endverbatim",
}
_CODE: Final = frozenset({"raw", "echo", "php", "block"})
_BRACKETS: Final = re.compile(rb"[()]|'(?:\\.|[^'\\])*+'|\"(?:\\.|[^\"\\])*+\"")
_TAG: Final = re.compile(rb"<[\w:.-]+(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+>")
_GIVEN: Final = re.compile(rb"(?<=\s):[\w.-]+=(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)')")
_LOOPS: Final = frozenset({b"foreach", b"forelse"})
_CONDITIONS: Final = frozenset({b"elseif", b"if", b"unless", b"while"})
_AS: Final = re.compile(rb"\sas\s")
_LONGEST: Final = 20_000
_MOST_OPEN: Final = 50
"""What is never closed makes a text long to read; after so many no more directives are read."""
_BLANKS: Final = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))
"""Makes a blank of all but line ends."""


class _Piece(NamedTuple):
    """Code in a template."""

    before: int
    """Where that begins which stands before it and is no code."""
    start: int
    end: int
    code: bytes


def code_of_blade(data: bytes) -> bytes:
    """Return the code of a template, all else blank."""
    text = bytearray(data.translate(_BLANKS))
    behind = 0
    for piece in sorted(_pieces(data)):
        if piece.before < behind:
            continue  # it stands in what was read
        if behind:
            text[piece.before : piece.before + 1] = b";"
        else:
            begin = piece.before if piece.start - piece.before >= 2 else text.rfind(b"  ", 0, piece.before)
            if begin < 0:
                continue  # nothing says that code begins
            text[begin : begin + 2] = b"<?"
        text[piece.start : piece.end] = piece.code
        behind = piece.end
    if behind and behind < len(text) and text[behind] != ord("\n"):
        text[behind : behind + 1] = b";"
    return bytes(text)


def _pieces(data: bytes) -> Iterator[_Piece]:
    place, unclosed, missing = 0, 0, set[str]()
    while opening := _OPENING.search(data, place):
        place, kind = opening.end(), opening.lastgroup or ""
        if kind == "component":
            yield from _given(data, opening.start())
        elif kind == "word" and unclosed < _MOST_OPEN:
            end = _closed(data, place)
            unclosed += not end
            if end:
                yield _asked(data, opening, end)
                place = end
        elif kind in _CLOSING and kind not in missing:
            end = data.find(_CLOSING[kind], place)
            if end < 0 and kind == "php":
                end = len(data)
            if end < 0:
                missing.add(kind)
            elif kind not in _CODE:
                place = end + len(_CLOSING[kind])
            elif end - place <= _LONGEST:
                yield _Piece(opening.start(), place, end, data[place:end])
                place = end


def _asked(data: bytes, opening: re.Match[bytes], end: int) -> _Piece:
    """Return what a directive is given: a list, but for what a condition asks, and what a loop goes through.

    What that binds has no type that a template tells; so it is one of those that its name says, as others are.
    """
    word, start = opening["word"], opening.end() - 1
    inside = data[start + 1 : end - 1]
    if word in _LOOPS and (bound := [found.start() for found in _AS.finditer(inside)]):
        inside = inside[: bound[-1]] + inside[bound[-1] :].translate(_BLANKS)
    is_one = word in _CONDITIONS or word in _LOOPS
    code = b"(" + inside + b")" if is_one else b"[" + inside + b"]"
    return _Piece(opening.start(), start, end, code)


def _closed(data: bytes, start: int) -> int:
    """Return the position behind the bracket that closes one that ends at `start`, 0 where none does."""
    depth = 1
    for found in _BRACKETS.finditer(data, start, start + _LONGEST):
        depth += {b"(": 1, b")": -1}.get(found.group(), 0)
        if not depth:
            return found.end()
    return 0


def _given(data: bytes, start: int) -> Iterator[_Piece]:
    """Yield what the tag of a component is given as code: `:of="$row->price()"`."""
    tag = _TAG.match(data, start, start + _LONGEST)
    for given in _GIVEN.finditer(data, start, tag.end()) if tag is not None else ():
        group = given.lastgroup or ""
        yield _Piece(given.start(), given.start(group), given.end(group), given[group])
