"""The text of a file, whatever encoding and line ends it has: what all else calls its text and its lines."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from nsccn.graph.walk.unwanted import UTF_16_MARKS

_HEAD: Final = 400
"""Bytes in which the first two lines may say how a file is encoded."""
_CODING: Final = re.compile(
    rb"(?:[^\n\r]*(?:\r\n|\n|\r))?[ \t\f]*(?:#|//|/\*|;|%|--|<[?!])[^\n\r]*?coding[:=][ \t]*[\"']?([\w.-]{2,30})"
)
"""As PEP 263 has it, in a comment of any language; Ruby, Emacs, vim and XML have it too."""
_CODECS: Final = re.compile(
    r"(?:iso-?8859-?\d{1,2}|latin-?\d{1,2}|(?:cp|windows-?)\d{3,4}|koi8-[rut]|mac-(?:roman|cyrillic|latin2)"
    r"|s(?:hift-?)?jis|euc-?(?:jp|kr)|gb(?:k|2312|18030)|big5)(?:-unix|-dos|-mac)?"
)
_LINE_ENDS: Final = re.compile(r"-(?:unix|dos|mac)\Z")
_ASCII: Final = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_WESTERN: Final = {0xDC00 + byte: bytes((byte,)).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""Each byte that is no UTF-8, as `surrogateescape` has it, as a letter of western Europe."""


def decode(data: bytes) -> str:
    """Return the text of a file with the line ends that it is read with.

    It is UTF-16 by its mark and else UTF-8 where it can be: hardly any text in another encoding is UTF-8 by accident,
    and it happens that a comment has not been changed with its file. Else it is what its first two lines say; else
    each byte that is no UTF-8 stands for its letter in Windows-1252.
    """
    text = _letters(data)
    bare = text.count("\r") - text.count("\r\n") if "\r" in text else 0
    # Lines that end in a carriage return alone, all but a few at most; elsewhere one is but a character.
    return re.sub("\r(?!\n)", "\n", text) if bare > text.count("\n") else text


def _letters(data: bytes) -> str:
    if data.startswith(UTF_16_MARKS):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    found = _CODING.match(data[:_HEAD])
    codec = _codec(found[1].decode("ascii", "replace").lower().replace("_", "-")) if found else ""
    try:
        if codec:
            return data.decode(codec)
    except UnicodeDecodeError:
        pass
    return data.decode("utf-8-sig", "surrogateescape").translate(_WESTERN)


@lru_cache(maxsize=64)
def _codec(name: str) -> str:
    """Return the codec of a name; empty where it is none that has ASCII as it is."""
    codec = _LINE_ENDS.sub("", name)
    try:
        is_known = _CODECS.fullmatch(name) is not None and _ASCII.decode(codec).encode() == _ASCII
    except (LookupError, UnicodeDecodeError):
        return ""
    return codec if is_known else ""
