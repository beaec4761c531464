"""Types that stand in documentation comments, where the language has no other place for them: `@param {Cart} cart`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.model import Import
from nsccn.graph.notation.expression import expression

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_BRACES: Final = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
_PARAMETER: Final = re.compile(rf"@(?:param|arg|argument)\s+{_BRACES}\s+\[?\s*([\w$]+)(?![\w$.])")
_ANY_PARAMETER: Final = re.compile(rf"@(?:param|arg|argument)\s+{_BRACES}\s+\[?\s*[\w$]+(?![\w$.\[])")
_CAST: Final = re.compile(rf"@(?:type|satisfies)\s+{_BRACES}\s*\*/\s*\Z".encode())
_LONGEST_CAST: Final = 200
_RESULT: Final = re.compile(rf"@returns?\s+{_BRACES}")
_TYPE: Final = re.compile(
    rf"/\*\*(?:(?!\*/)[\s\S])*?@type\s+{_BRACES}(?:(?!\*/)[\s\S])*\*/\s*"
    r"(?:(?:export|const|let|var|static)\s+)*(#?[\w$]+(?:\.#?[\w$]+)?)\s*[=;,)]".encode()
)
_DEFINED: Final = re.compile(
    rb"@typedef\s+\{\s*(?:typeof\s+)?import\(\s*[\"']([^\"']+)[\"']\s*\)(?:\.([\w$]+))?(?:<[^{}]*>)?\s*\}\s*([\w$]+)"
)
_TAKEN: Final = re.compile(
    rb"@import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^{}]*)\}\s*)?(?<![\w$])from\s+[\"']([^\"']+)[\"']"
)
_INLINE: Final = re.compile(rb"\bimport\(\s*[\"'](\.[^\"']*)[\"']\s*\)\.([\w$]+)")
_INLINE_TEXT: Final = re.compile(r"\b(?:typeof\s+)?import\([^()]*\)\.")
_COMMENT: Final = b"/**"


def result(doc: str) -> str:
    """Return the type of the result that a comment states, empty where it states none."""
    found = _RESULT.search(doc) if "@return" in doc else None
    return plain_type(found.group(1)) if found else ""


def parameter_types(doc: str) -> list[str]:
    """Return the types that a comment states of parameters, in the order of these."""
    return [plain_type(text) for text in _ANY_PARAMETER.findall(doc)]


def cast(data: bytes, start: int) -> str:
    """Return the type that a comment before brackets states of what is in them, as in `/** @type {Cart} */ (found)`."""
    if data[start : start + 1] != b"(":
        return ""
    before = data[max(start - _LONGEST_CAST, 0) : start]
    found = _CAST.search(before) if before.rstrip().endswith(b"*/") else None
    return plain_type(found.group(1).decode("utf-8", "replace")) if found else ""


def plain_type(text: str) -> str:
    """Return a type as annotations write it: what is not optional, and named as it is imported.

    >>> plain_type('?import("./cart").Cart=')
    'Cart'
    """
    return _INLINE_TEXT.sub("", text).strip().removesuffix("=").removeprefix("...").lstrip("?!").strip()


def documented_imports(reader: Reader) -> Iterator[Import]:
    """Yield the names that comments take from other files."""
    data = reader.data
    if not (reader.language.documented_types and _COMMENT in data):
        return
    told = set(reader.known)
    for found in _DEFINED.finditer(data):
        module, name, alias = (text.decode() if text else "" for text in found.groups())
        if alias not in told:
            told.add(alias)
            yield Import(0, module, name, alias, reader.line(found.start()))
    for found in _TAKEN.finditer(data):
        whole, several, module = (text.decode("utf-8", "replace") if text else "" for text in found.groups())
        for piece in (f"{reader.language.default_export} as {whole}" if whole else "", *several.split(",")):
            name, _, alias = (part.strip(" *\t\r\n") for part in piece.partition(" as "))
            if name and (alias or name) not in told:
                told.add(alias or name)
                yield Import(0, module, name, alias or name, reader.line(found.start()))
    for found in _INLINE.finditer(data):
        module, name = found.group(1).decode(), found.group(2).decode()
        if name not in told:
            told.add(name)
            yield Import(0, module, name, name, reader.line(found.start()))


def documented_types(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield the types that comments state of parameters, variables and attributes."""
    data = reader.data
    if not (reader.language.documented_types and _COMMENT in data):
        return
    for ordinal, definition in enumerate(reader.definitions):
        if "@param" not in definition.doc and "@arg" not in definition.doc:
            continue
        place = definition.full_range
        for text, name in _PARAMETER.findall(definition.doc):
            if name in definition.parameters:
                yield ordinal, name, "", plain_type(text), "declare", place.start_line, place.start_byte
    if b"@type" not in data:
        return
    for found in _TYPE.finditer(data):
        byte = found.start(2)
        text, name = (part.decode("utf-8", "replace") for part in found.groups())
        scope = reader.piece_scopes[bisect_right(reader.pieces, byte)]
        yield (
            scope,
            expression(name.replace("#", "")),
            "",
            plain_type(text),
            "declare",
            reader.line(byte),
            byte,
        )
