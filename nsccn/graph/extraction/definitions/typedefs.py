"""Types that comments define by their members: `@typedef {object} Options` with `@property {Clock} clock`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.documented import plain_type
from nsccn.graph.model import Definition, SourceRange

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.kinds import EntityKind
    from nsccn.graph.language import Language
    from nsccn.graph.packed import AssignmentRow

_BRACES: Final = rb"\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}"
_TYPEDEF: Final = re.compile(rb"@typedef\s+" + _BRACES + rb"\s*\*?\s*([\w$]+)")
_PROPERTY: Final = re.compile(rb"@prop(?:erty)?\s+" + _BRACES + rb"\s+\[?\s*([\w$]+)(?![\w$.\[])")
_MEMBER: Final = re.compile(r"\s*\*?\s*(?:readonly\s+)?([\w$]+)\s*\??\s*:\s*(.+)\Z", re.DOTALL)
_ENDS: Final = (b"*/", b"@typedef")
_OPENING: Final = "{[(<"
_CLOSING: Final = "}])>"


def typedefs(
    declarations: Declarations, data: bytes, language: Language
) -> tuple[list[Definition], list[AssignmentRow]]:
    """Return definitions of the types that comments define and of their members, and what these are declared to be."""
    definitions: list[Definition] = []
    rows: list[AssignmentRow] = []
    if not language.documented_types or b"@typedef" not in data:
        return definitions, rows
    known = {definition.name for definition in declarations.definitions if definition.parent == 0}
    for found in _TYPEDEF.finditer(data):
        name = found.group(2).decode("utf-8", "replace")
        members = list(_members(data, found))
        if not members or name in known:
            continue
        known.add(name)
        parent = len(declarations.definitions) + len(definitions)
        end = max(found.end(), *(byte + len(member) for member, _, byte in members))
        place = _range(declarations, found.start(), end)
        definitions.append(_definition("type", name, name, 0, place))
        for member, annotation, byte in members:
            place = _range(declarations, byte, byte + len(member))
            definitions.append(_definition("attr", member, f"{name}.{member}", parent, place))
            rows.append((parent, member, "", annotation, "declare", place.start_line, byte))
    return definitions, rows


def _members(data: bytes, found: re.Match[bytes]) -> Iterator[tuple[str, str, int]]:
    """Yield name, type and place of the members of one type."""
    stated = found.group(1).decode("utf-8", "replace").strip()
    told: set[str] = set()
    if stated.startswith("{") and stated.endswith("}"):
        for piece in _pieces(stated[1:-1]):
            member = _MEMBER.match(piece)
            if member and member.group(1) not in told:
                told.add(member.group(1))
                yield member.group(1), plain_type(member.group(2)), found.start(1)
        return
    end = min(place for place in (*(data.find(mark, found.end()) for mark in _ENDS), len(data)) if place >= 0)
    for stated_property in _PROPERTY.finditer(data, found.end(), end):
        text, name = (part.decode("utf-8", "replace") for part in stated_property.groups())
        if name not in told:
            told.add(name)
            yield name, plain_type(text), stated_property.start(2)


def _pieces(text: str) -> Iterator[str]:
    """Yield the members of an object's type."""
    depth, start = 0, 0
    for place, character in enumerate(text):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING and text[place - 1 : place] != "=":
            depth -= 1
        elif character in ",;" and depth == 0:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _range(declarations: Declarations, start: int, end: int) -> SourceRange:
    line = declarations.lines.line
    return SourceRange(start, end, line(start), line(end))


def _definition(kind: EntityKind, name: str, path: str, parent: int, place: SourceRange) -> Definition:
    return Definition(
        kind=kind,
        name=name,
        qualified_name=path,
        parent=parent,
        full_range=place,
        name_line=place.start_line,
        signature=f"@typedef {name}" if kind == "type" else name,
        modifiers=("implicit",),
    )
