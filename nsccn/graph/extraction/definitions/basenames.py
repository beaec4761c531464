"""The bases that a type names: as expressions, those that a mixin is handed too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.arity import with_arity
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.expression import expression, from_root
from nsccn.graph.sourcetext import without_comments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from nsccn.graph.language import Language

_NAMED: Final = re.compile(r"\s*([^\W\d][\w$.]*)\s*(?:<.*>)?\s*\Z", re.DOTALL)
"""The name of a type, whatever that is given."""
_DEEPEST: Final = 16
"""Calls within one another whose arguments are looked at; nobody writes more of them by hand."""


def base_names(nodes: Iterable[Node], data: bytes, language: Language) -> tuple[str, ...]:
    """Return the expressions of bases, in their order; behind a call what it is handed, where a mixin may extend it."""
    written = (one for node in nodes for one in (node, *(_handed(node, data) if language.mixins else ())))
    texts = (_unwrapped(text_of(node, data)) for node in written)
    return tuple(_base(one, language) for text in texts for one in _types(text, language))


def _types(text: str, language: Language) -> Iterator[str]:
    """Yield what a base names: each of the types that `Cart & Kept<Item> & Named` is all of at once."""
    if not language.intersection_types or "&" not in text:
        yield text
        return
    for part in split(without_comments(language, text), "&"):
        if named := _NAMED.match(part):
            yield named[1]


def _handed(node: Node, data: bytes, depth: int = 0) -> Iterator[Node]:
    """Yield what may be types among the arguments of a call, and of calls among these."""
    arguments = node.child_by_field_name("arguments") if depth < _DEEPEST else None
    for child in arguments.named_children if arguments is not None else ():
        if data[child.start_byte : child.start_byte + 1].isupper():
            yield child
            yield from _handed(child, data, depth + 1)


def _base(text: str, language: Language) -> str:
    path = expression(with_arity(text.encode()).decode() if language.arities else text)
    return from_root(text, path) if language.root_paths and "." in path else path


def _unwrapped(text: str) -> str:
    """Return an expression without the brackets around it."""
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1].strip()
    return text
