"""Macros that are defined among the values of a list, or the names of an enum, where no grammar reads a directive.

enum request {
#define REQUEST(name) REQ_##name        is made blank
    REQUEST(QUIT),
#undef REQUEST                          and so is this
};
"""

from __future__ import annotations

from typing import Final

from nsccn.regexes import regex

_DEFINED: Final = regex(
    rb"(?:=|\benum\b[^;{}()=]{0,200})\s*\{"
    rb"(?:[^{}\n]++|\n(?![ \t]*#[ \t]*(?:define|undef)\b)|\{(?:[^{}]++|\{(?:[^{}]++|\{[^{}]*+\})*+\})*+\})*+"
    rb"(\n[ \t]*#[ \t]*(?:define|undef)\b(?:[^\n\\]|\\\r?\n|\\.)*)"
)
_CHARACTER: Final = regex(rb"[^\n]")


_CONTINUED: Final = (b"\\\n", b"\\\r\n")


def without_listed_macros(data: bytes) -> bytes:
    """Return a text in which the directives are blank that define macros within lists, all else where it was."""
    at = 0
    while found := _DEFINED.search(data, at):
        start, end = found.span(1)
        at = found.start() + 1
        if not _is_in_directive(data, found.start()):
            data = data[:start] + _CHARACTER.sub(b" ", data[start:end]) + data[end:]
            at = found.start()
    return data


def _is_in_directive(data: bytes, at: int) -> bool:
    """Whether a place stands in a directive, which may go on over several lines."""
    begin = data.rfind(b"\n", 0, at) + 1
    while begin and data[max(begin - 3, 0) : begin].endswith(_CONTINUED):
        begin = data.rfind(b"\n", 0, begin - 1) + 1
    return data[begin:at].lstrip().startswith(b"#")
