"""Members that are named with their type left out before them: `.shelf`, a case of it or what the type itself has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import Lines
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

LONGEST_BEFORE: Final = 200
"""So much of a text is looked at before a name."""
_BEHIND: Final = regex(rb"(?:[(,:=\[{&|]|[?<>]\s|\b(?:case|return|in|where|else|catch))\s*\.$")
"""What stands before such a name; behind anything else a dot begins a member of that."""
_COMMENT: Final = regex(rb"(?<!:)//[^\n]*\n")
_OF_TYPE: Final = regex(r"\b(?:static|class)\s")


def is_type_implied(before: bytes) -> bool:
    """Whether the dot that ends a text stands behind no object."""
    return before.endswith(b".") and _BEHIND.search(_COMMENT.sub(b"\n", before)) is not None


def may_imply_type(graph: CodeGraph, entity: int) -> bool:
    """Whether an entity is a case of an enumeration, or a member of a type itself."""
    parent = int(graph.parent[entity])
    if parent < 0:
        return False
    is_case = graph.kinds[graph.kind[entity]] == "attr" and graph.kinds[graph.kind[parent]] == "enum"
    return is_case or _OF_TYPE.search(graph.entity(entity).signature) is not None


def lines_of_implied(text: str, name: str) -> set[int]:
    """Return the lines on which a name is only that of members whose types are left out."""
    data = text.encode("utf-8", "replace")
    lines, implied, other = Lines(data), set[int](), set[int]()
    for match in re.finditer(rb"(?<!\w)%s(?!\w)" % re.escape(name.encode()), data):
        start = match.start()
        is_implied = is_type_implied(data[max(0, start - LONGEST_BEFORE) : start])
        (implied if is_implied else other).add(lines.line(start))
    return implied - other
