"""Where the first paragraph of a piece of documentation ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from nsccn.graph.extraction.definitions.directives import is_directive
from nsccn.regexes import regex

_STRING: Final = regex(rb"""\A(?:@[a-z]+[ ])?~?[A-Za-z]{0,2}("{3}|'{3})""")
"""The opening mark of a text of several lines, or of an attribute that is one."""
_ATTRIBUTE: Final = b"@"
_DECORATION: Final = regex(rb"[\s/*!#<-]+")
_OPENING: Final = regex(rb"/[*]+!?([\s*]*)")
_NEXT_PART: Final = (b"@", b"<p>", b"\\param", b"\\return")


class Cutoff(NamedTuple):
    """Where a text is cut off, and what closes it there."""

    end: int
    closing: bytes = b""
    gap: tuple[int, int] = (0, 0)
    """Line breaks between the opening mark and the first word, which are better left out."""
    until: int = 0
    """Where what is left out ends, 0 where that is at the end of the text."""
    is_last: bool = False
    """What follows in a sequence of comments belongs to no first paragraph."""


def string_paragraph(text: bytes) -> Cutoff:
    """Return the end of the first paragraph of a documentation string."""
    mark = _STRING.match(text)
    if mark is None:
        return Cutoff(len(text))
    quotes = mark.group(1)
    inside_end = len(text) - len(quotes) if text.endswith(quotes) else len(text)
    end = _paragraph_end(text, mark.end(), inside_end)
    if text.startswith(_ATTRIBUTE):  # there the marks must stand on lines of their own
        return Cutoff(end, until=max(text.rfind(b"\n", 0, inside_end), end))
    first = len(text) - len(text[mark.end() :].lstrip())
    gap = (mark.end(), first) if text[first : first + 1] != quotes[:1] else (0, 0)
    if text[:end].endswith(b"\\"):
        return Cutoff(len(text))
    if not text[end:inside_end]:
        return Cutoff(len(text), gap=gap)
    return Cutoff(end, b" " * text[:end].endswith(quotes[:1]) + quotes, gap)


def comment_paragraph(text: bytes, block_comment: tuple[str, ...], said: bool) -> Cutoff:  # noqa: FBT001
    """Return the end of the first paragraph in one of several comments; `said` when one before had text."""
    if not block_comment or not text.startswith(block_comment[0].encode()):
        words = _DECORATION.sub(b"", text, count=1).strip() if _DECORATION.match(text) else text.strip()
        if is_directive(words):
            return Cutoff(0)
        if not words or words.startswith(_NEXT_PART):
            return Cutoff(0, is_last=said)
        return Cutoff(len(text))
    if said:
        return Cutoff(0, is_last=True)
    closing = block_comment[1].encode()
    inside_end = len(text) - len(closing) if text.endswith(closing) else len(text)
    opening = _OPENING.match(text, 0, inside_end)
    if opening is None:
        # Its marks have to stand on lines of their own.
        return Cutoff(len(text), is_last=True)
    gap = opening.span(1) if b"\n" in opening.group(1) else (0, 0)
    end = _paragraph_end(text, opening.start(1), inside_end)
    if b"\n" not in text[end:inside_end]:
        return Cutoff(len(text), gap=gap, is_last=True)
    return Cutoff(end, b" " + closing, gap, is_last=True)


def _paragraph_end(text: bytes, start: int, stop: int) -> int:
    end = 0
    position = start
    while position < stop:
        newline = text.find(b"\n", position, stop)
        line_end = stop if newline < 0 else newline
        words = text[position:line_end].strip().lstrip(b"*!").strip()
        if end and (not words or words.startswith(_NEXT_PART)):
            return end
        if words:
            end = position + len(text[position:line_end].rstrip())
        position = line_end + 1
    return end or stop
