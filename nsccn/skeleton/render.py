"""Skeletons: a file, or one definition of it, at a level of detail.

A skeleton below BODY keeps every named definition, import and export with the text of its declaration. It
leaves out comments, bodies of functions, long values, and long runs of code in which nothing is defined; the
language's marks stand in their place. Of a file, calls that are given functions for something (`registered.py`)
stay without what these do: those outside of functions, and several in one. A definition that a function's body
holds is taken out of the statements around it and stands in the body alone; inside a hundred such bodies the next
is left out whole. Of a template, the lines with code stay. What remains parses, with no more errors than the source.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DATA_KINDS
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import Errors, Layout, count_errors, error_lines, read_layout
from nsccn.skeleton.outline import name_rows
from nsccn.skeleton.rows import Row, text_of_rows
from nsccn.skeleton.view import View
from nsccn.skeleton.window import window, windows
from nsccn.skeleton.writer import Source

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileFacts

_BOM: Final = b"\xef\xbb\xbf"
_AROUND: Final = (1, 2, 4, 8)
"""So many rows around the errors of a skeleton the source comes back, as long as it does not parse as well."""
_LEAST_TRIES: Final = 8
_MOST_TRIES: Final = 64
_TRIED_BYTES: Final = 4_000_000
"""So much of a file is parsed to find what of it can be left out."""


class Skeleton:
    """One file, ready to be shown at any level; parses once, when it first has to."""

    def __init__(
        self, data: bytes, facts: FileFacts, language: Language, path: str = "", *, whole_docs: bool = False
    ) -> None:
        """`whole_docs` asks for all of the documentation at DOC, not only for its first paragraph."""
        self._whole_docs = whole_docs
        self._source, self._facts, self._language, self._path = Source(data), facts, language, path
        self._views: dict[Detail, View] = {}
        self._drafts: dict[Detail, list[Row]] = {}

    @cached_property
    def _layout(self) -> Layout:
        return read_layout(self._source.data, self._language, self._path)

    def file(self, detail: Detail) -> list[Row]:
        """Return the rows of the whole file."""
        rows = self.draft(detail)
        is_cut = detail not in (Detail.NAME, Detail.BODY)
        return self._of_broken(rows, detail) if is_cut and any(self._errors(rows)) else rows

    def draft(self, detail: Detail) -> list[Row]:
        """Return the same rows, or fewer where the file does not parse, so that they might parse still less."""
        if detail is Detail.NAME:
            return name_rows(self._facts)
        if detail is Detail.BODY:
            return window(self._source.data, 1, self._facts.lines)
        if detail not in self._drafts:
            rows = self._code_rows() if self._is_template() else self._rows(self._view(detail))
            self._drafts[detail] = rows
        return self._drafts[detail]

    def entity(self, ordinal: int, detail: Detail) -> list[Row]:
        """Return the rows of one definition."""
        item = self._facts.definitions[ordinal]
        if ordinal == 0:
            return self.file(detail)
        if detail is Detail.NAME:
            return name_rows(self._facts, ordinal)
        if detail is Detail.BODY:
            return window(self._source.data, self._first_line(item), item.full_range.end_line)
        return self._view(detail).entity(item)

    def _is_template(self) -> bool:
        """Whether code stands among text, and defines nothing but variables."""
        kinds = {item.kind for item in self._facts.definitions[1:]}
        return bool(self._language.template_code) and kinds <= DATA_KINDS

    def _code_rows(self) -> list[Row]:
        """Return the lines of a template with code in them."""
        data = self._source.data
        ends = [match.start() for match in re.finditer(b"\n", data)]
        found = (match.span() for match in re.finditer(self._language.template_code.encode(), data))
        return windows(data, [(bisect_left(ends, one) + 1, bisect_left(ends, end) + 1) for one, end in found])

    def _rows(self, view: View) -> list[Row]:
        start = len(_BOM) if self._source.data.startswith(_BOM) else 0
        return view.rows(start, len(self._source.data), self._layout.root)

    def _of_broken(self, rows: list[Row], detail: Detail) -> list[Row]:
        """Return the rows of a file that does not parse.

        An error reaches beyond its place, and what is cut near it can bring out more of them. Then the source comes
        back around each place where the skeleton alone does not parse, comments last, and if that is not enough,
        wherever leaving something out brings out more errors.
        """
        allowed = count_errors(self._source.data, self._language, self._path)
        if not self._errors(rows).exceed(allowed):
            return rows
        old = frozenset(error_lines(self._source.data, self._language, self._path))
        for with_comments in (False, True):
            spared: list[tuple[int, int]] = []
            found = rows
            for around in _AROUND:
                spared += self._broken_places(found, around, old)
                found = self._rows(self._sparing(spared, detail, with_comments=with_comments))
                if not self._errors(found).exceed(allowed):
                    return found
        return self._halved(detail, allowed)

    def _halved(self, detail: Detail, allowed: Errors) -> list[Row]:
        """Return the source with as much left out as parses.

        That is what stands outside all errors, or more where what cannot be left out together is tried by halves.
        """
        tops = [(node.start_byte, node.end_byte) for node in self._layout.root.children if node.has_error]
        best = self._rows(self._sparing(tops, detail, with_comments=True))
        if self._errors(best).exceed(allowed):
            best = self.file(Detail.BODY)
        return min(best, self._by_halves(detail, allowed), key=len)

    def _by_halves(self, detail: Detail, allowed: Errors) -> list[Row]:
        places = self._view(detail).places(len(self._source.data), self._layout.root)
        rows, left_out = self.file(Detail.BODY), set[tuple[int, int]]()
        pending, tries = [places], max(_LEAST_TRIES, min(_TRIED_BYTES // len(self._source.data), _MOST_TRIES))
        while pending and tries:
            tried = pending.pop()
            spared = [place for place in places if place not in left_out and place not in tried]
            found = self._rows(self._sparing(spared, detail, with_comments=True))
            tries -= 1
            if not self._errors(found).exceed(allowed):
                rows = found
                left_out.update(tried)
            elif len(tried) > 1:
                middle = len(tried) // 2
                pending += [tried[middle:], tried[:middle]]
        return rows

    def _sparing(
        self, spared: Sequence[tuple[int, int]], detail: Detail, *, with_comments: bool = False
    ) -> View:
        return View(
            self._source,
            self._facts,
            self._language,
            self._layout,
            detail,
            spared=spared,
            spares_comments=with_comments,
            whole_docs=self._whole_docs,
        )

    def _broken_places(self, rows: list[Row], around: int, old: frozenset[int]) -> list[tuple[int, int]]:
        """Return the stretches of source `around` so many rows of the errors that a skeleton has anew."""
        found = []
        for edge in error_lines(text_of_rows(rows).encode(), self._language, self._path):
            first, at, last = (
                rows[min(max(edge + step, 0), len(rows) - 1)].line for step in (-around, 0, around)
            )
            if at - 1 not in old:
                found.append((self._source.start_of(first), self._source.start_of(last + 1)))
        return found

    def _errors(self, rows: list[Row]) -> Errors:
        return count_errors(text_of_rows(rows).encode(), self._language, self._path)

    def _first_line(self, item: Definition) -> int:
        """Return the first line of a definition or of the comment that documents it."""
        marks = self._language.comment_prefixes or self._language.block_comment
        return self._view(Detail.DOC).first_line(item) if item.doc and marks else item.full_range.start_line

    def _view(self, detail: Detail) -> View:
        if detail not in self._views:
            self._views[detail] = self._sparing((), detail)
        return self._views[detail]
