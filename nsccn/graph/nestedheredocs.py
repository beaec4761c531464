"""Here-documents within what another one interpolates, as Ruby has them: read as strings that are written otherwise.

    text = <<~HTML                                      text = <<~HTML
      #{items.map { |item| <<~ITEM }.join}                #{items.map { |item| ''     }.join}
        <li>#{item.name}</li>                               <li>#{item.name}</li>
      ITEM                                                ITEM
      #{if all                              is read as    #{if all
          <<~ALL                                              %Q|
            #{all}                                              #{all}
          ALL                                                   |
        end}                                                end}
    HTML                                                HTML

A grammar that keeps the here-documents which are open in a list loses the outer one there, and all of the file with it.
What stands behind the end of the interpolation is text of the outer one, and what that interpolates is read too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

_OPENING: Final = re.compile(rb"(?<![\w)\]])<<(?P<mark>[~-]?)(?P<quote>[\"'`]?)(?P<tag>[A-Z_]\w*)(?P=quote)")
_WORD: Final = re.compile(rb"^(?P<indent>[ \t]*)(?P<word>[A-Z_]\w*)(?=[ \t]*\r?$)", re.MULTILINE)
_STOP: Final = re.compile(rb"\\.|#\{", re.DOTALL)
_CODE: Final = re.compile(rb"[{}]|\"(?:\\.|[^\"\\\n#])*\"|'(?:\\.|[^'\\\n])*'|" + _OPENING.pattern, re.DOTALL)
_CHARACTER: Final = re.compile(rb"[^\n]")
_DELIMITERS: Final = b"|!^~;@"
_DEEPEST: Final = 32
_LONGEST_REST: Final = 1000
"""Characters of a line behind the beginning of a here-document in which its interpolation is looked for to end."""


def without_nested_heredocs(data: bytes) -> bytes:
    """Return a text in which no here-document stands within another, everything else where it was."""
    if sum(1 for _ in _OPENING.finditer(data)) < 2:
        return data
    return _Reader(data).respelled()


class _Reader:
    """Goes through a text once, from here-document to here-document."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._text = bytearray(data)
        self._words: dict[tuple[bytes, bool], list[tuple[int, int]]] = {}
        """Where lines begin and end that are a word alone, by that and whether they may be indented."""
        for found in _WORD.finditer(data):
            for is_indented in (True, False) if not found["indent"] else (True,):
                self._words.setdefault((found["word"], is_indented), []).append((found.start(), found.end()))

    def respelled(self) -> bytes:
        """Return the text with others in place of those that stand within one."""
        at, behind = 0, 0
        while found := _OPENING.search(self._data, at):
            at, line = found.end(), self._line_end(found.end())
            begin = max(line, behind)  # what the same line opens before has its text first
            end, over = self._end(found, begin, len(self._data))
            if end < 0:
                at = max(at, behind)
                continue
            if found["quote"] != b"'":
                self._read_text(begin, end, 0)
            behind = over
            if _OPENING.search(self._data, at, line) is None:
                at = over
        return bytes(self._text)

    def _line_end(self, at: int) -> int:
        """Return where the next line begins."""
        found = self._data.find(b"\n", at)
        return found + 1 if found >= 0 else len(self._data)

    def _end(self, found: re.Match[bytes], begin: int, end: int) -> tuple[int, int]:
        """Return where the line begins that ends a here-document, and where its word ends; -1 where none does."""
        known = self._words.get((found["tag"], bool(found["mark"])), ())
        place = bisect_left(known, (begin, begin))
        return known[place] if place < len(known) and known[place][1] <= end else (-1, -1)

    def _read_text(self, at: int, end: int, depth: int) -> None:
        """Go through a text that interpolates code."""
        while depth < _DEEPEST and (found := _STOP.search(self._data, at, end)):
            at = found.end() if found.group() != b"#{" else self._read_code(found.end(), end, depth)

    def _read_code(self, at: int, end: int, depth: int) -> int:
        """Go through interpolated code up to the brace that ends it; return where it ended."""
        braces = 1
        while braces and (found := _CODE.search(self._data, at, end)):
            at = found.end()
            if found.group() in (b"{", b"}"):
                braces += 1 if found.group() == b"{" else -1
            elif found["tag"] is not None:
                at = self._respell(found, braces, end, depth)
        return at if not braces else end

    def _respell(self, found: re.Match[bytes], braces: int, end: int, depth: int) -> int:
        """Write a string in place of a here-document within interpolated code; return where to go on."""
        line = self._line_end(found.end())
        last, over = self._end(found, line, end)
        if last < 0:
            return found.end()
        rest = self._data[found.end() : min(line, found.end() + _LONGEST_REST)]
        left = braces + sum({b"{": 1, b"}": -1}.get(one.group(), 0) for one in _CODE.finditer(rest))
        if left <= 0:  # the rest is text of the outer one
            self._write(found.start(), found.end(), b"''")
            return found.end()
        delimiter = next((one for one in _DELIMITERS if one not in self._data[line:over]), None)
        if rest.strip() or delimiter is None:
            self._write(found.start(), found.end(), b"''")
            self._text[line:over] = _CHARACTER.sub(b" ", self._data[line:over])
            return over
        is_raw = found["quote"] == b"'"
        self._write(found.start(), found.end(), (b"%q" if is_raw else b"%Q") + bytes([delimiter]))
        self._write(last, over, bytes([delimiter]))
        if not is_raw:
            self._read_text(line, last, depth + 1)
        return over

    def _write(self, start: int, end: int, word: bytes) -> None:
        """Write a word in place of another one, filled up with blanks."""
        self._text[start:end] = word.ljust(end - start)
