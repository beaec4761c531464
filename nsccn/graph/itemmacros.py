"""Macros around items, as Rust has them: what stands between their braces is read like what stands outside.

    cfg_net! {                      pin_project! {                  lazy_static! {
        impl Listener {                 pub struct Sleep {              static ref NAME: Regex = …;
            pub fn bind() { … }             #[pin]                  }
        }                                   timer: Timer,
    }                                   }
                                    }

A grammar sees nothing but tokens in a macro. Where they are items and nothing else, the macro is read as one that is
given nothing, and its items as if they stood before it. What stands in a function is an expression, and stays.

The branches of `cfg_if! { if #[cfg(unix)] { … } else { … } }` are read as `#[cfg]` before items is: all of them are.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_MACRO_LINE: Final = re.compile(rb"^[ \t]*[A-Za-z_][\w:]*![ \t]*\{", re.MULTILINE)
_TOKEN: Final = re.compile(
    rb"//[^\n]*|/\*.*?(?:\*/|\Z)"
    rb"|\bb?r(?P<marks>#*)\".*?(?:\"(?P=marks)|\Z)|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\'|\\[^'\n]{1,12})'"
    rb"|[(){}\[\];$]",
    re.DOTALL,
)
_PAIRS: Final = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSING: Final = frozenset(_PAIRS.values())
_OPENING_BRACE, _SEMICOLON = b"{;"
_VARIABLE: Final = b"$"
"""Begins the variables of a macro's definition."""
_DEEPEST: Final = 8
"""No macros stand deeper in each other."""
_BEFORE: Final = re.compile(
    rb"(?:\s|//[^\n]*|/\*.*?(?:\*/|\Z)|#!?\[(?:[^\[\]]|\[[^\[\]]*\])*\])*+", re.DOTALL
)
"""What may stand before an item: comments and attributes."""
_MACRO: Final = re.compile(rb"[A-Za-z_][\w:]*!(?P<brace>[ \t]*\{)?")
_CONDITIONAL: Final = re.compile(rb"(?:cfg_if::)?cfg_if!")
_BRANCH: Final = re.compile(rb"(?:else\s*)?(?:if\s*#\[cfg\b)?")
_HOLDER: Final = re.compile(rb"(?:pub\b(?:\s*\([^()]*\))?\s+)?(?:unsafe\s+)?(?:impl|trait|mod|extern)\b")
_ENDED_BY_SEMICOLON: Final = re.compile(
    rb"(?:pub\b(?:\s*\([^()]*\))?\s+)?(?:default\s+)?(?:use\b|type\b|const\s+\w+\s*:|static\b)"
)
_ITEM: Final = re.compile(
    rb"macro_rules!\s*\w+\s*[{(]|(?:pub\b(?:\s*\([^()]*\))?\s+)?(?:default\s+)?"
    rb"(?:(?:(?:const|async|unsafe|extern(?:\s+\"[^\"]*\")?)\s+)*fn\s+\w+\s*(?:<|\((?![^()]*\sin\s))"
    rb"|(?:struct|union)\s+\w+\s*(?:[<{(;]|where\b)|enum\s+\w+\s*(?:[<{]|where\b)"
    rb"|(?:unsafe\s+)?(?:impl\b(?!\s*<\s*>)|(?:auto\s+)?trait\s+\w)|mod\s+\w+\s*[{;]|use\b|extern\s+crate\b"
    rb"|const\s+\w+\s*:|static\s+(?P<reference>ref\s+)?(?:mut\s+)?\w+\s*:|type\s+\w)"
)


def without_item_macros(data: bytes) -> bytes:
    """Return a text in which the items that macros hold stand by themselves, everything else where it was."""
    if not _MACRO_LINE.search(data):
        return data
    ends = _ends(data)
    if not ends:
        return data
    read = bytearray(data)
    for start, end, text in _Reader(data, ends).replaced(0, len(data)):
        read[start:end] = text.ljust(end - start)
    return bytes(read)


def _ends(data: bytes) -> dict[int, int]:
    """Return where brackets are closed, statements end and variables begin, in the order of the text.

    Nothing if brackets do not fit.
    """
    ends: dict[int, int] = {}
    opened: list[tuple[bytes, int]] = []
    for match in _TOKEN.finditer(data):
        token, start = match.group(), match.start()
        if token in _PAIRS:
            opened.append((_PAIRS[token], start))
            ends[start] = start
        elif token in (b";", _VARIABLE):
            ends[start] = start
        elif token in _CLOSING:
            if not opened or opened[-1][0] != token:
                return {}
            ends[opened.pop()[1]] = start
    return {} if opened else ends


class _Piece(NamedTuple):
    """An item, or what else stands among items."""

    start: int
    """Behind the comments and attributes before it."""
    brace: int
    """Where its braces open, or it ends without."""
    end: int


class _Replaced(NamedTuple):
    """What is read as something else."""

    start: int
    end: int
    text: bytes


