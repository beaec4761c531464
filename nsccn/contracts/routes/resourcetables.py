"""Tables of resources, each a path with its type: `Route::apiResources(['carts' => CartController::class]);`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_ROW: Final = regex(r"\s*[\"'][\w./-]+[\"']\s*=>\s*[\w\\]+::class\b")
_COMMENT: Final = regex(r"\s*(?://|#|/?\*)")
_MOST_ROWS: Final = 100


def table_head(lines: Sequence[str], line: int, words: Collection[str]) -> int:
    """Return the line of the call that is given the table in which a line stands, 0 where it stands in none.

    >>> table_head(["Route::resources([", "    'carts' => CartController::class,", "]);"], 2, ["resource"])
    1
    """
    if not _ROW.match(lines[line - 1]):
        return 0
    for at in range(line - 1, max(line - _MOST_ROWS, 0), -1):
        text = lines[at - 1]
        if text.rstrip().endswith("["):
            is_head = re.search(rf"\b(?:{'|'.join(sorted(words))})s\(\s*\[\s*\Z", text)
            return at if is_head else 0
        if not (_ROW.match(text) or _COMMENT.match(text) or not text.strip()):
            break
    return 0
