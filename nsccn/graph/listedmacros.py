"""Macros that are defined among the values of a list, or the names of an enum, where no grammar reads a directive.

enum request {
#define REQUEST(name) REQ_##name        is made blank, and read by itself
    REQUEST(QUIT),
#undef REQUEST                          is made blank
};
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PIECE: Final = regex(
    rb"""(?msx)
    //[^\n]*+ | /\*.*?(?:\*/|\Z) | "(?:[^"\\\n]|\\.)*+"? | (?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.){1,10}+'
    | ^[ \t]*\#[ \t]*(?P<directive>[a-z]*)(?:[^\n\\]|\\\r?\n|\\.)*+
    | (?P<list>(?:=|\benum\b[^;{}()=]{0,200})\s*\{) | (?P<brace>[{}])"""
)
"""Comments, strings, characters and directives, in which no brace counts, and the braces."""
_OWN_NAME: Final = regex(rb"\s*#\s*define\s+(\w+)\s+\1\s*(?:/[/*]|\Z)")
"""Tells others by `#ifdef` that an enum has a name, and defines nothing."""
_CHARACTER: Final = regex(rb"[^\n]")
_DEFINE: Final = b"define"
_LISTED: Final = (_DEFINE, b"undef")
_OTHER_BRANCH: Final = (b"elif", b"else")


class _Brace(NamedTuple):
    outer: _Brace | None
    is_list: bool


def without_listed_macros(data: bytes) -> bytes:
    """Return a text in which the directives are blank that define macros within lists, all else where it was."""
    places = [(start, end) for _, start, end in _listed(data)]
    return _with_blank(data, places) if places else data


def listed_macros(data: bytes) -> bytes:
    """Return the definitions of macros within lists, where they are in a text in which all else is blank."""
    found = [(start, end) for word, start, end in _listed(data) if word == _DEFINE]
    defined = [(start, end) for start, end in found if not _OWN_NAME.match(data, start, end)]
    if not defined:
        return b""
    starts, ends = zip(*defined, strict=True)
    return _with_blank(data, zip((0, *ends), (*starts, len(data)), strict=True))


def _with_blank(data: bytes, places: Iterable[tuple[int, int]]) -> bytes:
    text = bytearray(data)
    for start, end in places:
        text[start:end] = _CHARACTER.sub(b" ", data[start:end])
    return bytes(text)


def _listed(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Yield the directives within lists that define macros or end that, each with its word and where it is."""
    if _DEFINE not in data:
        return
    around: _Brace | None = None
    """The innermost brace that is open."""
    before: list[_Brace | None] = []
    """What was open before each condition: of its branches one is there."""
    for piece in _PIECE.finditer(data):
        word, brace = piece["directive"], piece["brace"]
        if piece["list"]:
            around = _Brace(around, is_list=True)
        elif brace == b"{":
            around = _Brace(around, is_list=around is not None and around.is_list)
        elif brace and around:
            around = around.outer
        elif not word:
            continue
        elif word in _LISTED and around and around.is_list:
            yield word, *piece.span()
        elif word.startswith(b"if"):
            before.append(around)
        elif word in _OTHER_BRANCH and before:
            around = before[-1]
        elif word == b"endif" and before:
            before.pop()
