"""Objects that a file hands to what a module offers, which gives them members: `require("./cart")(Shop)`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.values.gathered import positional
from nsccn.graph.notation.marks import EVERY_MEMBER
from nsccn.graph.notation.modulenames import asks_module
from nsccn.graph.notation.results import ADDED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_CALLED_AGAIN: Final = b")("
_NAMES: Final = re.compile(r"[\w$.]+")


def mixed_in(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield that an object is given all members which the function of a module adds to what it takes."""
    if not reader.language.module_objects or _CALLED_AGAIN not in reader.data:
        return
    for node, parts in reader.found.get("call", ()):
        if "callee" not in parts or "arguments" not in parts:
            continue
        callee, arguments = parts["callee"][0], parts["arguments"][0]
        if not reader.data.startswith(_CALLED_AGAIN, callee.end_byte - 1):
            continue
        scope = reader.scope(node.start_byte)
        module = reader.expression(callee, scope)
        if not asks_module(module):
            continue
        line, byte = reader.line(node.start_byte), node.start_byte
        for place, given in enumerate(positional(reader, arguments)):
            held = reader.expression(given, scope)
            if _NAMES.fullmatch(held):
                target, value = f"{held}.{EVERY_MEMBER}", f"{module}{ADDED}{place}"
                yield scope, target, value, "", "declare", line, byte
