"""Where comments and documentation stand in a file: what the facts do not say, read from the syntax tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.extraction.queries import patterns
from nsccn.graph.reading import find_errors, read_tree

if TYPE_CHECKING:
    from tree_sitter import Node, Query

    from nsccn.graph.language import Language

_COMMENTS: Final = ("comment", "haddock")
_STRINGS: Final = ("string", "heredoc")
"""What the names of nodes contain whose text matters to the blank."""
_DOCUMENTATION: Final = ("doc", "remark")


@dataclass(frozen=True)
class Layout:
    """The syntax tree of a file, and what a skeleton asks it for."""

    root: Node
    comments: list[Node]
    """In source order."""
    docs: list[Node]
    """Documentation inside or behind what it describes; in some languages these are comments too."""
    strings: list[tuple[int, int]]
    """Where the outermost strings of several lines begin and end."""
    declared: list[Node]
    """Calls that say what is around them, as those of macros in a class and of routes do."""
    texts: list[Node]
    """Texts of several lines that such calls are given, where they stand apart."""


def read_layout(data: bytes, language: Language, path: str) -> Layout:
    """Parse a file. `path` tells the dialect, for languages with several grammars."""
    from tree_sitter import QueryCursor

    name = language.grammar_name(path)
    root = read_tree(language, name, data).tree.root_node
    found = QueryCursor(_query(language.name, name)).captures(root)
    whole = (
        node
        for node in found.get("comment", ())
        if not (node.parent and node.parent.type.endswith("comment"))
    )
    comments = sorted(whole, key=_start)
    docs = sorted((node for name in _DOCUMENTATION for node in found.get(name, ())), key=_start)
    strings = _outermost(found.get("string", ()))
    return Layout(root, comments, docs, strings, found.get("declared", []), found.get("text", []))


def _outermost(strings: Iterable[Node]) -> list[tuple[int, int]]:
    kept: list[tuple[int, int]] = []
    for node in sorted(strings, key=_start):
        if node.start_point[0] != node.end_point[0] and (not kept or kept[-1][1] <= node.start_byte):
            kept.append((node.start_byte, node.end_byte))
    return kept


class Errors(NamedTuple):
    """How far a text does not parse."""

    as_written: int
    """Number of places."""
    as_read: int
    """Where what the grammar cannot read is blank, as extraction reads it."""
    whole: bool
    """The text as a whole is one error, whatever can be read in it."""

    def exceed(self, others: Errors) -> bool:
        """Tell whether there are more than in another text, whichever way it is read."""
        more = self.as_written > others.as_written or self.as_read > others.as_read
        return more or self.whole > others.whole


def count_errors(data: bytes, language: Language, path: str) -> Errors:
    """Return how far a text does not parse."""
    as_written, as_read = _both_ways(data, language, path)
    return Errors(len(find_errors(as_written)), len(find_errors(as_read)), as_read.is_error)


def error_lines(data: bytes, language: Language, path: str) -> list[int]:
    """Return the lines, from 0, on which a place that does not parse begins or ends, whichever way it is read."""
    nodes = [node for root in _both_ways(data, language, path) for node in find_errors(root)]
    return sorted({line for node in nodes for line in (node.start_point[0], node.end_point[0])})


def _both_ways(data: bytes, language: Language, path: str) -> tuple[Node, Node]:
    parser = languages.parser(language.grammar_name(path))
    text, tree = read_tree(language, language.grammar_name(path), data)
    if text == data or language.outer_grammar:  # what stands around such code is none
        return tree.root_node, tree.root_node
    return parser.parse(data).root_node, tree.root_node


def _start(node: Node) -> int:
    return node.start_byte


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
    comments = [f"({kind})" for kind in sorted(kinds) if kind.endswith(_COMMENTS)]
    strings = [f"({kind})" for kind in sorted(kinds) if any(word in kind.lower() for word in _STRINGS)]
    choices = ((comments, "comment"), (strings, "string"))
    docs = [
        pattern.text for pattern in patterns(language_name, grammar_name) if pattern.main in _DOCUMENTATION
    ]
    asked = [f"[{' '.join(some)}] @{name}" for some, name in choices if some]
    return Query(grammar, "\n".join([*asked, *docs, languages.load(language_name).declared]))
