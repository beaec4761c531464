"""Where comments and documentation stand in a file: what the facts do not say, read from the syntax tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph import language as languages
from nsccn.graph.queries import patterns

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Query

    from nsccn.graph.language import Language

_DOCUMENTATION: Final = ("doc", "remark")


@dataclass(frozen=True)
class Layout:
    """The syntax tree of a file, and what a skeleton asks it for."""

    root: Node
    comments: list[Node]
    """In source order."""
    docs: list[Node]
    """Documentation inside or behind what it describes; in some languages these are comments too."""


def read_layout(data: bytes, language: Language, path: str = "") -> Layout:
    """Parse a file. `path` tells the dialect, for languages with several grammars."""
    from tree_sitter import QueryCursor

    name = language.grammar_name(path)
    root = _parser(name).parse(data).root_node
    found = QueryCursor(_query(language.name, name)).captures(root)
    whole = (
        node
        for node in found.get("comment", ())
        if not (node.parent and node.parent.type.endswith("comment"))
    )
    comments = sorted(whole, key=_start)
    docs = sorted((node for name in _DOCUMENTATION for node in found.get(name, ())), key=_start)
    return Layout(root, comments, docs)


def count_errors(data: bytes, language: Language, path: str = "") -> int:
    """Return the number of places where a text does not parse."""
    return len(find_errors(_parser(language.grammar_name(path)).parse(data).root_node))


def find_errors(root: Node) -> list[Node]:
    """Return the outermost broken places of a syntax tree."""
    errors: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            errors.append(node)
        elif node.has_error:
            pending.extend(node.children)
    return errors


def _start(node: Node) -> int:
    return node.start_byte


@cache
def _parser(grammar_name: str) -> Parser:
    from tree_sitter import Parser

    return Parser(languages.grammar(grammar_name))


@cache
def _query(language_name: str, grammar_name: str) -> Query:
    """Return a query for comments, however the grammar calls them, and for what the language calls `@doc`."""
    from tree_sitter import Query

    grammar = languages.grammar(grammar_name)
    kinds = {
        grammar.node_kind_for_id(number) or ""
        for number in range(grammar.node_kind_count)
        if grammar.node_kind_is_named(number) and grammar.node_kind_is_visible(number)
    }
    comments = " ".join(f"({kind})" for kind in sorted(kinds) if kind.endswith("comment"))
    docs = [
        pattern.text for pattern in patterns(language_name, grammar_name) if pattern.main in _DOCUMENTATION
    ]
    return Query(grammar, "\n".join([f"[{comments}] @comment", *docs]))
