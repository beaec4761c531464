"""Methods that a declaration writes for each of its words: `enum :state, { paid: 1 }`, `event :pay do ... end`.

Each stands where its word does. What begins and ends the names of an `enum` the declaration may say.
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
    from nsccn.graph.language import Language

_ADDED: Final = re.compile(r"\b_?(prefix|suffix)(?::|\"?\s*=>)\s*(true\b|[:\"']?\w+)")
"""What an `enum` adds to all of its words: `true` is its own name."""
_LEAD: Final = ":'\""


def declared_by_words(node: Node, parts: Parts, source: bytes, language: Language) -> Iterator[Declared]:
    """Yield the methods that a declaration writes, behind the attribute whose values the words are."""
    before = behind = ""
    if "titled" in parts:
        titled = parts["titled"][0]
        attribute = text_of(titled, source).strip(_LEAD)
        before, behind = _added(text_of(node, source), attribute)
        yield _declared("attr", attribute, titled, titled)
    forms = language.declared_methods[text_of(parts["declares"][0], source)]
    for word in parts["word"]:
        own = before + plain_name(text_of(word, source).strip(_LEAD)) + behind
        for form in forms if own.isidentifier() else ():
            modifier, _, name = form.rpartition(" ")
            item = _declared("func", name.replace("*", own), word, node if _has_block(node) else word)
            item.marks = language.modifiers.get(modifier, "").split()
            yield item


def _declared(kind: str, name: str, word: Node, whole: Node) -> Declared:
    start, end = whole.start_byte, whole.end_byte
    return Declared(kind, name, start, end, start, end, word.start_byte, {"name": [word]}, word=word)


def _has_block(node: Node) -> bool:
    return node.child_by_field_name("block") is not None


def _added(declaration: str, titled: str) -> tuple[str, str]:
    """Return what stands before and behind each word in the names of methods."""
    said = {
        kind: titled if value == "true" else value.strip(_LEAD) for kind, value in _ADDED.findall(declaration)
    }
    return f"{said['prefix']}_" if "prefix" in said else "", f"_{said['suffix']}" if "suffix" in said else ""
