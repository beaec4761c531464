"""Which errors the code of a file raises, and which regions catch them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nsccn.graph.extraction.definitions.declarator import declared
from nsccn.graph.extraction.source import text_of
from nsccn.graph.model import RUN_BY_OTHERS, Handler
from nsccn.graph.notation.expression import UNKNOWN, expression
from nsccn.graph.notation.marks import CAUGHT
from nsccn.graph.regions import Region, Regions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_NOTHING = frozenset({UNKNOWN, "None", "null", "nil"})


class Clause(NamedTuple):
    """One handler: its stretch, what it catches, and the name that it binds."""

    start: int
    end: int
    errors: tuple[str, ...]
    name: str
    node: Node
    parts: Parts


def clauses(reader: Reader) -> list[Clause]:
    """Return the handlers of a file."""
    found: list[Clause] = []
    for node, parts in reader.found.get("handler", ()):
        name = ""
        if "name" in parts:
            name = text_of(declared(parts["name"][0], reader.language.declarators)[0], reader.data)
        errors = tuple(_error_types(parts.get("caught", ()), reader.data))
        end = node.end_byte
        protected = parts["protected"][0] if "protected" in parts else None
        if protected is not None and protected.end_byte == end:
            end = protected.start_byte  # as with `with suppress(...)`: nothing runs when it catches
        found.append(Clause(node.start_byte, end, errors, name, node, parts))
    return found


def _error_types(nodes: Sequence[Node], data: bytes) -> Iterator[str]:
    for node in nodes:
        for text in re.split(r"[,|]", text_of(node, data).strip("() ")):
            if text.strip():
                yield expression(text.strip())


def handlers(reader: Reader, caught: list[Clause]) -> Iterator[Handler]:
    """Yield the regions whose errors are caught and not raised again."""
    raises = sorted(
        ((node.start_byte, parts) for node, parts in reader.found.get("raise", ())), key=lambda item: item[0]
    )
    starts = [start for start, _ in raises]
    for start, end, errors, name, node, parts in caught:
        inside = raises[bisect_left(starts, start) : bisect_left(starts, end)]
        if any(_is_again(reader, inner, name) for _, inner in inside):
            continue
        region = parts["protected"][0] if "protected" in parts else node.parent
        if region is not None:
            region_end = region.end_byte if "protected" in parts else start
            yield Handler(reader.scope(start), region.start_byte, region_end, errors, reader.line(start))


def detached(reader: Reader) -> Iterator[Handler]:
    """Yield the regions of functions without a name that their owner does not run."""
    definitions = reader.definitions
    named = ((node.start_byte, node.end_byte) for node, _ in reader.found.get("detached", ()))
    for start, end in chain(named, ((region.start, region.end) for region in reader.closures)):
        scope = reader.scope(start)
        owner = definitions[scope]
        has_name = start < owner.body_start < owner.body_end <= end
        if not has_name:
            yield Handler(scope, start, end, RUN_BY_OTHERS, reader.line(start))


def caught_errors(reader: Reader, found: Iterable[Handler]) -> Iterator[ReferenceRow]:
    """Yield the errors that handlers name, and those that the code asks for."""
    for handler in found:
        for error in handler.errors:
            if error not in _NOTHING and error.replace(".", "").replace("$", "").isidentifier():
                yield "raise", handler.scope, error, handler.line, handler.end_byte, CAUGHT, -1
    for _, parts in reader.found.get("handled", ()):
        asked = parts["caught"][0]
        byte = asked.start_byte
        scope = reader.scope(byte)
        error = reader.expression(asked, scope)
        if error not in _NOTHING:
            scope = reader.marked(byte, scope)  # a decorator says it of what it stands above
            yield "raise", scope, error, reader.line(byte), byte, CAUGHT, -1


def bound_errors(reader: Reader, caught: list[Clause]) -> Iterator[AssignmentRow]:
    """Yield the names that handlers bind to errors of one type."""
    for clause in caught:
        if clause.name and len(clause.errors) == 1:
            start = clause.start
            scope, line = reader.scope(start), reader.line(start)
            yield scope, clause.name.strip(), "", clause.errors[0], "declare", line, start


def raises(reader: Reader, caught: list[Clause]) -> Iterator[ReferenceRow]:
    """Yield the errors that a file raises, and from which others."""
    nested = sorted(
        (Region(clause.start, clause.end, number) for number, clause in enumerate(caught, 1)),
        key=lambda region: (region.start, -region.end),
    )
    around = Regions(len(reader.data), nested)
    for node, parts in reader.found.get("raise", ()):
        byte = node.start_byte
        scope, line = reader.scope(byte), reader.line(byte)
        number = around.owner(byte)
        errors, name = (caught[number - 1].errors, caught[number - 1].name) if number else ((), "")
        raised: list[tuple[tuple[str, ...], str]] = []
        if _is_again(reader, parts, name):
            raised.append((errors, "again"))
        else:
            error = reader.expression(parts["error"][0], scope)
            raised.append(((error,), ""))
            if reader.language.raise_constructs and error != UNKNOWN and not error.endswith(")"):
                yield "new", scope, error, line, byte, "", -1
        for cause in parts.get("cause", ()):
            is_caught = name and text_of(cause, reader.data) == name
            raised.append((errors if is_caught else (reader.expression(cause, scope),), "cause"))
        for types, detail in raised:
            for error in types:
                target = error.removesuffix("()")
                if error == UNKNOWN:
                    target = reader.language.plain_error or error
                if target not in _NOTHING:
                    yield "raise", scope, target, line, byte, detail, -1


def _is_again(reader: Reader, parts: Parts, name: str) -> bool:
    return "error" not in parts or (bool(name) and text_of(parts["error"][0], reader.data) == name)
