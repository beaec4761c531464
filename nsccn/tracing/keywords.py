"""Names that say which argument of a call follows: `fill(size=3)`, `fill(size: 3)`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.edges import EDGE_NUMBER
from nsccn.regexes import regex

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_LABELLED: Final = ("value_argument", "value_argument_label", "argument", "label", "named_argument")
_ARGUMENTS: Final = regex(r"arguments|argument_list")
_CALLED: Final = regex(rb"((?:\w+\s*\??\.\s*)?\w+)\s*(?:<[^<>()]*>)?\s*\Z")
_FARTHEST: Final = 200
_MAKING_OTHERS: Final = frozenset({"replace", "partial", "evolve"})
"""What libraries have to make an object of another one, or of what it is handed, by the names of its fields."""
_OF_TEXT: Final = frozenset(
    {"format", "read_text", "write_text", "encode", "decode", "sort", "split", "open"}
)
"""Methods of strings, lists and paths whose keywords are options, or names in a text."""
_BUILT_IN: Final = frozenset(
    {"open", "print", "sorted", "max", "min", "sum", "dict", "int", "str", "enumerate"}
)


def is_keyword(node: Node) -> bool:
    """Whether a name says which argument of a call follows."""
    return (
        node.parent is not None and "keyword_argument" in node.parent.type and node.parent.children[0] == node
    )


def is_label(node: Node) -> bool:
    """The same of languages with labels, where a colon or an equals sign follows."""
    holder = node.parent
    if holder is None or holder.type not in _LABELLED or holder.children[0] != node:
        return False
    behind = node.next_sibling or holder.next_sibling
    return behind is not None and behind.type in (":", "=")


def called_with(label: Node, data: bytes) -> list[str]:
    """Return the last two names of what is called, of one of whose arguments a name is the label."""
    around = label.parent
    while around is not None and not _ARGUMENTS.search(around.type):
        around = around.parent
    begin = around.start_byte if around is not None else 0
    called = _CALLED.search(data, max(0, begin - _FARTHEST), begin)
    return _WORD.findall(called[1].decode("utf-8", "replace"))[-2:] if called else []


def called_by(keyword: Node) -> list[str]:
    """Return the names of what is called with a keyword."""
    call = keyword.parent and keyword.parent.parent and keyword.parent.parent.parent
    callee = call.child_by_field_name("function") if call is not None else None
    return _WORD.findall((callee.text or b"").decode("utf-8", "replace")) if callee is not None else []


def is_of_library(index: RepoIndex, graph: CodeGraph, path: str, called: list[str]) -> bool:
    """Whether what is called is a function that a file takes from outside of the repository: `json.dumps(data)`.

    Or one of the language, as `open`.

    A class may inherit from what a file takes from there, and is called by a name of its own.
    """
    if not called or called[-1] in _MAKING_OTHERS or called[-1][:1].isupper():
        return False
    if called[-1] in _OF_TEXT or (len(called) == 1 and called[0] in _BUILT_IN):
        return True
    said = index.facts(path).imports
    bound = [one for one in said if (one.alias or one.name).partition(".")[0] == called[0]]
    if not bound:
        return False
    edges = graph.edges_of(
        np.arange(graph.entities_of(path).start, graph.entities_of(path).stop), outgoing=True
    )
    imports = edges[graph.edge_column("kind").take(edges) == EDGE_NUMBER["IMPORTS"]]
    inside = {line for number in imports.tolist() for line in graph.lines(number)}
    return all(one.line not in inside and not one.module.startswith(".") for one in bound)
