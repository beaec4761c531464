"""Where blocks end, by their braces: definitions of a tree with errors are given the ends that their text says.

What a grammar cannot read it leaves out, and mostly with it a brace: a function then ends in its middle, or has a part
of the next one, and what a torn type holds stands outside of it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.nesting import Declared

_TOKEN: Final = re.compile(
    rb"""//[^\n]*|/\*.*?(?:\*/|\Z)|[{}]"""
    rb"""|R"(?P<end>[^\s()\\"]{0,16})\(.*?(?:\)(?P=end)"|\Z)|(?<!\\)"(?:[^"\\\n]|\\.)*"|(?<![\d\\])'(?:[^'\\\n]|\\.)+'"""
    rb"""|^[ \t]*\#(?:[^\n\\]|\\\r?\n|\\.)*""",
    re.MULTILINE | re.DOTALL,
)
"""A brace, or what no brace counts in: comments, strings, characters, directives.

None begins behind a backslash: so a line without the end of a string is looked through once, not for each quote in it.
"""
_STATEMENT: Final = re.compile(rb"(?:case|catch|do|else|for|if|return|switch|while)\b")
_NAMED: Final = re.compile(rb"\s*(\w+)\s*;")
_INDENT: Final = re.compile(rb"[ \t]*")
_MEMBERS: Final = frozenset({"func", "attr", "var"})


class Braces(NamedTuple):
    """The braces of a file."""

    ends: dict[int, int]
    """Where a brace opens -> behind the one that closes it."""
    unclosed: tuple[int, ...]
    """Where braces open that none closes."""
    balanced: bool


def braces(text: bytes) -> Braces:
    """Return which braces of a text belong together."""
    opened: list[int] = []
    ends: dict[int, int] = {}
    balanced = True
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == b"{":
            opened.append(match.start())
        elif token == b"}":
            if opened:
                ends[opened.pop()] = match.end()
            else:
                balanced = False
    return Braces(ends, tuple(opened), balanced and not opened)


def mended(raw: list[Declared], text: bytes, whole: Braces) -> list[Declared]:
    """Give definitions their ends; leave out those that are statements of the functions around them.

    Args:
        raw: the definitions, as a tree with errors has them.
        text: the text as the grammar was given it.
        whole: its braces.
    """
    functions: set[int] = set()
    places = sorted([*whole.ends, *whole.ends.values(), *whole.unclosed])
    for item in raw:
        if item.kind == "func":
            _begin_behind(item, text, places)
        elif "members" in item.parts:
            _name_behind(item, text, whole)
        if _mend(item, text, whole) and item.kind == "func":
            functions.add(id(item))
    kept: list[Declared] = []
    enclosing: list[Declared] = []
    for item in sorted(raw, key=_place):
        while enclosing and enclosing[-1].end <= item.start:
            enclosing.pop()
        around = enclosing[-1] if enclosing else None
        if _is_statement(item, text) or (around and id(around) in functions and item.kind in _MEMBERS):
            continue
        if around and item.end > around.end:
            item.end = around.end
            item.outer_end, item.body_end = min(item.outer_end, item.end), min(item.body_end, item.end)
        enclosing.append(item)
        kept.append(item)
    return kept


def _begin_behind(item: Declared, text: bytes, places: list[int]) -> None:
    """Let a function begin in the line of its name where the tree has a brace before that, of what is no part of it."""
    before = bisect_left(places, item.name_byte)
    if before and places[before - 1] > item.start:
        line = text.rfind(b"\n", 0, item.name_byte) + 1
        item.start = item.outer_start = max(places[before - 1], line + len(_indent(text, item.name_byte)))


def _name_behind(item: Declared, text: bytes, whole: Braces) -> None:
    """Give a type that is named behind its block the name that stands there, where the tree has one further on."""
    start = item.parts["members"][0].start_byte
    end = whole.ends.get(start, item.name_byte)
    named = _NAMED.match(text, end) if end < item.name_byte else None
    if named and named.end() < item.name_byte:
        item.name, item.name_byte = named.group(1).decode("utf-8", "replace"), named.start(1)
        item.end = item.outer_end = named.end()


def _place(item: Declared) -> tuple[int, int, int]:
    return item.start, -item.end, item.name_byte


def _mend(item: Declared, text: bytes, whole: Braces) -> bool:
    """Give a definition the end that its braces say; return whether that is another one."""
    found = _block(item, text)
    if found is None:
        return False
    start, told = found
    end = whole.ends.get(start, told)
    if end == told or not (whole.balanced or _is_aligned(item, text, start, end)):
        return False
    if end < told and item.end != told:
        return False
    item.outer_end = end if item.outer_end == item.end else max(item.outer_end, end)
    item.end = end if end < told else max(item.end, end)
    item.body_end = end
    return True


def _block(item: Declared, text: bytes) -> tuple[int, int] | None:
    """Return where the block of a definition begins, and where it ends by the tree."""
    nodes = item.parts.get("body") or item.parts.get("members")
    if nodes:
        start = nodes[-1].start_byte
        return (start, nodes[-1].end_byte) if text.startswith(b"{", start) else None
    if item.container:
        start = text.find(b"{", item.name_byte, item.end)
        return (start, item.end) if start >= 0 else None
    return None


def _is_aligned(item: Declared, text: bytes, start: int, end: int) -> bool:
    """Whether a closing brace stands below the beginning of what it closes: so it is meant, whatever others say."""
    before = text[text.rfind(b"\n", 0, end) + 1 : end - 1]
    return not before.strip() and before in (_indent(text, item.outer_start), _indent(text, start))


def _indent(text: bytes, byte: int) -> bytes:
    found = _INDENT.match(text, text.rfind(b"\n", 0, byte) + 1)
    return found.group() if found else b""


def _is_statement(item: Declared, text: bytes) -> bool:
    return item.kind == "func" and _STATEMENT.match(text, item.start) is not None
