r"""Calls that say what is around them, as macros in a class and routes do: what of them a skeleton shows.

    validates :name, presence: true,          Route::get("/carts", [          urlpatterns = [
      length: { in: 3..40 },                      "uses" => "Cart@index",         path("carts/", carts),
      format: /\w+/                           ]);                             ]

Of many those are shown that lie in no other, and of those below them some of each block. One of several lines is put
on a row where it has room there; of a longer one arguments are left out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex
from nsccn.skeleton.cut import Cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.skeleton.layout import Layout

_MOST: Final = 100
_SHORT_LINES: Final = 6
_SHORT_TEXT: Final = 3
_LONGEST_ROW: Final = 200
_MOST_LEVELS: Final = 6
"""So deep in a statement lies what it calls with arguments: `Route::get(…)->name(…)->middleware(…)`."""
_BREAK: Final = regex(rb"[ \t\r]*\n\s*|[ \t]{2,}(?==>)")
"""The end of a line, or the blanks that put arrows below one another."""

_CLOSE: Final = regex(rb"[]).}]|->")
"""Begins what stands right behind what is before it."""


class Declared:
    """The calls that a file shows."""

    def __init__(
        self, data: bytes, layout: Layout, statement_lists: AbstractSet[str], besides: AbstractSet[int]
    ) -> None:
        """Of calls that begin at bytes in `besides` what is shown is known."""
        self._data, self._layout, self._lists = data, layout, statement_lists
        self._comments = [node.start_byte for node in layout.comments]
        calls = (node for node in layout.declared if node.start_byte not in besides)
        known = sorted(calls, key=lambda node: (node.start_byte, -node.end_byte))
        self._shown = _outermost(known)
        self._starts = [node.start_byte for node in self._shown]
        self._ids = {node.id for node in self._shown}
        self._others = [node for node in known if node.id not in self._ids]

    @property
    def lines(self) -> Iterator[int]:
        """The lines on which something begins that is shown."""
        return (node.start_point[0] + 1 for node in (*self._shown, *self._layout.texts))

    def is_in(self, start: int, end: int) -> bool:
        """Tell whether such a call is shown in a stretch."""
        place = bisect_right(self._starts, start)
        return place < len(self._starts) and self._starts[place] < end

    def is_block(self, node: Node) -> bool:
        """Tell whether statements are those of the block that such a call is given."""
        block = node.parent if self._starts else None
        call = block.parent if block is not None else None
        return call is not None and call.id in self._ids

    def cuts(self, anchors: Sequence[int], left_out: Callable[[int, int], Cut], mark: bytes) -> Iterator[Cut]:
        """Leave out what has no room; `anchors` are lines that are shown, and `mark` stands for elements of a list."""
        writing = _Calls(self._data, self._layout, self._comments, self._lists, anchors, left_out)
        for call in self._shown:
            if _lines(call) > 1:
                yield from writing.cuts(call)
        for text in self._layout.texts:
            if _lines(text) > _SHORT_TEXT:
                first = self._data.find(b"\n", text.start_byte) + 1
                yield Cut(first, text.end_byte - text.end_point[1])
        yield from self._elements(mark)

    def _elements(self, mark: bytes) -> Iterator[Cut]:
        """Leave out the elements of lists that are not shown."""
        run: list[Node] = []
        for node in self._others:
            if run and run[-1].next_named_sibling == node:
                run.append(node)
                continue
            if run:
                yield Cut(run[0].start_byte, run[-1].end_byte, mark)
            is_element = node.next_sibling is not None and node.next_sibling.type in {",", "]"}
            run = [node] if is_element else []
        if run:
            yield Cut(run[0].start_byte, run[-1].end_byte, mark)


class _Calls(NamedTuple):
    """How calls of several lines are shown in one file."""

    data: bytes
    layout: Layout
    comments: Sequence[int]
    lists: AbstractSet[str]
    anchors: Sequence[int]
    left_out: Callable[[int, int], Cut]

    def cuts(self, call: Node) -> Iterator[Cut]:
        """Leave out of a call what has no room, and the ends of its lines where it then fits on one."""
        opened = [*self._blocks(call), *filter(None, [self._around_shown(call)])]
        if not opened and holds(call, self.anchors):
            return
        head = min((one.start_byte for one in opened), default=call.end_byte)
        tail = max((one.end_byte for one in opened), default=call.end_byte)
        breaks = [*self._breaks(call.start_byte, head), *self._breaks(tail, call.end_byte)]
        is_text = any(start < head and call.start_byte < end for start, end in self.layout.strings)
        if not is_text and self._size(call.start_byte, head, breaks) <= _LONGEST_ROW:
            yield from breaks
            return
        inner = [cut for one in _arguments(call, inner=True) for cut in self._of_arguments(one, 1)]
        outside = [one for one in breaks if not any(cut.start <= one.start < cut.end for cut in inner)]
        if inner and not is_text and self._size(call.start_byte, head, [*inner, *outside]) <= _LONGEST_ROW:
            yield from (*inner, *outside)
            return
        for arguments in _arguments(call):
            yield from self._of_arguments(arguments, _SHORT_LINES)

    def _blocks(self, call: Node) -> Iterator[Node]:
        """Yield the blocks of statements that a call is given."""
        pending = [call]
        while pending:
            node = pending.pop()
            if node.type not in self.lists:
                pending.extend(
                    one for one in node.named_children if one.type in self.lists or _lines(one) > 1
                )
            elif node.parent is not None:
                yield node if self.data[node.start_byte : node.start_byte + 1] == b"{" else node.parent

    def _around_shown(self, call: Node) -> Node | None:
        """Return the innermost part of a call around all that is shown in it; None where nothing is."""
        own, node = call.start_point[0] + 1, call
        while not any(self._is_shown(child, own) for child in node.named_children):
            inside = [child for child in node.named_children if holds(child, self.anchors)]
            if len(inside) != 1:
                return None
            node = inside[0]
        return node

    def _is_shown(self, node: Node, above: int) -> bool:
        line = node.start_point[0] + 1
        return line > above and bisect_left(self.anchors, line) < bisect_right(self.anchors, line)

    def _breaks(self, start: int, end: int) -> Iterator[Cut]:
        for found in _BREAK.finditer(self.data, start, end):
            first, last = found.span()
            is_comment = bisect_left(self.comments, last) < bisect_right(self.comments, last)
            is_close = self.data[first - 1 : first] in b"([{" or _CLOSE.match(self.data, last) is not None
            yield Cut(first, last, b"" if is_comment or is_close else b" ")

    def _size(self, start: int, end: int, cuts: Sequence[Cut]) -> int:
        """Return how much of a stretch stays behind its indentation, without comments."""
        first, last = bisect_left(self.comments, start), bisect_left(self.comments, end)
        comments = sum(one.end_byte - one.start_byte for one in self.layout.comments[first:last])
        return end - start - comments - sum(cut.end - cut.start for cut in cuts if cut.start < end)

    def _of_arguments(self, arguments: Node, most: int) -> Iterator[Cut]:
        """Leave out arguments of many lines in which nothing is shown, but for the first."""
        run: list[Node] = []
        for place, one in enumerate((*arguments.named_children, None)):
            if one is not None and not holds(one, self.anchors) and (place or _lines(one) > 1):
                run.append(one)
            elif run:
                if run[-1].end_point[0] - run[0].start_point[0] >= most:
                    yield self.left_out(run[0].start_byte, run[-1].end_byte)
                run = []


def holds(node: Node, anchors: Sequence[int]) -> bool:
    """Tell whether something is shown in a node below its first line."""
    first, last = node.start_point[0] + 1, node.end_point[0] + 1
    return bisect_right(anchors, last) > bisect_right(anchors, first)


def _outermost(known: Sequence[Node]) -> list[Node]:
    """Return the calls of the outermost levels, as many as are shown, and of the next one the first of each block."""
    levels: list[list[tuple[int, int, Node]]] = []
    around: list[Node] = []
    ranks = [0]
    for one in known:
        while around and around[-1].end_byte <= one.start_byte:
            around.pop()
            ranks.pop()
        if len(around) == len(levels):
            levels.append([])
        levels[len(around)].append((ranks[-1], one.start_byte, one))
        ranks[-1] += 1
        around.append(one)
        ranks.append(0)
    found: list[Node] = []
    for level in levels:
        first = sorted(level, key=lambda ranked: ranked[:2])[: _MOST - len(found)]
        found += [one for *_, one in first]
    return sorted(found, key=lambda node: node.start_byte)


def _arguments(call: Node, *, inner: bool = False) -> Iterator[Node]:
    """Yield the lists of arguments in a statement, those of each call of a chain; or those in such lists."""
    pending = [(call, 0, not inner)]
    while pending:
        node, level, is_wanted = pending.pop()
        for child in node.named_children:
            if not _is_list(child):
                if level < _MOST_LEVELS and _lines(child) > 1:
                    pending.append((child, level + 1, is_wanted))
            elif is_wanted:
                yield child
            else:
                pending.extend((one, level + 1, True) for one in child.named_children)


def _is_list(node: Node) -> bool:
    return "arguments" in node.type or "argument_list" in node.type


def _lines(node: Node) -> int:
    return node.end_point[0] - node.start_point[0] + 1
