"""The texts that a table of the file holds: `_METHODS = {"[": "list", "{": "object"}`, asked by `_METHODS[opening]`."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_MARKS: Final = re.compile(rb"[{}]|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|#[^\n]*")
_ENTRY: Final = re.compile(rb"[\"'](\w+)[\"'](?!\s*:)|#[^\n]*|(?::|\*\*)()")
"""A text that is no key, or what begins a value."""
_LONGEST: Final = 4_000
_ASKED: Final = re.compile(rb"\s*(?:\w+\.)*([A-Za-z_]\w*)\s*(?:\[|\.get\s*\()")
MOST_TEXTS: Final = 32


def table_name(data: bytes) -> bytes:
    """Return the last name of the table that an expression asks for a value, empty where it does not ask one.

    >>> table_name(b"self._methods.get(kind)"), table_name(b"TYPES[kind]"), table_name(b"kind.lower()")
    (b'_methods', b'TYPES', b'')
    """
    found = _ASKED.match(data)
    return found.group(1) if found is not None else b""


@lru_cache(maxsize=64)
def texts_of(data: bytes, name: bytes) -> tuple[bytes, ...]:
    """Return the texts that are the values of the one table of a name; none where they cannot be told.

    >>> texts_of(b'TYPES = {1: "number", 2: "text"}', b"TYPES"), texts_of(b'TYPES = {1: "number", 2: other}', b"TYPES")
    ((b'number', b'text'), ())
    """
    written = re.compile(rb"\b" + name + rb"\s*(?::[^=\n]+)?=\s*(?!=)").finditer(data)
    starts = [given.end() for given in written]
    if len(starts) != 1 or not data.startswith(b"{", starts[0]):
        return ()
    entries = list(_ENTRY.finditer(data, starts[0], _end(data, starts[0])))
    texts = tuple(dict.fromkeys(one.group(1) for one in entries if one.group(1)))
    values = sum(one.group(1) is not None for one in entries)
    begun = sum(one.group(2) is not None for one in entries)
    return texts if begun <= values and len(texts) <= MOST_TEXTS else ()


def _end(data: bytes, start: int) -> int:
    """Return where the table ends that is written out from a byte on; the byte itself where it is too long."""
    depth = 0
    for mark in _MARKS.finditer(data, start, start + _LONGEST):
        depth += (mark.group() == b"{") - (mark.group() == b"}")
        if not depth:
            return mark.end()
    return start
