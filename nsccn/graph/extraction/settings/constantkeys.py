"""The constant keys under which values are put into collections, and by which code asks for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.keys import key_of

if TYPE_CHECKING:
    from nsccn.graph.language import Language

_TEXT: Final = rb"""[rRuUbB]?"([^"\\\n]{1,80})"|[rRuUbB]?'([^'\\\n]{1,80})'"""
_KEY: Final = rb"(?:" + _TEXT + rb"|(\d{1,9})|((?:[A-Za-z_]\w*\.)*[A-Z][A-Z0-9_]+))"
"""A text, in either quotes, a number, or a constant by the usual way of writing one."""
_ASKED: Final = re.compile(
    rb"(?:\[\s*" + _KEY + rb"\s*\]|\.(\w+)\(\s*" + _KEY + rb"\s*(?:,[^()]*)?\))\Z",
)
_GIVEN: Final = re.compile(rb"[{,\n]\s*" + _KEY + rb"\s*:\s*\Z")
_MEMBER: Final = re.compile(rb"""[{,\n]\s*(?:([^\W\d]\w*)|"([^"\\\n]{1,80})"|'([^'\\\n]{1,80})')\s*:\s*\Z""")
_SHORT_MEMBER: Final = re.compile(rb"([^\W\d]\w*)\s*[,}]")
_BEFORE_MEMBER: Final = frozenset({b"{", b","})
_BRACKETS: Final = re.compile(rb"[()\[\]{}]")
_CLOSING: Final = frozenset({b")", b"]", b"}"})
_LONGEST: Final = 200
_KEY_PARTS: Final = 4


def asked_key(language: Language, data: bytes, start: int, end: int) -> str:
    """Return the key by which an expression asks a collection for one of its elements, empty where it does not.

    `start` and `end` are the bytes of the expression.
    """
    if not language.constant_keys or data[end - 1] not in b"])":
        return ""
    found = _ASKED.search(data, max(start, end - _LONGEST), end)
    if found is None:
        return ""
    method = found.group(_KEY_PARTS + 1)
    if method is None:
        return _written(found.groups()[:_KEY_PARTS])
    is_known = method.decode("ascii", "replace") in language.element_methods
    return _written(found.groups()[_KEY_PARTS + 1 :]) if is_known else ""


def given_key(data: bytes, byte: int) -> str:
    """Return the key of the value that begins at a byte, empty where none stands before it."""
    start = max(byte - _LONGEST, 0)
    if not data[start:byte].rstrip().endswith(b":"):
        return ""
    found = _GIVEN.search(data, start, byte)
    return _written(found.groups()) if found is not None else ""


def given_member(data: bytes, byte: int, name: str) -> str:
    """Return the key under which an object has the value that begins at a byte, empty where it stands in none.

    `name` is that of a function which is written out there, whose name is the key.
    """
    if name:
        return key_of(name, "", "")
    before = data[max(byte - _LONGEST, 0) : byte]
    found = _MEMBER.search(before) if before.rstrip().endswith(b":") else None
    if found is None and (short := short_member(data, byte, before)) is not None and _is_in_braces(before):
        found = short
    member = next(filter(None, found.groups()), b"") if found is not None else b""
    return key_of(member.decode("utf-8", "replace"), "", "") if member else ""


def short_member(data: bytes, byte: int, before: bytes) -> re.Match[bytes] | None:
    """Return the member, its first group, that is named as the value at a byte behind a text: `{ load, run }`."""
    return _SHORT_MEMBER.match(data, byte) if before.rstrip()[-1:] in _BEFORE_MEMBER else None


def _is_in_braces(before: bytes) -> bool:
    """Whether the last bracket that a text leaves open is a brace, and not that of a list."""
    closed = 0
    for bracket in reversed(_BRACKETS.findall(before)):
        closed += 1 if bracket in _CLOSING else -1
        if closed < 0:
            return bool(bracket == b"{")
    return False


def _written(parts: tuple[bytes | None, ...]) -> str:
    double, single, number, constant = (part.decode("utf-8", "replace") if part else "" for part in parts)
    return key_of(double or single, number, constant)
