"""Functions and types that a text names by the path to them: what is loaded, or replaced in a test, by its name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow

_LONGEST: Final = 200
_PATH: Final = re.compile(
    rb"""[rRuU]?(['"]{1,3})(?:[\w-]+[ ]*=[ ]*)?([^\W\d]\w*(?:\.[^\W\d]\w*)*[.:][^\W\d]\w*)\1\Z"""
)
"""A text of nothing else, but for a name that the path is given: `"shop = shop.cli:main"`."""


def named_paths(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the paths that are the whole of a text; whether something lies there is not known here."""
    if not reader.language.named_paths:
        return
    for node, _ in reader.found.get("literal", ()):
        start, end = node.start_byte, node.end_byte
        found = _PATH.match(reader.source, start, end) if end - start <= _LONGEST else None
        if found:
            path = found.group(2).decode("utf-8", "replace").replace(":", ".")
            yield "path", reader.scope(start), path, reader.line(start), start, "", 0
