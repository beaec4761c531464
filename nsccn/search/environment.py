"""Leaves out of a report where the program ran: what forms ask for below a heading, and no word of a mistake.

**Environment**                                          left out
- OS: Linux Mint 18.2                                    left out
It hangs as soon as a second client has connected to it. stays
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

FENCE: Final = regex(r"^\s*(```|~~~)")
_BOLD: Final = regex(r"(\*\*|__)[^*]+\1:?")
_ABOUT: Final = regex(
    r"\b(?:environment|versions?|platform|operating system|system info|desktop|smartphone)\b"
    r"|\b(?:the following|system|version|device|build) information\b|^\W*information\W*$",
    re.IGNORECASE,
)
_LONGEST_HEADING: Final = 100
_LABELLED: Final = regex(r"\W*\w[^:=]{0,40}[:=]")
_VERSION: Final = regex(r"\d\.(?:\d|x\b)")
_FEW_WORDS: Final = 5
"""What is no more than this is a name and a version, or another answer to a form."""
_MOST_WORDS: Final = 11
"""What has more of them is a sentence, and whatever follows tells what happened."""


def without_environment(text: str) -> str:
    """Return a report without its sections on versions, platforms and packages; its first line stays as it is."""
    title, _, rest = text.partition("\n")
    if not _ABOUT.search(rest):
        return text
    return "\n".join((title, *_kept(rest.split("\n"))))


def _kept(lines: list[str]) -> Iterator[str]:
    is_inside, block = False, list[str]()
    for line in lines:
        if FENCE.match(line) and block:
            yield from () if is_inside and _VERSION.search("\n".join(block)) else (*block, line)
            block = []
        elif block or FENCE.match(line):
            block.append(line)
        elif heading := _heading(line):
            is_inside = bool(_ABOUT.search(heading))
            yield from () if is_inside else (line,)
        elif is_inside and (is_inside := _goes_on(line)):
            yield from () if _answers(line) else (line,)
        else:
            yield line
    yield from block


def _heading(line: str) -> str:
    """Return a line that stands above others: `## Versions`, `**Environment**`, `Versions:`; else nothing."""
    line = line.strip()
    is_one = (
        line.startswith(("# ", "##")) or _BOLD.fullmatch(line) or (line.endswith(":") and _is_short(line))
    )
    return line if is_one and len(line) <= _LONGEST_HEADING else ""


def _goes_on(line: str) -> bool:
    is_rule = len(line.strip()) > 2 and not line.strip(" -*_")
    return not is_rule and len(line.split()) <= _MOST_WORDS


def _answers(line: str) -> bool:
    return _is_short(line) or bool(_VERSION.search(line) or _LABELLED.match(line))


def _is_short(line: str) -> bool:
    return len(line.split()) <= _FEW_WORDS
