"""Markup in a literal of its own, as Elixir has it: what is code there is read as code where it stands.

    ~H|                                (
    <.badge :if={@new} kind={:new}>    badge([   (@new)     , :new ])
      {name(@item)}                      name(@item)
    </.badge>
    |                                  )

A tag that begins with a dot, or with a module, calls a function with what its attributes say. The grammar is given a
block of such statements, every line where it was. Markup in which anything is odd stays as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

    from nsccn.graph.language import Language


_PIECE: Final = re.compile(
    rb"<!--.*?(?:-->|\Z)|<%!--.*?(?:--%>|\Z)|<%#.*?(?:%>|\Z)|<(script|style)\b.*?(?:</\1>|\Z)|\\\{"
    rb"|<%=?(?P<step>.*?)(?:%>|\Z)|(?P<brace>\{)|<(?P<name>[.:]?[A-Za-z][\w.:?!-]*)",
    re.DOTALL,
)
"""What does not close reaches to the end, so that none is looked through again."""
_COMPONENT: Final = re.compile(rb"(?:\.|(?:[A-Z]\w*\.)+)[a-z_]\w*[?!]?\Z")
_ATTRIBUTE: Final = re.compile(rb"\"[^\"]*\"|'[^']*'|(?P<brace>\{)|(?P<end>>)", re.DOTALL)
_BRACES: Final = re.compile(rb"\"(?:\\.|[^\"\\])*\"|[{}]", re.DOTALL)
_GOES_ON: Final = re.compile(rb"(?:\bdo|\belse|->)\s*\Z")
"""How a piece ends behind which no statement is over."""
_BLANK_LINES: Final = re.compile(rb"(?:^ *\n){40}(?P<place> ) *$", re.MULTILINE)
_BLANK: Final = ord(" ")
_COMMENT: Final = ord("#")


class _OddMarkupError(Exception):
    """Markup in which something does not close, or leaves no room."""


def without_markup(language: Language, text: bytes, tree: Tree) -> bytes:
    """Return a text in which the code in literals of markup stands as statements."""
    read = bytearray(text)
    for literal in _literals(tree.root_node, text, language.markup_literals.encode()):
        inside = (one for one in literal.named_children if one.type in language.nodes.contents)
        content = next(inside, None)
        if content is None:
            continue
        start, end = content.start_byte, content.end_byte
        try:
            code = _Markup(text[start:end]).code()
        except _OddMarkupError:
            continue
        read[literal.start_byte : start] = b"(".ljust(start - literal.start_byte)
        read[start:end] = code
        read[end : literal.end_byte] = b")".ljust(literal.end_byte - end)
    return bytes(read)


def code_of_markup(markup: bytes) -> bytes:
    """Return the code in markup as statements, all else blank."""
    try:
        return _Markup(markup).code()
    except _OddMarkupError:
        return _parted(bytearray(re.sub(rb"[^\n]", b" ", markup)))


def _parted(code: bytearray) -> bytes:
    """Put a comment on some of many blank lines: the grammar looks at those that follow each other again and again."""
    for lines in _BLANK_LINES.finditer(bytes(code)):
        code[lines.start("place")] = _COMMENT
    return bytes(code)


def _literals(root: Node, text: bytes, mark: bytes) -> Iterator[Node]:
    place = text.find(mark)
    while place >= 0:
        node = root.descendant_for_byte_range(place, place + len(mark))
        if node is not None and node.start_byte == place:
            yield node
        place = text.find(mark, place + len(mark))


class _Markup:
    """Markup, and the statements that are made of it."""

    def __init__(self, markup: bytes) -> None:
        self._markup = markup
        self._code = bytearray(re.sub(rb"[^\n]", b" ", markup))
        self._last = -1
        """Where the last piece ends, -1 where a further one needs no mark before it."""

    def code(self) -> bytes:
        at = 0
        while piece := _PIECE.search(self._markup, at):
            at = piece.end()
            if piece["step"] is not None:
                self._state(*piece.span("step"))
            elif piece["brace"]:
                at = self._closed(piece.start())
                self._state(piece.end(), at - 1)
            elif piece["name"]:
                at = self._tag(piece)
        return _parted(self._code)

    def _state(self, start: int, end: int) -> None:
        """Keep a piece of code as a statement."""
        self._part(start - 1)
        self._code[start:end] = self._markup[start:end]
        self._last = -1 if _GOES_ON.search(self._markup, start, end) else end

    def _part(self, place: int) -> None:
        """Put an end to the statement before a place, where its line does not."""
        if self._last >= 0 and b"\n" not in self._markup[self._last : place + 1]:
            self._write(place, b";")

    def _tag(self, piece: re.Match[bytes]) -> int:
        """Read a tag, and return where it ends."""
        is_component = _COMPONENT.match(piece["name"]) is not None
        given, at = [], piece.end()
        while (found := _ATTRIBUTE.search(self._markup, at)) and not found["end"]:
            at = found.end()
            if found["brace"]:
                at = self._closed(found.start())
                given.append((found.start(), at))
        if found is None:
            raise _OddMarkupError
        if is_component:
            self._call(piece, given, found.start())
        else:
            for start, end in given:
                self._state(start + 1, end - 1)
        return found.end()

    def _call(self, piece: re.Match[bytes], given: list[tuple[int, int]], end: int) -> None:
        """Write the call of a component, which is given what the attributes of its tag say."""
        start = piece.start()
        if start:
            self._part(start - 1)
        called = piece["name"].removeprefix(b".") + b"("
        self._code[start : start + len(called)] = called
        opening = self._room(range(start + len(called), end))
        if opening is None:
            self._write(end, b")")
        else:
            self._write(opening, b"[")
            for number, (begin, behind) in enumerate(given):
                if number or begin <= opening:
                    self._write(begin - 1, b",")
                self._code[begin:behind] = b"(" + self._markup[begin + 1 : behind - 1] + b")"
            self._close(opening, given[-1] if given else (opening, opening + 1), end)
        self._last = end + 1

    def _close(self, opening: int, last: tuple[int, int], end: int) -> None:
        """Close what a component is given, the brackets of the last expression where there is no room else."""
        begin, behind = last
        closing = self._room(range(end - 1, behind - 1, -1))
        if closing is not None:
            self._write(closing, b"]")
        elif begin == opening:
            self._code[opening : opening + 1] = b"_"
        else:
            self._code[begin : begin + 1], self._code[behind - 1 : behind] = b" ", b"]"
        self._write(end, b")")

    def _room(self, places: range) -> int | None:
        return next((at for at in places if self._code[at] == _BLANK), None)

    def _write(self, place: int, mark: bytes) -> None:
        """Write a mark where nothing stands."""
        if place < 0 or self._code[place] != _BLANK:
            raise _OddMarkupError
        self._code[place : place + 1] = mark

    def _closed(self, opening: int) -> int:
        """Return the place behind the brace that closes one."""
        depth = 0
        for found in _BRACES.finditer(self._markup, opening):
            depth += {b"{": 1, b"}": -1}.get(found.group(), 0)
            if not depth:
                return found.end()
        raise _OddMarkupError
