"""Macros that are defined among the values of a list, or the names of an enum, where no grammar reads a directive.

enum request {
#define REQUEST(name) REQ_##name        is made blank, and read by itself
    REQUEST(QUIT),
#undef REQUEST                          is made blank
};
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
    are_lists: list[bool] = []
    """Of the braces that are open."""
    before: list[list[bool]] = []
    """What was open before each condition: of its branches one is there."""
    for piece in _PIECE.finditer(data):
        word, brace = piece["directive"], piece["brace"]
        if piece["list"]:
            are_lists.append(True)
        elif brace == b"{":
            are_lists.append(bool(are_lists) and are_lists[-1])
        elif brace and are_lists:
            are_lists.pop()
        elif not word:
            continue
        elif word in _LISTED and are_lists and are_lists[-1]:
            yield word, *piece.span()
        elif word.startswith(b"if"):
            before.append([*are_lists])
        elif word in _OTHER_BRANCH and before:
            are_lists = [*before[-1]]
        elif word == b"endif" and before:
            before.pop()
