"""Files of blocks in braces, each with a head: Nomad and what is written like it, Prisma."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row

_LONGEST: Final = 1000
"""Characters of a line that are looked at."""
_OPAQUE: Final = regex(r"\"(?:[^\"\\]|\\.)*+\"?|#.*|//.*|/\*.*?(?:\*/|\Z)")
"""Strings and comments: no brace in them opens or closes a block."""
_HEREDOC: Final = regex(r"<<[-~]?\s*(\w+)\s*\Z")
_COMMENT: Final = regex(r"\s*(?:#|//)")
_CLOSES: Final = regex(r"[\s)}\],]*\Z")


def heads(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield the heads of blocks; from SIGNATURE on what stands right inside of them; at DOC the comments above."""
    depth, marker = 0, ""
    comments: list[Row] = []
    for number, line in enumerate(lines, 1):
        if marker:
            marker = "" if line.strip() == marker else marker
            continue
        plain = _OPAQUE.sub(_bare, line[:_LONGEST])
        if not depth and _COMMENT.match(line):
            comments.append(Row(number, line.rstrip()))
            continue
        if depth <= (detail >= Detail.SIGNATURE) and plain.strip() and not _CLOSES.match(plain):
            yield from comments if detail >= Detail.DOC else ()
            yield Row(number, line.rstrip())
        comments = []
        found = _HEREDOC.search(plain)
        marker = found.group(1) if found else ""
        depth = max(depth + len(re.findall(r"[{(\[]", plain)) - len(re.findall(r"[})\]]", plain)), 0)


def _bare(match: re.Match[str]) -> str:
    """Leave of a string its quotes, of a comment nothing."""
    return '""' if match.group().startswith('"') else ""
