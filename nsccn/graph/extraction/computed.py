"""Members that are read by a text, or by one that the code puts together: `getattr(self, "visit_" + kind)`.

Of a name that is put together its beginning is known: `self.visit_*` stands for all members that begin so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.marks import ANY

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader

_READ: Final = re.compile(rb"\(\s*([A-Za-z_][\w.]*)\s*,\s*(.*)\)\Z", re.DOTALL)
_WRITTEN: Final = re.compile(rb"[rRfF]?([\"'])([A-Za-z_]\w*)(\1|[{%])\s*([+%]|\.format\b)?")
_NAMED: Final = re.compile(rb"([A-Za-z_]\w*)(?:\.\w+\(\))*\s*(?=,|\Z)")
_OTHERWISE: Final = re.compile(rb",\s*([A-Za-z_][\w.]*)\s*\Z")
_LONGEST: Final = 300


def computed(reader: Reader, start: int, end: int, scope: int) -> list[str]:
    """Return the expressions that a call which reads a member stands for; nothing where it is none."""
    name, data = reader.language.member_reader.encode(), reader.data
    if not name or end - start > _LONGEST or not data.startswith(name, start, end):
        return []
    found = _READ.match(data, start + len(name), end)
    if found is None:
        return []
    member = _member(reader, found.group(2), start, scope)
    otherwise = _OTHERWISE.search(found.group(2))
    texts = [found.group(1) + b"." + member] if member else []
    texts += [otherwise.group(1)] if otherwise and texts else []
    return [_expression(reader, text, scope) for text in texts]


def _expression(reader: Reader, text: bytes, scope: int) -> str:
    rest = ANY if text.endswith(ANY.encode()) else ""
    return reader.written(text.removesuffix(ANY.encode()), scope) + rest


def _member(reader: Reader, text: bytes, byte: int, scope: int) -> bytes:
    """Return the name that a text gives, or its beginning and `ANY`; for a variable, what it was last given."""
    written = _WRITTEN.match(text)
    if written is None and (named := _NAMED.match(text)):
        body = reader.data[reader.definitions[scope].full_range.start_byte : byte]
        ends = [given.end() for given in re.finditer(rb"\b" + named.group(1) + rb"\s*=\s*(?!=)", body)]
        written = _WRITTEN.match(body, ends[-1]) if ends else None
    if written is None:
        return b""
    if written.group(3) in b"\"'" and not written.group(4):
        return written.group(2)
    is_told = written.group(2).strip(b"_") != b""  # nearly every name begins with `_`
    return written.group(2) + ANY.encode() if is_told else b""
