"""Calls of languages that return errors whose error is looked at right behind them, and what becomes of it there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import HANDLES, PROPAGATES

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow


def settled_calls(reader: Reader, returned: AbstractSet[int]) -> Iterator[ReferenceRow]:
    """Yield these calls once more, with what becomes of their error; `returned` are calls whose error goes further."""
    for _, parts in reader.found.get("settled", ()):
        callee = parts["callee"][0]
        byte = callee.start_byte
        fate = "" if byte in returned else _fate(reader, parts)
        if fate:
            scope = reader.scope(byte)
            target = reader.written(reader.data[byte : callee.end_byte], scope)
            if target != UNKNOWN:
                arguments = parts["arguments"][0].named_child_count
                yield "call", scope, target, reader.line(callee.end_byte - 1), byte, fate, arguments


def _fate(reader: Reader, parts: Parts) -> str:
    """Tell what the code that looks at an error does with it; empty where that is open."""
    if "body" not in parts:
        return HANDLES
    body = text_of(parts["body"][0], reader.data)
    name = text_of(parts["target"][0], reader.data) if "target" in parts else ""
    language = reader.language
    if language.error_handed and _pattern(language.error_handed, name).search(body):
        return PROPAGATES
    return "" if _pattern(language.error_open, name).search(body) else HANDLES


@lru_cache(maxsize=256)
def _pattern(pattern: str, name: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("NAME", re.escape(name)), re.MULTILINE)