class _Reader:
    def __init__(self, data: bytes, ends: dict[int, int]) -> None:
        self._data, self._ends, self._marks = data, ends, list(ends)
        self._variables = [mark for mark in self._marks if data[mark : mark + 1] == _VARIABLE]

    def replaced(self, start: int, end: int, depth: int = 0) -> Iterator[_Replaced]:
        """Yield what is to be read otherwise of the macros between two places where items stand."""
        for piece in self._pieces(start, end) if depth < _DEEPEST else ():
            macro = self._macro(piece)
            branches = self._branches(piece) if macro is not None else []
            is_read = macro is not None and not branches and self._holds_items(piece, depth)
            if macro is not None and branches:
                yield _emptied(macro)
                yield from self._joined(branches, depth)
                yield _Replaced(piece.end, piece.end + 1, b"")
            if macro is not None and is_read:
                yield _emptied(macro)
                yield from self._references(piece)
                yield _Replaced(piece.end, piece.end + 1, self._ending(piece))
            if is_read or _HOLDER.match(self._data, piece.start):
                yield from self.replaced(piece.brace + 1, piece.end, depth + 1)

    def _macro(self, piece: _Piece) -> re.Match[bytes] | None:
        macro = _MACRO.match(self._data, piece.start, piece.brace + 1)
        return macro if macro is not None and macro["brace"] and macro.end() == piece.brace + 1 else None

    def _holds_items(self, macro: _Piece, depth: int) -> bool:
        """Tell whether nothing but items and macros stands in a macro, and an item in one of them."""
        inside = list(self._pieces(macro.brace + 1, macro.end))
        if depth >= _DEEPEST or any(map(self._has_variables, inside)):
            return False
        others = [piece for piece in inside if self._item(piece) is None]
        if not all(_MACRO.match(self._data, piece.start) for piece in others):
            return False
        return len(others) < len(inside) or any(
            self._macro(piece) and self._holds_items(piece, depth + 1) for piece in others
        )

    def _branches(self, macro: _Piece) -> list[_Piece]:
        """Return the branches of conditions on the build that hold items, none of other macros."""
        if not _CONDITIONAL.match(self._data, macro.start):
            return []
        found: list[_Piece] = []
        start = _behind(self._data, macro.brace + 1, macro.end)
        while start < macro.end:
            head = _BRANCH.match(self._data, start, macro.end)
            brace = self._brace(head.end()) if head is not None and head.group() else -1
            if brace < 0 or any(map(self._is_no_item, self._pieces(brace + 1, self._ends[brace]))):
                return []
            found.append(_Piece(start, brace, self._ends[brace]))
            start = _behind(self._data, self._ends[brace] + 1, macro.end)
        return found

    def _brace(self, start: int) -> int:
        """Return the first brace from a place on that stands in no other brackets, -1 if there is none."""
        place = bisect_left(self._marks, start)
        while place < len(self._marks) and self._data[self._marks[place]] != _OPENING_BRACE:
            mark = self._marks[place]
            place = bisect_left(self._marks, max(self._ends[mark], mark + 1))
        return self._marks[place] if place < len(self._marks) else -1

    def _is_no_item(self, piece: _Piece) -> bool:
        return self._has_variables(piece) or not (
            self._item(piece) or _MACRO.match(self._data, piece.start, piece.brace + 1)
        )

    def _joined(self, branches: list[_Piece], depth: int) -> Iterator[_Replaced]:
        """Yield what makes the items of branches stand by themselves."""
        for branch in branches:
            yield _Replaced(branch.start, branch.brace + 1, b"")
            yield from self.replaced(branch.brace + 1, branch.end, depth + 1)
            yield _Replaced(branch.end, branch.end + 1, b"")

    def _has_variables(self, piece: _Piece) -> bool:
        first = bisect_left(self._variables, piece.start)
        has_any = first < len(self._variables) and self._variables[first] < piece.end
        return has_any and not self._data.startswith(b"macro_rules!", piece.start)

    def _item(self, piece: _Piece) -> re.Match[bytes] | None:
        return _ITEM.match(self._data, piece.start, piece.brace + 1)

    def _references(self, macro: _Piece) -> Iterator[_Replaced]:
        """Yield the `ref` of statics that are made when they are first used."""
        for item in map(self._item, self._pieces(macro.brace + 1, macro.end)):
            if item is not None and item["reference"]:
                yield _Replaced(*item.span("reference"), b"")

    def _ending(self, macro: _Piece) -> bytes:
        """Return what ends the last item, where that may go without it in a macro."""
        *_, last = self._pieces(macro.brace + 1, macro.end)
        return b";" if last.brace == last.end == macro.end else b""

    def _pieces(self, start: int, end: int) -> Iterator[_Piece]:
        """Yield the items between two places, and what else stands there."""
        data, marks = self._data, self._marks
        head = _behind(data, start, end)
        place = bisect_left(marks, head)
        while place < len(marks) and marks[place] < end:
            mark = marks[place]
            place = bisect_left(marks, max(self._ends[mark], mark + 1))
            is_end = data[mark] == _SEMICOLON or (
                data[mark] == _OPENING_BRACE and not _ENDED_BY_SEMICOLON.match(data, head, mark)
            )
            if is_end:
                if mark > head or data[mark] == _OPENING_BRACE:
                    yield _Piece(head, mark, self._ends[mark])
                head = _behind(data, self._ends[mark] + 1, end)
                place = bisect_left(marks, head)
        if head < end:
            yield _Piece(head, end, end)


def _emptied(macro: re.Match[bytes]) -> _Replaced:
    """Return what stands for the head of a macro: one that is given nothing, where there is room for it."""
    start, end = macro.span("brace")
    return _Replaced(start, end, b"{}") if end - start > 1 else _Replaced(macro.start(), end, b"")


def _behind(data: bytes, start: int, end: int) -> int:
    """Return the first place from `start` on where neither comment nor attribute stands."""
    found = _BEFORE.match(data, start, end)
    return found.end() if found else start
