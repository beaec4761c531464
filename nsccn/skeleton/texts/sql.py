"""SQL: what its statements create, change and drop, and the columns of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row
from nsccn.text import blank

_OPAQUE: Final = regex(
    r"'(?:[^']|'')*+(?:'|\Z)|\"[^\"\n]*\"|`[^`\n]*`|--[^\n]*|/\*.*?(?:\*/|\Z)|(\$\w*\$)(?:.*?\1|.*)",
    re.DOTALL,
)
"""Strings, quoted names, comments and bodies of functions: nothing in them begins or ends a statement."""
_LONGEST: Final = 1000
"""Characters of a line that are looked at."""
_STRUCTURE: Final = regex(r"\s*(create|alter|drop|comment\s+on|grant|rename)\b", re.IGNORECASE)
_TABLE: Final = regex(r"\s*create\s+(?:\w+\s+){0,3}?(?:table|type)\b", re.IGNORECASE)
_REST: Final = regex(r"\s+as\s*(?:\$\d*|begin\b|select\b|with\b).*|\s+begin\b.*", re.IGNORECASE)


def statements(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield statements that say what there is; from SIGNATURE on the columns of tables; at DOC the comment above."""
    text = "\n".join(lines)
    plain = _OPAQUE.sub(_blank_unless_named, text)
    line, start = 1, 0
    for end in (*(found.start() for found in re.finditer(";", plain)), len(plain)):
        statement = plain[start:end]
        first = start + len(statement) - len(statement.lstrip())
        line += text.count("\n", start, first)
        if _STRUCTURE.match(statement):
            if detail >= Detail.DOC:
                yield from _comment_above(lines, line)
            yield from _rows(lines, line, plain[first:end], detail)
        line += text.count("\n", first, end)
        start = end + 1 if end < len(plain) else end


def _blank_unless_named(match: re.Match[str]) -> str:
    return match.group() if match.group()[:1] in {'"', "`"} else blank(match)


def _rows(lines: list[str], line: int, statement: str, detail: Detail) -> Iterator[Row]:
    head = lines[line - 1][:_LONGEST].rstrip()
    yield Row(line, _REST.sub("", head) if not _TABLE.match(statement) else head)
    if detail < Detail.SIGNATURE or not _TABLE.match(statement):
        return
    depth = 0
    for number, part in enumerate(statement.split("\n")):
        if number and depth == 1 and part.strip(" )\t"):
            yield Row(line + number, lines[line + number - 1].rstrip())
        depth += part.count("(") - part.count(")")


def _comment_above(lines: list[str], line: int) -> Iterator[Row]:
    first = line - 1
    while first and lines[first - 1].lstrip().startswith("--"):
        first -= 1
    for number in range(first + 1, line):
        yield Row(number, lines[number - 1].rstrip())
