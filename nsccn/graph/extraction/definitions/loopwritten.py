"""Methods that a loop over words writes, one for each: `%w[red blue].each { |one| define_method("#{one}?") { ... } }`.

Each stands where the loop says its name, and has the word in its place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.nesting import Declared
from nsccn.graph.extraction.source import plain_name, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts

_MOST: Final = 64
"""Words above which a loop writes what nobody looks for one by one."""
_ENDING: Final = re.compile(r"\w*[?!=]?(?![=~>])")
"""What belongs to a name behind the word in it."""


def written_by_loop(node: Node, parts: Parts, kind: str, source: bytes) -> Iterator[Declared]:
    """Yield the methods that a loop writes at one place."""
    ending = text_of(parts["ending"][0], source)[:80] if "ending" in parts else ""
    behind = _ENDING.match(ending)
    place = parts["name"][0]
    for word in parts["word"][:_MOST]:
        name = plain_name(text_of(word, source)) + (behind.group() if behind else "")
        if name:
            start, end = node.start_byte, node.end_byte
            yield Declared(kind, name, start, end, start, end, place.start_byte, parts, word=word)


def head(item: Declared, source: bytes) -> str:
    """Return the line on which a method is written, up to its body, with its word in place."""
    place, body = item.parts["name"][0], item.parts.get("body")
    start, end = source.rfind(b"\n", 0, item.name_byte) + 1, source.find(b"\n", place.end_byte)
    start = max(start, item.start) if body else start
    end = body[0].start_byte if body else end if end >= 0 else len(source)
    before, after = source[start : place.start_byte], source[place.end_byte : end]
    word = text_of(item.word, source) if item.word is not None else ""
    return before.decode("utf-8", "replace") + plain_name(word) + after.decode("utf-8", "replace")
