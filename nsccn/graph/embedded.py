"""Code that stands among something else: a component's scripts and what its markup uses, a template's tags.

All that is no code is blank, so that every byte stays where it was and one grammar reads it all: what stands in the
markup is a statement of its own, in the scope of the scripts. Names that the markup binds for itself, as those of its
loops, mean nothing there. What stands in tags between which text stands is a program that goes on from tag to tag.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.languagefiles import FOLDER, OUTER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tree_sitter import Node, Query

    from nsccn.graph.language import Language

_NAME: Final = re.compile(rb"(?<![\w$.])[A-Za-z_$][\w$]*")
_LOOP: Final = re.compile(rb"(.*?)\s(?:in|of)\s", re.DOTALL)
_BINDING: Final = {
    "bound": re.compile(rb"(?:let:)?(.*)", re.DOTALL),
    "assigned": re.compile(rb"([^=]*)="),
    "loop": _LOOP,
    "named": re.compile(rb"(.*)"),
}
"""Capture -> what of it names what it binds; what is `named` holds beside the block that it begins, too."""
_NESTED: Final = ("nesting", "element")
"""Captures of what holds each other: expressions with markup in them, and elements."""
_BLOCKS: Final = ("element", "_statement")
_HOLDING: Final = {
    "mixed": re.compile(rb"\{((?:[^{}]++|\{[^{}]*+\})*+)\}"),
    "directive": re.compile(rb"\w+:([A-Za-z_$][\w$.]*)"),
    "shown": re.compile(rb"\{\s*(?:@render\s+)?([^/#:@\s].*)\}", re.DOTALL),
}
"""Capture -> what of it is code: `class="item {kind}"`, `use:action`, `{@render row(item)}`."""
_FILLERS: Final = b"_qzjxkvwy"
_TEXT_LITERAL: Final = rb"""(["'`])(?:\\.|(?!\1)[^\\])*+(?:\1|\\?$)"""
_Piece = tuple[int, int]
"""First byte, and the byte behind the last."""


def embedded_code(language: Language, data: bytes) -> bytes:
    """Return the code of a text, all else blank."""
    from tree_sitter import QueryCursor

    root = languages.parser(language.outer_grammar).parse(data).root_node
    found = QueryCursor(_query(language.name, language.outer_grammar)).captures(root)
    scripts = [_piece(node) for node in found.get("script", ())]
    words = set(_NAME.findall(b" ".join(data[start:end] for start, end in scripts)))
    text = bytearray(_blank(data))
    for start, end in scripts:
        text[start:end] = data[start:end]
    nesting = _outermost(map(_piece, found.get("nesting", ())))
    shown = _with_arrays(language, found, data, words) if nesting else data
    for start, end, names in _with_bound(sorted(_of_markup(found, data, nesting)), _bound(found, data)):
        _put(text, start, _without(shown[start:end], names, words))
    for node in found.get("tag", ()):
        if _is_in(nesting, node.start_byte):
            continue
        if component := _component(language, data[node.start_byte : node.end_byte], words):
            _put(text, node.start_byte, component)
    for start, end in map(_piece, found.get("step", ())):
        text[start:end] = _uncommented(data[start:end], language.line_comment)
        _mark(text, end, b";")
    code = bytes(text)
    return _unprefixed(code, language.name_prefix.encode(), words) if language.name_prefix else code


def _of_markup(
    found: Mapping[str, Sequence[Node]], data: bytes, nesting: Sequence[_Piece]
) -> Iterator[_Piece]:
    """Yield the code of the markup, each piece of it once."""
    yield from ((start + 1, end - 1) for start, end in nesting)
    yield from (piece for piece in map(_piece, found.get("code", ())) if not _is_in(nesting, piece[0]))
    for name, pattern in _HOLDING.items():
        for node in found.get(name, ()):
            yield from (match.span(1) for match in pattern.finditer(data, *_piece(node)))
    for node in found.get("loop", ()):
        if head := _LOOP.match(data, *_piece(node)):
            yield head.end(), node.end_byte


def _bound(found: Mapping[str, Sequence[Node]], data: bytes) -> Iterator[tuple[bytes, _Piece]]:
    """Yield the names that the markup binds for itself, and where they hold."""
    for capture, pattern in _BINDING.items():
        for node in found.get(capture, ()):
            if head := pattern.match(data, *_piece(node)):
                reach = _piece(_around(node, further=capture == "named"))
                yield from ((name, reach) for name in _NAME.findall(head.group(1)))


def _with_bound(
    pieces: Sequence[_Piece], bound: Iterable[tuple[bytes, _Piece]]
) -> Iterator[tuple[int, int, set[bytes]]]:
    """Yield pieces in their order with the names that are bound around them."""
    pending = sorted(bound, key=lambda one: one[1], reverse=True)
    around: list[tuple[bytes, _Piece]] = []
    for start, end in pieces:
        while pending and pending[-1][1][0] <= start:
            around.append(pending.pop())
        around = [one for one in around if start < one[1][1]]
        yield start, end, {name for name, _ in around}


def _around(node: Node, *, further: bool) -> Node:
    """Return the element or block in which a name holds that is bound at a place."""
    at = node
    while at.parent is not None and (further or not at.type.endswith(_BLOCKS)):
        further = further and not at.type.endswith(_BLOCKS)
        at = at.parent
    return at


def _outermost(pieces: Iterable[_Piece]) -> list[_Piece]:
    """Return those that lie in no other, in their order."""
    kept: list[_Piece] = []
    for piece in sorted(pieces, key=lambda one: (one[0], -one[1])):
        if not kept or piece[0] >= kept[-1][1]:
            kept.append(piece)
    return kept


def _is_in(pieces: Sequence[_Piece], byte: int) -> bool:
    at = bisect_right(pieces, (byte, sys.maxsize)) - 1
    return at >= 0 and byte < pieces[at][1]


def _with_arrays(
    language: Language, found: Mapping[str, Sequence[Node]], data: bytes, words: set[bytes]
) -> bytes:
    """Return a text with an array of what it shows for each element that stands in an expression.

    `rows.map((row) => <Row of={row}>{row.name}</Row>)` becomes `rows.map((row) => [Row    ,row, ,row.name       ])`.
    """
    text = _arrays(
        ((*_piece(node), kind == "element") for kind in _NESTED for node in found.get(kind, ())), data
    )
    tags, codes = found.get("tag", ()), found.get("code", ())
    named = ((node.start_byte, _component(language, data[slice(*_piece(node))], words)) for node in tags)
    coded = ((node.start_byte, data[slice(*_piece(node))]) for node in codes)
    for start, piece in (*named, *coded):
        text[start : start + len(piece)] = piece
        if piece and text[start - 1 : start] != b"[":
            text[start - 1 : start] = b","
    return bytes(text)


def _arrays(nodes: Iterable[tuple[int, int, bool]], data: bytes) -> bytearray:
    """Return the same without what elements show. `nodes` has where each expression, or element, begins and ends."""
    text, at = bytearray(_blank(data)), 0
    around = [(len(data), True)]
    held = sorted((one for one in nodes if one[1] - one[0] > 1), key=lambda one: (one[0], -one[1]))
    for start, end, is_element in (*held, (len(data), len(data), True)):
        while len(around) > 1 and around[-1][0] <= start:
            limit, is_markup = around.pop()
            if not is_markup:
                text[at:limit] = data[at:limit]
            at = limit
        is_inside = around[-1][1]
        if not is_inside:
            text[at:start] = data[at:start]
        at = start
        if is_element and not is_inside:
            text[start : start + 1], text[end - 1 : end] = b"[", b"]"
            around.append((end, True))
        elif is_inside and not is_element:
            text[start : start + 1], at = b",", start + 1
            around.append((end - 1, False))
        elif not is_element:
            around.append((end, False))
    return text


def _blank(text: bytes) -> bytes:
    return re.sub(rb"[^\n]", b" ", text)


def _piece(node: Node) -> _Piece:
    return node.start_byte, node.end_byte


@cache
def _query(language_name: str, grammar_name: str) -> Query:
    from tree_sitter import Query

    source = (FOLDER / language_name / OUTER).read_text("utf-8")
    return Query(languages.grammar(grammar_name), source)


def _put(text: bytearray, start: int, piece: bytes) -> None:
    """Write a piece of code as statements of their own; what would be taken for a block stands in brackets."""
    end = start + len(piece)
    is_object = piece.lstrip().startswith(b"{")
    text[start:end] = piece
    _mark(text, start - 1, b"(" if is_object else b";")
    _mark(text, end, b")" if is_object else b";")
    if is_object:
        _mark(text, start - 2, b";")


def _mark(text: bytearray, place: int, mark: bytes) -> None:
    """Write a mark beside a piece of code, where a line neither begins nor ends there."""
    if 0 <= place < len(text) and text[place] != ord("\n"):
        text[place : place + 1] = mark


def _uncommented(piece: bytes, comment: str) -> bytes:
    """Return a piece of code with blanks for a comment at its end, which ends with it and not with the line."""
    start = piece.rfind(b"\n") + 1
    if comment.encode() not in piece[start:]:
        return piece
    return piece[:start] + _comment(comment).sub(
        lambda match: match.group() if match.group(1) else b" " * len(match.group()), piece[start:]
    )


@cache
def _comment(mark: str) -> re.Pattern[bytes]:
    return re.compile(_TEXT_LITERAL + rb"|(?<!\S)" + re.escape(mark.encode()) + rb".*")


def _without(piece: bytes, bound: set[bytes], words: set[bytes]) -> bytes:
    """Return what markup says, with names that mean nothing for those that the markup binds itself."""
    if piece.startswith(b"..."):
        piece = b"   " + piece[3:]
    return _NAME.sub(
        lambda match: _filler(match.group(), words) if match.group() in bound else match.group(), piece
    )


def _filler(name: bytes, words: set[bytes]) -> bytes:
    fillers = (bytes([letter]) * len(name) for letter in _FILLERS)
    return next((filler for filler in fillers if filler not in words), name)


def _component(language: Language, tag: bytes, words: set[bytes]) -> bytes:
    """Return the name of the component that a tag means, empty where it is an element."""
    if tag[:1].isupper():
        return tag
    if b"-" not in tag:
        return b""
    name = b"".join(step.capitalize() for step in tag.split(b"-"))
    return name.ljust(len(tag)) if name in words or language.tag_module else b""


def _unprefixed(code: bytes, prefix: bytes, words: set[bytes]) -> bytes:
    """Return code with a blank for the prefix of each name that stands without it as well."""

    def plain(match: re.Match[bytes]) -> bytes:
        name = match.group().removeprefix(prefix)
        return (
            b" " * len(prefix) + name if match.group().startswith(prefix) and name in words else match.group()
        )

    return _NAME.sub(plain, code)
