"""Documentation: the comment before a definition, and the text inside comment and string marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.directives import without_directives
from nsccn.graph.extraction.source import text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.source import Lines
    from nsccn.graph.language import Language

LONGEST: Final = 1200
"""Characters of documentation kept in facts; the rest is in the file."""
MAYBE_CUT: Final = LONGEST - 200
"""Characters from which on what is kept may not be all, since blanks at its end are taken off."""

_LONGEST_BLOCK: Final = 1 << 16
"""Bytes of a comment between marks above which it is not read."""
_MOST_LINES: Final = 200
_STRING_MARK = re.compile(r"""\A[A-Za-z]{0,2}("{3}|'{3}|"|')""")
_INDENT = re.compile(r"(?m)^[^\S\n]*(?=\S)")
_LINE_MARK = re.compile(
    r"\A\s*(?:///?!?|//!|--(?:[ ][|^](?=[ ]))?|%+|;+|!+[<>]?|\"(?=[ \t]|\Z)|#'(?=[ \t]|\Z)|#+(?!\[)|\*(?!/))[ \t]?"
)


_HELP_TITLE: Final = re.compile(r"\A[\s#]*\.(?:synopsis|description)[ \t\r]*\n", re.IGNORECASE)
"""Begins the help of a command of PowerShell, which says below what it does."""

_REFERENCE_TAG: Final = re.compile(
    r"""<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)\s*=\s*"(?:\w:)?([^"]*)"\s*/>"""
)
_PARAMETER_TAG: Final = re.compile(r"""<(?:type)?param(?:eter)?\s+name\s*=\s*"([^"]*)"\s*>\s*""")
_TAG: Final = re.compile(r"</?[A-Za-z][\w:.-]*(?:\s[^<>]*)?/?>")
_LICENCE: Final = re.compile(
    r"\W*(?:copyright|\(c\)|spdx-|@licen[cs]e|licen[cs]ed (?:under|to the)|the [\w-]{1,20} licen[cs]e\b"
    r"|all rights reserved"
    r"|use of this source code|this (?:file is part of|source code is licen[cs]ed)|permission is hereby granted"
    r"|redistribution and use)",
    re.IGNORECASE,
)
"""How a comment begins that says whose the code is, and nothing of what it does."""


def documentation(text: str) -> str:
    """Return what a comment says of the code: not to tools, and nothing of one that begins as licences do."""
    said = without_directives(text)
    return "" if _LICENCE.match(said) else said


def without_markup(text: str) -> str:
    """Return documentation without its tags; what they refer to, and the names of parameters, stay.

    >>> without_markup('<summary>Fills a <see cref="Cart"/>.</summary> <param name="room">Items.</param>')
    'Fills a Cart. room: Items.'
    """
    if "<" not in text:
        return text
    said = _PARAMETER_TAG.sub(r"\1: ", _REFERENCE_TAG.sub(r"\1", text))
    return "\n".join(filter(None, map(str.strip, _TAG.sub("", said).splitlines())))


def clean_string(text: str) -> str:
    """Return the text of a documentation string without its quotes and indentation."""
    mark = _STRING_MARK.match(text)
    if mark:
        text = text[mark.end() :].removesuffix(mark.group(1))
    first, line_end, rest = text.expandtabs().partition("\n")
    margin = min(map(len, _INDENT.findall(rest)), default=0)
    if margin:
        rest = re.sub(rf"(?m)^[^\n]{{0,{margin}}}", "", rest)
    return (first + line_end + rest).strip()[:LONGEST]


def clean_comment(text: str) -> str:
    r"""Return the text of a comment without its marks.

    >>> clean_comment("<#\n.SYNOPSIS\n  Fills a cart.\n#>")
    'Fills a cart.'
    """
    if text.startswith("/*"):
        text = text[2:].removesuffix("*/").lstrip("*!")
    if text.startswith("<#"):
        text = text[2:].removesuffix("#>")
    text = _HELP_TITLE.sub("", text)
    return "\n".join(_LINE_MARK.sub("", line, count=1).rstrip() for line in text.split("\n")).strip()[
        :LONGEST
    ]


def clean_comments(nodes: Sequence[Node], data: bytes) -> str:
    """Return what comments say, those apart that an empty line parts, and licences left out."""
    runs: list[list[Node]] = []
    for node in nodes:
        if not runs or node.start_point[0] - runs[-1][-1].end_point[0] > 1:
            runs.append([])
        runs[-1].append(node)
    texts = ("\n".join(text_of(line, data).rstrip("\n") for line in run) for run in runs)
    said = (documentation(clean_comment(text)) for text in texts)
    return "\n\n".join(filter(None, said))[:LONGEST]


def leading_comment(data: bytes, lines: Lines, start: int, language: Language) -> str:
    """Return the text of the comment that ends on the line before the one of byte `start`, empty if there is none.

    Comments that speak to a tool may stand between the two.
    """
    if not (language.comment_prefixes or language.block_comment):
        return ""
    line = _above_directives(data, lines, lines.line(start), language)
    if line == 1:
        return ""
    previous = _line_text(data, lines, line - 1).strip()
    if not previous and language.documented_types and line > 2:
        comment = _apart(data, lines, line - 2, language)
        return comment if "@" in comment else ""
    if language.block_comment and previous.endswith(language.block_comment[1]):
        return _block(data, lines, line - 1, language)
    if not previous.startswith(language.comment_prefixes or "\0"):
        return ""
    kept: list[str] = []
    for number in range(line - 1, max(line - 1 - _MOST_LINES, 0), -1):
        text = _line_text(data, lines, number)
        if not text.lstrip().startswith(language.comment_prefixes) or text.startswith("#!"):
            break
        kept.append(_LINE_MARK.sub("", text, count=1))
    return "\n".join(reversed(kept)).strip()[:LONGEST]


def _above_directives(data: bytes, lines: Lines, line: int, language: Language) -> int:
    """Return the line of the topmost of the directives that end on the line before, else the line itself."""
    for number in range(line, max(line - _MOST_LINES, 1), -1):
        previous = _line_text(data, lines, number - 1).strip()
        if not previous.startswith((*language.comment_prefixes, *language.block_comment[:1])):
            return number
        said = clean_comment(previous)
        if not said or without_directives(said):
            return number
    return max(line - _MOST_LINES, 1)


def _apart(data: bytes, lines: Lines, last: int, language: Language) -> str:
    """Return the text of a comment that ends on a line, with an empty line behind it."""
    ends = _line_text(data, lines, last).strip().endswith(language.block_comment[1])
    return _block(data, lines, last, language) if ends else ""


def _block(data: bytes, lines: Lines, last: int, language: Language) -> str:
    opening, closing = language.block_comment
    end = lines.end(last)
    begin = data.rfind(opening.encode(), max(end - _LONGEST_BLOCK, 0), end)
    if begin < 0 or data[lines.start(lines.line(begin)) : begin].strip():
        return ""
    text = data[begin:end].decode("utf-8", "replace").strip().removeprefix(opening).removesuffix(closing)
    text = _HELP_TITLE.sub("", text)
    cleaned = (_LINE_MARK.sub("", row, count=1).rstrip() for row in text.strip("*! \n").split("\n"))
    return "\n".join(cleaned).strip()[:LONGEST]


def _line_text(data: bytes, lines: Lines, line: int) -> str:
    start = lines.start(line)
    return data[start : lines.end(line)].decode("utf-8", "replace")
