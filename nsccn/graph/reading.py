"""A text and its syntax tree: read once more, where the grammar stumbles over what it does not know.

    interface Box<in out Held> {    const both: {                           const row = sql<{ id: number }>`select`
                                      (count: number): <A>(a: A) => A
                                      <A>(a: A, count: number): A
                                    } = ...

A language states patterns of such places. They are looked for in a file with errors alone, so that all other files
pay nothing for them, and what was found there counts where less of the file is broken afterwards.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.markupsigils import without_markup
from nsccn.graph.sourcetext import readable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node, Parser, Tree

    from nsccn.graph.language import Language

_CHARACTER: Final = re.compile(rb"[^\n]")
_END: Final = "end"
"""The group of a pattern that is a blank before which something ends."""
_WORD: Final = "word"
"""The group of a pattern that is a name which the grammar takes for a word of the language."""
_COMMENT: Final = "comment"
"""The group of a pattern that is four blanks before a line: with a comment there it begins no indented block."""
_LINE: Final = "line"
"""The group of a pattern that is the end of a line which goes on in the next one."""
_NAME: Final = b"_"


class Reading(NamedTuple):
    """What a grammar makes of a text."""

    text: bytes
    """As the grammar is given it, everything where it was."""
    tree: Tree


def read_tree(language: Language, grammar_name: str, data: bytes) -> Reading:
    """Parse a text with all that is known to keep its grammar from reading it."""
    parser = languages.parser(grammar_name)
    text = readable(language, data)
    tree = parser.parse(text)
    if language.markup_literals and language.markup_literals.encode() in text:
        text, tree = _with_markup(language, Reading(text, tree), parser)
    if not (language.misread and tree.root_node.has_error):
        return Reading(text, tree)
    mended = bytearray(text)
    for pattern in language.misread:
        _mend(mended, _compiled(pattern).finditer(text))
    if mended == text:
        return Reading(text, tree)
    again = parser.parse(bytes(mended))
    is_better = _broken(again.root_node) < _broken(tree.root_node)
    return Reading(bytes(mended), again) if is_better else Reading(text, tree)


def _with_markup(language: Language, plain: Reading, parser: Parser) -> Reading:
    """Return what a grammar makes of a text with the code of its markup, unless it reads that worse."""
    text = without_markup(language, plain.text, plain.tree)
    tree = parser.parse(text) if text != plain.text else plain.tree
    is_worse = _broken(tree.root_node) > _broken(plain.tree.root_node)
    return plain if is_worse else Reading(text, tree)


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


def _broken(root: Node) -> tuple[int, int]:
    """Return how much of a file is in places that do not parse, and how many there are in these."""
    places = find_errors(root)
    size, pending, innermost = sum(node.end_byte - node.start_byte + 1 for node in places), places, 0
    while pending:
        node = pending.pop()
        inner = [child for child in node.children if child.has_error]
        pending += inner
        innermost += not inner
    return size, innermost


def _mend(text: bytearray, found: Iterable[re.Match[bytes]]) -> None:
    for match in found:
        for number in range(1, match.re.groups + 1):
            start, end = match.span(number)
            if match.re.groupindex.get(_END) == number:
                text[start:end] = b";"
            elif match.re.groupindex.get(_COMMENT) == number:
                text[start:end] = b"/**/"
            elif match.re.groupindex.get(_LINE) == number:
                text[start:end] = b" " * (end - start)
            else:
                stands_for = _NAME if match.re.groupindex.get(_WORD) == number else b" "
                text[start:end] = _CHARACTER.sub(stands_for, text[start:end])


@cache
def _compiled(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode(), re.MULTILINE)
