"""Which types the code of a file names as types: where it declares, casts, asks or catches, not calls or inherits."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.captures import DEFINITION
from nsccn.graph.extraction.scopes.typevariables import TypeVariables
from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import FILE_KINDS, TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.graph.extraction.errors.errors import Clause
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_NAME: Final = re.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*")
_QUALIFIED: Final = re.compile(r"\$?[^\W\d][\w$]*")
"""A name that may say that it begins outside of all namespaces."""
_NO_TYPES: Final = re.compile(r"\bLiteral\[[^\]]*\]")
"""What an annotation holds besides types."""
_OWN: Final = frozenset({"self", "Self", "this", "super"})
_CONTAINER: Final = "container."
_PLACES: Final = frozenset({"base", "subject", "owner"})
_OWN_PLACES: Final = _PLACES | {"name"}
"""Parts of a definition, and of a block that says more of one, where a type is no mere type."""
_INSIDE_PATH: Final = b"::"
"""What stands before the end of a path that begins with something else than a name."""
_OPENS: Final = ord("<")
_CLOSES: Final = ord(">")
_LONGEST: Final = 400
"""Bytes that the types of a call may take."""
_Named = tuple[int, str, int]
"""Scope, name and byte."""


def type_names(
    reader: Reader, caught: Iterable[Clause], documented: Iterable[AssignmentRow]
) -> Iterator[ReferenceRow]:
    """Yield the types that a file names, each once in a scope; `documented` are declarations in comments."""
    variables = TypeVariables(reader)
    unwanted = _unwanted(reader)
    own = {(number, item.name) for number, item in enumerate(reader.definitions) if item.kind in TYPE_KINDS}
    told: set[tuple[int, str]] = set()
    named = (
        *_written(reader),
        *_said_of_calls(reader),
        *_caught(reader, caught),
        *_documented(reader, documented),
    )
    for scope, name, byte in named:
        root = name.partition(".")[0]
        if (scope, name) in told or root in unwanted or (scope, name) in own:
            continue
        if variables.has(root, byte):
            continue
        told.add((scope, name))
        yield "type", scope, name, reader.line(byte), byte, "", -1


def _unwanted(reader: Reader) -> frozenset[str]:
    return _OWN | (reader.language.builtin_types - reader.known)


def _written(reader: Reader) -> Iterator[_Named]:
    """Yield the types that stand in the code."""
    matches = reader.found.get("typename")
    if not matches:
        return
    data, scopes, pieces = reader.data, reader.piece_scopes, reader.pieces
    otherwise = set(_told_otherwise(reader))
    extended = list(_extended(reader))
    unwanted = {name.encode() for name in _unwanted(reader)}
    told: set[tuple[int, bytes]] = set()
    seen_to = 0
    for node, parts in matches:
        start = node.start_byte
        if start < seen_to:
            continue
        seen_to = end = node.end_byte
        text = data[start:end]
        if text in unwanted:
            continue
        scope = scopes[bisect_right(pieces, start)]
        if (scope, text) in told:
            continue
        if start in otherwise:
            seen_to = start + len(text.partition(b"<")[0])  # what it is made of is a mere type: `Check<Cart>`
            continue
        told.add((scope, text))
        if extended and reader.definitions[scope].kind in FILE_KINDS:
            scope = next((of for begin, end, of in extended if begin <= start < end), scope)
        if "type" in parts:
            for name in _NAME.findall(_NO_TYPES.sub("", text.decode("utf-8", "replace"))):
                yield scope, name, start
        elif data[start - 2 : start] != _INSIDE_PATH:
            if not text.isalnum():
                plain = text.partition(b"<")[0]
                seen_to = start + len(plain)
                named = text if reader.language.arities else plain
                yield scope, reader.written(named, scope), start
            else:
                yield scope, text.decode(), start


def _said_of_calls(reader: Reader) -> Iterator[_Named]:
    """Yield the types that calls say which the grammar takes for operands: `find<Cart>(shop)`."""
    kinds, data = reader.language.nodes.calls, reader.data
    if not kinds:
        return
    for node, parts in reader.found.get("call", ()):
        listed = parts["arguments"][0] if "arguments" in parts else node
        end = listed.start_byte
        if data[end - 1 : end] == b">" and node.type in kinds and listed.prev_sibling is None:
            start = _opening(data, end - 1)
            scope = reader.scope(start)
            for name in _NAME.findall(data[start:end].decode("utf-8", "replace")):
                yield scope, name, start


def _opening(data: bytes, end: int) -> int:
    """Return where the bracket opens that closes at a place."""
    depth = 0
    for at in range(end, max(end - _LONGEST, 0), -1):
        depth += (data[at] == _CLOSES) - (data[at] == _OPENS)
        if depth == 0:
            return at
    return end


def _extended(reader: Reader) -> Iterator[tuple[int, int, int]]:
    """Yield the blocks that say more of a type which the file defines, with the ordinal of the type."""
    containers = reader.found.get("container.type", ())
    if not containers:
        return
    types = {item.name: number for number, item in enumerate(reader.definitions) if item.kind in TYPE_KINDS}
    for node, parts in containers:
        ordinal = types.get(text_of(parts["name"][0], reader.data))
        if ordinal is not None and "owner" not in parts:
            yield node.start_byte, node.end_byte, ordinal


def _told_otherwise(reader: Reader) -> Iterator[int]:
    """Yield where types stand that the file calls, inherits from, or writes out members of."""
    yield from (node.start_byte for node in reader.nodes("new", "callee"))
    yield from (node.start_byte for node, _ in reader.found.get("typebinding", ()))
    for main, matches in reader.found.items():
        is_inherited = main == "inherit" and not reader.language.self_types
        if is_inherited or main.startswith((DEFINITION, _CONTAINER)):
            places = _OWN_PLACES if main.startswith(_CONTAINER) else _PLACES
            for _, parts in matches:
                for part in places & parts.keys():
                    yield from (node.start_byte for node in parts[part])


def _caught(reader: Reader, caught: Iterable[Clause]) -> Iterator[_Named]:
    """Yield the types that handlers catch."""
    for clause in caught:
        scope = reader.scope(clause.start)
        yield from ((scope, error, clause.start) for error in clause.errors if _NAME.fullmatch(error))


def _documented(reader: Reader, documented: Iterable[AssignmentRow]) -> Iterator[_Named]:
    """Yield the types that comments name."""
    pattern = _QUALIFIED if reader.language.qualified_names else _NAME
    for scope, _, _, annotation, _, _, byte in documented:
        yield from ((scope, name, byte) for name in pattern.findall(annotation))
    if reader.language.documented_types:
        for ordinal, item in enumerate(reader.definitions):
            for name in _NAME.findall(item.returns):
                yield ordinal, name, item.full_range.start_byte
