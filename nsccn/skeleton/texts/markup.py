"""Markdown and reStructuredText: their headings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row

_HEADING: Final = regex(r" {0,3}#{1,6}(\s|$)")
_UNDERLINE: Final = regex(r"([=\-~^\"'#*+`])\1{2,}\s*$")
_FENCE: Final = regex(r"\s{0,3}(`{3,}|~{3,})")


def headings(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield headings, those underlined included, at DOC with a line below each; code between fences has none."""
    fence = ""
    wants_text = False
    for number, line in enumerate(lines, 1):
        mark = _FENCE.match(line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
        elif not fence:
            following = lines[number] if number < len(lines) else ""
            underlined = line.strip() and not _UNDERLINE.match(line) and _UNDERLINE.match(following)
            if _HEADING.match(line) or (underlined and len(following.strip()) >= len(line.strip()) - 1):
                yield Row(number, line.rstrip())
                wants_text = detail >= Detail.DOC
            elif wants_text and line.strip() and not _UNDERLINE.match(line):
                yield Row(number, line.rstrip())
                wants_text = False
