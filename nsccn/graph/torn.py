"""Conditional compilation that tears statements apart, which no grammar can read as it stands.

    #if WINDOWS                     if (found
      for (;!ready;) {              #if WINDOWS
    #else                               || ready
      for (;;) {                    #endif
    #endif                              ) {

Of the branches of such a condition the first is kept, and its directives are made blank.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[ \t]*(if|el|endif)(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)
_CHARACTER: Final = re.compile(rb"[^\n]")
_NEXT: Final = re.compile(rb"\s*(?:\|\||&&|[|&+*/?=),.](?![/*]))")
"""What continues an expression or a list."""
_BEFORE: Final = re.compile(rb"(?:\|\||&&|[(=?]|(?<![+\-*/])[+\-])[ \t]*\r?\n\Z")
_LONGEST_END: Final = 80


class _Directive(NamedTuple):
    start: int
    end: int


def without_torn(data: bytes) -> bytes:
    """Return a text without the conditions that tear statements apart, everything else where it was."""
    opened: list[list[_Directive]] = []
    kept: bytearray | None = None
    for match in _DIRECTIVE.finditer(data):
        word = match.group(1)
        if word == b"if":
            opened.append([])
        elif not opened:
            continue
        opened[-1].append(_Directive(match.start(), match.end()))
        if word != b"endif":
            continue
        condition = opened.pop()
        text = data if kept is None else kept
        if _is_torn(text, condition):
            kept = bytearray(data) if kept is None else kept
            _keep_first(kept, condition)
    return data if kept is None else bytes(kept)


def _is_torn(text: bytes | bytearray, condition: list[_Directive]) -> bool:
    first, after = condition[0], condition[1]
    branch = text[first.end : after.start]
    if branch.count(b"{") != branch.count(b"}"):
        return True
    if _NEXT.match(branch):
        return True
    return _BEFORE.search(text[max(0, first.start - _LONGEST_END) : first.start]) is not None


def _keep_first(text: bytearray, condition: list[_Directive]) -> None:
    first, after, last = condition[0], condition[1], condition[-1]
    for start, end in ((first.start, first.end), (after.start, last.end)):
        text[start:end] = _CHARACTER.sub(b" ", text[start:end])
