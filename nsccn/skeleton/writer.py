"""Puts kept stretches of source and marks for what is left out together to rows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex
from nsccn.skeleton.rows import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

_INDENTATION: Final = regex(rb"[ \t\f]*")
_TEXT: Final = regex(rb"\S")
_DROPPED: Final = (b" ", b"\t", b"\f", b"\r", b"\\")
"""At the end of a row that goes on with a mark."""
_LINE_COMMENTS: Final = (b"#", b"//", b"--")


class Mark(NamedTuple):
    """What stands for a body, for example `{/*...*/}`, and its parts."""

    whole: bytes
    opening: bytes
    inside: bytes
    """Stands for any run of statements."""
    closing: bytes

    @classmethod
    def of(cls, text: str) -> Mark:
        """Take a mark apart: braces around it open and close what stays of a body."""
        whole = text.strip().encode()
        if whole[:1] == b"{" and whole[-1:] == b"}":
            return cls(whole, b"{", whole[1:-1].strip(), b"}")
        return cls(whole, b"", whole, b"")

    @property
    def ends_line(self) -> bool:
        """It is a comment to the end of its line: it may stand at the end of any, and nothing after it."""
        return self.whole.startswith(_LINE_COMMENTS)


class _Shift(NamedTuple):
    """Moves lines from one indentation to another."""

    old: bytes
    new: bytes

    def apply(self, indentation: bytes) -> bytes:
        return self.new + indentation[len(self.old) :] if indentation.startswith(self.old) else indentation


class Source:
    """The text of a file, and where its lines are."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._breaks = [match.start() for match in re.finditer(b"\n", data)]

    def line(self, byte: int) -> int:
        """Return the line of a byte."""
        return bisect_left(self._breaks, byte) + 1

    def line_start(self, byte: int) -> int:
        """Return the first byte of the line of a byte."""
        place = bisect_left(self._breaks, byte)
        return self._breaks[place - 1] + 1 if place else 0

    def start_of(self, line: int) -> int:
        """Return the first byte of a line, the end of the file behind its last one."""
        if line <= 1:
            return 0
        return self._breaks[line - 2] + 1 if line - 2 < len(self._breaks) else len(self.data)

    def indentation(self, byte: int) -> bytes:
        """Return the white space that the line of a byte begins with."""
        found = _INDENTATION.match(self.data, self.line_start(byte))
        return found.group() if found else b""

    def gap(self, byte: int) -> int:
        """Return how many bytes of white space begin at a byte."""
        found = _INDENTATION.match(self.data, byte)
        return found.end() - byte if found else 0


class Writer:
    """Collects kept source as rows under their line numbers; rows without text are dropped."""

    def __init__(
        self, source: Source, in_string: Callable[[int], bool], is_spared: Callable[[int], bool]
    ) -> None:
        """`in_string` tells whether a byte lies in a string literal; such lines are never indented anew.

        Where `is_spared` holds, and in strings, rows without text stay.
        """
        self.rows: list[Row] = []
        self._source, self._data = source, source.data
        self._in_string, self._is_spared = in_string, is_spared
        self._pending = bytearray()
        self._line = 1
        self._closed = False
        self._shift = _Shift(b"", b"")

    def keep(self, start: int, end: int) -> None:
        """Append source as it is."""
        position = start
        while position < end:
            newline = self._data.find(b"\n", position, end)
            self._append(position, end if newline < 0 else newline)
            if newline < 0:
                return
            if self.is_blank() and (self._in_string(newline) or self._is_spared(newline)):
                # A line of a string says something, even if nothing stands on it; some macros end at a blank line.
                self.rows.append(Row(self._source.line(newline), ""))
            self.flush()
            position = newline + 1

    def mark(self, text: bytes, byte: int) -> None:
        """Append what stands for the source from `byte` on."""
        if not self._pending:
            self._line = self._source.line(byte)
        self._pending += text
        self._closed = text.startswith(_LINE_COMMENTS)

    def join(self, text: bytes, byte: int) -> None:
        """Append to the last text that was written, after a space, even if that is on a row above."""
        if self.is_blank() and self.rows and _goes_on(self.rows[-1].text):
            self._line, above = self.rows.pop()
            self._pending = bytearray(above.encode())
        # In place: the row may be a file of one line.
        while self._pending.endswith(_DROPPED):
            del self._pending[-1]
        if self._pending:
            self._pending += b" "
        self.mark(text, byte)

    def start_row(self, byte: int, indentation: bytes) -> None:
        """Begin a row for the source at `byte`."""
        self.flush()
        self._line = self._source.line(byte)
        self._pending += self._shift.apply(indentation)

    def flush(self) -> None:
        """End the row."""
        text = self._pending.rstrip()
        if text:
            self.rows.append(Row(self._line, text.decode("utf-8", "replace")))
        self._pending.clear()
        self._closed = False

    def is_blank(self) -> bool:
        """Tell whether the row has no text yet."""
        return not _TEXT.search(self._pending)

    @contextmanager
    def shifted(self, old: bytes, new: bytes) -> Iterator[None]:
        """Move lines that are kept meanwhile from one indentation to another."""
        before = self._shift
        self._shift = _Shift(old, before.apply(new))
        yield
        self._shift = before

    def _append(self, start: int, end: int) -> None:
        if self._closed and self._data[start:end].strip():
            self.start_row(start, self._source.indentation(start))
            start = min(start + self._source.gap(start), end)
        if not self._pending:
            self._line = self._source.line(start)
            moves = self._shift.old != self._shift.new
            if moves and start == self._source.line_start(start) and not self._in_string(start):
                old = self._source.indentation(start)
                self._pending += self._shift.apply(old)
                start = min(start + len(old), end)
        self._pending += self._data[start:end]


def _goes_on(text: str) -> bool:
    """Tell whether a row can take more: a preprocessor line ends with its line, but for a backslash."""
    return not text.lstrip().startswith("#") or text.endswith("\\")
