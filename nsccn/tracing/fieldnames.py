"""Where a text has the name of a field, and the object that stands before it."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.notation.expression import expression
from nsccn.graph.notation.unbracketed import unbracketed, uncast

if TYPE_CHECKING:
    from nsccn.graph.language import Language

_MARKS: Final = (b".", b"->", b"::")
"""What stands between an object and the name of a field."""
_LONGEST: Final = 200
_WORD: Final = frozenset(f"{string.ascii_letters}{string.digits}_$@#".encode())
_OPENING: Final = {ord(")"): ord("("), ord("]"): ord("[")}
_BLANK: Final = b" \t\r\n"
_QUOTES: Final = frozenset(b"\"'`")
_LETTERS: Final = frozenset(bytes((byte,)) for byte in _WORD)
_FOLLOWING: Final = (b"?.", b"?->", b"->", b"::", b".")
_NOT_BEFORE: Final = frozenset({"return", "await", "yield", "in", "of", "not", "and", "or", "if", "else"})


class Name(NamedTuple):
    """A name of a field in a text."""

    name: str
    start: int
    is_member: bool
    """It stands behind an object."""


def fields_named(data: bytes, names: Iterable[str], language: Language) -> list[Name]:
    """Return where a text has some names behind an object or, where it need not be named, by themselves."""
    is_open = language.implicit_self and not language.marked_members
    found = []
    for name in names:
        word = name.encode()
        start = data.find(word)
        while start >= 0:
            end = start + len(word)
            if (
                data[end : end + 1] not in _LETTERS
                and (is_member := _is_behind_object(data, start)) is not None
            ):
                found += [Name(name, start, is_member)] if is_member or is_open else []
            start = data.find(word, end)
    return sorted(found, key=attrgetter("start"))


def _is_behind_object(data: bytes, start: int) -> bool | None:
    """Whether a word stands behind an object; None where it is the end of one, or stands behind something else."""
    before = data[start - 1 : start]
    if before in _LETTERS:
        return None
    place = _skip(data, start, 0)
    if data.endswith(_MARKS, 0, place):
        return None if data.endswith(b"..", 0, place) else True
    return False


def object_before(data: bytes, start: int) -> bytes:
    """Return the text of the object that a member belongs to, by where its name begins; empty where no path writes it.

    >>> object_before(b"return cart.items[0]?.size", 22), object_before(b"(a + b).size", 8)
    (b'cart.items[0]', b'(a + b)')
    """
    before = _skip(data, start, 0)
    mark = next((one for one in _FOLLOWING if data.endswith(one, 0, before)), b"")
    end = place = before - len(mark)
    least = max(0, end - _LONGEST)
    if not mark:
        return b""
    while True:
        place = _before_name(data, place, least)
        if place < 0:
            return b""
        before = _skip(data, place, least)
        mark = next((one for one in _FOLLOWING if data.endswith(one, least, before)), b"")
        if not mark:
            return data[place:end]
        place = before - len(mark)


def _before_name(data: bytes, place: int, least: int) -> int:
    """Return where a step of a path begins, with what it is called with or asked for; -1 where that is not told."""
    place = _skip(data, place, least)
    has_brackets = False
    while place > least and data[place - 1] in b")]!":
        has_brackets |= data[place - 1] != ord("!")
        place = _opening(data, place - 1, least) if data[place - 1] != ord("!") else place - 1
        if place < 0:
            return -1
    end = place
    while place > least and data[place - 1] in _WORD:
        place -= 1
    is_named = place < end and data[place:end].decode("utf-8", "replace") not in _NOT_BEFORE
    if place == least and least > 0:
        return -1
    return place if is_named else (end if has_brackets else -1)


def _skip(data: bytes, place: int, least: int) -> int:
    while place > least and data[place - 1] in _BLANK:
        place -= 1
    return place


def _opening(data: bytes, place: int, least: int) -> int:
    """Return where the bracket stands that one closes, -1 where that is not told."""
    closing, depth = data[place], 0
    opening = _OPENING[closing]
    while place >= least:
        byte = data[place]
        if byte in _QUOTES:
            return -1
        depth += (byte == closing) - (byte == opening)
        if not depth:
            return place
        place -= 1
    return -1


def receiver_expression(text: bytes, language: Language) -> str:
    """Return the expression that the text of an object writes, as far as no tree is needed for it."""
    for pattern, replacement in language.expression_spelling.items():
        text = re.sub(pattern.encode(), replacement.encode(), text)
    if language.type_assertions and b"(" in text:
        text = unbracketed(text)
    if language.stated_in_brackets and text.startswith(b"("):
        text = uncast(text, language.transparent_types)
    return expression(text.decode("utf-8", "replace"))
