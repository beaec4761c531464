"""What a skeleton leaves out besides function bodies: comments, documentation, long values, long code."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS
from nsccn.graph.registrations import around
from nsccn.regexes import regex
from nsccn.skeleton.cut import Cut
from nsccn.skeleton.declared import Declared, holds
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.imports import folded
from nsccn.skeleton.paragraph import Cutoff, comment_paragraph, string_paragraph
from nsccn.skeleton.registered import told
from nsccn.skeleton.shown import is_shown
from nsccn.skeleton.tables import Tables
from nsccn.skeleton.values import left_out

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileFacts, SourceRange
    from nsccn.skeleton.layout import Layout
    from nsccn.skeleton.writer import Mark

_SHORT_LINES: Final = 3
"""Code that is no definition stays when it is no longer than this."""
_SHORT_BYTES: Final = 300
_STRUCTURE: Final = frozenset(
    "import export package namespace use using preproc declaration declare directive attribute php".split()
)
"""Parts of the names of top-level nodes that are structure, whether or not they define something known."""
_STYLE: Final = regex(rb"^<style\b[^>]*>(\s*\n.*?)</style>", re.MULTILINE | re.DOTALL)
_STYLES: Final = b"/*...*/"
"""Stands for rules of CSS."""
_INTERPRETER: Final = b"#!"
"""Such a first line is no comment: it says what language the file is in."""
_MACRO: Final = regex(rb"[ \t]*#[ \t]*define\b")
ANY_TEXT: Final = b"..."
"""Stands for what a macro is replaced by, which may be any text."""
_ATTACHED: Final = frozenset({"attribute", "decorator"})
"""Parts of the names of nodes that belong to what stands behind them, and stay or go with it."""


class Cuts:
    """All that can be cut from one file at one level of detail, function bodies aside."""

    def __init__(
        self,
        data: bytes,
        facts: FileFacts,
        language: Language,
        layout: Layout,
        mark: Mark,
        detail: Detail,
        *,
        whole_docs: bool,
    ) -> None:
        self._data, self._facts, self._language, self._layout = data, facts, language, layout
        self._mark, self._detail, self._whole_docs = mark, detail, whole_docs
        self._explicit = [
            item
            for item in facts.definitions[1:]
            if is_shown(item, facts) and "implicit" not in item.modifiers
        ]
        self._bodies = {(item.body_start, item.body_end) for item in self._explicit if item.body_end}
        functions = (item.full_range for item in self._explicit if item.kind in FUNCTION_KINDS)
        self._functions = (
            sorted((one.start_byte, one.end_byte) for one in functions) if language.clauses else []
        )
        self._doc_ids = {node.id for node in layout.docs}
        self._doc_ends = {node.start_byte: node.end_byte for node in layout.docs}
        self._doc_starts = sorted(self._doc_ends)
        self.registered = told(data, layout.root)
        self._heads = {one.first for one in self.registered}
        shown = {item.full_range.start_byte for item in self._explicit}
        self._declared = Declared(data, layout, language.statement_lists, shown)
        self._leads: dict[int, int] = {}
        """Start of a definition -> start of the comment that documents it."""
        self._anchors = sorted(self._anchor_lines())
        self._tables = self._opened_tables()
        self._anchors = sorted({*self._anchors, *(table.start_point[0] + 1 for table, _ in self._tables)})
        in_tables = (cut for _, cuts in self._tables for cut in cuts)
        imports = folded(data, facts, layout.root, language)
        found = [*imports, *in_tables, *self._styles(), *self._values(), *self._docs(), *self._comments()]
        found += self._declared.cuts(self._anchors, self._left_out, mark.inside)
        found += self._asides()
        self._cuts = sorted(found, key=lambda cut: (cut.start, -cut.end))
        self._starts = [cut.start for cut in self._cuts]

    def within(self, start: int, end: int) -> list[Cut]:
        """Return the cuts inside a stretch, runs of code aside."""
        first, last = bisect_left(self._starts, start), bisect_left(self._starts, end)
        return [cut for cut in self._cuts[first:last] if cut.end <= end]

    def outer_start(self, item: Definition) -> int:
        """Return the first byte of a definition, or at DOC of the comment that documents it."""
        start = item.full_range.start_byte
        return self._leads.get(start, start)

    def doc_end(self, body_start: int) -> int:
        """Return the end of the documentation that a body begins with, 0 where none is shown."""
        return self._doc_ends.get(body_start, 0) if self._detail >= Detail.DOC else 0

    def in_doc(self, byte: int) -> bool:
        """Tell whether a byte lies in documentation."""
        place = bisect_right(self._doc_starts, byte) - 1
        return place >= 0 and byte < self._doc_ends[self._doc_starts[place]]

    def runs(self, top: Node) -> Iterator[Cut]:
        """Yield the long runs of statements below a node in which nothing is defined or imported."""
        pending = [top]
        while pending:
            node = pending.pop()
            is_list = self._is_top(node) or node.type in self._language.statement_lists
            if is_list and node.named_children and self._is_registered(node):
                yield self._registered_body(node.named_children)
                continue
            if is_list:
                yield from self._plain_runs(node)
            pending.extend(
                child
                for child in node.children
                if (_lines(child) > _SHORT_LINES or self._may_be_registered(child))
                and (child.start_byte, child.end_byte) not in self._bodies
                and (not is_list or self._is_anchored(child))
            )

    def _may_be_registered(self, node: Node) -> bool:
        """Tell whether a node of any length is looked into: it begins with a registration, or is what that holds."""
        is_head = node.start_point[0] + 1 in self._heads
        return is_head or (node.type in self._language.statement_lists and self._is_registered(node))

    def _is_registered(self, node: Node) -> bool:
        """Tell whether statements are those of a function that a call is given and hold nothing named."""
        if self._declared.is_block(node):
            return not holds(node, self._anchors)
        found = around(self.registered, node.start_point[0] + 1)
        if found is None or node.end_point[0] >= found.last:
            return False
        return bisect_right(self._anchors, found.last) - bisect_right(self._anchors, found.first) == 0

    def _registered_body(self, statements: Sequence[Node]) -> Cut:
        """Leave out such statements, on the line of the call."""
        start, end = statements[0].start_byte, statements[-1].end_byte
        start = len(self._data[:start].rstrip())
        if not self._mark.ends_line:
            end += len(self._data[end:]) - len(self._data[end:].lstrip())
        return Cut(start, end, self._mark.inside, joins=self._mark.ends_line)

    def _is_top(self, node: Node) -> bool:
        root, lists = self._layout.root, self._language.top_lists
        return node == root if not lists else node.type in lists and node.parent == root

    def _plain_runs(self, node: Node) -> Iterator[Cut]:
        run: list[Node] = []
        attached: list[Node] = []
        # Not asked of each child: a node finds its parent from the root downwards.
        at_top = self._is_top(node)
        for child in node.children:
            if not child.is_named or child.type.endswith("comment"):
                continue
            if _is_attached(child.type):
                attached.append(child)
                continue
            if self._is_plain(child, at_top=at_top):
                run += [*attached, child]
            else:
                yield from self._as_cut(run)
                run = []
            attached = []
        yield from self._as_cut(run)

    def _as_cut(self, run: list[Node]) -> Iterator[Cut]:
        if not run:
            return
        start, end = run[0], run[-1]
        lines = end.end_point[0] - start.start_point[0] + 1
        if lines > _SHORT_LINES or end.end_byte - start.start_byte > _SHORT_BYTES:
            yield Cut(start.start_byte, end.end_byte, self._mark.inside)

    def _is_plain(self, node: Node, *, at_top: bool) -> bool:
        if node.has_error or self._is_anchored(node) or node.id in self._doc_ids:
            return False
        return not (at_top and _is_structure(node.type))

    def _is_anchored(self, node: Node) -> bool:
        place = bisect_left(self._anchors, node.start_point[0] + 1)
        return place < len(self._anchors) and self._anchors[place] <= node.end_point[0] + 1

    def _anchor_lines(self) -> Iterator[int]:
        for item in self._explicit:
            yield item.full_range.start_line
            yield item.name_line
        yield from self._heads
        yield from self._declared.lines
        of_tags = self._language.tag_module
        yield from (one.line for one in self._facts.imports if not of_tags or one.module != of_tags)
        if self._language.clauses:
            yield from (body.start_line for body in self._facts.elisions)

    # -- long values

    def _opened_tables(self) -> list[tuple[Node, list[Cut]]]:
        """Return the tables whose keys are shown, with what is left out of them."""
        lists = [node for node in (self._layout.root, *self._layout.root.children) if self._is_top(node)]
        inside = self._mark.inside
        mark = inside if inside.startswith(b"/*") else f"{self._language.line_comment} ...".encode()
        tables = Tables(self._language.tables, self._is_anchored, self._left_out, mark)
        return list(tables.opened([one for top in lists for one in top.children], self._facts.lines))

    def _values(self) -> Iterator[Cut]:
        places = sorted(
            [*(item.full_range.start_byte for item in self._explicit), *(start for start, _ in self._bodies)]
        )
        for value in self._facts.elisions:
            first = bisect_left(places, value.start_byte)
            holds_definitions = first < len(places) and places[first] < value.end_byte
            is_declared = self._declared.is_in(value.start_byte, value.end_byte)
            if holds_definitions or is_declared or self._is_opened(value):
                continue
            if not self._lists_exports(value.start_byte, value.end_byte):
                if self._is_of_macro(value.start_byte):
                    yield Cut(value.start_byte, value.end_byte, ANY_TEXT, joins=True)
                elif self._is_of_clause(value):
                    yield Cut(value.start_byte, value.end_byte, self._mark.inside)
                else:
                    yield self._left_out(value.start_byte, value.end_byte)

    def _is_opened(self, value: SourceRange) -> bool:
        """Tell whether a value is or holds a table whose keys are shown."""
        return any(
            value.start_byte <= table.start_byte and table.end_byte <= value.end_byte
            for table, _ in self._tables
        )

    def _left_out(self, start: int, end: int) -> Cut:
        return left_out(self._data, self._layout.root, start, end, self._language, self._mark.inside)

    def _is_of_clause(self, value: SourceRange) -> bool:
        """Tell whether a value is the body of a further clause of a function."""
        place = bisect_right(self._functions, (value.start_byte, len(self._data))) - 1
        return place >= 0 and value.end_byte <= self._functions[place][1]

    def _is_of_macro(self, byte: int) -> bool:
        """Tell whether a value is that of a macro, on its line or behind a line that goes on."""
        start = self._data.rfind(b"\n", 0, byte) + 1
        while self._data[max(start - 2, 0) : start] == b"\\\n":
            start = self._data.rfind(b"\n", 0, start - 1) + 1
        return _MACRO.match(self._data, start) is not None

    def _lists_exports(self, start: int, end: int) -> bool:
        exports = self._facts.exports
        text = self._data[start:end]
        names = (rf"(?<!\w){re.escape(name)}(?!\w)".encode() for name in exports)
        return bool(exports) and all(re.search(name, text) for name in names)

    # -- styles

    def _styles(self) -> Iterator[Cut]:
        """Leave out what the style sheets in a component say."""
        for found in _STYLE.finditer(self._data) if self._language.outer_grammar else ():
            yield Cut(*found.span(1), _STYLES)

    def _asides(self) -> Iterator[Cut]:
        """Leave out what only DOC shows of declarations."""
        pattern = self._language.asides if self._detail < Detail.DOC else ""
        for found in re.finditer(pattern.encode(), self._data) if pattern else ():
            yield Cut(*found.span())

    # -- documentation

    def _docs(self) -> Iterator[Cut]:
        for node in self._layout.docs:
            if node.type.endswith("comment"):
                continue
            if self._detail >= Detail.DOC and self._whole_docs:
                continue
            if self._detail >= Detail.DOC:
                cutoff = string_paragraph(self._data[node.start_byte : node.end_byte])
                yield from self._after_paragraph(node.start_byte, node.end_byte, cutoff)
            else:
                yield self._without_doc(node)

    def _without_doc(self, node: Node) -> Cut:
        """A class whose documentation is all that it has gets the mark, so that it stays a class."""
        parent = node.parent
        if parent is not None and parent.parent is not None and _count_statements(parent) == 1:
            return Cut(node.start_byte, node.end_byte, self._mark.whole, joins=True)
        following = node.next_sibling
        if following is not None and following.start_point[0] == node.end_point[0]:
            return Cut(node.start_byte, node.end_byte, self._mark.inside)
        return Cut(node.start_byte, node.end_byte)

    # -- comments

    def _comments(self) -> Iterator[Cut]:
        kept = self._kept_comments() if self._detail >= Detail.DOC else {}
        for node in self._layout.comments:
            start, end = node.start_byte, node.end_byte
            while end > start and self._data[end - 1] in b"\r\n":
                end -= 1
            if start == 0 and self._data.startswith(_INTERPRETER):
                continue
            if start in kept:
                yield from self._after_paragraph(start, end, kept[start], b" ")
            else:
                yield Cut(start, end, is_comment=True)

    def _after_paragraph(self, start: int, end: int, cutoff: Cutoff, space: bytes = b"") -> Iterator[Cut]:
        """Yield what is left out of documentation of which the first paragraph stays."""
        first, last = cutoff.gap
        if first < last:
            yield Cut(start + first, start + last, space)
        end = start + cutoff.until if cutoff.until else end
        if start + cutoff.end < end:
            yield Cut(start + cutoff.end, end, cutoff.closing)

    def _kept_comments(self) -> dict[int, Cutoff]:
        """Return for the start of each comment that stays where it is cut off."""
        kept: dict[int, Cutoff] = {}
        by_last_line = {_last_line(node): node for node in self._layout.comments}
        for item in self._explicit:
            first = item.full_range.start_line
            documented = item.doc and self._begins_line(item.full_range.start_byte)
            group = self._leading(first, by_last_line) if documented else []
            if self._keep_group(group, kept):
                self._leads[item.full_range.start_byte] = group[0].start_byte
            if item.kind in DATA_KINDS and item.name_line != first:
                # One of several in a declaration.
                self._keep_group(self._leading(item.name_line, by_last_line), kept)
        for group in _doc_comments(self._layout.docs):
            self._keep_group(group, kept)
        data = [item for item in self._explicit if item.kind in DATA_KINDS]
        ends = {line - 1 for item in data for line in (item.name_line, item.full_range.end_line)}
        for node in self._layout.comments:
            if node.start_point[0] in ends and node.end_point[0] == node.start_point[0]:
                kept.setdefault(node.start_byte, Cutoff(node.end_byte - node.start_byte))
        return kept

    def _leading(self, line: int, by_last_line: dict[int, Node]) -> list[Node]:
        """Return the comments that document what begins on a line: those right above it."""
        marks = (*self._language.comment_prefixes, *self._language.block_comment[:1])
        group: list[Node] = []
        line -= 2
        while marks and (node := by_last_line.get(line)) is not None:
            text = self._data[node.start_byte : node.start_byte + 8]
            before = self._data[max(node.start_byte - node.start_point[1], 0) : node.start_byte]
            if not text.decode("utf-8", "replace").startswith(marks) or before.strip():
                break
            group.append(node)
            line = node.start_point[0] - 1
        return group[::-1]

    def _begins_line(self, byte: int) -> bool:
        return not self._data[self._data.rfind(b"\n", 0, byte) + 1 : byte].strip()

    def _keep_group(self, group: Sequence[Node], kept: dict[int, Cutoff]) -> bool:
        """Keep the first paragraph of some comments that belong together; tell whether there is one."""
        if self._whole_docs:
            kept.update((node.start_byte, Cutoff(node.end_byte - node.start_byte)) for node in group)
            return bool(group)
        said = False
        for node in group:
            text = self._data[node.start_byte : node.end_byte]
            cutoff = comment_paragraph(text, self._language.block_comment, said)
            if cutoff.end:
                kept[node.start_byte] = cutoff
                said = True
            if cutoff.is_last:
                break
        return said


def _doc_comments(docs: Sequence[Node]) -> list[list[Node]]:
    """Return the comments that are documentation by themselves, without the licence above them."""
    groups: list[list[Node]] = []
    for node in docs:
        if not node.type.endswith("comment"):
            continue
        if groups and _last_line(groups[-1][-1]) + 1 == node.start_point[0]:
            groups[-1].append(node)
        else:
            groups.append([node])
    last = groups[-1][-1] if groups else None
    if last is None or not _touches_code(last):
        return groups
    return [group for group in groups if group[-1] == last or group[-1].parent != last.parent]


def _touches_code(comment: Node) -> bool:
    following = comment.next_named_sibling
    return following is not None and following.start_point[0] <= _last_line(comment) + 1


def _is_structure(kind: str) -> bool:
    return not _STRUCTURE.isdisjoint(kind.split("_"))


def _is_attached(kind: str) -> bool:
    """Tell whether a node belongs to the one behind it."""
    words = kind.split("_")
    return "inner" not in words and not _ATTACHED.isdisjoint(words)


def _count_statements(node: Node) -> int:
    return sum(not child.type.endswith("comment") for child in node.named_children)


def _lines(node: Node) -> int:
    return node.end_point[0] - node.start_point[0] + 1


def _last_line(node: Node) -> int:
    """Return the line, from 0, on which a comment ends; in some grammars it takes its line break along."""
    line, column = node.end_point
    return line - 1 if column == 0 and line > node.start_point[0] else line
