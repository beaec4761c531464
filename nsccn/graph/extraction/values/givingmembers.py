"""Which calls give an object the members of others, of those that have a name for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader


def gives_members(reader: Reader, callee: Node) -> bool:
    """Whether a call writes members of its first argument; a function of the file itself shows whether it does."""
    ordinal = reader.top_names.get(text_of(callee, reader.data), 0)
    item = reader.definitions[ordinal]
    if not ordinal or item.kind not in FUNCTION_KINDS:
        return True
    body = reader.data[item.full_range.start_byte : item.full_range.end_byte].decode("utf-8", "replace")
    first = re.escape(item.parameters[0].lstrip(".")) if item.parameters else "arguments"
    written = rf"\b{first}\[[^=;\n]*\]\s*=(?!=)|\barguments\b"
    handed = rf"(?:assign|extend|mixin|merge|defineProperty|defineProperties)\(\s*{first}\b"
    return re.search(f"{written}|{handed}", body[body.find("{") :]) is not None
