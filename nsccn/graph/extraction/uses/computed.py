"""Members that are read by a text, or by one that the code puts together: `getattr(self, "visit_" + kind)`.

Of a name that is put together its beginning is known: `self.visit_*` stands for all members that begin so. Where the
rest is one of the texts of a table that the file writes out (`getattr(self, f"parse_{METHODS[kind]}")`), the names are.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.uses.texttables import table_name, texts_of
from nsccn.graph.notation.marks import ANY

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.extraction.reader import Reader

_READ: Final = re.compile(rb"\(\s*([A-Za-z_][\w.]*)\s*,\s*(.*)\)\Z", re.DOTALL)
_WRITTEN: Final = re.compile(rb"[rRfF]?([\"'])([A-Za-z_]\w*)(\1|[{%])\s*([+%]|\.format\b)?")
_FORMATTED: Final = re.compile(rb"\A(?:s[\"']\s*%\s*|\}[\"']\s*\.format\(\s*)")
"""What stands between the beginning of a name and its rest, where that is put in by `%` or `format`."""
_GOES_ON: Final = re.compile(rb"\}(?![\"'])|\+")
_REST: Final = re.compile(rb"\s*([A-Za-z_]\w*)\s*(?:\}[\"']\s*)?(?=[,)]|\Z)")
"""A variable that is the rest of a name."""
_NAMED: Final = re.compile(rb"([A-Za-z_]\w*)(?:\.\w+\(\))*\s*(?=,|\Z)")
_OTHERWISE: Final = re.compile(rb",\s*([A-Za-z_][\w.]*)\s*\Z")
_SUBSCRIPTED: Final = re.compile(rb"(?:\?\.)?\[\s*([\"'`])([A-Za-z_$][\w$]*)\1\s*\]\Z")
_BRACKETED: Final = re.compile(rb"(?<=[\w$\])])\s*(?:\?\.)?\[\s*([A-Za-z_$][\w$]*)\s*\]")
_MADE_SYMBOL: Final = re.compile(
    rb"(?<![\w$])([A-Za-z_$][\w$]*+)\s*(?::\s*unique\s+symbol|=\s*Symbol\s*(?:\.\s*for\s*)?\()"
)
_UNBRACKETED: Final = re.compile(rb"(?<![\w$\[.])([A-Za-z_$][\w$]*+)(?!\])")
_CLOSING: Final = ord("]")
_LONGEST: Final = 300


def computed(reader: Reader, start: int, end: int, scope: int) -> list[str]:
    """Return the expressions that a call which reads a member stands for; nothing where it is none."""
    name, data = reader.member_reader, reader.data
    if not name or end - start > _LONGEST or not data.startswith(name, start, end):
        return []
    found = _READ.match(data, start + len(name), end)
    if found is None:
        return []
    members = _members(reader, found.group(2), start, scope)
    otherwise = _OTHERWISE.search(found.group(2))
    texts = [found.group(1) + b"." + member for member in members]
    texts += [otherwise.group(1)] if otherwise and texts else []
    return [_expression(reader, text, scope) for text in texts]


def subscripted(reader: Reader, start: int, end: int, scope: int) -> str:
    """Return the expression of a member that is named by a text in brackets, empty where none is: `cart["fill"]`."""
    data = reader.data
    found = _SUBSCRIPTED.search(data, max(start, end - _LONGEST), end) if data[end - 1] == _CLOSING else None
    return reader.written(data[start : found.start()] + b"." + found[2], scope) if found is not None else ""


def symbols(data: bytes, imported: AbstractSet[str]) -> frozenset[bytes]:
    """Return the names of a file that stand for the name of a member: `cart[kFill]()` is `cart.[kFill]()`.

    Such a name is declared as a symbol, or the file imports it and has it in brackets alone.
    """
    bracketed = set(_BRACKETED.findall(data))
    if not bracketed:
        return frozenset()
    made = bracketed.intersection(_MADE_SYMBOL.findall(data))
    keys = {name for name in bracketed if name.decode() in imported}
    named = Counter(_UNBRACKETED.findall(data)) if keys else Counter[bytes]()
    return frozenset(made | {name for name in keys if named[name] == 1})  # where it is imported


def with_symbols(text: bytes, names: AbstractSet[bytes]) -> bytes:
    """Return a text with the members that are named by symbols in two brackets, as an expression reads them.

    >>> with_symbols(b"cart[kFill](item[0])", {b"kFill"})
    b'cart.[[kFill]](item[0])'
    """
    return _BRACKETED.sub(lambda found: b".[[%b]]" % found[1] if found[1] in names else found[0], text)


def _expression(reader: Reader, text: bytes, scope: int) -> str:
    rest = ANY if text.endswith(ANY.encode()) else ""
    return reader.written(text.removesuffix(ANY.encode()), scope) + rest


def _members(reader: Reader, text: bytes, byte: int, scope: int) -> list[bytes]:
    """Return the names that a text may give, or their beginning and `ANY`; for a variable, what it was last given."""
    body = reader.data[reader.definitions[scope].full_range.start_byte : byte]
    written = _WRITTEN.match(text)
    if written is None and (named := _NAMED.match(text)):
        text = _last_given(body, named.group(1))
        written = _WRITTEN.match(text)
    if written is None:
        return []
    if written.group(3) in b"\"'" and not written.group(4):
        return [written.group(2)]
    if ends := _texts(reader, text[written.end() :], body):
        return [written.group(2) + end for end in ends]
    is_told = written.group(2).strip(b"_") != b""  # nearly every name begins with `_`
    return [written.group(2) + ANY.encode()] if is_told else []


def _last_given(body: bytes, name: bytes) -> bytes:
    """Return the code from the value on that a variable was last given, empty where it was given none."""
    ends = [given.end() for given in re.finditer(rb"\b" + name + rb"\s*=\s*(?!=)", body)]
    return body[ends[-1] :] if ends else b""


def _texts(reader: Reader, rest: bytes, body: bytes) -> tuple[bytes, ...]:
    """Return the texts of the table of which one is the rest of a name; `body` is the code before."""
    rest = _FORMATTED.sub(b"", rest, count=1)
    if _GOES_ON.search(rest):
        return ()
    table = table_name(rest)
    if not table and (named := _REST.match(rest)):
        table = table_name(_last_given(body, named.group(1)))
    return texts_of(reader.data, table) if table else ()
