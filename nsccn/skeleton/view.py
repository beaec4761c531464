"""One file at one level: goes through the source, and leaves out what the level does not show."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS
from nsccn.graph.registrations import outermost
from nsccn.regexes import regex
from nsccn.skeleton.cut import Cut
from nsccn.skeleton.cuts import ANY_TEXT, Cuts
from nsccn.skeleton.outline import DEEPEST
from nsccn.skeleton.shown import is_shown
from nsccn.skeleton.writer import Mark, Source, Writer

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileFacts
    from nsccn.skeleton.detail import Detail
    from nsccn.skeleton.layout import Layout
    from nsccn.skeleton.rows import Row

_STEP: Final = b"    "
_MACRO_BYTES: Final = 30
"""A macro of one line stays when it is no longer than this."""
_PADDING: Final = 4
"""So much longer than its mark a body in braces may be to stay: blanks and words take less room than marks."""
_BRACED_BYTES: Final = 100
"""A body in braces of one line stays in languages without braces elsewhere: it is that of a lambda."""
_SEVERAL: Final = 2
_BLOCK: Final = regex(rb"\{|do\b")
_LAMBDA: Final = regex(rb"->\s*(?:\([^()]*\)\s*)?\Z")
_SEMICOLON: Final = regex(rb"[ \t]*;")
_NUMBER: Final = regex(r"#\d+")
"""Tells redefinitions of a name apart."""
_CODE: Final = regex(rb"[^\s{};]")
_CODE_LINE: Final = regex(rb"\n([ \t]*)(?=[A-Za-z_~])(?!\w+[ \t]*:(?!:))")
"""A line that begins with a word, but for labels."""
_NEXT_LINE: Final = regex(rb"\n([ \t]*)(?=[^\s}])")


class Piece(NamedTuple):
    """A stretch of a body that stays."""

    start: int
    end: int
    node: Node | None
    """Where to look for runs of code in it."""


class View:
    """A file at SIGNATURE or DOC."""

    def __init__(
        self,
        source: Source,
        facts: FileFacts,
        language: Language,
        layout: Layout,
        detail: Detail,
        *,
        spared: Sequence[tuple[int, int]] = (),
        spares_comments: bool = False,
        whole_docs: bool = False,
    ) -> None:
        """Of the stretches in `spared` nothing is left out, but comments where `spares_comments` does not hold.

        Nor is anything of documentation with `whole_docs`.
        """
        self._source, self._data, self._language, self._layout = source, source.data, language, layout
        self._spared, self._spares_comments = spared, spares_comments
        self._facts, self._definitions = facts, facts.definitions
        self._mark = Mark.of(language.elision)
        self._cuts = Cuts(source.data, facts, language, layout, self._mark, detail, whole_docs=whole_docs)
        self._named = sorted(
            (item for item in facts.definitions[1:] if "implicit" not in item.modifiers),
            key=lambda item: (item.full_range.start_byte, -item.full_range.end_byte),
        )
        self._starts = [item.full_range.start_byte for item in self._named]
        self._writer = Writer(source, self._in_string, self._in_spared)
        self._asked: Definition | None = None
        """The definition that is written; of loose ones it alone has a body to leave out."""
        self._open = 0
        """Bodies around the place that is being written."""

    def rows(self, start: int, end: int, top: Node | None) -> list[Row]:
        """Return the rows of a stretch; runs of code are looked for below `top`."""
        self._writer = Writer(self._source, self._in_string, self._in_spared)
        self._region(start, end, top)
        self._writer.flush()
        return self._writer.rows

    def first_line(self, item: Definition) -> int:
        """Return the first line of a definition with its leading comment."""
        return self._source.line(self._cuts.outer_start(item))

    def entity(self, item: Definition) -> list[Row]:
        """Return the rows of one definition."""
        start, end = self._cuts.outer_start(item), item.full_range.end_byte
        line_start = self._source.line_start(start)
        if not self._data[line_start:start].strip():
            start = line_start
        self._asked = item
        rows = self.rows(start, end, self._layout.root.descendant_for_byte_range(start, end))
        self._asked = None
        return rows

    def places(self, end: int, top: Node | None) -> list[tuple[int, int]]:
        """Return where something is left out of the file."""
        return [
            (one.start, one.end) if isinstance(one, Cut) else (one.body_start, one.body_end)
            for one in self._outermost(0, end, top)
        ]

    # -- stretches

    def _region(self, start: int, end: int, top: Node | None) -> None:
        """Write a stretch: what is kept of it, and a mark for what is not."""
        writer, position = self._writer, start
        for cut in self._outermost(start, end, top):
            if isinstance(cut, Cut):
                writer.keep(position, cut.start)
                self._leave_out(cut)
                position = cut.end
            else:
                writer.keep(position, cut.body_start)
                self._body(cut)
                position = cut.body_end
        writer.keep(position, end)

    def _outermost(self, start: int, end: int, top: Node | None) -> list[Cut | Definition]:
        """Return what is left out of a stretch, in order, the outermost of what lies in one another."""
        bodies = [
            (item.body_start, -item.body_end, item)
            for item in self._within(start, end)
            if item.body_end
            and start <= item.body_start
            and item.body_end <= end
            and not self._swallows(item)
        ]
        cuts = self._cuts.within(start, end)
        if top is not None:
            cuts += [cut for cut in self._cuts.runs(top) if start <= cut.start and cut.end <= end]
        found: list[tuple[int, int, Cut | Definition]] = [*bodies]
        found += [(cut.start, -cut.end, cut) for cut in cuts]
        found.sort(key=lambda entry: entry[:2])
        kept: list[Cut | Definition] = []
        covered = start
        for first, last, one in found:
            if first >= covered and not self._is_spared(one, first, -last):
                kept.append(one)
                covered = -last
        return kept

    def _is_spared(self, found: Cut | Definition, first: int, last: int) -> bool:
        if not self._spares_comments and isinstance(found, Cut) and found.is_comment:
            return False
        return any(first < end and start < last for start, end in self._spared)

    def _swallows(self, item: Definition) -> bool:
        """Tell whether a body that does not parse reaches over what follows, as its lines begin."""
        start, end = item.body_start, item.body_end
        if not self._layout.root.has_error or b"\n" not in self._data[start:end]:
            return False
        if item.kind == "macro":
            following = self._data.find(b"\n", end)
            return self._data[end - 1 : following].rstrip().endswith(b"\\")
        node = self._layout.root.descendant_for_byte_range(start, end)
        if node is None or not node.has_error:
            return False
        outside = len(self._source.indentation(item.full_range.start_byte))
        return any(len(found.group(1)) <= outside for found in _CODE_LINE.finditer(self._data, start, end))

    def _within(self, start: int, end: int) -> list[Definition]:
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return [
            item
            for item in self._named[first:last]
            if item.full_range.end_byte <= end and (item is self._asked or is_shown(item, self._facts))
        ]

    def _leave_out(self, cut: Cut) -> None:
        writer = self._writer
        if cut.joins:
            writer.join(cut.mark, cut.start)
        elif cut.mark:
            writer.mark(cut.mark, cut.start)
        spans_lines = cut.is_comment and b"\n" in self._data[cut.start : cut.end]
        if spans_lines and not writer.is_blank():
            writer.flush()

    # -- bodies

    def _body(self, item: Definition) -> None:
        """Write a mark for a body, with its documentation and the definitions in it, where it has some.

        Inside `DEEPEST` other bodies it is left out whole.
        """
        start, end = item.body_start, item.body_end
        kept = [Piece(start, doc_end, None)] if (doc_end := self._cuts.doc_end(start)) else []
        for other in self._within(start, end) if self._open < DEEPEST else ():
            known = kept and self._cuts.outer_start(other) < kept[-1].end
            if other.kind in DATA_KINDS or other is item or known:
                continue
            piece = self._statement(other, item)
            while kept and kept[-1].end > piece.start:
                kept.pop()
            kept.append(piece)
        kept = self._with_registrations(item, kept)
        if kept:
            self._open_body(item, kept)
        elif self._is_short(item):
            self._writer.join(self._data[start:end], start)
        else:
            self._writer.join(self._body_mark(item), start)

    def _with_registrations(self, item: Definition, kept: list[Piece]) -> list[Piece]:
        """Add what several calls of a function of the file are given functions for."""
        if self._asked is not None or item.kind not in FUNCTION_KINDS:
            return kept
        first, last = self._source.line(item.body_start), self._source.line(item.body_end - 1)
        inside = outermost(self._cuts.registered, first, last)
        called = dict.fromkeys(self._call(one.first, one.last, item) for one in inside)
        own = [one for one in called if not any(_holds(other, one) for other in (*kept, *called))]
        if len(own) < _SEVERAL:
            return kept
        rest = [one for one in kept if not any(_holds(other, one) for other in own)]
        return sorted([*own, *rest], key=lambda piece: piece.start)

    def _call(self, first: int, last: int, around: Definition) -> Piece:
        """Return the statement of a body that has some lines."""
        start, end = self._source.start_of(first), self._source.start_of(last + 1)
        start += len(self._source.indentation(start))
        end = start + len(self._data[start:end].rstrip())
        node = self._layout.root.descendant_for_byte_range(start, end)
        top: Node | None = None
        while node is not None and not self._holds_statements(node, start) and not _exceeds(node, around):
            top, node = node, node.parent
        return (
            Piece(min(start, top.start_byte), max(end, top.end_byte), top) if top else Piece(start, end, None)
        )

    def _is_short(self, item: Definition) -> bool:
        """Tell whether a body takes hardly more room than its mark would."""
        text = self._data[item.body_start : item.body_end]
        if self._is_braced(item):
            return b"\n" not in text and len(text) <= _BRACED_BYTES
        longest = len(self._mark.whole) + (_PADDING if self._mark.opening else 0)
        if b"\n" in text or len(text) > (_MACRO_BYTES if item.kind == "macro" else longest):
            return False
        before = self._data[self._source.line_start(item.body_start) : item.body_start]
        return not self._mark.ends_line or bool(before.strip())

    def _is_braced(self, item: Definition) -> bool:
        """Tell whether a body is that of a lambda, which a mark would leave open: `-> { … }`."""
        start = item.body_start
        before = self._data[self._source.line_start(start) : start]
        return (
            self._mark.ends_line
            and _BLOCK.match(self._data, start) is not None
            and _LAMBDA.search(before) is not None
        )

    def _body_mark(self, item: Definition) -> bytes:
        """Return what stands for a body."""
        if item.kind == "macro":
            return ANY_TEXT
        if self._is_braced(item):
            return f"{{ {self._language.elided_value} }}".encode()
        marks = self._language.accessor_marks.items() if self._language.accessor_marks else ()
        parts = [mark for modifier, mark in marks if modifier in item.modifiers]
        is_list = bool(parts) and self._data.startswith(self._mark.opening, item.body_start)
        return f"{{ {' '.join(parts)} }}".encode() if is_list else self._mark.whole

    def _open_body(self, item: Definition, kept: list[Piece]) -> None:
        writer, mark = self._writer, self._mark
        indentation = self._body_indentation(item)
        gap = self._first_gap(item, kept)
        inside = mark.inside if gap >= 0 else b""
        is_inline = bool(mark.opening) or mark.ends_line
        if is_inline:
            writer.join((mark.opening + b" " + inside).strip(), item.body_start)
        for piece in kept:
            if inside and not is_inline and gap < piece.start:
                writer.start_row(gap, indentation)
                writer.mark(inside, gap)
                inside = b""
            writer.start_row(piece.start, indentation)
            with writer.shifted(self._source.indentation(piece.start), indentation):
                self._open += 1
                self._region(piece.start, piece.end, piece.node)
                self._open -= 1
        if inside and not is_inline:
            writer.start_row(gap, indentation)
            writer.mark(inside, gap)
        if mark.closing:
            writer.start_row(item.body_end - 1, self._source.indentation(item.full_range.start_byte))
            writer.mark(mark.closing, item.body_end - 1)

    def _first_gap(self, item: Definition, kept: list[Piece]) -> int:
        """Return the first byte of a body that is left out, -1 if there is none."""
        ends = [item.body_start, *(piece.end for piece in kept)]
        for start, end in zip(ends, [*(piece.start for piece in kept), item.body_end], strict=True):
            found = _CODE.search(self._data, start, end)
            if found:
                return found.start()
        return -1

    def _body_indentation(self, item: Definition) -> bytes:
        """Return the indentation of the statements of a body."""
        start = item.body_start
        outside = self._source.indentation(item.full_range.start_byte)
        if not self._mark.opening and not self._data[self._source.line_start(start) : start].strip():
            return self._source.indentation(start)
        found = _NEXT_LINE.search(self._data, start, item.body_end)
        return found.group(1) if found and len(found.group(1)) > len(outside) else outside + _STEP

    def _statement(self, item: Definition, around: Definition) -> Piece:
        """Return the least piece of a body that holds a definition and is a statement of its own."""
        full = item.full_range
        start, end = max(self._cuts.outer_start(item), around.body_start), full.end_byte
        # A member defined outside its type, in an `impl` block for example, keeps what says whose it is.
        reach = full.start_byte if self._is_direct(item) else around.body_start
        top, node = None, self._layout.root.descendant_for_byte_range(full.start_byte, full.end_byte)
        while node is not None and not self._holds_statements(node, reach) and not _exceeds(node, around):
            top, start, end = node, min(start, node.start_byte), max(end, node.end_byte)
            node = node.parent
        closing = _SEMICOLON.match(self._data, end)
        return Piece(start, closing.end() if closing else end, top)

    def _is_direct(self, item: Definition) -> bool:
        """Tell whether a definition has its name from where it stands."""
        parent = self._definitions[item.parent]
        place = parent.full_range
        named = f"{parent.qualified_name}.{item.name}"
        is_inside = place.start_byte <= item.full_range.start_byte < place.end_byte
        return is_inside and _NUMBER.sub("", item.qualified_name) == _NUMBER.sub("", named)

    def _holds_statements(self, node: Node, reach: int) -> bool:
        return node.type in self._language.statement_lists and node.start_byte <= reach

    def _in_spared(self, byte: int) -> bool:
        """Tell whether a byte lies where nothing at all is left out."""
        return self._spares_comments and any(start <= byte < end for start, end in self._spared)

    def _in_string(self, byte: int) -> bool:
        """Tell whether a byte lies in a string whose text matters; documentation may be indented anew."""
        if self._cuts.in_doc(byte):
            return False
        strings = self._layout.strings
        place = bisect_right(strings, (byte, len(self._data))) - 1
        return place >= 0 and strings[place][0] < byte < strings[place][1]


def _holds(piece: Piece, other: Piece) -> bool:
    return piece != other and piece.start <= other.start and other.end <= piece.end


def _exceeds(node: Node, around: Definition) -> bool:
    """Tell whether a node reaches beyond a body."""
    return node.start_byte < around.body_start or node.end_byte > around.body_end
