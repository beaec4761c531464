"""XML and its like: the outer elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nsccn.regexes import regex
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.rows import Row

_TOKEN: Final = regex(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<[?!][^>]*>"
    r"|<(?P<close>/)?(?P<name>[A-Za-z_][\w:.-]*)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*?(?P<empty>/)?>",
    re.DOTALL,
)
_DEPTH: Final = {Detail.NAME: 1, Detail.SIGNATURE: 2, Detail.DOC: 3}
"""So many levels of elements are shown."""


def elements(lines: list[str], detail: Detail) -> Iterator[Row]:
    """Yield the lines on which the outer elements begin."""
    text = "\n".join(lines)
    line, counted, last = 1, 0, 0
    around: list[str] = []
    for token in _TOKEN.finditer(text):
        name = token["name"]
        if name is None:
            continue
        if token["close"]:
            # One that was never closed ends with what is around it.
            while name in around and around.pop() != name:
                pass
            continue
        if len(around) <= _DEPTH[detail]:
            line += text.count("\n", counted, token.start())
            counted = token.start()
            if line != last:
                last = line
                yield Row(line, lines[line - 1].rstrip())
        if not token["empty"]:
            around.append(name)
